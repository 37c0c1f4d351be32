"""The actions of a Go template as Jinja tags (`walk` and on in Go's exec.go)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from formats.convert.expression import Expressions
from formats.convert.fields import ARGUMENTS, MESSAGES, PROPERTIES, TOOL_CALLS, TOOLS
from formats.convert.function import as_list
from formats.convert.scope import Facts, Loop, Scope
from formats.convert.term import NEVER, ROOT, Level, Term, failing, is_true, nothing
from formats.convert.writer import Writer
from gotmpl import template as go
from gotmpl.golang.kind import INT, STRING, Kind, Type
from gotmpl.parse.node import (
    ActionNode,
    BranchNode,
    BreakNode,
    ContinueNode,
    IfNode,
    ListNode,
    Node,
    PipeNode,
    RangeNode,
    TemplateNode,
    TextNode,
    VariableNode,
    WithNode,
)
from gotmpl.parse.segments import segments
from gotmpl.parse.visit import walk

__all__ = ["Statements"]

_MAX_RANGE = 100_000  # what Jinja's sandbox allows
_MAX_TEMPLATES = 10_000
_ITEMS = {MESSAGES: "message", TOOLS: "tool", TOOL_CALLS: "tool_call", PROPERTIES: "property", ARGUMENTS: "argument"}
_ROOT = Term("", (ROOT,))


class _Head(NamedTuple):
    """What a loop goes through.

    Attributes:
        loop: The loop.
        element: An element.
        key: The name for its key in a map; empty for lists.
    """

    loop: Loop
    element: Term
    key: str = ""


class Statements:
    """Writes the actions of a template.

    Attributes:
        expressions: Writes their values.
        writer: Takes the tags.
    """

    def __init__(self, template: go.Template, source: str, facts: Facts, *, legacy: bool) -> None:
        self.template = template
        self.scope = Scope(facts)
        self.expressions = Expressions(source, self.scope, legacy=legacy)
        self.writer = Writer()
        self._comments = [each for each in segments(source) if each.kind == "comment"]
        self._source = source
        self._calls: list[str] = []
        self._written = 0
        self._opening: Sequence[Node] = ()

    def whole(self, root: ListNode, opening: Sequence[Node]) -> None:
        """Writes a template that knows messages.

        Args:
            root: Its nodes.
            opening: Those of its nodes that open the assistant's turn at the end, whatever the messages are.
        """
        self._opening = opening
        self._enter(root)

    def turn(self, root: ListNode, cut: ListNode) -> None:
        """Writes a template that is rendered turn by turn.

        Args:
            root: Its nodes.
            cut: What is left of them in the last turn.
        """
        names = len(self.scope.names)
        self.scope.names.append("turn")
        with self.writer.block("for turn in turns", "endfor"), self.scope.looping(Loop("turns")):
            self.scope.stands_for("$", _ROOT)
            self._cut_list(root, cut)
        del self.scope.names[names:]

    def _enter(self, root: ListNode, dot: Term = _ROOT) -> None:
        """Writes the nodes of a template, of which nothing outside can be seen."""
        outer, self.scope.variables = self.scope.variables, []
        self.scope.stands_for("$", dot)
        self._list(root, dot)
        self.scope.variables = outer

    def _list(self, body: ListNode, dot: Term) -> None:
        at = body.start
        for node in body.nodes:
            self._comments_between(at, node.start)
            at = node.end
            if self._opening and node is self._opening[0]:
                with self.writer.block("if add_generation_prompt", "endif"):
                    for inner in self._opening:
                        self._node(inner, dot)
            elif node not in self._opening:
                self._node(node, dot)
        self._comments_between(at, body.end)

    def _comments_between(self, start: int, end: int) -> None:
        """Writes the comments that stand between two places of the source."""
        first, last = (bisect_left(self._comments, at, key=lambda comment: comment.start) for at in (start, end))
        for comment in self._comments[first:last]:
            said = self._source[comment.start : comment.end]
            self.writer.comment(said[said.index("/*") + 2 : said.rindex("*/")])

    def _block(self, body: ListNode, dot: Term) -> None:
        with self.scope.block():
            self._list(body, dot)

    def _node(self, node: Node, dot: Term) -> None:
        if isinstance(node, TextNode):
            self.writer.print(self.expressions.constant(node, node.text))
        elif isinstance(node, ActionNode):
            self._action(node, dot)
        elif isinstance(node, RangeNode):
            self._range(node, dot)
        elif isinstance(node, BranchNode):
            self._condition(node, dot)
        elif isinstance(node, TemplateNode):
            self._template(node, dot)
        elif isinstance(node, (BreakNode, ContinueNode)):
            self.writer.tag("break" if isinstance(node, BreakNode) else "continue")

    def _action(self, node: ActionNode, dot: Term) -> None:
        value = self.expressions.pipe(node.pipe, dot)
        if node.pipe.decl:
            self._set(node.pipe, value)
        else:
            self.writer.print(self.expressions.printed(node, value))

    # Variables

    def _set(self, pipe: PipeNode, value: Term) -> None:
        """Writes what a pipeline declares or assigns."""
        for variable in pipe.decl:
            self._assign(variable, value, pipe.is_assign)

    def _assign(self, node: VariableNode, value: Term, is_assign: bool) -> None:
        if value.type is NEVER:
            self.writer.print(value)
        if ROOT in value.types and (is_assign or value.type is not ROOT):
            self.expressions.refuse(node, "it is set to all of the data")
        if value.type is ROOT:
            self.scope.stands_for(node.ident[0], value)
            return
        if is_assign:
            variable = self.scope.find(node.ident[0])
            if variable is None:
                self.writer.print(failing(f"undefined variable: {node.ident[0]}"))
                return
            if variable.is_fixed:
                self.expressions.refuse(node, "it assigns to what a range or the data itself has set")
            self.scope.assigns(variable)
        else:
            variable = self.scope.declare(node.ident[0], node.start)
        self.scope.gives(variable, value.types)
        kept = value if value.type is TOOLS else value.value  # whether there are tools at all can be seen by printing
        self.writer.tag(f"set {self.scope.target(variable)} = {kept.code}")

    # Conditions

    def _condition(self, node: BranchNode, dot: Term) -> None:
        """Writes an if or a with, and what hangs on its else."""
        with self.scope.block():
            value = self._decided(node, dot)
            truth = is_true(value)
            if truth is not None:
                taken = node.list if truth else node.else_list
                if taken is not None:
                    self._block(taken, value if truth and isinstance(node, WithNode) else dot)
                return
            with self.writer.block(f"if {value.condition.code}", "endif"):
                self._branches(node, value, dot)

    def _decided(self, node: BranchNode, dot: Term) -> Term:
        """Writes the value that decides; a with gives it a name unless it is short."""
        value = self.expressions.pipe(node.pipe, dot)
        if node.pipe.decl:
            self._set(node.pipe, value)
            value = self.expressions.argument(node.pipe.decl[-1], dot)
        if isinstance(node, WithNode) and self._needs_name(node, value):
            variable = self.scope.declare("$value", node.start)
            self.scope.gives(variable, value.types)
            self.writer.tag(f"set {self.scope.target(variable)} = {value.value.code}")
            return self.scope.read(variable)
        return value

    def _needs_name(self, node: WithNode, value: Term) -> bool:
        """Whether the value of a with cannot be written again wherever its dot is."""
        return self._changes(value.code, node.list) or (is_true(value) is None and not _is_short(value))

    def _changes(self, code: str, body: Node) -> bool:
        """Whether something inside of a node assigns to a variable that an expression reads."""
        pipes = [node for node in walk(body) if isinstance(node, PipeNode) and node.is_assign]
        found = [self.scope.find(variable.ident[0]) for pipe in pipes for variable in pipe.decl]
        targets = [re.escape(self.scope.target(variable)) for variable in found if variable and not variable.is_fixed]
        return bool(targets) and re.search(rf"(?<![\w.])({'|'.join(targets)})\b", code) is not None

    def _branches(self, node: BranchNode, value: Term, dot: Term) -> None:
        while True:
            inner = replace(value, fallback="") if isinstance(node, WithNode) else dot
            with self.scope.knowing(frozenset(code for code in value.truths if not self._changes(code, node.list))):
                self._block(node.list, inner)
            rest = node.else_list
            if rest is None:
                return
            chained = _chained(rest)
            if chained is None or chained.pipe.decl:
                break
            value = self.expressions.pipe(chained.pipe, dot)
            if is_true(value) is not None or (isinstance(chained, WithNode) and self._needs_name(chained, value)):
                if is_true(value) is False and chained.else_list is None:
                    return
                break
            self.writer.branch(f"elif {value.condition.code}")
            node = chained
        self.writer.branch("else")
        self._block(rest, dot)

    # Loops

    def _range(self, node: RangeNode, dot: Term) -> None:
        with self.scope.block():
            value = self.expressions.pipe(node.pipe, dot)
            if node.pipe.is_assign and value.type is not NEVER:
                self._set(node.pipe, value)  # as Go does before the first round
            if is_true(value) is False:
                self._else(node, value, dot)
                return
            type = self._ranged(node, value)
            if type is None:
                return
            head = self._head(node, value, type)
            if node.else_list is None:
                self._loop(node, head)
                return
            broken = _first(BreakNode, node.else_list)
            if broken is not None:
                self.expressions.refuse(broken, "in the else of a range it leaves the else alone")
            if _first((BreakNode, ContinueNode), node.list) is None:
                with self.writer.block(_for(head), "endfor"):
                    self._round(node, head)
                    self.writer.branch("else")
                    self._else(node, value, dot)
                return
            # Jinja runs the else of a loop whose first round is left early.
            with self.writer.block(f"if {value.condition.code}{' > 0' if type is INT else ''}", "endif"):
                self._loop(node, head)
                self.writer.branch("else")
                self._else(node, value, dot)

    def _loop(self, node: RangeNode, head: _Head) -> None:
        """Writes a loop without an else."""
        with self.writer.block(_for(head), "endfor"):
            self._round(node, head)

    def _round(self, node: RangeNode, head: _Head) -> None:
        """Writes what a loop does in each round."""
        with self.scope.block(), self.scope.looping(head.loop):
            self._loop_variables(node, head)
            self._block(node.list, head.element)

    def _else(self, node: RangeNode, value: Term, dot: Term) -> None:
        """Writes the else of a range, where its variables are still what it goes through."""
        if node.else_list is None:
            return
        with self.scope.block():
            for variable in [] if node.pipe.is_assign else node.pipe.decl:
                self.scope.stands_for(variable.ident[0], value)
            self._list(node.else_list, dot)

    def _head(self, node: RangeNode, value: Term, type: Type) -> _Head:
        """Chooses the names of a loop: those of the template, if it has some."""
        over, item = self._over(node, value, type)
        given = [] if node.pipe.is_assign else [variable.ident[0] for variable in node.pipe.decl]
        names = [name.removeprefix("$") for name in given if name != "$_"]
        wanted = names[-1] if given and given[-1] != "$_" else _ITEMS.get(type, "item")
        element = Term(self.scope.free_name(wanted), (item,))
        if type.kind is not Kind.MAP:
            return _Head(Loop(over, "" if self._changes(over, node) else over), element)
        key = names[0] if len(given) == 2 and given[0] != "$_" else "key"
        return _Head(Loop(over), element, self.scope.free_name(key))

    def _ranged(self, node: RangeNode, value: Term) -> Type | None:
        """Gives the type that is gone through; None if that is refused by Go."""
        type = value.type
        if type is None:
            self.expressions.refuse(node.pipe, "what it goes through may be of several types")
        if type is NEVER:
            self.writer.print(value)
            return None
        if type is INT and (node.pipe.decl[1:] or node.pipe.is_assign):
            self.expressions.refuse(node.pipe, "a number has no elements for two variables")
        if (type.kind in (Kind.SLICE, Kind.MAP) and type is not ROOT) or type is INT:
            return type
        if type.kind is Kind.INTERFACE:
            self.expressions.refuse(node.pipe, "it goes through a value that may be of any type")
        if type is ROOT:
            self.expressions.refuse(node.pipe, "it goes through all of the data")
        self.writer.print(failing(f"range can't iterate over a value of type {type}"))
        return None

    def _over(self, node: RangeNode, value: Term, type: Type) -> tuple[str, Type]:
        """Writes what a loop goes through, and gives the type of its items."""
        if type is INT:
            if value.is_constant and value.constant > _MAX_RANGE:
                self.expressions.refuse(node.pipe, f"Jinja's sandbox counts to {_MAX_RANGE} at most")
            return f"range({value.code})", INT
        assert type.elem is not None
        if type.kind is Kind.MAP:
            return f"{value.value.at(Level.FILTER)} | dictsort(true)", type.elem
        return as_list(value).at(Level.OR), type.elem

    def _loop_variables(self, node: RangeNode, head: _Head) -> None:
        decl = node.pipe.decl
        if node.pipe.is_assign:
            number = Term(head.key, (STRING,)) if head.key else Term("loop.index0", (INT,))
            for variable, term in zip(reversed(decl), (head.element, number), strict=False):
                self._assign(variable, term, is_assign=True)
            return
        if len(decl) == 2:
            self._number(decl[0], head)
        if decl:
            self.scope.stands_for(decl[-1].ident[0], head.element)

    def _number(self, node: VariableNode, head: _Head) -> None:
        """Makes the variable for the number of an item, or its key."""
        if head.key:
            self.scope.stands_for(node.ident[0], Term(head.key, (STRING,)))
            return
        name = self.scope.count(node.ident[0], node.start, head.loop)
        if name:
            self.writer.tag(f"set {name} = loop.index0")

    # Templates

    def _template(self, node: TemplateNode, dot: Term) -> None:
        """Writes another template in its place."""
        called = self.template.lookup(node.name)
        if called is None or called.tree is None:
            self.writer.print(failing(f'template "{node.name}" not defined'))
            return
        if node.name in self._calls:
            self.expressions.refuse(node, "it calls itself")
        self._written += 1
        if self._written > _MAX_TEMPLATES:
            self.expressions.refuse(node, f"with it more than {_MAX_TEMPLATES} templates have to be written out")
        inner = nothing() if node.pipe is None else self.expressions.pipe(node.pipe, dot)
        if inner.type is not ROOT and not _is_short(inner):
            name = self.scope.free_name("value")
            self.writer.tag(f"set {name} = {inner.value.code}")
            inner = Term(name, inner.types)
        self._calls.append(node.name)
        self._enter(called.tree.root, inner)
        self._calls.pop()

    # The last turn

    def _cut_list(self, whole: ListNode, cut: ListNode) -> None:
        """Writes a list, of which the last turn gets less than the others."""
        kept = len(cut.nodes)
        at = whole.start
        for i, (node, left) in enumerate(zip(whole.nodes, cut.nodes, strict=False)):
            self._comments_between(at, node.start)
            at = node.end
            if i < kept - 1 or str(node) == str(left):
                self._node(node, _ROOT)
            else:
                self._cut_node(node, left)
        rest = whole.nodes[kept:]
        if not rest:
            return
        if len(self.scope.loops) > 1:
            self.expressions.refuse(rest[0], "it stands behind a .Response that is in a loop")
        with self.writer.block("if not loop.last", "endif"):
            self._list(ListNode(at, at, whole.end, rest), _ROOT)

    def _cut_node(self, node: Node, left: Node) -> None:
        """Writes a node, of which the last turn gets less than the others."""
        if isinstance(node, ActionNode) and isinstance(left, ActionNode) and not node.pipe.decl:
            with self.writer.block("if loop.last", "endif"):
                self._node(left, _ROOT)
                self.writer.branch("else")
                self._node(node, _ROOT)
            return
        if not isinstance(node, IfNode) or not isinstance(left, IfNode):
            self.expressions.refuse(node, "Ollama cuts it in the last turn")
        with self.scope.block():
            value = self._decided(node, _ROOT)
            with self.writer.block(f"if {value.condition.code}", "endif"):
                self._cut_list(node.list, left.list)
                if node.else_list is not None and left.else_list is not None:
                    self.writer.branch("else")
                    self._cut_list(node.else_list, left.else_list)


def _for(head: _Head) -> str:
    """Writes the tag that begins a loop."""
    names = f"{head.key}, {head.element.code}" if head.key else head.element.code
    return f"for {names} in {head.loop.over}"


def _is_short(value: Term) -> bool:
    """Whether a value can be written again wherever it is needed, also in another loop."""
    return value.level is Level.ATOM and not value.code.startswith("loop.")


def _first(kind: type[Node] | tuple[type[Node], ...], body: ListNode) -> Node | None:
    """Finds the first node of a kind."""
    return next((node for node in walk(body) if isinstance(node, kind)), None)


def _chained(body: ListNode) -> IfNode | WithNode | None:
    """Gives what an else goes on with, if that is an if or with alone."""
    if len(body.nodes) == 1 and isinstance(body.nodes[0], (IfNode, WithNode)):
        return body.nodes[0]
    return None
