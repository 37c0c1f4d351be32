"""A difference as lines that can be read: what is equal around it, what differs, and where long text is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gotmpl.cli.diff_findings import Difference
from gotmpl.golang.utf8 import to_output

__all__ = ["Line", "Part", "View", "view"]

#: How many characters of equal text are shown on either side.
_AROUND = 120
#: A longer difference is cut in the middle, to these many characters at its begin and at its end.
_HEAD, _TAIL = 600, 300


_lines_of = re.compile(r"[^\n]*\n|[^\n]+").findall


class Part(NamedTuple):
    """A part of a line.

    Attributes:
        text: What is shown; empty where the other side has more.
        kind: ``equal``, ``changed`` or ``omitted``, of which the text is ours.
    """

    text: str
    kind: str


class Line(NamedTuple):
    """A line of one side.

    Attributes:
        parts: What is in it; nothing if this side lacks lines that the other has.
        is_changed: Whether it is part of the difference.
    """

    parts: tuple[Part, ...]
    is_changed: bool


class View(NamedTuple):
    """Both sides of a difference.

    Attributes:
        a: The lines of the one side.
        b: The lines of the other.
        is_whole: Whether it is whole lines that differ.
    """

    a: tuple[Line, ...]
    b: tuple[Line, ...]
    is_whole: bool

    def rows(self) -> Iterator[tuple[Line | None, Line | None]]:
        """Yields lines that stand beside each other; None where one side has fewer."""
        behind = len(self.a[-1:]) if not self.a[-1].is_changed and not self.b[-1].is_changed else 0
        count = max(len(self.a), len(self.b)) - behind
        for i in range(count):
            yield (
                self.a[i] if i < len(self.a) - behind else None,
                self.b[i] if i < len(self.b) - behind else None,
            )
        if behind:
            yield self.a[-1], self.b[-1]


def view(difference: Difference, *, whole: bool = False) -> View:
    """Makes the view of a difference.

    Args:
        difference: The difference.
        whole: Whether even a long difference is shown to its end.
    """
    hunk = difference.hunk
    before, after = to_output(hunk.before), to_output(hunk.after)
    begins_line = not difference.is_cut_before and (not before or before.endswith("\n"))
    ends = all(not side or side.endswith("\n") for side in (hunk.a, hunk.b)) or (
        not after and not difference.is_cut_behind
    )
    is_whole = begins_line and ends
    around = _before(before, difference.is_cut_before), _behind(after, difference.is_cut_behind)
    a, b = (
        tuple(_lines(around[0], _changed(to_output(side), whole), around[1], is_whole)) for side in (hunk.a, hunk.b)
    )
    return View(a, b, is_whole)


def _before(text: str, is_cut: bool) -> list[Part]:
    is_cut |= len(text) > _AROUND
    return [Part("…", "omitted")] * is_cut + [Part(text[-_AROUND:], "equal")] * bool(text)


def _behind(text: str, is_cut: bool) -> list[Part]:
    is_cut |= len(text) > _AROUND
    return [Part(text[:_AROUND], "equal")] * bool(text) + [Part("…", "omitted")] * is_cut


def _changed(text: str, whole: bool) -> list[Part]:
    left_out = len(text) - _HEAD - _TAIL
    if whole or left_out <= _TAIL:
        return [Part(text, "changed")]
    return [
        Part(text[:_HEAD], "changed"),
        Part(f"… {left_out} characters …", "omitted"),
        Part(text[-_TAIL:], "changed"),
    ]


def _lines(before: list[Part], changed: list[Part], after: list[Part], is_whole: bool) -> Iterator[Line]:
    if is_whole and not changed[0].text:
        yield from _split([(part, False) for part in before])
        yield Line((), True)
        yield from _split([(part, False) for part in after])
    else:
        yield from _split(
            [(part, False) for part in before] + [(part, True) for part in changed] + [(part, False) for part in after]
        )


def _split(parts: list[tuple[Part, bool]]) -> Iterator[Line]:
    """Splits parts at line ends; each comes with whether it belongs to the difference."""
    line: list[Part] = []
    is_changed = False
    for part, belongs in parts:
        for text in _lines_of(part.text) or [""]:
            line.append(Part(text, part.kind))
            is_changed |= belongs
            if text.endswith("\n"):
                yield Line(tuple(line), is_changed)
                line, is_changed = [], False
    if line:
        yield Line(tuple(line), is_changed)
