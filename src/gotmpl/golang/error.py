"""The error that a Go function returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["GoError", "foreign"]

R = TypeVar("R")


class GoError(Exception):
    """What a Go function returned as its `error`, or what it panicked with; `str()` is Go's text.

    Never seen by a caller of the package: exec turns it into an ExecError that says where.
    """


def foreign(call: Callable[..., R], *args: Any) -> R:
    """Calls what is not ours, such as a method of an object in the data.

    Raises:
        GoError: Whatever it raised, as a panic in a method becomes an error in Go (`safeCall` in text/template).
    """
    try:
        return call(*args)
    except (GoError, RecursionError):
        raise
    except Exception as error:
        raise GoError(str(error) or type(error).__name__) from error
