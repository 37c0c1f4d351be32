"""What a test says of a golden prompt that is missing or different."""

from __future__ import annotations

from pathlib import Path

from gotmpl.testing.difference import difference, numbered, summary
from gotmpl.testing.expectation import LEGEND
from gotmpl.testing.paths import shown

__all__ = ["different", "missing"]


def missing(path: Path, case: str, prompt: str) -> str:
    """Says that there is no golden prompt yet, and what would be written."""
    lines = ["the prompt is:", *numbered(prompt), "If it is right, write it with: pytest --gotmpl-update"]
    return _message(f"there is no golden prompt {case!r} in {shown(path)}", lines)


def different(path: Path, case: str, golden: str, prompt: str) -> str:
    """Says how the prompt differs from the golden one."""
    lines = [
        *difference(golden, prompt),
        f"({LEGEND})",
        "If the new prompt is right, write it with: pytest --gotmpl-update",
    ]
    return _message(f"the prompt is not the golden one: {summary(golden, prompt)}", [f"{shown(path)}: {case}", *lines])


def _message(title: str, lines: list[str]) -> str:
    return "\n".join([title, *(f"  {line}" for line in lines)])
