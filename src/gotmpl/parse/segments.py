"""A template's source cut into what it consists of: text, actions, comments, and the spaces that trim markers eat."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from gotmpl.golang import utf8
from gotmpl.parse.lexer import Lexer
from gotmpl.parse.node import DELIMS
from gotmpl.parse.token import OPENERS

__all__ = ["Segment", "SegmentKind", "segments"]

SegmentKind = Literal["text", "action", "comment", "trimmed"]

_WHOLE = frozenset(["END", "ELSE", "BREAK", "CONTINUE"])
_OPENING = frozenset([*OPENERS.values(), "ELSE_IF", "ELSE_WITH", "LDELIM"]) - _WHOLE


class Segment(NamedTuple):
    """A part of a source.

    Attributes:
        start: Where it begins, in characters.
        end: The offset behind it.
        kind: ``text`` that can be written, an ``action`` from ``{{`` to ``}}``, a ``comment``, or spaces ``trimmed``.
        marker: Where the trim marker stands that ate the spaces, from ``{{`` to ``-`` or from ``-`` to ``}}``; None for
            other kinds.
    """

    start: int
    end: int
    kind: SegmentKind
    marker: tuple[int, int] | None = None


@lru_cache(maxsize=16)
def segments(text: str, delims: tuple[str, str] = DELIMS) -> tuple[Segment, ...]:
    """Cuts a text that parses into segments, which follow each other without a gap from its begin to its end.

    Spaces that two markers could have eaten count for the first one, as in Go's lexer.

    Args:
        text: The text of a template.
        delims: What opens and closes an action.
    """
    text = utf8.canonical(text)
    left, right = delims
    found: list[Segment] = []
    at = opened = 0

    def trim(start: int) -> None:
        """Adds the spaces between what has been found and an offset."""
        if at == start:
            return
        closed_by_marker = found and found[-1].kind in ("action", "comment") and text[: at - len(right)].endswith("-")
        marker = (at - len(right) - 1, at) if closed_by_marker else (start, start + len(left) + 1)
        found.append(Segment(at, start, "trimmed", marker))

    for item in Lexer(text, left, right, comments=True).items():
        if item.type in ("TEXT", "EOF") or item.type in _WHOLE or item.type in _OPENING:
            trim(item.pos)
            at = item.pos
        if item.type == "TEXT" or item.type in _WHOLE:
            found.append(Segment(item.pos, item.end, "text" if item.type == "TEXT" else "action"))
            at = item.end
        elif item.type == "COMMENT":
            start = text.rindex(left, 0, item.pos)
            trim(start)
            found.append(Segment(start, item.end, "comment"))
            at = item.end
        elif item.type in _OPENING:
            opened = item.pos
        elif item.type == "RDELIM":
            found.append(Segment(opened, item.end, "action"))
            at = item.end
    return tuple(found)
