"""Compiles a tree to the source of a Python function ``render(w, root)``.

The function does what `interpreter` does, on plain Python objects: a guard looks for the common class of a value (a
plain dict, a str) and takes the fast way, and all else goes, at that very place, to an exact step of the `Runtime`.
Nothing is evaluated twice. Errors are raised by those steps alone, which know their node, so running code keeps no
positions.

What is left to the interpreter as a whole (`Unsupported`): declarations inside parentheses, `range $x = …`, the option
missingkey=error, templates that call themselves, and what is longer or nested deeper than suits Python's compiler.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gotmpl.exec.expression import Code, Expressions, Unsupported, last_visited, pipes
from gotmpl.exec.interpreter import Program
from gotmpl.exec.runtime import RangeStep, Runtime
from gotmpl.exec.scope import Local
from gotmpl.exec.shape import ANY, INDEX, INTERFACE, NUMBER, Shape
from gotmpl.golang.kind import BOOL, EMPTY_INTERFACE, INT, STRING, Kind
from gotmpl.parse.node import (
    ActionNode,
    BreakNode,
    ContinueNode,
    IfNode,
    ListNode,
    Node,
    PipeNode,
    RangeNode,
    TemplateNode,
    TextNode,
    WithNode,
)

__all__ = ["Generated", "generate"]

_MAX_LOOPS = 15
_MAX_INDENT = 80
_MAX_LINES = 20_000


class Generated(NamedTuple):
    """The source of a function, and what it refers to.

    Attributes:
        source: The Python source of ``render(w, root)``: `w` takes the output, `root` is the data.
        calls: The templates that it calls: the name in the source -> (the template's name, the shape of its dot).
    """

    source: str
    calls: dict[str, tuple[str, Shape]]


def generate(program: Program, runtime: Runtime, root: Shape) -> Generated:
    """Compiles the tree of a template for data of a shape; steps go into the runtime's table.

    Raises:
        Unsupported: The tree is for the interpreter.
    """
    if program.tree is None or program.missingkey == "error":
        raise Unsupported
    generator = _Statements(program, runtime, root)
    generator.assigned = frozenset(_assigned(program.tree.root))
    return generator.generate(program.tree.root)


def _assigned(root: Node) -> Iterable[str]:
    return (variable.ident[0] for pipe in pipes(root) if pipe.is_assign for variable in pipe.decl)


class _Statements(Expressions):
    def __init__(self, program: Program, runtime: Runtime, root: Shape) -> None:
        super().__init__(program, runtime, root)
        self.lines = ["def render(w, root):"]
        self.indent = 1
        self.loops = 0
        self.in_range_else = False
        self.pending: list[str] = []
        self.calls: dict[str, tuple[str, Shape]] = {}

    def generate(self, root: ListNode) -> Generated:
        dot = self.with_dict_flag(self.scope.dot)
        self.scope.dot = root_variable = dot
        if "$" in self.assigned:  # the dot stays what it is
            data = self.self_evident(Code(dot.name, dot.shape))
            root_variable = Local(self.scope.fresh("v"), data.shape)
            self.line(f"{root_variable.name} = {data.text}")
        self.scope.variables[0] = ("$", root_variable)
        self.nodes(root)
        self.line("return")
        return Generated("\n".join(self.lines) + "\n", self.calls)

    # Lines

    def line(self, text: str) -> None:
        self.flush()
        self.lines.append("    " * self.indent + text)
        if len(self.lines) > _MAX_LINES:
            raise Unsupported

    def flush(self) -> None:
        """Writes the constant text that has come together."""
        text = "".join(self.pending)
        self.pending.clear()
        if text:
            self.line(f"w({text!r})")

    def suite(self, header: str, body: ListNode, dot: Local | None = None, first: str = "") -> None:
        """Writes a compound statement: its header, perhaps a first line, and the statements of a list."""
        self.line(header)
        self.indent += 1
        if self.indent > _MAX_INDENT:
            raise Unsupported
        mark = len(self.lines)
        with self.conditional(), self.scope.block(dot):
            if first:
                self.line(first)
            if dot is not None:
                self.scope.dot = self.with_dict_flag(dot)
                self.scope.variables = [(n, self.scope.dot if v is dot else v) for n, v in self.scope.variables]
            self.nodes(body)
            self.flush()
        if len(self.lines) == mark:
            self.line("pass")
        self.indent -= 1

    def with_dict_flag(self, local: Local) -> Local:
        """Notes in a local of its own whether a local holds a plain dict, where only the run tells."""
        if local.shape.type is not None:
            return local
        flag = self.scope.fresh("d")
        self.line(f"{flag} = {local.name}.__class__ is dict")
        return local._replace(is_dict=flag)

    # Statements

    def nodes(self, body: ListNode) -> None:
        for node in body.nodes:
            if isinstance(node, TextNode):
                self.pending.append(node.text)
            elif isinstance(node, ActionNode):
                self.action(node)
            elif isinstance(node, IfNode):
                self.if_(node, "if")
            elif isinstance(node, WithNode):
                self.with_(node)
            elif isinstance(node, RangeNode):
                self.range(node)
            elif isinstance(node, TemplateNode):
                self.template(node)
            elif isinstance(node, BreakNode):
                if self.in_range_else:
                    raise Unsupported  # it ends this else alone
                self.line("break")
            elif isinstance(node, ContinueNode):
                self.line("continue")

    def action(self, node: ActionNode) -> None:
        value = self.declared(node.pipe)
        if node.pipe.decl:
            return
        if isinstance(value.constant, str):
            self.pending.append(value.constant)
        else:
            self.line(f"w({self.printed(value, node)})")

    def declared(self, pipe: PipeNode) -> Code:
        """Evaluates a pipeline and declares or assigns its variables."""
        value = self.pipeline(pipe)
        for variable in pipe.decl:
            value = self.set(variable.ident[0], value, pipe.is_assign)
        return value

    def set(self, variable: str, value: Code, is_assign: bool) -> Code:
        """Declares or assigns a variable and gives it as code."""
        if variable in self.assigned:
            value = self.self_evident(value)
        local = self.scope.find(variable) if is_assign else self.scope.declare(variable, value.shape)
        if local is None:
            raise Unsupported
        self.line(f"{local.name} = {value.text}")
        return Code(local.name, local.shape)

    def printed(self, code: Code, node: Node) -> str:
        """Gives the text of a value, as an expression."""
        type = code.shape.type
        if type is STRING:
            return code.text
        if type is INT:
            return f"str({code.text})"
        if type is BOOL:
            return f'"true" if {code.operand} else "false"'
        number = self.runtime.add(node)
        if type is not None:
            return f"T({number}, {code.text}, {self.shape_name(code.shape)})"
        name, bound = self.named(code)
        return f"{name} if {bound}.__class__ is str else T({number}, {name})"

    def if_(self, node: IfNode, keyword: str) -> None:
        with self.scope.block():
            condition = self.truth(self.declared(node.pipe)) if node.pipe.decl else self.condition(node.pipe)
            self.suite(f"{keyword} {condition.text}:", node.list)
            if node.else_list is not None:
                with self.conditional():
                    self.else_(node.else_list)

    def else_(self, body: ListNode) -> None:
        only = body.nodes[0] if len(body.nodes) == 1 else None
        if isinstance(only, IfNode) and not only.pipe.decl:
            self.if_(only, "elif")
        else:
            self.suite("else:", body)

    def with_(self, node: WithNode) -> None:
        with self.scope.block():
            value = self.declared(node.pipe)
            dot = Local(self.scope.fresh("w"), value.shape)  # a variable may be assigned to, the dot stays
            self.line(f"{dot.name} = {value.text}")
            self.suite(f"if {self.truth(Code(dot.name, dot.shape)).text}:", node.list, dot)
            if node.else_list is not None:
                self.suite("else:", node.else_list)

    def range(self, node: RangeNode) -> None:
        names = [variable.ident[0] for variable in node.pipe.decl]
        self.loops += 1
        if self.loops > _MAX_LOOPS or not self.assigned.isdisjoint(names):
            raise Unsupported
        outer_in_range_else, self.in_range_else = self.in_range_else, False
        with self.scope.block():
            ran = self.scope.fresh("r") if node.else_list is not None else ""
            value = self.pipeline(node.pipe)
            if ran:
                name = self.scope.fresh("v")
                self.line(f"{ran}, {name} = False, {value.text}")
                value = Code(name, value.shape)
            items, index_shape, elem_shape = self.items(node, value)
            elem = Local(self.scope.fresh("e"), elem_shape)
            target = elem.name
            if len(names) == 2:
                target = f"{self.scope.declare(names[0], index_shape).name}, {elem.name}"
            if names:
                self.scope.variables.append((names[-1], elem))
            self.suite(f"for {target} in {items}:", node.list, elem, first=f"{ran} = True" if ran else "")
        if node.else_list is not None:
            with self.scope.block():  # here the variables hold what was ranged over
                self.scope.variables += [(name, Local(value.text, value.shape)) for name in names]
                self.in_range_else = True
                self.suite(f"if not {ran}:", node.else_list)
        self.in_range_else = outer_in_range_else
        self.loops -= 1

    def items(self, node: RangeNode, value: Code) -> tuple[str, Shape, Shape]:
        """Gives what to loop over, and the shapes of index and element."""
        pairs = len(node.pipe.decl) == 2
        type = value.shape.type
        if type is not None and type.kind is Kind.SLICE and type.elem is not None:
            elem = INTERFACE if type.elem is EMPTY_INTERFACE else Shape(type.elem)
            items = f"{value.operand} or ()"
            return (f"enumerate({items})" if pairs else items), NUMBER, elem
        if type is INT and not pairs:
            return f"range({value.text})", NUMBER, NUMBER
        place = last_visited(node.pipe)
        if place is None:
            raise Unsupported  # where the error is if it is nothing to range over depends on the run
        step = self.runtime.add(RangeStep(node, value.shape, place))
        if type is not None:
            return f"R({step}, {value.text})", INDEX, INTERFACE
        name, bound = self.named(value)
        fast = f"enumerate({name})" if pairs else name
        return f"{fast} if {bound}.__class__ is list else R({step}, {name})", INDEX, INTERFACE

    def template(self, node: TemplateNode) -> None:
        argument = Code("Z", ANY)
        called = self.program.lookup(node.name)
        if called is None or called.tree is None:
            self.line(f"X({self.runtime.add(node)})")
            return
        if node.pipe is not None:
            argument = self.declared(node.pipe)
        name = self.scope.fresh("call_")
        self.calls[name] = (node.name, argument.shape)
        self.line(f"{name}(w, {argument.text})")
