"""Counts what runs of templates reach: their texts and actions, and both ways of each if, range and with.

While counts are collected, `gotmpl.template` runs everything through the interpreter, which does the counting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from gotmpl.exec.interpreter import Program, State, Statement
from gotmpl.exec.limits import Limits
from gotmpl.golang.reflect import Value
from gotmpl.parse.node import (
    ActionNode,
    BranchNode,
    BreakNode,
    ContinueNode,
    IfNode,
    ListNode,
    Node,
    RangeNode,
    TextNode,
    WithNode,
)

__all__ = ["Collector", "Counts", "collecting", "pausing"]


class Counts:
    """How often the nodes of one text were reached; a node is known by where it begins, in characters.

    Attributes:
        nodes: How often each text or action was begun; for an if, range or with that is its condition.
        taken: How often each if or with ran its body, and each range found items.
        passed: How often each of them did not, with or without an ``{{else}}``.
    """

    def __init__(self) -> None:
        self.nodes: Counter[int] = Counter()
        self.taken: Counter[int] = Counter()
        self.passed: Counter[int] = Counter()


class Collector:
    """The counts of all templates that ran.

    Attributes:
        counts: By the text that a template was parsed from, which those that it defines share.
    """

    def __init__(self) -> None:
        self.counts: dict[str, Counts] = {}

    def of(self, text: str) -> Counts:
        """Gives the counts of the templates of a text, to be read or added to."""
        return self.counts.setdefault(text, Counts())

    def add(self, counts: dict[str, Counts]) -> None:
        """Adds what another collector has counted."""
        for text, other in counts.items():
            own = self.of(text)
            own.nodes.update(other.nodes)
            own.taken.update(other.taken)
            own.passed.update(other.passed)

    def execute(self, program: Program, write: Callable[[str], object], data: Any, limits: Limits | None) -> None:
        """Runs a template on data as `interpreter.execute` does, and counts.

        Raises:
            ExecError: The template cannot be run to its end.
        """
        _Counting(program, write, limits, self).execute(data)


#: What collects at the moment, if anything does.
active: Collector | None = None


@contextmanager
def collecting() -> Iterator[Collector]:
    """Collects the counts of all templates that are rendered, until it is left.

    What is collected inside of another one counts there as well.
    """
    global active
    outer, inner = active, Collector()
    active = inner
    try:
        yield inner
    finally:
        active = outer
        if outer is not None:
            outer.add(inner.counts)


@contextmanager
def pausing() -> Iterator[None]:
    """Counts nothing until it is left, such as what the linter renders."""
    global active
    outer, active = active, None
    try:
        yield
    finally:
        active = outer


class _Counting(State):
    """A run that counts."""

    def __init__(
        self, program: Program, write: Callable[[str], object], limits: Limits | None, collector: Collector
    ) -> None:
        super().__init__(program, write, limits)
        self.collector = collector

    @property
    def counts(self) -> Counts:
        """The counts of what is running."""
        assert self.program.tree is not None
        return self.collector.of(self.program.tree.text)

    def at(self, node: Node) -> None:
        before = self.node
        super().at(node)
        if isinstance(node, (TextNode, BreakNode, ContinueNode)):
            self.counts.nodes[node.start] += 1
        elif isinstance(before, ActionNode) and node is before.pipe:
            self.counts.nodes[before.start] += 1

    def walk(self, dot: Value, node: Node) -> Statement:
        statement = super().walk(dot, node)
        if not isinstance(node, ListNode):
            self.counts.nodes[node.start] += 1
        return statement

    def walk_if_or_with(self, dot: Value, node: IfNode | WithNode) -> Statement:
        statement = super().walk_if_or_with(dot, node)
        inner = next(statement, None)
        self.decide(node, inner is not None and self.node is node.list)
        if inner is not None:
            yield inner
            next(statement, None)

    def iterate(self, node: RangeNode, value: Value) -> Iterator[tuple[Value, Value]]:
        entered = False
        for pair in super().iterate(node, value):
            if not entered:
                entered = True
                self.decide(node, entered)
            yield pair
        if not entered:
            self.decide(node, entered)

    def decide(self, node: BranchNode, taken: bool) -> None:
        """Counts the way that an if, range or with has gone."""
        (self.counts.taken if taken else self.counts.passed)[node.start] += 1
