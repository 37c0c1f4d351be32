"""The builtins that compiled code does itself, where guards show that Python's operator does what Go does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gotmpl.exec import builtins
from gotmpl.exec.expression import Code, Expressions
from gotmpl.exec.shape import BOOLEAN, INTERFACE, NUMBER, Shape
from gotmpl.golang.kind import BOOL, EMPTY_INTERFACE, INT, STRING, Kind, Type
from gotmpl.parse.node import CommandNode, IdentifierNode, Node, PipeNode

__all__ = ["FAST"]

_CLASSES = {STRING: "str", INT: "int", BOOL: "bool"}


class _Guards:
    """Collects what must hold for the fast way, each guard giving a name to the value that it looks at.

    All guards are evaluated, in order, whatever the first ones say: the slow way needs the names.
    """

    def __init__(self, gen: Expressions) -> None:
        self.gen = gen
        self.conditions: list[str] = []

    def hold(self, code: Code, type: Type | None) -> Code:
        """Names a value; with a type, asks for the Python class whose objects have it."""
        name, bound = self.gen.named(code)
        if type is None or code.shape.type is type:
            if not code.is_atom:
                self.conditions.append(f"{bound} is {name}")
        elif type is INT and code.shape.small:
            self.conditions.append(f"{bound}.__class__ is int")
        elif type is INT:
            self.conditions.append(f"{bound}.__class__ is int and {-1 << 63} <= {name} < {1 << 63}")
        else:
            self.conditions.append(f"{bound}.__class__ is {_CLASSES[type]}")
        return code._replace(text=name, name="", compound=False)

    def hold_all(self, codes: Sequence[Code], types: Sequence[Type | None], final: Code | None) -> list[Code]:
        """Names values, each with its type, in the order in which Go evaluates them: what the pipe brings first."""
        wanted = list(zip(codes, types, strict=True))
        if final is None:
            return [self.hold(code, type) for code, type in wanted]
        last = self.hold(*wanted[-1])
        return [*(self.hold(code, type) for code, type in wanted[:-1]), last]

    def choose(self, fast: str, slow: Code, more: str = "") -> Code:
        """Gives the fast expression where all guards hold, and then the condition `more`, and else the slow one."""
        condition = (
            " & ".join(f"({each})" for each in self.conditions) if self.conditions[1:] else "".join(self.conditions)
        )
        if more:
            condition = f"({condition}) and {more}" if condition else more
        text = f"{fast} if {condition} else {slow.text}" if condition else fast
        return slow._replace(text=text, compound=True)


def _compared(operator: str) -> Callable[[Expressions, Node, Sequence[Code], Code | None], Code | None]:
    name = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}[operator]

    def compare(gen: Expressions, command: Node, codes: Sequence[Code], final: Code | None) -> Code | None:
        if len(codes) == 1:
            return None
        types = {code.shape.type for code in codes} - {None}
        if len(types) > 1:
            return None
        type = types.pop() if types else STRING
        if type not in _CLASSES or (operator not in ("==", "!=") and type is not INT):
            return None
        if len(codes) == 2 and all(code.shape.type is type for code in codes) and final is None:
            return Code(f"{codes[0].operand} {operator} {codes[1].operand}", BOOLEAN, compound=True)
        guards = _Guards(gen)
        first, *others = held = guards.hold_all(codes, [type] * len(codes), final)
        fast = " or ".join(f"{first.text} {operator} {other.text}" for other in others)
        slow = gen.called(name, builtins.BUILTINS[name], command, held)
        return guards.choose(fast, slow)

    return compare


def _not(gen: Expressions, command: Node, codes: Sequence[Code], final: Code | None) -> Code | None:
    return Code(f"not {gen.truth(codes[0]).operand}", BOOLEAN, compound=True)


def _len(gen: Expressions, command: Node, codes: Sequence[Code], final: Code | None) -> Code | None:
    code = codes[0]
    slow = builtins.BUILTINS["len"]
    if code.shape.type is STRING:
        return Code(f"L({code.text})", NUMBER)
    if code.shape.type is not None:
        if code.shape.type.kind not in (Kind.SLICE, Kind.MAP):
            return None
        return Code(f"len({code.operand} or ())", NUMBER)
    name, bound = gen.named(code)
    called = gen.called("len", slow, command, [code._replace(text=name)])
    guard = f"(c := {bound}.__class__) is list or c is dict or c is str and {name}.isascii()"
    return Code(f"len({name}) if {guard} else {called.text}", NUMBER, compound=True)


def len_of_slice(gen: Expressions, command: CommandNode) -> Code | None:
    """Compiles `len (slice X I)` without making the slice; None if the command is something else."""
    inner = command.args[1] if len(command.args) == 2 else None
    if not isinstance(inner, PipeNode) or inner.decl or len(inner.cmds) != 1:
        return None
    slicing = inner.cmds[0]
    first = slicing.args[0]
    if len(slicing.args) != 3 or not isinstance(first, IdentifierNode) or first.ident != "slice":
        return None
    if "slice" in gen.program.functions:
        return None
    guards = _Guards(gen)
    with gen.attempt() as give_up:
        items, start = gen.arg(slicing.args[1], None), gen.arg(slicing.args[2], None)
        if items.shape.type is not None and items.shape.type.kind is not Kind.SLICE:
            give_up()
            return None
    is_list = "{}.__class__ is list" if items.shape.type is None else "{}"  # of a known slice only nil is none
    items, start = guards.hold(items, None), guards.hold(start, INT)
    sliced = gen.called("slice", builtins.BUILTINS["slice"], slicing, [items, start])
    slow = gen.called("len", builtins.BUILTINS["len"], command, [sliced._replace(shape=Shape(None))])
    in_range = f"{is_list.format(items.text)} and 0 <= {start.text} <= len({items.text})"
    return guards.choose(f"len({items.text}) - {start.text}", slow, in_range)


def _index(gen: Expressions, command: Node, codes: Sequence[Code], final: Code | None) -> Code | None:
    if len(codes) != 2:
        return None
    items, index = codes
    type = items.shape.type
    if type is not None and type.kind is not Kind.SLICE:
        return None
    guards = _Guards(gen)
    by_key = index.shape.type is STRING and type is None
    if not by_key and index.shape.type not in (None, INT):
        return None
    items, index = guards.hold_all(codes, [None, None if by_key else INT], final)
    slow = gen.called("index", builtins.BUILTINS["index"], command, [items, index])
    if by_key:
        found = gen.scope.fresh("t")
        more = f"{items.text}.__class__ is dict and ({found} := {items.text}.get({index.text}, Z)) is not Z"
        return guards.choose(found, slow, more)
    in_range = f"0 <= {index.text} < len({items.text})"
    if type is None:
        return guards.choose(f"{items.text}[{index.text}]", slow, f"{items.text}.__class__ is list and {in_range}")
    assert type.elem is not None
    shape = INTERFACE if type.elem is EMPTY_INTERFACE else Shape(type.elem)
    return guards.choose(f"{items.text}[{index.text}]", slow._replace(shape=shape), f"{items.text} and {in_range}")


#: Builtin -> its compiler, which gives None where only the runtime will do.
FAST: dict[str, Callable[[Expressions, Node, Sequence[Code], Code | None], Code | None]] = {
    "eq": _compared("=="),
    "ne": _compared("!="),
    "lt": _compared("<"),
    "le": _compared("<="),
    "gt": _compared(">"),
    "ge": _compared(">="),
    "not": _not,
    "len": _len,
    "index": _index,
}
