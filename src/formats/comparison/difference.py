"""Where two prompts part, in pieces that a person can read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from formats.comparison.side import Rendering
from gotmpl.ollama.special_tokens import SPECIAL_TOKEN

__all__ = ["Hunk", "distance", "hunks", "same_but_for_space"]

# A prompt is compared in lines, words of a line, and special tokens.
_units = re.compile(f"{SPECIAL_TOKEN}|\\n|[^\\S\\n]+|\\w+|[^\\w\\s]").findall
_space = re.compile(r"\s+")

#: Equal text of fewer characters between two differences does not part them.
_TOO_SHORT = 4


class Hunk(NamedTuple):
    """One difference.

    Attributes:
        a: What one prompt has; may be empty.
        b: What the other has there.
        before: Equal text in front, at most to the begin of its line or, if it is short, of the line before.
        after: Equal text behind, at most to the end of its line.
        a_start: Where it begins in the one prompt, in characters.
        b_start: Where in the other.
        a_line: The line of the template that writes it, or that writes what stands at its place; None if unknown.
        b_line: The same of the other template.
    """

    a: str
    b: str
    before: str
    after: str
    a_start: int
    b_start: int
    a_line: int | None
    b_line: int | None


def same_but_for_space(a: str, b: str) -> bool:
    """Whether two prompts differ in white space alone."""
    return _space.sub("", a) == _space.sub("", b)


def distance(a: str, b: str) -> int:
    """Counts the characters to insert, delete or replace to make one prompt of the other."""
    return Levenshtein.distance(a, b)


def hunks(a: Rendering, b: Rendering) -> list[Hunk]:
    """Gives the differences of two prompts in order."""
    found = []
    for a_start, a_end, b_start, b_end in _spans(a.text, b.text):
        found.append(
            Hunk(
                a.text[a_start:a_end],
                b.text[b_start:b_end],
                _line_before(a.text, a_start),
                _line_behind(a.text, a_end),
                a_start,
                b_start,
                a.line_at(a_start),
                b.line_at(b_start),
            )
        )
    return found


def _spans(a: str, b: str) -> Iterator[tuple[int, int, int, int]]:
    """Yields begin and end of each difference in both texts, merging those that lie close together."""
    open_span: tuple[int, int, int, int] | None = None
    a_units, b_units = _units(a), _units(b)
    a_ends, b_ends = _ends(a_units), _ends(b_units)
    for kind, i, j, k, m in SequenceMatcher(None, a_units, b_units, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        span = a_ends[i], a_ends[j], b_ends[k], b_ends[m]
        if open_span is None:
            open_span = span
        elif span[0] - open_span[1] < _TOO_SHORT:
            open_span = open_span[0], span[1], open_span[2], span[3]
        else:
            yield open_span
            open_span = span
    if open_span is not None:
        yield open_span


def _ends(units: list[str]) -> list[int]:
    ends = [0]
    for unit in units:
        ends.append(ends[-1] + len(unit))
    return ends


def _line_before(text: str, at: int) -> str:
    start = text.rfind("\n", 0, at) + 1
    if start == at and start:
        start = text.rfind("\n", 0, start - 1) + 1
    return text[start:at]


def _line_behind(text: str, at: int) -> str:
    end = text.find("\n", at)
    return text[at:] if end < 0 else text[at : end + 1]
