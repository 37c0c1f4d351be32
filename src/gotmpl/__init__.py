"""Ollama's prompt templates in Python, exact to the byte: Go's text/template and what Ollama makes of it.

The parts are loaded when they are first asked for: whoever only catches a `TemplateError` need not wait for the engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import gotmpl.parse as _parse_package
from gotmpl.errors import DataError, ExecError, FormatError, ModelfileError, Note, ParseError, TemplateError

if TYPE_CHECKING:
    from gotmpl import modelfile, ollama
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
    "modelfile",
    "ollama",
    "parse",
]

# Importing a package binds its name in the one around it. That is done with now, so `parse` is the function for good.
del parse, _parse_package

_LAZY = {"Limits": "gotmpl.exec.limits", "Template": "gotmpl.template", "parse": "gotmpl.template"}


def __getattr__(name: str) -> Any:
    if name in ("lint", "modelfile", "ollama"):
        return import_module(f"gotmpl.{name}")
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value
