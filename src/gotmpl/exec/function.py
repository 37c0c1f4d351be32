"""Functions as a template calls them: Go's builtins and Python callables behind one signature."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gotmpl.golang.classes import plain, type_of, type_of_function
from gotmpl.golang.error import foreign
from gotmpl.golang.kind import EMPTY_INTERFACE, Type
from gotmpl.golang.reflect import SliceView, Value

__all__ = ["Function", "python_function", "to_python"]


class Function:
    """A function with its Go type.

    Attributes:
        type: The Go type, of kind FUNC.
        call: Takes the arguments as Go values and returns the result; raises GoError for Go's second result.
        is_builtin: Whether it is one of text/template's own.
        is_pure: Whether it leaves its arguments as they are, so that compiled code may remember their fields.
        bounded: A `call` that stops when its text gets wider than `width` characters; None for what makes little text.
    """

    __slots__ = ("bounded", "call", "is_builtin", "is_pure", "type")

    def __init__(
        self,
        type: Type,
        call: Callable[[Sequence[Value]], Value],
        *,
        is_builtin: bool = False,
        is_pure: bool = False,
        bounded: Callable[..., Value] | None = None,
    ) -> None:
        self.type = type
        self.call = call
        self.is_builtin = is_builtin
        self.is_pure = is_pure
        self.bounded = bounded


def to_python(value: Value) -> Any:
    """Gives the Python object that a Python function gets for a Go value."""
    obj = value.obj
    if isinstance(obj, SliceView):
        return bytes(obj) if isinstance(obj.base, bytes) else list(obj)
    return obj


def python_function(function: Callable[..., Any]) -> Function:
    """Makes a Python callable a Go function: its annotations are its types, its exceptions Go's errors."""
    signature = type_of_function(function)
    result = signature.result or EMPTY_INTERFACE

    def call(args: Sequence[Value]) -> Value:
        returned = foreign(function, *[to_python(arg) for arg in args])
        if isinstance(returned, Value):
            return returned
        returned = plain(returned)
        kept = returned is not None and type_of(returned) is result  # Python does not hold a function to its annotation
        return Value(result if kept else EMPTY_INTERFACE, returned)

    return Function(signature, call)
