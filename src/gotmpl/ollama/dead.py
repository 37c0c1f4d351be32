"""Branches of a template that no request can reach, told by the tree: what is never in the data is never true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gotmpl.ollama.fields import Usage
from gotmpl.ollama.template import Template
from gotmpl.parse.node import (
    BoolNode,
    BranchNode,
    CommandNode,
    FieldNode,
    IdentifierNode,
    Node,
    NumberNode,
    PipeNode,
    RangeNode,
    StringNode,
    VariableNode,
)

__all__ = ["Branch", "branches", "dead_branches"]


class Branch(NamedTuple):
    """One way that an if, range or with can go.

    Attributes:
        start: Where the if, range or with begins in the template, in characters.
        taken: Its body; or else the way past it, even if an if or with has no ``{{else}}``.
    """

    start: int
    taken: bool


def branches(template: Template) -> set[Branch]:
    """Gives all branches of a template: two for each if, range and with, but one for a range without ``{{else}}``."""
    return {branch for root in _roots(template) for node in _nodes(root) for branch in _ways(node)}


def dead_branches(template: Template, used: Usage) -> set[Branch]:
    """Gives those that no request reaches which Ollama's server takes.

    Dead is what asks for a path that Ollama never fills in: an unknown one, or one that the way in which it runs this
    template leaves out, such as ``.Prompt`` beside ``.Messages``; what asks for nothing but a constant; what is
    inside of a dead one; and all in a ``define`` that nothing calls.
    """
    judge = _Judge(template, used)
    dead: set[Branch] = set()
    for root in _roots(template):
        for node in _nodes(root):
            if not isinstance(node, BranchNode):
                continue
            truth = judge.truth(node.pipe)
            if truth is None or (isinstance(node, RangeNode) and _is_number(node.pipe)):
                continue
            dead |= {way for way in _ways(node) if way.taken is not truth}
            unreached = node.else_list if truth else node.list
            if unreached is not None:
                dead |= {way for inner in _nodes(unreached) for way in _ways(inner)}
    return dead


def _roots(template: Template) -> list[Node]:
    return [each.tree.root for each in template.go.templates if each.tree is not None]


def _nodes(root: Node) -> Iterator[Node]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack += node.children()


def _ways(node: Node) -> set[Branch]:
    if not isinstance(node, BranchNode):
        return set()
    ways = {Branch(node.start, True)}
    if node.else_list is not None or not isinstance(node, RangeNode):
        ways.add(Branch(node.start, False))
    return ways


def _is_number(pipe: PipeNode) -> bool:
    """Whether a pipeline is a number, of which a range makes something else than an if."""
    return isinstance(pipe.cmds[0].args[0], NumberNode)


class _Judge:
    """Tells which conditions always come out the same."""

    def __init__(self, template: Template, used: Usage) -> None:
        self.paths: dict[tuple[int, int], list[tuple[str, bool]]] = {}
        for field in used.fields:
            for place in field.places:
                self.paths.setdefault(place, []).append((field.path, field.known))
        fills_in = "suffix" in template.vars
        has_messages = "messages" in template.vars
        self.never = {".Tools", ".Messages"} if not has_messages else set() if fills_in else {".Prompt"}
        self.always = {".Messages"} if has_messages and not fills_in else set[str]()
        if has_messages:
            self.never.add(".Response")

    def truth(self, node: Node) -> bool | None:
        """Gives the truth that a value always has; None if it depends."""
        if isinstance(node, PipeNode):
            return self._command(node.cmds[0]) if len(node.cmds) == 1 else None
        if isinstance(node, BoolNode):
            return node.true
        if isinstance(node, NumberNode):
            return bool(node.int64 or node.float64 or node.complex128)
        if isinstance(node, StringNode):
            return bool(node.text)
        if isinstance(node, (FieldNode, VariableNode)):
            return self._path(node)
        return None

    def _command(self, command: CommandNode) -> bool | None:
        first, *rest = command.args
        if not isinstance(first, IdentifierNode):
            return None if rest else self.truth(first)
        truths = [self.truth(arg) for arg in rest]
        if first.ident == "not" and len(truths) == 1:
            return None if truths[0] is None else not truths[0]
        if first.ident in ("and", "or") and truths:
            decisive = first.ident == "or"
            if decisive in truths:
                return decisive
            return None if None in truths else not decisive
        return None

    def _path(self, node: FieldNode | VariableNode) -> bool | None:
        """Judges a field by its paths, of which it has several in a template that is called more than once."""
        found = self.paths.get((node.start, node.end), [])
        whole = [(path, known) for path, known in found if path.endswith(f".{node.ident[-1]}")]
        if not whole:
            return None
        if all(not known or path in self.never for path, known in whole):
            return False
        return True if all(path in self.always for path, _ in whole) else None
