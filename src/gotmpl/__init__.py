"""Ollama's prompt templates in Python, exact to the byte: Go's text/template and what Ollama makes of it."""

from gotmpl.errors import DataError, ExecError, FormatError, ModelfileError, Note, ParseError, TemplateError
from gotmpl.exec.limits import Limits
from gotmpl.template import Template, parse

__all__ = [
    "DataError",
    "ExecError",
    "FormatError",
    "Limits",
    "ModelfileError",
    "Note",
    "ParseError",
    "Template",
    "TemplateError",
    "parse",
]
