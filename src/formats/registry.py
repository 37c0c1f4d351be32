"""The formats by name: those of the package, of installed packages, and your own."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from formats.base import ChatFormat, Format
from formats.named import named_formats
from gotmpl.errors import FormatError

__all__ = ["ENTRY_POINTS", "get", "names", "register"]

#: The group of entry points in which installed packages offer formats.
ENTRY_POINTS = "gotmpl.formats"

_registered: dict[str, Any] = {}
_aliases: set[str] = set()


def register(name: str, format: ChatFormat | Callable[..., str] | str, *, aliases: tuple[str, ...] = ()) -> None:
    """Makes a format known by a name.

    Args:
        name: What it is asked for by.
        format: A format, a function of messages and options, or the text of a Go template.
        aliases: Other names.

    Raises:
        FormatError: A name is taken.
    """
    for taken in (name, *aliases):
        if taken in _own() or taken in _registered or taken in _installed():
            raise FormatError(f"there is a format of the name {taken!r} already")
    made = Format(name=name, template=format, aliases=aliases) if isinstance(format, str) else format
    _registered.update((key, made) for key in (name, *aliases))
    _aliases.update(aliases)


def get(name: str) -> Any:
    """Gives the format of a name or an alias; `get("llama_3").template` is the Go template.

    Raises:
        FormatError: There is none.
    """
    if name in _own():
        return _own()[name]
    if name in _registered:
        return _registered[name]
    if name in _installed():
        return _installed()[name].load()
    known = [*_own(), *_registered, *_installed()]
    near = difflib.get_close_matches(name, known, n=3)
    hint = f"Did you mean {' or '.join(near)}?" if near else f"There are {', '.join(names())}."
    raise FormatError(f"there is no format of the name {name!r}", hint=hint)


def names() -> list[str]:
    """Gives the names of all formats, without aliases."""
    return sorted({*(format.name for format in named_formats()), *_registered.keys() - _aliases, *_installed()})


@lru_cache(maxsize=1)
def _own() -> dict[str, Format]:
    return {name: format for format in named_formats() for name in (format.name, *format.aliases)}


@lru_cache(maxsize=1)
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}
