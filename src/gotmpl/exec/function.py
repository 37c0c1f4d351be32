"""Functions as a template calls them: Go's builtins and Python callables behind one signature."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gotmpl.errors import TemplateError
from gotmpl.golang.classes import plain, type_of, type_of_function
from gotmpl.golang.error import GoError
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
    """

    __slots__ = ("call", "is_builtin", "is_pure", "type")

    def __init__(
        self,
        type: Type,
        call: Callable[[Sequence[Value]], Value],
        *,
        is_builtin: bool = False,
        is_pure: bool = False,
    ) -> None:
        self.type = type
        self.call = call
        self.is_builtin = is_builtin
        self.is_pure = is_pure


def to_python(value: Value) -> Any:
    """Gives the Python object that a Python function gets for a Go value."""
    obj = value.obj
    return list(obj) if isinstance(obj, SliceView) else obj


def python_function(function: Callable[..., Any]) -> Function:
    """Makes a Python callable a Go function: its annotations are its types, its exceptions Go's errors."""
    signature = type_of_function(function)
    result = signature.result or EMPTY_INTERFACE

    def call(args: Sequence[Value]) -> Value:
        try:
            returned = function(*[to_python(arg) for arg in args])
        except (TemplateError, GoError):
            raise
        except Exception as error:
            raise GoError(str(error) or type(error).__name__) from error
        if isinstance(returned, Value):
            return returned
        returned = plain(returned)
        kept = returned is not None and type_of(returned) is result  # Python does not hold a function to its annotation
        return Value(result if kept else EMPTY_INTERFACE, returned)

    return Function(signature, call)
