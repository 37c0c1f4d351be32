"""Where a test's files are: beside the test, or in pytest's root folder."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["find", "looking_in", "shown"]

_folders: tuple[Path, ...] = ()


@contextmanager
def looking_in(*folders: Path) -> Iterator[None]:
    """Makes these the folders that files are looked for in, the first one first, until it is left."""
    global _folders
    before, _folders = _folders, folders
    try:
        yield
    finally:
        _folders = before


def find(path: str | os.PathLike[str]) -> Path:
    """Finds a file or folder: in a test below the folder of its module or the root folder, else where Python runs.

    Raises:
        FileNotFoundError: It is in none of them.
    """
    places = [folder / path for folder in _folders or (Path.cwd(),)]
    found = next((place for place in places if place.exists()), None)
    if found is None:
        tried = " or ".join(dict.fromkeys(str(place.parent) for place in places))
        raise FileNotFoundError(errno.ENOENT, f"no such file in {tried}", os.fspath(path))
    return found


def shown(path: Path) -> str:
    """Gives a path as messages show it: relative to the root folder, if it is below it."""
    root = _folders[-1] if _folders else Path.cwd()
    relative = os.path.relpath(path, root)
    return str(path) if relative.startswith("..") else Path(relative).as_posix()
