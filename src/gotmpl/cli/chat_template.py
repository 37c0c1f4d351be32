"""Hugging Face's chat templates as the file of a render: a Jinja text, a config, a model's folder, a GGUF."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from gotmpl.cli.bad_input import BadInput
from gotmpl.errors import TemplateError

if TYPE_CHECKING:
    from formats.jinja import ChatTemplate

__all__ = ["JINJA_SUFFIXES", "is_chat_template", "is_model", "load_chat_template"]

JINJA_SUFFIXES = (".jinja", ".jinja2", ".j2")
_GO_SUFFIXES = (".gotmpl", ".tmpl")
_MODEL_FILES = ("chat_template.jinja", "chat_template.json", "tokenizer_config.json")
_MAGIC = b"GGUF"

_begins_like_config = re.compile(r"(?:\s*[\w./-]+\.json[ \t]*\r?\n)?\s*\{\s*\"").match
_has_jinja_tag = re.compile(r"\{%[-+]?\s*(?:for|if|set|macro)\s").search


def is_model(name: str) -> bool:
    """Tells whether a path is a model's folder or a GGUF, of which only the head is read for that."""
    path = Path(name)
    if any((path / file).is_file() for file in _MODEL_FILES):
        return True
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def is_chat_template(name: str, text: str) -> bool:
    """Tells whether a text is a chat template, or a config that has one, rather than a template of Ollama's."""
    suffix = Path(name).suffix.lower()
    if suffix in JINJA_SUFFIXES:
        return True
    if _begins_like_config(text):
        try:
            return "chat_template" in json.loads(text[text.index("{") :])
        except ValueError:
            return suffix == ".json"
    # In a Go template such a tag could only be part of the prompt.
    return suffix not in _GO_SUFFIXES and _has_jinja_tag(text) is not None


def load_chat_template(name: str, text: str | None = None) -> ChatTemplate:
    """Reads a chat template from a text, or from the model of that path.

    Raises:
        BadInput: There is none, or it does not parse.
    """
    from formats import jinja

    try:
        return jinja.load(name) if text is None else jinja.loads(text, name)
    except TemplateError as error:
        raise BadInput(error, name if error.source else "") from None
