"""Which fault it is that makes Ollama refuse a Modelfile; several rules share the one error there can be."""

from __future__ import annotations

from typing import Literal

from gotmpl.errors import ModelfileError

__all__ = ["Kind", "kind_of"]

Kind = Literal["from", "role", "unclosed", "unquoted", "foreign", "other"]

_LOG_LINES = ("time=", "failed to get console mode", "Error:")


def kind_of(error: ModelfileError) -> Kind:
    """Tells which fault an error of Ollama's parser is about."""
    if error.message == "no FROM line":
        return "from"
    if "message role must be" in error.message:
        return "role"
    if error.message == "unexpected EOF" and error.notes:
        return "unclosed"
    rest = error.source[error.offset or 0 :]
    if "\0" in error.source[:2] or rest.startswith(("```", *_LOG_LINES)):
        return "foreign"
    if any("ended with its line" in note.text for note in error.notes):
        return "unquoted"
    return "other"
