"""The error that a Go function returns."""

from __future__ import annotations

__all__ = ["GoError"]


class GoError(Exception):
    """What a Go function returned as its `error`, or what it panicked with; `str()` is Go's text.

    Never seen by a caller of the package: exec turns it into an ExecError that says where.
    """
