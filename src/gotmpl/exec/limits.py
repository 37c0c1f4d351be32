"""Bounds on what one render may cost, for templates that nobody has read."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CHARACTERS_PER_STEP", "ENTRIES_PER_STEP", "MAX_TEMPLATE_DEPTH", "Limits"]

#: How deep templates may call templates (`maxExecDepth` in Go's text/template/exec.go).
MAX_TEMPLATE_DEPTH = 100_000


#: How many characters of text are made in the time of a step, and how many keys of a map are looked at.
CHARACTERS_PER_STEP = 20
ENTRIES_PER_STEP = 100


class Limits(NamedTuple):
    """Bounds of one render; what goes beyond one is an ExecError that names it.

    Attributes:
        output: Characters that may be written.
        steps: Nodes that may be visited; the making of text and looking at large maps count too.
        depth: Templates that may be open inside each other.
        width: Characters that one value may have as text.
    """

    output: int = 64_000_000
    steps: int = 5_000_000
    depth: int = 1_000
    width: int = 4_000_000
