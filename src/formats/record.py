"""Messages and tools as callers have them: dicts, dataclasses, pydantic models."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["fields_of"]


def fields_of(value: object) -> Mapping[Any, Any] | None:
    """Gives the keys and values of a mapping, a dataclass or a pydantic model; None for anything else."""
    if isinstance(value, Mapping):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    dump: Callable[[], Mapping[Any, Any]] | None = getattr(value, "model_dump", None)
    return dump() if callable(dump) and not isinstance(value, type) else None
