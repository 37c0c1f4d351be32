"""Compiles pipelines, commands and arguments to Python expressions.

An expression evaluates what Go evaluates, in Go's order and once. Where a guard may fail, the slow branch gets the
values that the guard has evaluated, under the names that it gave them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from gotmpl.exec import builtins
from gotmpl.exec.function import Function
from gotmpl.exec.interpreter import Program, is_float_constant
from gotmpl.exec.runtime import CallStep, EvalStep, FieldStep, Runtime
from gotmpl.exec.scope import Local, Scope
from gotmpl.exec.shape import ANY, BOOLEAN, INTERFACE, NUMBER, SELF_EVIDENT, TEXT, Shape
from gotmpl.golang.kind import BOOL, EMPTY_INTERFACE, FLOAT64, INT, STRING, Kind, Type
from gotmpl.parse.node import (
    BoolNode,
    ChainNode,
    CommandNode,
    DotNode,
    FieldNode,
    IdentifierNode,
    NilNode,
    Node,
    NumberNode,
    PipeNode,
    StringNode,
    VariableNode,
)

__all__ = ["Code", "Expressions", "Unsupported", "pipes"]


class Unsupported(Exception):  # noqa: N818 - a decision, not an error
    """This tree is for the interpreter."""


#: How long an expression may get, and how many variables a step may see: longer code takes long to make.
_MAX_EXPRESSION = 10_000
_MAX_VARIABLES = 100


class Code(NamedTuple):
    """A Python expression and what its value stands for.

    Attributes:
        text: The expression.
        shape: What is known of its value.
        is_dict: The name of a local that says whether the value is a plain dict; empty if there is none.
        constant: The value, if the expression is a literal.
        name: The local that the expression itself gives its value to.
        compound: Whether it needs parentheses where an operand stands. Each pair costs the compiler time.
    """

    text: str
    shape: Shape
    is_dict: str = ""
    constant: str | int | float | bool | None = None
    name: str = ""
    compound: bool = False

    @property
    def operand(self) -> str:
        """The expression as it can stand beside an operator."""
        return f"({self.text})" if self.compound else self.text

    @property
    def is_atom(self) -> bool:
        """Whether it can stand twice: a literal, a local or an attribute of one."""
        return self.constant is not None or self.text.replace(".", "").isidentifier()


def bounded(code: Code) -> Code:
    """Gives code back that is not too long.

    Raises:
        Unsupported: It is too long.
    """
    if len(code.text) > _MAX_EXPRESSION:
        raise Unsupported
    return code


class Expressions:
    """The state of compiling one tree, as far as expressions need it.

    Attributes:
        program: The template.
        runtime: Where steps are put.
        scope: The variables in sight.
        assigned: The variables that some `=` assigns; they hold values of any type.
    """

    def __init__(self, program: Program, runtime: Runtime, root: Shape) -> None:
        self.program = program
        self.runtime = runtime
        self.scope = Scope(Local("root", root))
        self.assigned: frozenset[str] = frozenset()
        #: (local, field) -> the local that holds the field's value by now; one layer for each block.
        self._fields: list[dict[tuple[str, str], Code]] = [{}]
        self._keeps_fields = not any(not f.is_builtin and not f.is_pure for f in program.functions.values())

    # Names

    def named(self, code: Code) -> tuple[str, str]:
        """Gives a name for a value, and an expression that gives the value that name and is the value."""
        if code.is_atom:
            return code.text, code.text
        if code.name:
            return code.name, code.text
        name = self.scope.fresh("t")
        return name, f"({name} := {code.text})"

    def shape_name(self, shape: Shape) -> str:
        """Gives the name of a shape in the source."""
        return f"steps[{self.runtime.add(shape)}]"

    def environment(self) -> str:
        """Gives the locals that a step sees: the dot, then the variables."""
        return ", ".join([self.scope.dot.name, *(local.name for local in self.scope.visible().values())])

    @contextmanager
    def conditional(self) -> Iterator[None]:
        """Marks code that may not run: what it evaluates cannot be relied on behind it."""
        self._fields.append({})
        try:
            yield
        finally:
            self._fields.pop()

    @contextmanager
    def attempt(self) -> Iterator[Callable[[], None]]:
        """Lets code be tried: the function that it gives forgets what the code has evaluated."""
        known = dict(self._fields[-1])

        def give_up() -> None:
            self._fields[-1] = known

        yield give_up

    # Uses of a value

    def truth(self, code: Code) -> Code:
        """Gives a condition: whether the value is true."""
        type = code.shape.type
        if type is None:
            name, bound = self.named(code)
            known = "I" if code.shape.small else "P"
            return Code(f"{name} if {bound}.__class__ in {known} else B({name})", BOOLEAN, compound=True)
        if type.kind is Kind.STRUCT or (type.kind.can_be_nil and type.kind not in (Kind.MAP, Kind.SLICE)):
            return Code(f"{code.operand} is not None", BOOLEAN, compound=True)
        return code

    def condition(self, pipe: PipeNode) -> Code:
        """Gives a condition: whether a pipeline's value is true. In `and`, `or` and `not` only truth counts."""
        return bounded(self._condition(pipe))

    def _condition(self, pipe: PipeNode) -> Code:
        command = pipe.cmds[0]
        first = command.args[0]
        if len(pipe.cmds) == 1 and isinstance(first, IdentifierNode) and first.ident not in self.program.functions:
            if first.ident in ("and", "or") and len(command.args) > 1:
                parts = [self._condition_of(command.args[1]).operand]
                for arg in command.args[2:]:
                    with self.conditional():
                        parts.append(self._condition_of(arg).operand)
                return Code(f" {first.ident} ".join(parts), BOOLEAN, compound=True)
            if first.ident == "not" and len(command.args) == 2:
                return Code(f"not {self._condition_of(command.args[1]).operand}", BOOLEAN, compound=True)
        return self.truth(self.pipeline(pipe))

    def _condition_of(self, node: Node) -> Code:
        if isinstance(node, PipeNode):
            if node.decl:
                raise Unsupported
            return self.condition(node)
        return self.truth(self.arg(node, None))

    def self_evident(self, code: Code) -> Code:
        """Makes a value tell its own type, so that it can be held where any value may be held."""
        if code.shape.type is None or code.shape.type in SELF_EVIDENT:
            return code._replace(shape=ANY)
        return Code(f"lift({code.text}, {self.shape_name(code.shape)})", ANY)

    # Pipelines, commands, arguments

    def pipeline(self, pipe: PipeNode) -> Code:
        """Evaluates a pipeline, all but its declarations; the value is in no interface."""
        value: Code | None = None
        for command in pipe.cmds:
            value = bounded(self._command(command, value))
            value = value._replace(shape=value.shape._replace(boxed=False))
        assert value is not None
        return value

    def _command(self, command: CommandNode, final: Code | None) -> Code:
        first = command.args[0]
        if isinstance(first, IdentifierNode):
            return self._function(first, command, command.args[1:], final)
        if isinstance(first, PipeNode) and (len(command.args) > 1 or final is not None):
            raise Unsupported  # an error at the node that was visited before, whichever that was
        if len(command.args) > 1 or final is not None or isinstance(first, NilNode):
            return self.evaluated(command, final)
        return self.arg(first, None)

    def arg(self, node: Node, type: Type | None) -> Code:
        """Evaluates an argument for a parameter that takes values of any type."""
        if isinstance(node, FieldNode):
            return self._chain(self._local(self.scope.dot), node.ident, node)
        if isinstance(node, VariableNode):
            local = self.scope.find(node.ident[0])
            return self.evaluated(node) if local is None else self._chain(self._local(local), node.ident[1:], node)
        if isinstance(node, DotNode):
            return self._local(self.scope.dot)
        if isinstance(node, PipeNode):
            if node.decl:
                raise Unsupported
            return self.pipeline(node)
        if isinstance(node, IdentifierNode):
            return self._function(node, node, (), None)
        if isinstance(node, ChainNode):
            if isinstance(node.node, NilNode):
                return self.evaluated(node)
            place = last_visited(node.node)
            return self.evaluated(node) if place is None else self._chain(self.arg(node.node, None), node.field, place)
        if isinstance(node, NilNode):
            return Code("N", INTERFACE) if type is EMPTY_INTERFACE else Code("Z", ANY)
        return self._literal(node)

    def _local(self, local: Local) -> Code:
        return Code(local.name, local.shape, local.is_dict)

    def _literal(self, node: Node) -> Code:
        if isinstance(node, StringNode):
            return Code(repr(node.text), TEXT, constant=node.text)
        if isinstance(node, BoolNode):
            return Code(repr(node.true), BOOLEAN, constant=node.true)
        assert isinstance(node, NumberNode)
        if not node.is_complex and is_float_constant(node):
            return Code(repr(node.float64), Shape(FLOAT64), constant=node.float64)
        if not node.is_complex and node.is_int:
            return Code(repr(node.int64), NUMBER, constant=node.int64)
        return self.evaluated(node)

    # Fields

    def _chain(self, code: Code, names: Sequence[str], node: Node) -> Code:
        """Takes fields of a value, one after the other; an error is at the node."""
        for name in names:
            code = bounded(self._field(code, name, node))
        return code

    def _field(self, receiver: Code, name: str, node: Node) -> Code:
        shape = receiver.shape
        if shape.type is not None and shape.type.kind is Kind.MAP and shape.type.fields:
            return self._entry(receiver, shape.type, name)
        struct = shape.type.elem if shape.type is not None and shape.type.kind is Kind.POINTER else shape.type
        if struct is not None and struct.kind is Kind.STRUCT and not shape.boxed and receiver.is_atom:
            field = struct.field_by_name(name)
            if field is not None and name not in struct.methods:
                get = f"{receiver.text}.{field.attribute}"
                if not field.attribute:
                    get = f"steps[{self.runtime.add(field.get)}]({receiver.text})"
                return Code(get, _shape_of(field.type))
        if shape.type is not None:
            number = self.runtime.add(FieldStep(node, name, shape))
            return Code(f"G({number}, {receiver.text})", INTERFACE)
        for layer in self._fields:
            if (receiver.text, name) in layer:
                return layer[receiver.text, name]
        return self._entry_of_any(receiver, name, node)

    def _entry(self, receiver: Code, type: Type, name: str) -> Code:
        """Takes an entry of a map whose entries are known."""
        entry = type.field_by_name(name)
        if entry is None:
            return Code("N" if self.program.missingkey == "zero" else "Z", INTERFACE)
        text = f"{receiver.text}[{name!r}]"
        return Code(text if entry.type in SELF_EVIDENT else f"{text}.obj.obj", Shape(entry.type, boxed=True))

    def _entry_of_any(self, receiver: Code, name: str, node: Node) -> Code:
        number = self.runtime.add(FieldStep(node, name, receiver.shape))
        base, bound = self.named(receiver)
        found = self.scope.fresh("t")
        guard = receiver.is_dict or f"{bound}.__class__ is dict"
        text = f"({found} if {guard} and ({found} := {base}.get({name!r}, Z)) is not Z else G({number}, {base}))"
        if receiver.text != base or not self._keeps_fields or base in self._volatile():
            return Code(text, INTERFACE)
        held = self.scope.fresh("h")
        self._fields[-1][base, name] = Code(held, INTERFACE)
        return Code(f"({held} := {text[1:-1]})", INTERFACE, name=held)

    def _volatile(self) -> set[str]:
        return {local.name for variable, local in self.scope.variables if variable in self.assigned}

    # Calls

    def _function(self, node: IdentifierNode, command: Node, args: Sequence[Node], final: Code | None) -> Code:
        from gotmpl.exec.fast import FAST, len_of_slice

        name = node.ident
        own = self.program.functions.get(name)
        function = own or builtins.BUILTINS.get(name)
        if function is None or not _arity_fits(function.type, len(args) + (final is not None)):
            return self.evaluated(command, final)
        if own is not None:
            if any(param is not EMPTY_INTERFACE for param in own.type.params):
                return self.evaluated(command, final)
        elif name in ("and", "or"):
            return self._and_or(name, command, args, final)
        elif name == "call" or (name == "printf" and not (args and isinstance(args[0], StringNode))):
            return self.evaluated(command, final)
        elif name == "len" and final is None and isinstance(command, CommandNode):
            length = len_of_slice(self, command)
            if length is not None:
                return length
        last = len(function.type.params) - 1
        codes = [self.arg(arg, function.type.params[min(i, last)]) for i, arg in enumerate(args)]
        if own is None and name in FAST:
            fast = FAST[name](self, command, codes if final is None else [*codes, final], final)
            if fast is not None:
                return fast
        return self.called(name, function, command, codes, final)

    def called(
        self, name: str, function: Function, node: Node, args: Sequence[Code], final: Code | None = None
    ) -> Code:
        """Calls a function through the runtime; what the pipe brings is evaluated first and is the last argument."""
        result = function.type.result
        assert result is not None
        ours = function.is_builtin or function.is_pure  # what others return may be of another type than they say
        shape = _RESULTS.get(result, INTERFACE) if ours else INTERFACE
        ordered = list(args) if final is None else [final, *args]
        step = CallStep(node, name, function, [code.shape for code in ordered], final is not None, shape)
        return Code(f"F({', '.join([str(self.runtime.add(step)), *(code.text for code in ordered)])})", shape)

    def evaluated(self, node: Node, final: Code | None = None) -> Code:
        """Has the interpreter evaluate a node as a whole."""
        if any(pipe.decl for pipe in pipes(node)):
            raise Unsupported
        number = self.eval_step(node, None if final is None else final.shape)
        return Code(f"S({number}, {'None' if final is None else final.text}, {self.environment()})", INTERFACE)

    def eval_step(self, node: Node, final: Shape | None) -> int:
        """Puts the evaluation of a node, with the variables in sight, in the table."""
        visible = self.scope.visible()
        if len(visible) > _MAX_VARIABLES:
            raise Unsupported
        shapes = [local.shape for local in visible.values()]
        return self.runtime.add(EvalStep(node, list(visible), shapes, self.scope.dot.shape, final))

    def _and_or(self, name: str, command: Node, args: Sequence[Node], final: Code | None) -> Code:
        if final is not None and not final.is_atom:
            return self.evaluated(command, final)
        with self.attempt() as give_up:
            codes = [self.arg(args[0], None)] if args else []
            with self.conditional():
                codes += [self.arg(arg, None) for arg in args[1:]]
            if final is not None:
                codes.append(final)
            if len({code.shape for code in codes}) > 1:
                give_up()
                return self.evaluated(command, final)
        result = codes[-1]
        for code in reversed(codes[:-1]):
            held, bound = self.named(code)
            condition = self.truth(code._replace(text=bound, name=held, compound=False)).operand
            chosen, other = (result.operand, held) if name == "and" else (held, result.operand)
            result = bounded(Code(f"{chosen} if {condition} else {other}", result.shape, compound=True))
        return result


_RESULTS = {STRING: TEXT, INT: NUMBER, BOOL: BOOLEAN, FLOAT64: Shape(FLOAT64)}


def _shape_of(type: Type) -> Shape:
    return INTERFACE if type is EMPTY_INTERFACE else Shape(type)


def _arity_fits(type: Type, count: int) -> bool:
    fixed = len(type.params) - type.variadic
    return count >= fixed - type.optional and (type.variadic or count <= fixed)


def last_visited(node: Node) -> Node | None:
    """Gives the node that evaluating an argument visits last, where the next error is placed; None if it depends."""
    while True:
        if isinstance(node, PipeNode):
            node = node.cmds[-1]
        elif isinstance(node, CommandNode):
            first = node.args[0]
            if isinstance(first, IdentifierNode) and first.ident in ("and", "or"):
                return None
            node = node.args[-1]
        elif isinstance(node, ChainNode):
            node = node.node
        else:
            return node


def pipes(root: Node) -> Iterable[PipeNode]:
    """Gives the pipelines in a node, itself included."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, PipeNode):
            yield node
        stack += node.children()
