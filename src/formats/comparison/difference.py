"""Where two prompts part, in pieces that a person can read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import accumulate
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from formats.comparison.cause import JSON_SPACE
from formats.comparison.side import Rendering
from gotmpl.ollama.special_tokens import SPECIAL_TOKEN

__all__ = ["Hunk", "distance", "hunks", "same_but_for_space", "settled"]

# A prompt is compared in lines, words of a line, and special tokens.
_units = re.compile(f"{SPECIAL_TOKEN}|\\n|[^\\S\\n]+|\\w+|[^\\w\\s]").findall
_closes = re.compile(r"end|eo[st]|^.?/", re.IGNORECASE).search
_is_token = re.compile(SPECIAL_TOKEN).match
_space = re.compile(r"\s+")

#: From how many pairs of equal units on, prompts are compared by the fewest edits, which takes no longer for each more.
_MANY_PAIRS = 200_000

#: Equal text of fewer characters between two differences does not part them.
_TOO_SHORT = 4

_Span = tuple[int, int, int, int]
"""Begin and end in the one text, begin and end in the other."""


class Hunk(NamedTuple):
    """One difference.

    Attributes:
        a: What one prompt has; may be empty.
        b: What the other has there.
        before: Equal text in front: from the begin of its line or, if that is here, of the line before, but not from
            before the last difference.
        after: Equal text behind, to the end of its line or to the next difference.
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


def settled(text: str, other: str) -> str:
    """Gives a prompt with a space for each `JSON_SPACE` where another prompt has one, and nothing for the others."""
    bare, *rest = text.split(JSON_SPACE)
    if not rest:
        return text
    places = set()
    for part in rest:
        places.add(len(bare))
        bare += part
    wanted = {
        edit.src_pos
        for edit in Levenshtein.editops(bare, other)
        if edit.tag == "insert" and edit.src_pos in places and other[edit.dest_pos] == " "
    }
    return "".join(f" {char}" if at in wanted else char for at, char in enumerate(bare))


def hunks(a: Rendering, b: Rendering) -> list[Hunk]:
    """Gives the differences of two prompts in order."""
    found = []
    spans = list(_merged(_spans(a.text, b.text), a.text))
    for i, (a_start, a_end, b_start, b_end) in enumerate(spans):
        floor = spans[i - 1][1] if i else 0
        ceiling = spans[i + 1][0] if i + 1 < len(spans) else len(a.text)
        found.append(
            Hunk(
                a.text[a_start:a_end],
                b.text[b_start:b_end],
                a.text[max(floor, _line_before(a.text, a_start)) : a_start],
                a.text[a_end : min(ceiling, _line_behind(a.text, a_end))],
                a_start,
                b_start,
                a.line_at(a_start),
                b.line_at(b_start),
            )
        )
    return found


def _spans(a: str, b: str) -> list[_Span]:
    """Gives begin and end of each difference in both texts."""
    a_units, b_units = _units(a), _units(b)
    found = _edits(a_units, b_units)
    for n, (i, j, k, m) in enumerate(found):
        least = found[n - 1][1] - i if n else -i
        most = (found[n + 1][0] if n + 1 < len(found) else len(a_units)) - j
        if k == m:
            by = _slide(a_units, i, j, least, most)
        elif i == j:
            by = _slide(b_units, k, m, least, most)
        else:
            by = 0
        found[n] = i + by, j + by, k + by, m + by
    a_ends, b_ends = [*accumulate(map(len, a_units), initial=0)], [*accumulate(map(len, b_units), initial=0)]
    return [(a_ends[i], a_ends[j], b_ends[k], b_ends[m]) for i, j, k, m in found]


def _edits(a: list[str], b: list[str]) -> list[_Span]:
    """Gives begin and end of each difference in both lists of units.

    The longest equal pieces read best. To look for them takes far too long in long prompts, which have each blank and
    each line end some thousand times.
    """
    a_counts, b_counts = Counter(a), Counter(b)
    if sum(count * b_counts[unit] for unit, count in a_counts.items()) < _MANY_PAIRS:
        matcher = SequenceMatcher(None, a, b, autojunk=False)
        return [opcode[1:] for opcode in matcher.get_opcodes() if opcode[0] != "equal"]
    found: list[_Span] = []
    for edit in Levenshtein.opcodes(a, b):
        if edit.tag == "equal":
            continue
        start, other_start = edit.src_start, edit.dest_start
        if found and found[-1][1] == start and found[-1][3] == other_start:
            start, _, other_start, _ = found.pop()
        found.append((start, edit.src_end, other_start, edit.dest_end))
    return found


def _slide(units: list[str], start: int, end: int, least: int, most: int) -> int:
    """Tells by how many units a piece that only one prompt has moves, for the sake of the reader.

    It had best be whole lines, or else begin a turn, or begin where a line ends. It may move as long as the unit that
    it takes in is the one that it leaves.
    """
    steps = [0]
    while steps[-1] > least and units[start + steps[-1] - 1] == units[end + steps[-1] - 1]:
        steps.append(steps[-1] - 1)
    step = 0
    while step < most and units[start + step] == units[end + step]:
        step += 1
        steps.append(step)
    return max(steps, key=lambda by: _neatness(units, start + by, end + by))


def _neatness(units: list[str], start: int, end: int) -> int:
    begins_line = start == 0 or units[start - 1] == "\n"
    ends_line = end == len(units) or units[end - 1] == "\n"
    begins_turn = start < len(units) and _is_token(units[start]) is not None and _closes(units[start]) is None
    begins_with_end = start < end and units[start] == "\n"
    return 4 * (begins_line and ends_line) + 2 * begins_turn + begins_with_end


def _merged(spans: Iterable[_Span], text: str) -> Iterator[_Span]:
    """Joins differences that lie so close together that a person reads them as one."""
    last: _Span | None = None
    for span in spans:
        if last is None:
            last = span
        elif _is_short(text[last[1] : span[0]], last, span):
            last = last[0], span[1], last[2], span[3]
        else:
            yield last
            last = span
    if last is not None:
        yield last


def _is_short(between: str, last: _Span, span: _Span) -> bool:
    """Whether equal text is too short to part two differences."""
    if len(between) < _TOO_SHORT:
        return True
    in_one_line = "\n" not in between and _is_token(between) is None
    return in_one_line and len(between) <= min(_length(last), _length(span))


def _length(span: _Span) -> int:
    return max(span[1] - span[0], span[3] - span[2])


def _line_before(text: str, at: int) -> int:
    """Gives where the line begins, or the line before if it begins here."""
    start = text.rfind("\n", 0, at) + 1
    return text.rfind("\n", 0, start - 1) + 1 if start == at and start else start


def _line_behind(text: str, at: int) -> int:
    """Gives where the line ends."""
    return text.find("\n", at) + 1 or len(text)
