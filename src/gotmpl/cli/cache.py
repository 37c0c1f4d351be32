"""Where the command keeps what it would otherwise make anew each time it is called."""

from __future__ import annotations

import os
import sys

__all__ = ["keep_grammar"]


def keep_grammar() -> None:
    """Keeps the tables of the grammar in the user's folder for caches; does nothing where there is none."""
    folder = os.path.join(_caches(), "gotmpl")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError:
        return
    # Help and the like do without the parser.
    from gotmpl.parse import parser

    parser.keep_tables(os.path.join(folder, "grammar"))


def _caches() -> str:
    """Gives the folder for caches: $XDG_CACHE_HOME, or what the system has for that."""
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return named or os.path.expanduser("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
