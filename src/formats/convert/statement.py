"""The actions of a Go template as Jinja tags (`walk` and on in Go's exec.go)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from formats.convert.expression import Expressions
from formats.convert.fields import ARGUMENTS, MESSAGES, PROPERTIES, ROOT, TOOL_CALLS, TOOLS
from formats.convert.function import as_list
from formats.convert.scope import Facts, Loop, Scope, Variable
from formats.convert.term import NEVER, NOTHING, Level, Term, failing, is_true, nothing
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
_ITEMS = {MESSAGES: "message", TOOLS: "tool", TOOL_CALLS: "tool_call", PROPERTIES: "property", ARGUMENTS: "argument"}
_ROOT = Term("", (ROOT,))


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
            self.scope.variables.append(Variable(-1, "$", "", 0, constant=_ROOT))
            self._cut_list(root, cut)
        del self.scope.names[names:]

    def _enter(self, root: ListNode, dot: Term = _ROOT) -> None:
        """Writes the nodes of a template, of which nothing outside can be seen."""
        outer, self.scope.variables = self.scope.variables, [Variable(-1, "$", "", 0, constant=dot)]
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
        for comment in self._comments:
            if start <= comment.start < end:
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
        if is_assign:
            variable = self.scope.find(node.ident[0])
            if variable is None:
                self.writer.print(failing(f"undefined variable: {node.ident[0]}"))
                return
            if variable.constant is not None or variable.loop is not None:
                self.expressions.refuse(node, "it assigns to the variable of a range")
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
            return self.expressions.argument(node.pipe.decl[-1], dot)
        if isinstance(node, WithNode) and is_true(value) is None and value.level < Level.ATOM:
            variable = self.scope.declare("$value", node.start)
            self.scope.gives(variable, value.types)
            self.writer.tag(f"set {self.scope.target(variable)} = {value.value.code}")
            return self.scope.read(variable)
        return value

    def _branches(self, node: BranchNode, value: Term, dot: Term) -> None:
        while True:
            inner = replace(value, fallback="") if isinstance(node, WithNode) else dot
            with self.scope.knowing(value.truths):
                self._block(node.list, inner)
            rest = node.else_list
            if rest is None:
                return
            chained = _chained(rest)
            if chained is None or chained.pipe.decl:
                break
            value = self.expressions.pipe(chained.pipe, dot)
            if is_true(value) is not None or (isinstance(chained, WithNode) and value.level < Level.ATOM):
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
            if is_true(value) is False or value.type is NOTHING:
                if node.else_list is not None:
                    self._block(node.else_list, dot)
                return
            type = self._ranged(node, value)
            if type is None:
                return
            names = [variable.ident[0] for variable in node.pipe.decl]
            over, item = self._over(node, value, type)
            wanted = names[-1] if names and names[-1] != "$_" and not node.pipe.is_assign else _ITEMS.get(type, "item")
            item_name = self.scope.free_name(wanted.removeprefix("$"))
            loop = Loop(over)
            if type.kind is Kind.MAP:
                key = names[0] if len(names) == 2 and names[0] != "$_" and not node.pipe.is_assign else "key"
                key_name = self.scope.free_name(key.removeprefix("$"))
                head = f"for {key_name}, {item_name} in {over}"
            else:
                key_name = ""
                head = f"for {item_name} in {over}"
            element = Term(item_name, (item,))
            broken = None if node.else_list is None else _first(BreakNode, node.else_list)
            if broken is not None:
                self.expressions.refuse(broken, "in the else of a range it leaves the else alone")
            if node.else_list is None or not _first((BreakNode, ContinueNode), node.list):
                self._loop(node, head, loop, element, key_name, node.else_list, dot)
                return
            # Jinja runs the else of a loop whose first round is left early.
            with self.writer.block(f"if {value.condition.code}{' > 0' if type is INT else ''}", "endif"):
                self._loop(node, head, loop, element, key_name, None, dot)
                self.writer.branch("else")
                self._block(node.else_list, dot)

    def _loop(
        self,
        node: RangeNode,
        head: str,
        loop: Loop,
        element: Term,
        key_name: str,
        otherwise: ListNode | None,
        dot: Term,
    ) -> None:
        with self.writer.block(head, "endfor"), self.scope.block():
            with self.scope.looping(loop):
                self._loop_variables(node, loop, element, key_name)
                self._block(node.list, element)
            if otherwise is not None:
                self.writer.branch("else")
                self._block(otherwise, dot)

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

    def _loop_variables(self, node: RangeNode, loop: Loop, element: Term, key_name: str) -> None:
        decl = node.pipe.decl
        if node.pipe.is_assign:
            terms = [Term(key_name, (STRING,)) if key_name else Term("loop.index0", (INT,)), element]
            for variable, term in zip(decl, terms[-len(decl) :], strict=True):
                self._assign(variable, term, is_assign=True)
            return
        if len(decl) == 2:
            number = Variable(decl[0].start, decl[0].ident[0], "", len(self.scope.loops), loop)
            if key_name:
                number.loop, number.constant = None, Term(key_name, (STRING,))
            elif number.key in self.scope.facts.numbered:
                number.name = self.scope.free_name(number.go_name.removeprefix("$"))
                self.writer.tag(f"set {number.name} = loop.index0")
            self.scope.variables.append(number)
        if decl:
            last = Variable(decl[-1].start, decl[-1].ident[0], element.code, len(self.scope.loops), constant=element)
            self.scope.variables.append(last)

    # Templates

    def _template(self, node: TemplateNode, dot: Term) -> None:
        """Writes another template in its place."""
        called = self.template.lookup(node.name)
        if called is None or called.tree is None:
            self.writer.print(failing(f'template "{node.name}" not defined'))
            return
        if node.name in self._calls:
            self.expressions.refuse(node, "it calls itself")
        inner = nothing() if node.pipe is None else self.expressions.pipe(node.pipe, dot)
        if inner.type is not ROOT and inner.level < Level.ATOM:
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
        for i, (node, left) in enumerate(zip(whole.nodes, cut.nodes, strict=False)):
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
            for node in rest:
                self._node(node, _ROOT)

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


def _first(kind: type[Node] | tuple[type[Node], ...], body: ListNode) -> Node | None:
    """Finds the first node of a kind."""
    return next((node for node in walk(body) if isinstance(node, kind)), None)


def _chained(body: ListNode) -> IfNode | WithNode | None:
    """Gives what an else goes on with, if that is an if or with alone."""
    if len(body.nodes) == 1 and isinstance(body.nodes[0], (IfNode, WithNode)):
        return body.nodes[0]
    return None
