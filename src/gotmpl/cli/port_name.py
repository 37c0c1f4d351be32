"""What a template's tests are called: after the file, the model, or the folder."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from gotmpl.cli.source import STDIN, STORE, Source

__all__ = ["port_name"]

#: What the name of a file says of any model.
_KIND = re.compile(r"\AModelfile[-_. ]*|[-_. ]*Modelfile\Z|\.(?:gotmpl|tmpl|txt)\Z", re.IGNORECASE)
_WEIGHTS = re.compile(r"\.(?:gguf|safetensors|bin)\Z", re.IGNORECASE)
_QUANTIZED = re.compile(r"[-._](?:I?Q\d\w*|B?F16|F32|FP16)\Z", re.IGNORECASE)


def port_name(file: str, source: Source) -> str:
    """Gives the name, which is an identifier if ``test_`` stands before it.

    It is the file's, if that says something, else that of the model in FROM, of its weights, or of the folder.

    Args:
        file: The file as it was asked for.
        source: What is in it.
    """
    candidates = []
    if file.startswith(STORE):
        candidates.append(_model(file.removeprefix(STORE)))
    elif file != STDIN:
        candidates.append(_file(Path(file).name))
    if source.modelfile is not None:
        candidates.append(_from(source.modelfile.model))
    if file != STDIN and not file.startswith(STORE):
        candidates.append(Path(file).resolve().parent.name)
    names = (_identifier(candidate) for candidate in candidates)
    return next((name for name in names if name), "template")


def _file(name: str) -> str:
    name = _KIND.sub("", name)
    return "" if name.lower() in ("template", "chat_template", "prompt", "model") else name


def _model(name: str) -> str:
    return name.rpartition("/")[2].removesuffix(":latest")


def _from(value: str) -> str:
    """Gives the name of a model, or of a file or folder with its weights, behind FROM."""
    last = re.split(r"[/\\]", value.rstrip("/\\"))[-1]
    if value == "scratch" or last.startswith("sha256"):
        return ""
    return _QUANTIZED.sub("", _WEIGHTS.sub("", _model(last)))


def _identifier(text: str) -> str:
    return re.sub(r"\W+", "_", unicodedata.normalize("NFKC", text).lower()).strip("_")
