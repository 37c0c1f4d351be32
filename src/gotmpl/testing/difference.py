"""Prompts in the message of a failed test: plain text, with white space to be seen, and no longer than needed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from typing import NamedTuple

from formats.comparison.difference import same_but_for_space
from gotmpl.blanks import visible

__all__ = ["beginning", "clipped", "difference", "ending", "lines_of", "numbered", "place", "summary"]

_AROUND = 1
"""How many equal lines are shown before and behind a difference."""

_MOST_LINES = 60
_MOST_COLUMNS = 160
_BESIDE = 50
"""How many characters of a long line are shown on either side of a difference."""

_MOST_PAIRS = 1_000_000
"""Of more pairs of words or lines than these it is not looked for the equal ones."""

_MOST_MARKED = 0.6
"""Which part of a text, of 1, is too much to be marked."""

_units = re.compile(r"\w+|\s|[^\w\s]").findall

_Range = tuple[int, int]


class _Row(NamedTuple):
    """A line of a view.

    Attributes:
        number: The number of the line, from 1.
        sign: ``-``, ``+`` or a blank; ``…`` for lines that are left out.
        text: The line, with its line end.
        marks: What of it is marked, in characters.
    """

    number: int
    sign: str
    text: str
    marks: Sequence[_Range] = ()


_GAP = _Row(0, "…", "")


def lines_of(text: str) -> list[str]:
    r"""Gives the lines of a text with their ends; only ``\n`` ends one."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def summary(expected: str, got: str) -> str:
    """Says in a few words what is different about a text."""
    if got == expected + "\n":
        return "it ends with a line end that is not expected"
    if got + "\n" == expected:
        return "it lacks the line end at its end"
    a, b = lines_of(expected), lines_of(got)
    line = _common(a, b) + 1
    space = same_but_for_space(expected, got)
    if not got or not expected:
        return "it is empty" if expected else "it is not empty"
    if line > len(a):
        return f"it goes on behind line {len(a)}"
    if line > len(b):
        return f"it ends behind line {len(b)}"
    return f"line {line} differs" + " in white space" * space


def difference(expected: str, got: str, first_line: int = 1) -> list[str]:
    """Shows where two texts differ, in lines: ``-`` is expected, ``+`` is what came.

    Args:
        expected: The one text.
        got: The other.
        first_line: The number of the first line of both.
    """
    a, b = lines_of(expected), lines_of(got)
    rows: list[_Row] = []
    opcodes = _opcodes(a, b)
    for index, (kind, i, j, k, m) in enumerate(opcodes):
        if kind == "equal":
            behind = range(k, min(k + _AROUND, m)) if index else range(0)
            before = range(max(m - _AROUND, k), m) if index < len(opcodes) - 1 else range(0)
            rows += [_Row(n + first_line, " ", b[n]) for n in behind]
            if behind and before and behind.stop < before.start:
                rows.append(_GAP)
            rows += [_Row(n + first_line, " ", b[n]) for n in before if n not in behind]
        elif kind == "replace" and j - i == m - k:
            for n in range(j - i):
                rows += _pair(a[i + n : i + n + 1], b[k + n : k + n + 1], i + n + first_line, k + n + first_line)
        else:
            rows += _pair(a[i:j], b[k:m], i + first_line, k + first_line)
    return _view(rows)


def beginning(expected: str, got: str) -> list[str]:
    """Shows the first place where two texts differ, on its line of either."""
    at = _common(expected, got)
    return _view([*_at(expected, at, "-"), *_at(got, at, "+")])


def ending(expected: str, got: str) -> list[str]:
    """Shows the last place where two texts differ, on its line of either; lines are counted in the second."""
    behind = _common(expected[::-1], got[::-1])
    first = max(0, len(lines_of(got)) - len(lines_of(expected))) + 1
    return _view([*_at(expected, len(expected) - behind - 1, "-", first), *_at(got, len(got) - behind - 1, "+")])


def numbered(text: str) -> list[str]:
    """Shows a text with the numbers of its lines."""
    return _view([_Row(number, " ", line) for number, line in enumerate(lines_of(text), 1)])


def place(text: str, start: int, end: int) -> list[str]:
    """Shows the lines of a text that a range of it is on, in characters, with marks under it."""
    return _view([row for row in _rows(" ", lines_of(text), 1, [(start, end)]) if row.marks])


def clipped(text: str, most: int = _MOST_COLUMNS) -> str:
    """Shows a text on one line, and of a long one only its begin and its end."""
    if len(text) > most:
        text = f"{text[: most // 2]}…{text[-(most // 2) :]}"
    return visible(text)


def _common(a: Sequence[str], b: Sequence[str]) -> int:
    """Counts how many characters or lines two begin with in common."""
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def _at(text: str, at: int, sign: str, first_line: int = 1) -> list[_Row]:
    """Gives the line of a place with that place marked; the last or the first one if the place is outside."""
    rows = [*_rows(sign, lines_of(text), first_line, [(at, at + 1)])]
    return [row for row in rows if row.marks] or (rows[-1:] if at > 0 else rows[:1])


def _pair(a: Sequence[str], b: Sequence[str], a_number: int, b_number: int) -> Iterator[_Row]:
    a_marks, b_marks = _marks("".join(a), "".join(b)) if a and b else ([], [])
    yield from _rows("-", a, a_number, a_marks)
    yield from _rows("+", b, b_number, b_marks)


def _rows(sign: str, lines: Iterable[str], number: int, marks: Sequence[_Range]) -> Iterator[_Row]:
    at = 0
    for line in lines:
        end = at + len(line)
        yield _Row(number, sign, line, [(max(i, at) - at, min(j, end) - at) for i, j in marks if i < end and at < j])
        number, at = number + 1, end


def _marks(a: str, b: str) -> tuple[list[_Range], list[_Range]]:
    """Gives the parts of two texts that are not in the other; nothing if they have little in common."""
    a_units, b_units = _units(a), _units(b)
    spans = [(i, j, k, m) for kind, i, j, k, m in _opcodes(a_units, b_units) if kind != "equal"]
    a_ends, b_ends = [*accumulate(map(len, a_units), initial=0)], [*accumulate(map(len, b_units), initial=0)]
    a_marks = [(a_ends[i], a_ends[j]) for i, j, _, _ in spans if i < j]
    b_marks = [(b_ends[k], b_ends[m]) for _, _, k, m in spans if k < m]
    marked = max(sum(j - i for i, j in a_marks) / len(a), sum(j - i for i, j in b_marks) / len(b))
    return (a_marks, b_marks) if marked < _MOST_MARKED else ([], [])


def _opcodes(a: Sequence[str], b: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    """Gives what `SequenceMatcher.get_opcodes` does, but of much that differs does not look for what is equal in it."""
    start = _common(a, b)
    end = _common(a[start:][::-1], b[start:][::-1])
    a_end, b_end = len(a) - end, len(b) - end
    inner: list[tuple[str, int, int, int, int]]
    if (a_end - start) * (b_end - start) > _MOST_PAIRS:
        inner = [("replace", start, a_end, start, b_end)]
    else:
        matcher = SequenceMatcher(None, a[start:a_end], b[start:b_end], autojunk=False)
        inner = [(kind, i + start, j + start, k + start, m + start) for kind, i, j, k, m in matcher.get_opcodes()]
    head = [("equal", 0, start, 0, start)] if start else []
    tail = [("equal", a_end, len(a), b_end, len(b))] if end else []
    return [*head, *inner, *tail]


def _view(rows: Sequence[_Row]) -> list[str]:
    """Writes lines, a line of marks below those that have some, and dots for those left out."""
    if not rows:
        return ["(empty)"]
    width = len(str(max(row.number for row in rows)))
    shown: list[str] = []
    for row in rows[:_MOST_LINES]:
        if row is _GAP:
            shown.append(f"{'':>{width}}   …")
            continue
        text, marks = _line(row)
        shown.append(f"{row.number:>{width}} {row.sign} {text}")
        if marks:
            shown.append(f"{'':>{width}}   {marks}")
    if len(rows) > _MOST_LINES:
        shown.append(f"{'':>{width}}   … and {len(rows) - _MOST_LINES} lines more")
    return shown


def _line(row: _Row) -> tuple[str, str]:
    """Gives a line with white space to be seen, and its marks; of a long one what is around the marks."""
    text, marks, before, behind = row.text, row.marks, "", ""
    if len(text) > _MOST_COLUMNS:
        start = max(0, marks[0][0] - _BESIDE) if marks else 0
        end = min(
            len(text), max(marks[-1][1] + _BESIDE if marks else 0, start + _MOST_COLUMNS), start + 2 * _MOST_COLUMNS
        )
        before, behind = "…" * (start > 0), "…" * (end < len(text))
        text = text[start:end]
        marks = [(i - start, min(j - start, len(text))) for i, j in marks if i - start < len(text)]
    carets = "".join(
        ("^" if any(i <= at < j for i, j in marks) else " ") * sum(map(_columns, visible(character)))
        for at, character in enumerate(text)
    )
    return before + visible(text) + behind, (" " * len(before) + carets).rstrip()


def _columns(character: str) -> int:
    """Tells how many columns of a terminal a character takes."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
