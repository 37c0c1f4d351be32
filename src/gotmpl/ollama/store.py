"""The models that Ollama keeps on this machine, read without a server: manifests and blobs.

Sources: manifest/paths.go, `GetModel` in server/images.go, types/model/name.go.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from gotmpl.errors import DataError
from gotmpl.golang.utf8 import decode
from gotmpl.ollama.model import Model
from gotmpl.ollama.name import full_name

__all__ = ["installed_model", "models_folder"]

_IMAGE = "application/vnd.ollama.image."
_is_part = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:-]*").fullmatch
_is_digest = re.compile(r"sha256[:-][0-9a-fA-F]{64}").fullmatch


def models_folder() -> Path:
    """Gives the folder of the models: ``OLLAMA_MODELS``, or ``~/.ollama/models`` (`Models` in envconfig/config.go)."""
    named = os.environ.get("OLLAMA_MODELS", "").strip().strip("\"'")
    return Path(named) if named else Path.home() / ".ollama" / "models"


def installed_model(name: str, models: str | os.PathLike[str] | None = None) -> Model:
    """Reads a model of the local store.

    Args:
        name: Its name, such as ``llama3.2`` or ``hf.co/team/model:Q4_K_M``.
        models: The folder of the models; `models_folder()` if not given.

    Raises:
        DataError: There is no such model, or its files are damaged.
    """
    folder = models_folder() if models is None else Path(models)
    manifest = _read_json(_manifest(name, folder))
    config = _config(manifest, folder)
    template: str | None = None
    system = ""
    parameters: dict[str, Any] = {}
    messages: list[dict[str, str]] = []
    weights: Path | None = None
    for layer in _list(manifest.get("layers")):
        kind = str(layer.get("mediaType")).removeprefix(_IMAGE)
        if kind not in ("template", "prompt", "system", "params", "messages", "model"):
            continue
        blob = _blob(layer, folder)
        if kind in ("template", "prompt"):
            template = decode(_read(blob))
        elif kind == "system":
            system = decode(_read(blob))
        elif kind == "params":
            parameters |= _read_json(blob)
        elif kind == "messages":
            messages = [
                {"role": str(message.get("role", "")), "content": str(message.get("content", ""))}
                for message in _list(_read_any(blob))
            ]
        else:
            weights = blob
    stop = parameters.get("stop")
    return Model(
        name=name,
        template=template,
        system=system,
        messages=tuple(messages),
        stop=tuple(str(word) for word in stop) if isinstance(stop, list) else (),
        renderer=str(config.get("renderer", "")),
        parser=str(config.get("parser", "")),
        requires=str(config.get("requires", "")),
        family=str(config.get("model_family", "")),
        weights=weights,
    )


def _manifest(name: str, folder: Path) -> Path:
    full = full_name(name)
    path, _, tag = full.rpartition(":")
    parts = [*path.split("/"), tag]
    if len(parts) != 4 or not all(map(_is_part, parts)):
        raise DataError(f"{name!r} is no name of a model")
    manifest = folder.joinpath("manifests", *parts)
    if not manifest.is_file():
        raise DataError(f"there is no model {full} in {folder}", hint=_hint(folder))
    return manifest


def _hint(folder: Path) -> str:
    """Names the models that there are."""
    found = sorted(path.relative_to(folder / "manifests").parts for path in folder.glob("manifests/*/*/*/*"))
    if not found:
        return "Set OLLAMA_MODELS if the models are kept elsewhere, or ask the server with --ollama."
    names = [f"{'/'.join(parts[:-1])}:{parts[-1]}".removeprefix("registry.ollama.ai/library/") for parts in found]
    return f"There are: {', '.join(names[:10])}{', …' if len(names) > 10 else ''}"


def _config(manifest: dict[str, Any], folder: Path) -> dict[str, Any]:
    layer = manifest.get("config")
    return _read_json(_blob(layer, folder)) if isinstance(layer, dict) and layer.get("digest") else {}


def _blob(layer: dict[str, Any], folder: Path) -> Path:
    digest = layer.get("digest")
    if not isinstance(digest, str) or not _is_digest(digest):
        raise DataError(f"the manifest has a bad digest: {digest!r}")
    return folder / "blobs" / digest.replace(":", "-")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or error}") from None


def _read_any(path: Path) -> Any:
    try:
        return json.loads(_read(path))
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path} is no JSON: {error}") from None


def _read_json(path: Path) -> dict[str, Any]:
    value = _read_any(path)
    if not isinstance(value, dict):
        raise DataError(f"{path} holds no JSON object")
    return value


def _list(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
