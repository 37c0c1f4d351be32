"""Where two matrices differ."""

from __future__ import annotations

from collections.abc import Iterable

from gotmpl.errors import TemplateError
from gotmpl.testing.difference import clipped, difference, summary
from gotmpl.testing.matrix import Matrix

__all__ = ["report"]


def report(left: Matrix, right: Matrix) -> list[str]:
    """Gives the names of the scenarios that differ, and the first of them with both prompts compared."""
    differing = left.differing(right)
    equal = [name for name in left if name in right and name not in differing]
    lines = [f"{left!r} == {right!r}"]
    lines += _group("equal", equal) + _group("different", differing)
    lines += _group("only on the left", [name for name in left if name not in right])
    lines += _group("only on the right", [name for name in right if name not in left])
    for name in differing[:1]:
        lines += [f"{name}, - left, + right:", *(f"  {line}" for line in _difference(left[name], right[name]))]
    return lines


def _group(word: str, names: Iterable[str]) -> list[str]:
    given = [*names]
    return [f"{len(given)} {word}: {', '.join(given)}"] if given else []


def _difference(left: str | TemplateError, right: str | TemplateError) -> list[str]:
    if isinstance(left, str) and isinstance(right, str):
        return [summary(left, right), *difference(left, right)]
    return [f"- {_shown(left)}", f"+ {_shown(right)}"]


def _shown(made: str | TemplateError) -> str:
    return clipped(made) if isinstance(made, str) else f"error: {made}"
