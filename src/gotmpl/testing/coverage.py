"""How much of a template the tests have reached: its texts and actions, and both ways of its ifs, ranges and withs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from gotmpl.exec.coverage import Counts
from gotmpl.parse.node import (
    ActionNode,
    BranchNode,
    BreakNode,
    ContinueNode,
    Node,
    RangeNode,
    TemplateNode,
    TextNode,
)
from gotmpl.parse.segments import segments
from gotmpl.parse.visit import walk
from gotmpl.testing.files import TemplateFile

__all__ = ["BranchCoverage", "NodeCoverage", "Tally", "TemplateCoverage", "total"]

_COUNTED = (TextNode, ActionNode, BranchNode, TemplateNode, BreakNode, ContinueNode)


class Tally(NamedTuple):
    """What is summed up over templates.

    Attributes:
        nodes: How many texts and actions there are.
        missed: How many of them were not reached.
        branches: How many ways its ifs, ranges and withs can go, two each.
        missed_branches: How many of them were not gone.
        partial: How many ifs, ranges and withs were gone through one way only.
    """

    nodes: int
    missed: int
    branches: int
    missed_branches: int
    partial: int

    @property
    def percent(self) -> float:
        """How much was reached of nodes and branches together; 100 of nothing."""
        whole = self.nodes + self.branches
        return 100 * (whole - self.missed - self.missed_branches) / whole if whole else 100.0

    @property
    def shown(self) -> str:
        """The percentage as a whole number, which is 0 or 100 only if it is that exactly."""
        return f"{self.percent if self.percent in (0, 100) else min(99, max(1, round(self.percent))):.0f}%"

    @property
    def percent_down(self) -> str:
        """The percentage with two digits behind the point, rounded down."""
        return f"{math.floor(self.percent * 100) / 100:.2f}%"


@dataclass(frozen=True)
class NodeCoverage:
    """A text or action; of an if, range or with the opening action.

    Attributes:
        node: The node.
        lines: The lines of the file that it stands on; of a text those with more than white space.
        column: The column in the first of these lines where it begins, white space left out.
        count: How often it was reached.
    """

    node: Node
    lines: list[int]
    column: int
    count: int


@dataclass(frozen=True)
class BranchCoverage:
    """An if, range or with, and the ways it went.

    Attributes:
        node: The node.
        line: The line of the file that it begins on.
        column: The column there.
        count: How often its condition was looked at.
        taken: How often its body was run; for a range how often it found items.
        passed: How often it was not.
    """

    node: BranchNode
    line: int
    column: int
    count: int
    taken: int
    passed: int

    @property
    def is_partial(self) -> bool:
        """Whether it was reached and went one way only, or failed each time."""
        return self.count > 0 and not (self.taken and self.passed)

    @property
    def never(self) -> str:
        """Says which way it never went; empty if it went both or was not reached."""
        if not self.is_partial:
            return ""
        if not (self.taken or self.passed):
            return "always fails"
        is_range = isinstance(self.node, RangeNode)
        if not self.taken:
            return "always empty" if is_range else "never true"
        return "never empty" if is_range else "never false"


@dataclass(frozen=True)
class TemplateCoverage:
    """A template file, and what of it was reached.

    Attributes:
        name: How reports call the file.
        file: The file; its template parses.
        counts: What was counted for its text.
    """

    name: str
    file: TemplateFile
    counts: Counts

    @cached_property
    def nodes(self) -> list[NodeCoverage]:
        """Its texts and actions in the order of the source; a text of white space alone does not count."""
        ends = {segment.start: segment.end for segment in segments(self.file.text)}
        return [self._node(node, ends[node.start]) for node in self._statements]

    @cached_property
    def branches(self) -> list[BranchCoverage]:
        """Its ifs, ranges and withs in the order of the source."""
        counts = self.counts
        return [
            BranchCoverage(
                node,
                *self.file.line_and_column(node.start),
                counts.nodes[node.start],
                counts.taken[node.start],
                counts.passed[node.start],
            )
            for node in self._statements
            if isinstance(node, BranchNode)
        ]

    @property
    def tally(self) -> Tally:
        """Its numbers."""
        missed = sum(not each.count for each in self.nodes)
        missed_branches = sum((not each.taken) + (not each.passed) for each in self.branches)
        partial = sum(each.is_partial for each in self.branches)
        return Tally(len(self.nodes), missed, 2 * len(self.branches), missed_branches, partial)

    @cached_property
    def lines(self) -> dict[int, int]:
        """The lines of the file with texts or actions, and how often the most frequent of each was reached."""
        lines: dict[int, int] = {}
        for each in self.nodes:
            for line in each.lines:
                lines[line] = max(lines.get(line, 0), each.count)
        return dict(sorted(lines.items()))

    @cached_property
    def _statements(self) -> list[Node]:
        # What Ollama appends to a template without a response begins behind its text.
        trees = [each.tree for each in self.file.template.go.templates if each.tree is not None]
        nodes = [node for tree in trees for node in walk(tree.root) if node.start < len(self.file.text)]
        counted = [node for node in nodes if isinstance(node, _COUNTED) and not _is_blank(node)]
        return sorted(counted, key=lambda node: node.start)

    def _node(self, node: Node, end: int) -> NodeCoverage:
        text = self.file.text[node.start : end]
        first = self.file.line(node.start)
        lines = [first + i for i, line in enumerate(text.split("\n")) if line.strip()]
        _, column = self.file.line_and_column(end - len(text.lstrip()))
        return NodeCoverage(node, lines, column, self.counts.nodes[node.start])


def total(coverages: Iterable[TemplateCoverage]) -> Tally:
    """Sums up the numbers of templates."""
    tallies = [each.tally for each in coverages]
    return Tally(*(sum(column) for column in zip(*tallies, strict=True))) if tallies else Tally(0, 0, 0, 0, 0)


def _is_blank(node: Node) -> bool:
    return isinstance(node, TextNode) and not node.text.strip()
