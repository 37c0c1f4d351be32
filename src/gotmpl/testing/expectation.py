"""What is expected of a prompt."""

from __future__ import annotations

from typing import NamedTuple

from formats.comparison.difference import distance
from gotmpl.testing.difference import beginning, clipped, difference, ending, lines_of, numbered, place, summary

__all__ = ["LEGEND", "Expectation"]

LEGEND = "- expected, + rendered; · is a blank, ↵ a line end"

_ALIKE = 0.6
"""From which likeness on, of 1, lines count as what was meant."""


class Expectation(NamedTuple):
    """What a prompt is or has; empty texts expect nothing.

    Attributes:
        equals: The whole prompt, or None.
        contains: What is in it.
        not_contains: What is not.
        starts_with: How it begins.
        ends_with: How it ends.
    """

    equals: str | None = None
    contains: tuple[str, ...] = ()
    not_contains: tuple[str, ...] = ()
    starts_with: str = ""
    ends_with: str = ""

    def __bool__(self) -> bool:
        return self.equals is not None or any(self[1:])

    def faults(self, prompt: str) -> list[str]:
        """Says what of it does not hold, each with the place in the prompt."""
        found = []
        if self.equals is not None and prompt != self.equals:
            title = f"the prompt is not what is expected: {summary(self.equals, prompt)}"
            found.append((title, difference(self.equals, prompt)))
        if not prompt.startswith(self.starts_with):
            found.append(("the prompt does not begin with what is expected", beginning(self.starts_with, prompt)))
        if not prompt.endswith(self.ends_with):
            found.append(("the prompt does not end with what is expected", ending(self.ends_with, prompt)))
        found += [_missing(text, prompt) for text in self.contains if text not in prompt]
        for text in self.not_contains:
            if text in prompt:
                at = prompt.index(text)
                found.append((f"the prompt contains {clipped(text)}", place(prompt, at, at + len(text))))
        shown = ["\n  ".join([title, *lines]) for title, lines in found]
        if shown:
            shown[-1] += f"\n  ({LEGEND})"
        return shown


def _missing(text: str, prompt: str) -> tuple[str, list[str]]:
    """Says that a text is missing, with the lines that are most like it, or else with the whole prompt."""
    title = f"the prompt does not contain {clipped(text)}"
    wanted, lines = lines_of(text), lines_of(prompt)

    def like(start: int) -> str:
        lines_there = "".join(lines[start : start + len(wanted)])
        return lines_there if text.endswith("\n") else lines_there.removesuffix("\n")

    best, at = _ALIKE, -1
    for start in range(max(1, len(lines) - len(wanted) + 1)):
        likeness = 1 - distance(text, like(start)) / max(len(text), len(like(start)), 1)
        if likeness > best:
            best, at = likeness, start
    if at < 0:
        return f"{title}; it is", numbered(prompt)
    return f"{title}; most like it is", difference(text, like(at), at + 1)
