"""Tracebacks that end in the test: what the package did on the way to an error is of no interest there."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from gotmpl.errors import TemplateError

__all__ = ["explained", "hidden", "no_prompt"]

_P = ParamSpec("_P")
_T = TypeVar("_T")


def hidden(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Lets errors of templates and files, and failed assertions, look as if the caller of a function had raised them.

    From Python 3.11 on, a note shows the place in the template and what to do.
    """

    @functools.wraps(function)
    def run(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        __tracebackhide__ = True
        try:
            return function(*args, **kwargs)
        except (AssertionError, TemplateError, OSError) as error:
            if sys.version_info >= (3, 11) and isinstance(error, TemplateError) and (more := _parts(error)[1:]):
                error.add_note("\n".join(more))
            raise error.with_traceback(None) from None

    return run


def no_prompt(error: TemplateError) -> str:
    """Says why there is no prompt."""
    return f"there is no prompt: {explained(error)}"


def explained(error: TemplateError) -> str:
    """Words an error: its message, the place in the template, and what to do."""
    return "\n".join(_parts(error))


def _parts(error: TemplateError) -> list[str]:
    from gotmpl.blanks import harmless

    message, _, rest = error.explain().partition("\n")
    place = f"{error.name}:{error.line}:" if error.name and error.line is not None else ""
    return [harmless(part) for part in (message, place, rest) if part]
