"""Fields, methods and assignability: what Go's reflect would allow (evalField and validateType in exec.go).

The functions return Go values and raise GoError with Go's words; the interpreter adds the place.
"""

from __future__ import annotations

from typing import NamedTuple

from gotmpl.exec.function import Function, python_function
from gotmpl.golang.error import GoError
from gotmpl.golang.kind import EMPTY_INTERFACE, REFLECT_VALUE, STRING, Kind, Type
from gotmpl.golang.reflect import ZERO, Value, indirect, zero
from gotmpl.golang.strconv import quote

__all__ = ["MISSING", "Found", "field", "validate_type"]

#: "No value comes from the pipe" (`missingVal` in exec.go).
MISSING = Value(EMPTY_INTERFACE, object())


class Found(NamedTuple):
    """What a field name led to: a method that is yet to be called, or a value."""

    method: Function | None
    value: Value


def field(receiver: Value, name: str, *, has_args: bool, missingkey: str) -> Found:
    """Finds a method, struct field or map entry (`evalField` in exec.go).

    Args:
        receiver: What the dot before the name stands for.
        name: The field's name.
        has_args: Whether arguments follow, which only a method may have.
        missingkey: ``default``, ``zero`` or ``error``.

    Raises:
        GoError: There is none.
    """
    if receiver.type is None:
        if missingkey == "error":
            raise GoError(f"nil data; no entry for key {quote(name)}")
        return Found(None, ZERO)
    type = receiver.type
    receiver, is_nil = indirect(receiver)
    if is_nil and receiver.kind is Kind.INTERFACE:
        raise GoError(f"nil pointer evaluating {type}.{name}")
    assert receiver.type is not None
    bind = receiver.type.methods.get(name)
    if bind is not None:
        return Found(python_function(bind(receiver.obj)), ZERO)
    if receiver.kind is Kind.STRUCT:
        struct_field = receiver.type.field_by_name(name)
        if struct_field is not None:
            if has_args:
                raise GoError(f"{name} has arguments but cannot be invoked as function")
            try:
                return Found(None, receiver.field(struct_field))
            except GoError as error:  # a Python property is a method that failed
                raise GoError(f"error calling {name}: {error}") from error.__cause__
    elif receiver.kind is Kind.MAP:
        if receiver.type.key in (STRING, EMPTY_INTERFACE):
            if has_args:
                raise GoError(f"{name} is not a method but has arguments")
            return Found(None, _entry(receiver, name, missingkey))
    elif receiver.kind is Kind.POINTER:
        elem = receiver.type.elem
        assert elem is not None
        if elem.kind is not Kind.STRUCT or elem.field_by_name(name) is not None:
            raise GoError(f"nil pointer evaluating {type}.{name}")
    raise GoError(f"can't evaluate field {name} in type {type}")


def _entry(receiver: Value, name: str, missingkey: str) -> Value:
    assert receiver.type is not None
    assert receiver.type.elem is not None
    result = receiver.map_index(Value(STRING, name))
    if not result.is_valid():
        if missingkey == "zero":
            return zero(receiver.type.elem)
        if missingkey == "error":
            raise GoError(f"map has no entry for key {quote(name)}")
    return result


def validate_type(value: Value, type: Type | None) -> Value:
    """Makes sure that a value can be an argument of a type (`validateType` in exec.go).

    Raises:
        GoError: It cannot.
    """
    if type is REFLECT_VALUE:
        return value
    if value.type is None:
        if type is None:
            return ZERO
        if type.kind.can_be_nil:
            return zero(type)
        raise GoError(f"invalid value; expected {type}")
    if type is None or value.type.assignable_to(type):
        return value
    if value.kind is Kind.INTERFACE and not value.is_nil():
        value = value.elem()
        assert value.type is not None
        if value.type.assignable_to(type):
            return value
    assert value.type is not None
    if value.kind is Kind.POINTER and value.type.elem is type:
        value = value.elem()
        if not value.is_valid():
            raise GoError(f"dereference of nil pointer of type {type}")
        return value
    raise GoError(f"wrong type for value; expected {type}; got {value.type}")
