"""The day that templates print, Ollama's with `currentDate` and Jinja's with `strftime_now`."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["fixed_day", "now"]

_fixed: ContextVar[datetime.date | None] = ContextVar("_fixed", default=None)


def now() -> datetime.datetime:
    """Gives the local time, or noon of the day that was fixed."""
    day = _fixed.get()
    return datetime.datetime.now() if day is None else datetime.datetime.combine(day, datetime.time(12))


@contextmanager
def fixed_day(day: datetime.date) -> Iterator[None]:
    """Lets it be a day for all templates, until it is left.

    >>> from gotmpl import ollama
    >>> from gotmpl.ollama.day import fixed_day
    >>> with fixed_day(datetime.date(2025, 1, 15)):
    ...     ollama.parse("{{ range .Messages }}{{ end }}{{ currentDate }}").render()
    '2025-01-15'

    Args:
        day: The day.
    """
    token = _fixed.set(day)
    try:
        yield
    finally:
        _fixed.reset(token)
