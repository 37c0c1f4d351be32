"""The data and functions of exec_oracle, as Python has them.

Data is JSON in which an object with one key that begins with "$" is a value that JSON has not: ``{"$bytes": "ff00"}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from types import MethodType
from typing import Any, cast

from gotmpl.exec.function import Function
from gotmpl.golang.classes import BYTES, LIST, STRING_MAP
from gotmpl.golang.kind import (
    EMPTY_INTERFACE,
    INT,
    STRING,
    UINT64,
    Field,
    Kind,
    Type,
    func_of,
    map_of,
    pointer_to,
    slice_of,
    struct_of,
)
from gotmpl.golang.reflect import Value, indirect_interface, value_of

__all__ = ["FUNCS", "TEMPLATE_FUNCS", "value"]


@dataclass
class Point:
    x: int
    y: int
    label: str
    any: Any = None
    next: Point | None = None
    list: list[str] = field(default_factory=lambda: ["l"])

    def sum(self) -> int:
        return self.x + self.y

    def scale(self, n: int) -> Any:
        return Value(POINT, replace(self, x=self.x * n, y=self.y * n))

    def far(self, a: float, b: float) -> bool:
        return a < b

    def join(self, sep: str, *parts: str) -> str:
        return self.label + sep + sep.join(parts)

    def echo(self, v: Any) -> Any:
        return v

    def refuse(self, text: str) -> int:
        raise ValueError(f"refused {text}")

    def nothing(self) -> Any:
        return Value(POINTER, None)


def _binder(name: str) -> Callable[[Point | None], Callable[..., Any]]:
    def bind(point: Point | None) -> Callable[..., Any]:
        if point is not None:
            return cast("Callable[..., Any]", getattr(point, name))

        @wraps(getattr(Point, name))
        def refuse(*args: Any) -> Any:
            raise RuntimeError(f"value method main.Point.{name.capitalize()} called using nil *Point pointer")

        return MethodType(refuse, "nil")

    return bind


_METHODS = {n.capitalize(): _binder(n) for n in ("sum", "scale", "far", "join", "echo", "refuse", "nothing")}
POINT = struct_of("main.Point", [], methods=_METHODS)
POINTER = pointer_to(POINT)
POINT.fields = (
    Field("X", INT, "x"),
    Field("Y", INT, "y"),
    Field("Label", STRING, "label"),
    Field("Any", EMPTY_INTERFACE, "any"),
    Field("Next", POINTER, "next"),
    Field("List", slice_of(STRING), "list"),
)
TITLE = struct_of("main.Title", [Field("Text", STRING, str)], stringer=lambda text: f"Title {text}")
ROLE = Type(Kind.STRING, "main.Role")

NILS = {
    "*main.Point": POINTER,
    "*int": pointer_to(INT),
    "map": STRING_MAP,
    "list": LIST,
    "bytes": BYTES,
}


def value(data: Any) -> Any:
    """Gives the Python value that a piece of JSON stands for."""
    if isinstance(data, list):
        return [_held(item) for item in data]
    if not isinstance(data, dict):
        return data
    if len(data) == 1:
        ((kind, content),) = data.items()
        if kind.startswith("$"):
            return _special(kind, content)
    return {key: _held(item) for key, item in data.items()}


def _held(data: Any) -> Any:
    """Gives a value that is in an interface; a `Value` tells so."""
    obj = value(data)
    return Value(EMPTY_INTERFACE, obj) if isinstance(obj, Value) else obj


def _special(kind: str, content: Any) -> Any:
    if kind == "$text":
        return bytes.fromhex(content).decode("utf-8", "surrogateescape")
    if kind == "$bytes":
        return bytes.fromhex(content)
    if kind == "$uint64":
        return Value(UINT64, int(content))
    if kind == "$float":
        return float(content)
    if kind == "$complex":
        return complex(*content)
    if kind in ("$map", "$anymap"):
        items = value(content)
        return _Pairs(items) if kind == "$anymap" else dict(zip(items[::2], items[1::2], strict=True))
    if kind in ("$counts", "$words"):
        elem = INT if kind == "$counts" else STRING
        return Value(map_of(STRING, elem), dict(zip(content[::2], content[1::2], strict=True)))
    if kind == "$strings":
        return Value(slice_of(STRING), content)
    if kind == "$ints":
        return Value(slice_of(INT), content)
    if kind == "$maps":
        return Value(slice_of(STRING_MAP), value(content))
    if kind == "$role":
        return Value(ROLE, content)
    if kind == "$title":
        return Value(TITLE, content)
    if kind in ("$point", "$pointer"):
        x, y, label, anything, following = value(content)
        point = Point(x, y, label, anything, None if following is None else following.obj.obj)
        return Value(POINT if kind == "$point" else POINTER, point)
    if kind == "$nil":
        return Value(NILS[content], None)
    if kind == "$ptr":
        pointed = value_of(value(content))
        return Value(pointer_to(pointed.must_type()), pointed.obj)
    if kind == "$chan":
        return iter(value(content))
    if kind == "$func":
        return FUNCS[content]
    raise ValueError(f"unknown kind of value {kind}")


def _Pairs(items: list[Any]) -> Value:  # noqa: N802
    return Value(map_of(EMPTY_INTERFACE, EMPTY_INTERFACE), dict(zip(items[::2], items[1::2], strict=True)))


# Functions


def wrapped(n: int) -> int:
    """An int as Go's arithmetic leaves it."""
    return (n + (1 << 63)) % (1 << 64) - (1 << 63)


def add(a: int, b: int) -> int:
    return wrapped(a + b)


def upper(s: str) -> str:
    return re.sub("[\udc80-\udcff]", "\ufffd", s).upper()  # as strings.ToUpper, which replaces what is no UTF-8


def join(sep: str, *parts: str) -> str:
    return sep.join(parts)


def total(*numbers: int) -> int:
    return wrapped(sum(numbers))


def half(f: float) -> float:
    return f / 2


def same(v: Any) -> Any:
    return v


def pair(a: Any, b: Any) -> list[Any]:
    return [a, b]


def listed(*items: Any) -> list[Any]:
    return list(items)


def invert(b: bool) -> bool:
    return not b


def turn(c: complex) -> complex:
    return c * 1j


def size(b: bytes) -> int:
    return len(b or b"")


def count(items: list) -> int:  # type: ignore[type-arg]
    return len(items or ())


def keys(m: dict) -> int:  # type: ignore[type-arg]
    return len(m or ())


def fail(text: str) -> str:
    raise ValueError(f"failed {text}")


def panics(text: str) -> str:
    raise RuntimeError(f"panicked {text}")


def none() -> Any:
    return None


def inf() -> float:
    return float("inf")


#: By the names that templates call them.
FUNCS: dict[str, Callable[..., Any]] = {
    "add": add,
    "upper": upper,
    "join": join,
    "total": total,
    "half": half,
    "same": same,
    "pair": pair,
    "list": listed,
    "invert": invert,
    "turn": turn,
    "size": size,
    "count": count,
    "keys": keys,
    "fail": fail,
    "panics": panics,
    "none": none,
    "inf": inf,
}


def _same(args: Sequence[Value]) -> Value:
    return args[0]


def _list(args: Sequence[Value]) -> Value:
    held = [indirect_interface(arg) for arg in args]
    return Value(EMPTY_INTERFACE, [Value(EMPTY_INTERFACE, arg) if arg.is_valid() else None for arg in held])


def _passing(call: Callable[[Sequence[Value]], Value], count: int, *, variadic: bool = False) -> Function:
    return Function(func_of((EMPTY_INTERFACE,) * count, variadic, EMPTY_INTERFACE), call)


#: What a template gets: functions that pass on what they get do so without a loss of its type.
TEMPLATE_FUNCS: dict[str, Callable[..., Any] | Function] = FUNCS | {
    "same": _passing(_same, 1),
    "pair": _passing(_list, 2),
    "list": _passing(_list, 1, variadic=True),
}
