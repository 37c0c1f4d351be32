"""Runs a tree literally, one method a node, as Go's text/template/exec.go does: the reference.

Statements are generators that yield the statements inside them to `State.run`, which keeps the open ones on a list.
So neither deeply nested blocks nor deeply nested templates use up Python's stack.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from gotmpl.errors import ExecError
from gotmpl.exec import builtins
from gotmpl.exec.access import MISSING, field, validate_type
from gotmpl.exec.function import Function
from gotmpl.exec.limits import CHARACTERS_PER_STEP, ENTRIES_PER_STEP, MAX_TEMPLATE_DEPTH, Limits
from gotmpl.golang import fmt
from gotmpl.golang.error import GoError, foreign
from gotmpl.golang.kind import (
    BOOL,
    COMPLEX128,
    EMPTY_INTERFACE,
    FLOAT64,
    INT,
    REFLECT_VALUE,
    STRING,
    Kind,
    Type,
)
from gotmpl.golang.reflect import FALSE, TRUE, ZERO, Value, indirect, indirect_interface, is_true, value_of
from gotmpl.golang.strconv import quote
from gotmpl.golang.utf8 import to_output
from gotmpl.parse.node import (
    ActionNode,
    BoolNode,
    BreakNode,
    ChainNode,
    CommandNode,
    CommentNode,
    ContinueNode,
    DotNode,
    FieldNode,
    IdentifierNode,
    IfNode,
    ListNode,
    NilNode,
    Node,
    NumberNode,
    PipeNode,
    RangeNode,
    StringNode,
    TemplateNode,
    TextNode,
    VariableNode,
    WithNode,
)

if TYPE_CHECKING:
    from gotmpl.parse.tree import Tree

__all__ = ["TOO_DEEP", "Program", "State", "execute", "is_float_constant"]

Statement = Generator["Statement", None, None]


class Program(Protocol):
    """What the interpreter needs of a template: its trees, functions and options."""

    @property
    def name(self) -> str:
        """The template's name."""

    @property
    def tree(self) -> Tree | None:
        """Its tree; None as long as nothing has been parsed."""

    @property
    def functions(self) -> Mapping[str, Function]:
        """The functions beside the builtins."""

    @property
    def missingkey(self) -> str:
        """What a missing map key gives: ``default``, ``zero`` or ``error``."""

    def lookup(self, name: str) -> Program | None:
        """The associated template of that name, or None."""


#: What is said of what Python's stack is too small for.
TOO_DEEP = "expression or data nested too deeply"


class _Break(Exception):  # noqa: N818 - a signal, not an error
    pass


class _Continue(Exception):  # noqa: N818 - a signal, not an error
    pass


def execute(program: Program, write: Callable[[str], object], data: Any, limits: Limits | None = None) -> None:
    """Runs a template on data (`Template.Execute` in Go's text/template/exec.go).

    Args:
        program: The template.
        write: Takes the pieces of output, Go strings, in order.
        data: What `.` and `$` stand for at the start.
        limits: Bounds of the run, or None.

    Raises:
        ExecError: The template cannot be run to its end.
    """
    State(program, write, limits).execute(data)


class State:
    """The state of one run (`state` in exec.go).

    Attributes:
        program: The template that is running.
        write: Takes the output.
        node: Where the run is, for errors.
        vars: The stack of variables, innermost last.
        depth: How many templates are open.
    """

    def __init__(self, program: Program, write: Callable[[str], object], limits: Limits | None) -> None:
        self.program = program
        self.write = write
        self.limits = limits
        self.node: Node | None = None
        self.vars: list[tuple[str, Value]] = []
        self.depth = 0
        self.steps = 0
        self.written = 0

    def execute(self, data: Any) -> None:
        """Runs the whole template on data; whatever stops it is an ExecError."""
        try:
            self.start(data)
        except (
            GoError
        ) as error:  # a value could not be looked at: an object of the data refused, or an integer is too large
            self.errorf(str(error), error.__cause__)
        except RecursionError:
            self.errorf(TOO_DEEP)

    def start(self, data: Any) -> None:
        """Runs the whole template."""
        tree = self.program.tree
        if tree is None or tree.root is None:
            self.errorf(f"{quote(self.program.name)} is an incomplete or empty template")
        dot = value_of(data)
        self.vars = [("$", dot)]
        self.run(self.walk(dot, tree.root))

    def run(self, statement: Statement) -> None:
        """Drives a statement and all that it yields; a break or continue ends those up to the next range."""
        stack = [statement]
        signal: Exception | None = None
        while stack:
            try:
                inner = next(stack[-1]) if signal is None else stack[-1].throw(signal)
                signal = None
                stack.append(inner)
            except StopIteration:
                signal = None
                stack.pop()
            except (_Break, _Continue) as raised:
                signal = raised
                stack.pop()

    # Errors and variables

    def at(self, node: Node) -> None:
        """Marks where the run is."""
        self.node = node
        if self.limits is not None:
            self.steps += 1
            if self.steps > self.limits.steps:
                self.errorf(f"more than {self.limits.steps} steps (limit of steps)")

    def errorf(self, message: str, cause: BaseException | None = None) -> NoReturn:
        """Ends the run with an error at the current node (`state.errorf` in exec.go)."""
        tree, message = self.program.tree, to_output(message)
        if self.node is None or tree is None:
            raise ExecError(f"template: {self.program.name}: {message}", name=self.program.name) from cause
        location, context = tree.error_context(self.node)
        raise ExecError(
            f"template: {location}: executing {quote(self.program.name)} at <{context}>: {message}",
            name=self.program.name,
            source=tree.text,
            offset=self.node.pos,
            end=self.node.end,
        ) from cause

    def set_var(self, name: str, value: Value) -> None:
        """Sets the innermost variable of a name."""
        for i in range(len(self.vars) - 1, -1, -1):
            if self.vars[i][0] == name:
                self.vars[i] = (name, value)
                return
        self.errorf(f"undefined variable: {name}")

    def var_value(self, name: str) -> Value:
        """Gives the innermost variable of a name."""
        for declared, value in reversed(self.vars):
            if declared == name:
                return value
        self.errorf(f"undefined variable: {name}")

    # Statements

    def walk(self, dot: Value, node: Node) -> Statement:
        """Runs a statement (`state.walk`)."""
        self.at(node)
        if isinstance(node, ListNode):
            return self.walk_list(dot, node)
        if isinstance(node, IfNode):
            return self.walk_if_or_with(dot, node)
        if isinstance(node, WithNode):
            return self.walk_if_or_with(dot, node)
        if isinstance(node, RangeNode):
            return self.walk_range(dot, node)
        if isinstance(node, TemplateNode):
            return self.walk_template(dot, node)
        self.errorf(f"unknown node: {node}")

    def walk_list(self, dot: Value, body: ListNode) -> Statement:
        """Runs the nodes of a list in order."""
        for node in body.nodes:
            if isinstance(node, TextNode):
                self.at(node)
                self.emit(node.text)
            elif isinstance(node, ActionNode):
                self.at(node)
                value = self.eval_pipeline(dot, node.pipe)
                if not node.pipe.decl:
                    self.print_value(node, value)
            elif isinstance(node, BreakNode):
                self.at(node)
                raise _Break
            elif isinstance(node, ContinueNode):
                self.at(node)
                raise _Continue
            elif not isinstance(node, CommentNode):
                yield self.walk(dot, node)

    def walk_if_or_with(self, dot: Value, node: IfNode | WithNode) -> Statement:
        """Runs an if or a with, which also sets the dot (`walkIfOrWith`)."""
        mark = len(self.vars)
        value = self.eval_pipeline(dot, node.pipe)
        if is_true(indirect_interface(value)):
            yield self.walk(value if isinstance(node, WithNode) else dot, node.list)
        elif node.else_list is not None:
            yield self.walk(dot, node.else_list)
        del self.vars[mark:]

    def walk_range(self, dot: Value, node: RangeNode) -> Statement:
        """Runs a range (`walkRange`)."""
        self.at(node)
        outer = len(self.vars)
        value, _ = indirect(self.eval_pipeline(dot, node.pipe))
        mark = len(self.vars)
        ran = False
        try:
            for index, elem in self.iterate(node, value):
                ran = True
                self.set_range_vars(node.pipe, index, elem)
                with suppress(_Continue):
                    yield self.walk(elem, node.list)
                del self.vars[mark:]
            if not ran and node.else_list is not None:
                yield self.walk(dot, node.else_list)  # a break here ends this else, a continue goes to the range around
        except _Break:
            pass
        del self.vars[outer:]

    def iterate(self, node: RangeNode, value: Value) -> Iterator[tuple[Value, Value]]:
        """Gives the pairs of index and element that a range runs over."""
        try:
            yield from self.pairs(node, value)
        except GoError as error:  # an object of the data refused to be iterated over
            self.at(node.pipe)
            self.errorf(str(error), error.__cause__)

    def pairs(self, node: RangeNode, value: Value) -> Iterator[tuple[Value, Value]]:
        """Does the work of `iterate`."""
        kind = value.kind
        if kind.is_int or kind.is_uint:
            if len(node.pipe.decl) > 1:
                self.errorf(f"can't use {value.obj} to iterate over more than one variable")
            for i in range(value.obj):
                yield ZERO, Value(value.type, i)
        elif kind is Kind.SLICE:
            for i in range(value.len()):
                yield Value(INT, i), value.index(i)
        elif kind is Kind.MAP:
            self.steps += value.len()  # for the sorting
            yield from value.sorted_entries()
        elif kind is Kind.CHAN:
            end = object()
            for i in count():
                elem = end if value.obj is None else foreign(next, value.obj, end)
                if elem is end:
                    break
                yield Value(INT, i), Value(EMPTY_INTERFACE, elem)
        elif kind is not Kind.INVALID:
            self.errorf(f"range can't iterate over {fmt.sprintf('%v', [indirect_interface(value)])}")

    def set_range_vars(self, pipe: PipeNode, index: Value, elem: Value) -> None:
        """Gives the variables of a range the values of one iteration."""
        if not pipe.decl:
            return
        values = [index, elem] if len(pipe.decl) > 1 else [elem]
        if pipe.is_assign:
            for variable, value in zip(pipe.decl, values, strict=True):
                self.set_var(variable.ident[0], value)
        else:
            first = len(self.vars) - len(values)
            self.vars[first:] = [(self.vars[first + i][0], value) for i, value in enumerate(values)]

    def walk_template(self, dot: Value, node: TemplateNode) -> Statement:
        """Calls another template, which sees nothing of the variables here (`walkTemplate`)."""
        self.at(node)
        called = self.program.lookup(node.name)
        if called is None or called.tree is None:
            self.errorf(f"template {quote(node.name)} not defined")
        if self.limits is not None and self.depth >= self.limits.depth:
            self.errorf(f"exceeded maximum template depth ({self.limits.depth})")
        if self.depth == MAX_TEMPLATE_DEPTH:
            self.errorf(f"exceeded maximum template depth ({MAX_TEMPLATE_DEPTH})")
        argument = ZERO if node.pipe is None else self.eval_pipeline(dot, node.pipe)
        caller, caller_vars = self.program, self.vars
        self.program, self.vars, self.depth = called, [("$", argument)], self.depth + 1
        yield self.walk(argument, called.tree.root)
        self.program, self.vars, self.depth = caller, caller_vars, self.depth - 1

    def emit(self, text: str) -> None:
        """Writes a piece of output."""
        if self.limits is not None:
            self.written += len(text)
            if self.written > self.limits.output:
                self.errorf(f"more than {self.limits.output} characters of output (limit of output)")
        self.write(text)

    def print_value(self, node: Node, value: Value) -> None:
        """Writes a value as text (`printValue`)."""
        text = self.text_of(node, value)
        self.checked(text, node)
        if self.limits is not None and value.kind is not Kind.STRING:
            self.spend(Value(STRING, text))
        self.emit(text)

    def text_of(self, node: Node, value: Value) -> str:
        """Gives what `print_value` writes."""
        self.at(node)
        printable = builtins.printable_value(value)
        if printable is None:
            self.errorf(f"can't print {node} of type {value.type}")
        try:
            return fmt.sprint([printable])
        except GoError as error:
            self.errorf(str(error), error.__cause__)
        except RecursionError:
            self.errorf(TOO_DEEP)

    def checked(self, text: str, node: Node) -> None:
        """Refuses a text that is wider than the limit."""
        if self.limits is not None and len(text) > self.limits.width:
            self.node = node
            self.errorf(fmt.too_wide(self.limits.width))

    def spend(self, what: Value) -> None:
        """Counts as steps what takes longer the larger a value is."""
        if what.kind is Kind.STRING:
            self.steps += len(what.obj) // CHARACTERS_PER_STEP
        elif what.kind is Kind.MAP:
            self.steps += what.len() // ENTRIES_PER_STEP

    # Pipelines and commands

    def eval_pipeline(self, dot: Value, pipe: PipeNode) -> Value:
        """Evaluates a pipeline; what it declares stays on the stack (`evalPipeline`)."""
        self.at(pipe)
        value = MISSING
        for command in pipe.cmds:
            value = indirect_interface(self.eval_command(dot, command, value))
        for variable in pipe.decl:
            if pipe.is_assign:
                self.set_var(variable.ident[0], value)
            else:
                self.vars.append((variable.ident[0], value))
        return value

    def not_a_function(self, args: Sequence[Node] | None, final: Value) -> None:
        """Refuses arguments where there is no function (`notAFunction`)."""
        if args is not None and (len(args) > 1 or final is not MISSING):
            self.errorf(f"can't give argument to non-function {args[0]}")

    def eval_command(self, dot: Value, command: CommandNode, final: Value) -> Value:
        """Evaluates one command of a pipeline, whose last argument `final` may be (`evalCommand`)."""
        first, args = command.args[0], command.args
        if isinstance(first, FieldNode):
            return self.eval_field_node(dot, first, args, final)
        if isinstance(first, ChainNode):
            return self.eval_chain_node(dot, first, args, final)
        if isinstance(first, IdentifierNode):
            return self.eval_function(dot, first, command, args, final)
        if isinstance(first, PipeNode):
            self.not_a_function(args, final)
            return self.eval_pipeline(dot, first)
        if isinstance(first, VariableNode):
            return self.eval_variable_node(dot, first, args, final)
        self.at(first)
        self.not_a_function(args, final)
        if isinstance(first, DotNode):
            return dot
        if isinstance(first, NilNode):
            self.errorf("nil is not a command")
        return self.constant(first)

    def constant(self, node: Node) -> Value:
        """Gives the value of a literal where nothing says which type it is to have."""
        if isinstance(node, BoolNode):
            return TRUE if node.true else FALSE
        if isinstance(node, StringNode):
            return Value(STRING, node.text)
        if isinstance(node, NumberNode):
            return self.ideal_constant(node)
        self.errorf(f"can't evaluate command {quote(str(node))}")

    def ideal_constant(self, node: NumberNode) -> Value:
        """Lets the syntax of a number tell its type (`idealConstant`)."""
        self.at(node)
        text = node.text
        if node.is_complex:
            return Value(COMPLEX128, node.complex128)
        if is_float_constant(node):
            return Value(FLOAT64, node.float64)
        if node.is_int:
            return Value(INT, node.int64)
        if node.is_uint:
            self.errorf(f"{text} overflows int")
        return ZERO

    def eval_field_node(self, dot: Value, node: FieldNode, args: Sequence[Node] | None, final: Value) -> Value:
        """Evaluates `.A.B`."""
        self.at(node)
        return self.eval_field_chain(dot, dot, node, node.ident, args, final)

    def eval_chain_node(self, dot: Value, node: ChainNode, args: Sequence[Node] | None, final: Value) -> Value:
        """Evaluates `(…).A.B`."""
        self.at(node)
        if isinstance(node.node, NilNode):
            self.errorf(f"indirection through explicit nil in {node}")
        return self.eval_field_chain(dot, self.eval_arg(dot, None, node.node), node, node.field, args, final)

    def eval_variable_node(self, dot: Value, node: VariableNode, args: Sequence[Node] | None, final: Value) -> Value:
        """Evaluates `$x` and `$x.A`."""
        self.at(node)
        value = self.var_value(node.ident[0])
        if len(node.ident) == 1:
            self.not_a_function(args, final)
            return value
        return self.eval_field_chain(dot, value, node, node.ident[1:], args, final)

    def eval_field_chain(
        self, dot: Value, receiver: Value, node: Node, idents: Sequence[str], args: Sequence[Node] | None, final: Value
    ) -> Value:
        """Evaluates the fields one after the other; the last may be a method with arguments (`evalFieldChain`)."""
        for name in idents[:-1]:
            receiver = self.eval_field(dot, name, node, None, MISSING, receiver)
        return self.eval_field(dot, idents[-1], node, args, final, receiver)

    def eval_field(
        self, dot: Value, name: str, node: Node, args: Sequence[Node] | None, final: Value, receiver: Value
    ) -> Value:
        """Evaluates one field or method (`evalField`)."""
        has_args = (args is not None and len(args) > 1) or final is not MISSING
        if self.limits is not None:
            self.spend(indirect_interface(receiver))
        try:
            found = field(receiver, name, has_args=has_args, missingkey=self.program.missingkey)
        except GoError as error:
            self.errorf(str(error), error.__cause__)
        if found.method is None:
            return found.value
        return self.eval_call(dot, found.method, node, name, args, final)

    # Calls

    def eval_function(
        self, dot: Value, node: IdentifierNode, command: Node, args: Sequence[Node] | None, final: Value
    ) -> Value:
        """Calls a function by its name (`evalFunction`)."""
        self.at(node)
        function = self.program.functions.get(node.ident) or builtins.BUILTINS.get(node.ident)
        if function is None:
            self.errorf(f"{quote(node.ident)} is not a defined function")
        return self.eval_call(dot, function, command, node.ident, args, final)

    def eval_call(
        self, dot: Value, function: Function, node: Node, name: str, args: Sequence[Node] | None, final: Value
    ) -> Value:
        """Calls a function or method with its evaluated arguments (`evalCall`)."""
        args = [] if args is None else args[1:]
        type = function.type
        self.check_arity(type, name, len(args), len(args) + (final is not MISSING))
        if function.is_builtin and name in ("and", "or"):
            return self.eval_and_or(dot, name, args, final)
        last = len(type.params) - 1
        values = [self.eval_arg(dot, type.params[min(i, last)], arg) for i, arg in enumerate(args)]
        if final is not MISSING:
            values.append(self.validated(final, type.params[min(len(args), last)]))
        if function.is_builtin and name == "call":
            callee = str(args[0]) if args else _reflect_string(final)
            return self.invoke(lambda values: builtins.call(callee, values), node, name, values)
        if self.limits is None:
            return self.invoke(function.call, node, name, values)
        call = function.call if function.bounded is None else partial(function.bounded, width=self.limits.width)
        result = self.invoke(call, node, name, values)
        if function.bounded is not None:
            self.spend(result)
        elif values:
            self.spend(indirect_interface(values[0]))
        return result

    def invoke(self, call: Callable[[Sequence[Value]], Value], node: Node, name: str, values: Sequence[Value]) -> Value:
        """Calls a function with its arguments and words its error."""
        try:
            result = call(values)
        except GoError as error:
            self.at(node)
            self.errorf(f"error calling {name}: {error}", error.__cause__ or error)
        except RecursionError:
            self.at(node)
            self.errorf(f"error calling {name}: {TOO_DEEP}")
        if result.kind is Kind.STRING:
            self.checked(result.obj, node)
        return result

    def check_arity(self, type: Type, name: str, given: int, count: int) -> None:
        """Refuses a call with too few or too many arguments."""
        fixed = len(type.params) - type.variadic
        required = fixed - type.optional
        if type.variadic:
            if count < required:
                self.errorf(f"wrong number of args for {name}: want at least {required} got {given}")
        elif type.optional:
            if not required <= count <= fixed:
                self.errorf(f"wrong number of args for {name}: want {required} to {fixed} got {count}")
        elif count != fixed:
            self.errorf(f"wrong number of args for {name}: want {fixed} got {count}")

    def eval_and_or(self, dot: Value, name: str, args: Sequence[Node], final: Value) -> Value:
        """Evaluates the arguments of `and` or `or` until one decides."""
        value = ZERO
        for arg in args:
            value = self.eval_arg(dot, REFLECT_VALUE, arg)
            if is_true(indirect_interface(value)) == (name == "or"):
                return value
        return value if final is MISSING else final

    def eval_arg(self, dot: Value, type: Type | None, node: Node) -> Value:
        """Evaluates an argument for a parameter of a type, or for any (`evalArg`)."""
        self.at(node)
        if isinstance(node, DotNode):
            return self.validated(dot, type)
        if isinstance(node, NilNode):
            if type is REFLECT_VALUE:
                return ZERO
            if type is not None and type.kind.can_be_nil:
                return Value(type, None)
            self.errorf(f"cannot assign nil to {type}")
        if isinstance(node, FieldNode):
            return self.validated(self.eval_field_node(dot, node, [node], MISSING), type)
        if isinstance(node, VariableNode):
            return self.validated(self.eval_variable_node(dot, node, None, MISSING), type)
        if isinstance(node, PipeNode):
            return self.validated(self.eval_pipeline(dot, node), type)
        if isinstance(node, IdentifierNode):
            return self.validated(self.eval_function(dot, node, node, None, MISSING), type)
        if isinstance(node, ChainNode):
            return self.validated(self.eval_chain_node(dot, node, None, MISSING), type)
        return self.eval_literal(type, node)

    def eval_literal(self, type: Type | None, node: Node) -> Value:
        """Gives a literal the type that the parameter wants, as an untyped constant of Go has none of its own."""
        if type is REFLECT_VALUE or type is EMPTY_INTERFACE:
            self.at(node)
            return self.constant(node)
        if type is BOOL:
            return self.expect(isinstance(node, BoolNode), "bool", node)
        if type is STRING:
            return self.expect(isinstance(node, StringNode), "string", node)
        if type is INT:
            return self.expect(isinstance(node, NumberNode) and node.is_int, "integer", node)
        if type is FLOAT64:
            return self.expect(isinstance(node, NumberNode) and node.is_float, "float", node)
        if type is COMPLEX128:
            return self.expect(isinstance(node, NumberNode) and node.is_complex, "complex", node)
        self.errorf(f"can't handle {node} for arg of type {type}")

    def expect(self, fits: bool, what: str, node: Node) -> Value:
        """Gives the value of a literal as what it was expected to be."""
        self.at(node)
        if not fits:
            self.errorf(f"expected {what}; found {node}")
        if isinstance(node, NumberNode):
            if what == "integer":
                return Value(INT, node.int64)
            return Value(FLOAT64, node.float64) if what == "float" else Value(COMPLEX128, node.complex128)
        return self.constant(node)

    def validated(self, value: Value, type: Type | None) -> Value:
        """Gives the value, fit for a parameter of a type (`validateType`)."""
        try:
            return validate_type(value, type)
        except GoError as error:
            self.errorf(str(error))


def is_float_constant(node: NumberNode) -> bool:
    """Whether the syntax of a number, where it is not complex, makes it a float64."""
    text = node.text
    if not node.is_float or text.startswith("'") or not any(c in ".eEpP" for c in text):
        return False
    return not (len(text) > 2 and text[:2] in ("0x", "0X")) or any(c in "pP" for c in text)


def _reflect_string(value: Value) -> str:
    """What Go's `Value.String` gives: the string itself, or the type in angle brackets."""
    if value.type is None:
        return "<invalid Value>"
    return str(value.obj) if value.kind is Kind.STRING else f"<{value.type} Value>"
