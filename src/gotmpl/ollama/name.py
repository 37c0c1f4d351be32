"""The parts of a model's name, as far as they decide on a prompt (types/model/name.go)."""

from __future__ import annotations

__all__ = ["family_told", "full_name", "model_part"]


def full_name(name: str) -> str:
    """Gives a model's name with its host, namespace and tag, as in Ollama's errors (`ParseName`, `Name.String`)."""
    host, namespace, model, tag = _parts(name)
    return f"{host or 'registry.ollama.ai'}/{namespace or 'library'}/{model}:{tag or 'latest'}"


def model_part(name: str) -> str:
    """Gives a model's name without host, namespace and tag."""
    return _parts(name)[2]


def family_told(name: str) -> str:
    """Gives the family that a model's name tells; Ollama's own models are named for theirs."""
    return model_part(name).lower()


def _parts(name: str) -> tuple[str, str, str, str]:
    tag = ""
    if name.rfind(":") > name.rfind("/"):
        name, _, tag = name.rpartition(":")
    rest, _, model = name.rpartition("/")
    host, _, namespace = rest.rpartition("/")
    return host.rpartition("://")[2], namespace, model, tag
