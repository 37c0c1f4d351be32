"""What compiled code calls where its fast guards do not hold: the interpreter's exact rules, one step at a time.

Generated code refers to a step by its number in the table of its `Runtime`. Objects come in and go out as `shape`
describes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, NoReturn

from gotmpl.exec.access import MISSING
from gotmpl.exec.function import Function
from gotmpl.exec.interpreter import Program, State
from gotmpl.exec.shape import ANY, INTERFACE, Shape, lift, lower
from gotmpl.golang.kind import EMPTY_INTERFACE, REFLECT_VALUE
from gotmpl.golang.reflect import ZERO, indirect, indirect_interface, is_true
from gotmpl.golang.utf8 import byte_len
from gotmpl.parse.node import CommandNode, Node, RangeNode, TemplateNode

__all__ = ["CallStep", "EvalStep", "FieldStep", "RangeStep", "Runtime"]


class FieldStep(NamedTuple):
    """A field of a receiver, in the node that names it."""

    node: Node
    name: str
    receiver: Shape


class CallStep(NamedTuple):
    """A call of a function with evaluated arguments; with `final_first` the last argument is given first."""

    node: Node
    name: str
    function: Function
    args: Sequence[Shape]
    final_first: bool
    result: Shape


class EvalStep(NamedTuple):
    """A command or an argument to be evaluated as a whole, with the variables that it can see."""

    node: Node
    names: Sequence[str]
    shapes: Sequence[Shape]
    dot: Shape
    final: Shape | None


class RangeStep(NamedTuple):
    """A range over values of a shape, and where the error is if they cannot be ranged over."""

    node: RangeNode
    shape: Shape
    place: Node


class Runtime:
    """The table of one compiled template, and the ways to take its steps."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.steps: list[Any] = []

    def add(self, step: object) -> int:
        """Puts a step (or a node, or a shape) in the table and gives its number."""
        self.steps.append(step)
        return len(self.steps) - 1

    def names(self) -> dict[str, Any]:
        """Gives the globals of the generated source."""
        return {
            "N": None,
            "Z": ZERO,
            "steps": self.steps,
            "lift": lift,
            "P": _PLAIN,
            "I": _PLAIN | {int},
            "B": _truth,
            "L": byte_len,
            "F": self.call,
            "G": self.field,
            "R": self.iterate,
            "S": self.evaluate,
            "T": self.text,
            "X": self.no_template,
        }

    def _state(self) -> State:
        return State(self.program, _no_output, None)

    def field(self, number: int, receiver: Any) -> Any:
        """Evaluates a field; a plain dict that lacks the key is the common case."""
        step: FieldStep = self.steps[number]
        type = step.receiver.type
        plain = type is None or (type.elem is EMPTY_INTERFACE and not type.methods)
        keyed_by_text = receiver.__class__ is dict and all(key.__class__ is str for key in receiver)
        if plain and keyed_by_text and step.name not in receiver:
            return ZERO if self.program.missingkey == "default" else None
        state = self._state()
        state.at(step.node)
        value = state.eval_field(ZERO, step.name, step.node, None, MISSING, lift(receiver, step.receiver))
        return lower(value, INTERFACE)

    def call(self, number: int, *args: Any) -> Any:
        """Calls a function with arguments that have been evaluated."""
        step: CallStep = self.steps[number]
        params = step.function.type.params
        values = [lift(obj, shape) for obj, shape in zip(args, step.args, strict=True)]
        if step.final_first:
            values = [*values[1:], values[0]]
        state = self._state()
        validated = [state.validated(value, params[min(i, len(params) - 1)]) for i, value in enumerate(values)]
        return lower(state.invoke(step.function.call, step.node, step.name, validated), step.result)

    def evaluate(self, number: int, final: Any, dot: Any, *variables: Any) -> Any:
        """Evaluates a command or an argument as the interpreter does."""
        step: EvalStep = self.steps[number]
        state = self._state()
        state.vars = [(n, lift(v, s)) for n, v, s in zip(step.names, variables, step.shapes, strict=True)]
        here, node = lift(dot, step.dot), step.node
        if isinstance(node, CommandNode):
            value = state.eval_command(here, node, MISSING if step.final is None else lift(final, step.final))
        else:
            value = state.eval_arg(here, REFLECT_VALUE, node)
        return lower(value, INTERFACE)

    def iterate(self, number: int, obj: Any) -> Iterator[Any]:
        """Gives what a range over anything but a list runs over: elements, or pairs of index and element.

        An index is lowered for `ANY`, an element for `INTERFACE`.
        """
        step: RangeStep = self.steps[number]
        value, _ = indirect(lift(obj, step.shape))
        pairs = len(step.node.pipe.decl) == 2
        state = self._state()
        state.at(step.place)
        for index, elem in state.iterate(step.node, value):
            boxed = lower(elem, INTERFACE) if elem.type is EMPTY_INTERFACE else elem
            yield (lower(index, ANY), boxed) if pairs else boxed

    def text(self, number: int, obj: Any, shape: Shape = ANY) -> str:
        """Gives a value as text."""
        if obj.__class__ is int and obj.bit_length() < 64:
            return str(obj)
        return self._state().text_of(self.steps[number], indirect_interface(lift(obj, shape)))

    def no_template(self, number: int) -> NoReturn:
        """Raises the error of a call of a template that is not there."""
        node: TemplateNode = self.steps[number]
        state = self._state()
        state.run(state.walk_template(ZERO, node))
        raise AssertionError("the template is there")


#: Classes whose objects are true for Python when their values are true for Go.
_PLAIN = frozenset({str, list, dict, bool, type(None)})


def _truth(obj: Any) -> bool:
    """Tells whether an object that no shape describes is true."""
    return is_true(lift(obj, ANY))


def _no_output(text: str) -> None:
    raise AssertionError("a step of compiled code writes nothing itself")
