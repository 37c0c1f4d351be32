"""Whether a file is a Modelfile, a chat template of Hugging Face's, or a bare template of Ollama's."""

from __future__ import annotations

import json
import re
from pathlib import Path, PurePath

from gotmpl.modelfile.command import COMMANDS

__all__ = ["MODEL_FILES", "is_chat_template", "is_model", "is_modelfile"]

_JINJA_SUFFIXES = (".jinja", ".jinja2", ".j2")
_GO_SUFFIXES = (".gotmpl", ".tmpl")
#: How the names of files end, in lower case, that hold a template alone.
_TEMPLATE_SUFFIXES = (*_GO_SUFFIXES, ".txt", *_JINJA_SUFFIXES)
#: The files of a model's folder, any of which may hold its chat template.
MODEL_FILES = ("chat_template.jinja", "chat_template.json", "tokenizer_config.json")
_GGUF = b"GGUF"

_begins_with_command = re.compile(rf"(?:\s*#[^\n]*\n)*\s*(?:{'|'.join(COMMANDS)})[ \t]", re.IGNORECASE).match
_begins_like_config = re.compile(r"(?:\s*[\w./-]+\.json[ \t]*\r?\n)?\s*\{\s*\"").match
_has_jinja_tag = re.compile(r"\{%[-+]?\s*(?:for|if|set|macro)\s").search
_has_from = re.compile(r"^(?:FROM|TEMPLATE)[ \t]", re.MULTILINE).search


def is_modelfile(name: str, text: str) -> bool:
    """Tells whether a file is a Modelfile, from its name, and if that tells nothing from its text.

    Args:
        name: The file's name.
        text: Its text.
    """
    path = PurePath(name)
    if "modelfile" in path.name.lower():
        return True
    if path.suffix.lower() in _TEMPLATE_SUFFIXES:
        return False
    return bool(_begins_with_command(text) or _has_from(text))


def is_model(path: Path) -> bool:
    """Tells whether a path is a model's folder or a GGUF, of which only the head is read for that.

    Raises:
        OSError: The file cannot be read.
    """
    if any((path / file).is_file() for file in MODEL_FILES):
        return True
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_GGUF)) == _GGUF


def is_chat_template(name: str, text: str) -> bool:
    """Tells whether a text that is no Modelfile is a chat template, or a config that has one.

    Args:
        name: The file's name.
        text: Its text.
    """
    suffix = PurePath(name).suffix.lower()
    if suffix in _JINJA_SUFFIXES:
        return True
    if _begins_like_config(text):
        try:
            return "chat_template" in json.loads(text[text.index("{") :])
        except ValueError:
            return suffix == ".json"
    # In a Go template such a tag could only be part of the prompt.
    return suffix not in _GO_SUFFIXES and _has_jinja_tag(text) is not None
