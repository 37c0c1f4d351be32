"""What compiled code knows beforehand about the value in a Python local.

Compiled code keeps plain Python objects. A `Shape` says which Go value such an object stands for, so that `lift` can
make that value where the exact rules are asked; `lower` goes the other way. An object whose Go value its shape does
not tell is kept as a `Value`, which `lift` gives back as it is. The guards of compiled code look for exact Python
classes, so a `Value` never takes a fast way.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gotmpl.golang.classes import LIST
from gotmpl.golang.kind import BOOL, EMPTY_INTERFACE, FLOAT64, INT, STRING, Kind, Type
from gotmpl.golang.reflect import SliceView, Value, indirect_interface, value_of

__all__ = ["ANY", "BOOLEAN", "INDEX", "INTERFACE", "NUMBER", "TEXT", "Shape", "lift", "lower"]


class Shape(NamedTuple):
    """What is known of a value.

    Attributes:
        type: Its Go type; None if only the run tells.
        boxed: Whether it is in an interface, as the elements of `map[string]any` are.
        small: Whether it, if it is a plain int, is one that an int64 holds.
    """

    type: Type | None
    boxed: bool = False
    small: bool = False


ANY = Shape(None)
INTERFACE = Shape(None, boxed=True)
INDEX = Shape(None, small=True)
TEXT = Shape(STRING)
NUMBER = Shape(INT)
BOOLEAN = Shape(BOOL)

#: Types that `value_of` gives to their Python objects, so that a bare object tells its type.
SELF_EVIDENT = frozenset({STRING, BOOL, INT, FLOAT64})


def lift(obj: Any, shape: Shape) -> Value:
    """Gives the Go value that an object of compiled code stands for."""
    if obj.__class__ is Value:
        return obj if shape.boxed else indirect_interface(obj)
    value = value_of(obj) if shape.type is None else Value(shape.type, obj)
    if not shape.boxed:
        return value
    return Value(EMPTY_INTERFACE, obj if shape.type is None else value)


def lower(value: Value, shape: Shape) -> Any:
    """Gives the object that stands for a Go value where this shape is expected."""
    if shape.type is not None and value.type is shape.type:
        return value.obj
    if shape.boxed:
        if value.kind is Kind.INTERFACE and value.obj.__class__ is not Value:
            return value.obj
    elif value.type in SELF_EVIDENT or (value.type is LIST and value.obj.__class__ in (list, SliceView)):
        return value.obj
    return value
