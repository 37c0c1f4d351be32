"""Where chat templates are found: in files of a model's repository, in its folder, in a GGUF.

Source of the behaviour: transformers 5.24, `from_pretrained` in tokenization_utils_base.py, and the key names of GGUF.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from formats.jinja.chat_template import ChatTemplate
from gotmpl.errors import FormatError

__all__ = ["load", "loads"]

_GGUF = b"GGUF"
#: A line that only names the file which follows it, as in a listing of several files.
_FILE_NAME_LINE = re.compile(r"\s*[\w./-]+\.(?:json|jinja2?)[ \t]*\r?\n")


def load(path: str | os.PathLike[str]) -> ChatTemplate:
    """Reads a chat template, and the special tokens if they stand beside it.

    Args:
        path: A ``chat_template.json``, ``chat_template.jinja`` or ``tokenizer_config.json``, the folder of a model
            that has some of them, or a ``.gguf``, of which only the metadata are read (needs gotmpl[gguf]). A file
            is known by what it holds, not by its name, and may begin with a line that names it.

    Raises:
        FormatError: There is no chat template, or the file does not hold what it should.
        OSError: The file cannot be read.
    """
    path = Path(path)
    if path.is_dir():
        return _from_folder(path)
    with path.open("rb") as file:
        head = file.read(len(_GGUF))
    if head != _GGUF:
        return loads(_read(path), path)
    from formats.jinja.gguf_metadata import read_metadata

    sources, special_tokens = read_metadata(path)
    return _template(sources, special_tokens, path)


def loads(text: str, name: str | os.PathLike[str] = "the text") -> ChatTemplate:
    """Reads a chat template from the text of such a file.

    Args:
        text: A Jinja template, or the JSON of a config that has some; a line that names the file may stand before it.
        name: What errors call it.

    Raises:
        FormatError: There is no chat template in it, or it is no JSON.
    """
    named = _FILE_NAME_LINE.match(text)
    if named:
        text = text[named.end() :].lstrip("\r\n")
    if not re.match(r"\s*\{\s*[\"}]", text):  # no Jinja text begins like JSON: it would be `{{`, `{%` or `{#`
        return ChatTemplate(text)
    return _template(*_from_config(_parse(text, name)), name)


def _template(sources: Mapping[str, str], special_tokens: Mapping[str, Any], name: object) -> ChatTemplate:
    if not sources:
        raise FormatError(f"there is no chat template in {name}")
    return ChatTemplate(sources, special_tokens=special_tokens)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"{path} is neither UTF-8 text nor a GGUF: {error.reason}") from None


def _parse(text: str, name: object) -> Mapping[str, Any]:
    try:
        config = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"{name} is no JSON: {error.msg}", source=text, offset=error.pos) from None
    if not isinstance(config, dict):
        raise FormatError(f"{name} holds no JSON object", source=text)
    return config


def _from_config(config: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, Any]]:
    """Reads the templates and the special tokens of a tokenizer_config.json or a chat_template.json."""
    template = config.get("chat_template")
    if isinstance(template, str):
        sources = {"default": template}
    elif isinstance(template, dict):
        sources = {name: text for name, text in template.items() if isinstance(text, str)}
    elif isinstance(template, list):
        named = [(each.get("name"), each.get("template")) for each in template if isinstance(each, dict)]
        sources = {name: text for name, text in named if isinstance(name, str) and isinstance(text, str)}
    else:
        sources = {}
    extra = config.get("extra_special_tokens")
    tokens = {**config, **(extra if isinstance(extra, dict) else {})}
    special_tokens = {key: _token(value) for key, value in tokens.items() if key.endswith("_token") and _token(value)}
    return sources, special_tokens


def _token(value: object) -> str | None:
    """The text of a special token, which is given as such or as the description of an added token."""
    if isinstance(value, dict):
        value = value.get("content")
    return value if isinstance(value, str) else None


def _from_folder(folder: Path) -> ChatTemplate:
    """Reads what a model's folder says, the special files before the general one."""
    sources: dict[str, str] = {}
    special_tokens: dict[str, Any] = {}
    for name in ("special_tokens_map.json", "tokenizer_config.json", "chat_template.json"):
        file = folder / name
        if file.is_file():
            found, tokens = _from_config(_parse(_read(file), file))
            sources = {**sources, **found}
            special_tokens = {**special_tokens, **tokens}
    file = folder / "chat_template.jinja"
    more = sorted((folder / "additional_chat_templates").glob("*.jinja"))
    if file.is_file() or more:
        sources = {"default": _read(file)} if file.is_file() else {}
        sources.update((extra.stem, _read(extra)) for extra in more)
    return _template(sources, special_tokens, folder)
