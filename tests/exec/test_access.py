"""Fields, methods and the types of arguments."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gotmpl.exec.access import MISSING, field, validate_type
from gotmpl.golang.classes import LIST, STRING_MAP
from gotmpl.golang.error import GoError
from gotmpl.golang.kind import (
    BOOL,
    EMPTY_INTERFACE,
    FLOAT64,
    INT,
    REFLECT_VALUE,
    STRING,
    UINT64,
    Field,
    Type,
    map_of,
    pointer_to,
    struct_of,
)
from gotmpl.golang.reflect import ZERO, Value, value_of

POINT = struct_of("main.Point", [Field("X", INT, "x")], methods={"Twice": lambda point: lambda: point.x * 2})
POINTER = pointer_to(POINT)
OBJ = SimpleNamespace(x=3)


def found(receiver: Value, name: str, *, has_args: bool = False, missingkey: str = "default") -> Any:
    method, value = field(receiver, name, has_args=has_args, missingkey=missingkey)
    return method.call([]).obj if method is not None else value


@pytest.mark.parametrize(
    ("receiver", "name", "obj"),
    [
        (value_of({"a": 1}), "a", 1),
        (value_of({"a": None}), "a", None),
        (Value(EMPTY_INTERFACE, {"a": 1}), "a", 1),
        (Value(map_of(STRING, INT), {"a": 1}), "a", 1),
        (Value(POINT, OBJ), "X", 3),
        (Value(POINTER, OBJ), "X", 3),
        (value_of(SimpleNamespace(tool_calls=[])), "ToolCalls", []),
    ],
)
def test_a_field_or_an_entry_is_found(receiver: Value, name: str, obj: Any):
    assert found(receiver, name).obj == obj


def test_methods_come_before_fields_and_are_bound():
    assert found(Value(POINT, OBJ), "Twice") == 6
    assert found(Value(POINTER, OBJ), "Twice", has_args=True) == 6


def test_nothing_has_nothing():
    assert found(ZERO, "X") is ZERO
    assert found(ZERO, "X", has_args=True) is ZERO
    assert found(value_of({}), "X") is ZERO
    assert found(Value(STRING_MAP, None), "X") is ZERO


@pytest.mark.parametrize(
    ("receiver", "missingkey", "type", "obj"),
    [
        (value_of({}), "zero", EMPTY_INTERFACE, None),
        (Value(map_of(STRING, INT), {}), "zero", INT, 0),
        (Value(map_of(STRING, STRING), {}), "zero", STRING, ""),
        (Value(map_of(STRING, INT), {}), "default", None, None),
    ],
)
def test_a_missing_key_is_what_the_option_says(receiver: Value, missingkey: str, type: Type | None, obj: Any):
    value = found(receiver, "X", missingkey=missingkey)
    assert (value.type, value.obj) == (type, obj)


@pytest.mark.parametrize(
    ("receiver", "options", "message"),
    [
        (ZERO, {"missingkey": "error"}, 'nil data; no entry for key "X"'),
        (value_of({}), {"missingkey": "error"}, 'map has no entry for key "X"'),
        (Value(EMPTY_INTERFACE, None), {}, "nil pointer evaluating interface {}.X"),
        (Value(POINTER, None), {}, "nil pointer evaluating *main.Point.X"),
        (Value(pointer_to(STRING_MAP), None), {}, "nil pointer evaluating *map[string]interface {}.X"),
        (value_of(1), {}, "can't evaluate field X in type int"),
        (Value(EMPTY_INTERFACE, 1), {}, "can't evaluate field X in type interface {}"),
        (value_of([1]), {}, "can't evaluate field X in type []interface {}"),
        (value_of({1: 2}), {}, "can't evaluate field X in type map[int]interface {}"),
        (value_of(SimpleNamespace(y=1)), {}, "can't evaluate field X in type types.SimpleNamespace"),
        (Value(POINT, OBJ), {"has_args": True}, "X has arguments but cannot be invoked as function"),
        (value_of({"X": 1}), {"has_args": True}, "X is not a method but has arguments"),
    ],
)
def test_what_is_not_there_is_refused_in_the_words_of_go(receiver: Value, options: dict[str, Any], message: str):
    with pytest.raises(GoError) as raised:
        found(receiver, "X", **options)
    assert str(raised.value) == message


class Broken:
    @property
    def x(self) -> int:
        raise ValueError("broken")


def test_a_property_that_raises_is_a_function_that_failed():
    with pytest.raises(GoError, match=r"^error calling X: broken$") as raised:
        found(value_of(Broken()), "X")
    assert isinstance(raised.value.__cause__, ValueError)


@pytest.mark.parametrize(
    ("value", "type", "result"),
    [
        (value_of(1), INT, INT),
        (value_of(1), EMPTY_INTERFACE, INT),
        (value_of(1), None, INT),
        (value_of(1), REFLECT_VALUE, INT),
        (Value(EMPTY_INTERFACE, 1), INT, INT),
        (Value(EMPTY_INTERFACE, 1), EMPTY_INTERFACE, EMPTY_INTERFACE),
        (Value(pointer_to(INT), 1), INT, INT),
        (ZERO, EMPTY_INTERFACE, EMPTY_INTERFACE),
        (ZERO, LIST, LIST),
        (ZERO, POINTER, POINTER),
        (ZERO, None, None),
    ],
)
def test_an_argument_that_fits(value: Value, type: Type | None, result: Type | None):
    assert validate_type(value, type).type is result


@pytest.mark.parametrize(
    ("value", "type", "message"),
    [
        (value_of(1), STRING, "wrong type for value; expected string; got int"),
        (value_of(1), FLOAT64, "wrong type for value; expected float64; got int"),
        (value_of(1), UINT64, "wrong type for value; expected uint64; got int"),
        (Value(EMPTY_INTERFACE, 1), STRING, "wrong type for value; expected string; got int"),
        (Value(EMPTY_INTERFACE, None), STRING, "wrong type for value; expected string; got interface {}"),
        (Value(pointer_to(INT), None), INT, "dereference of nil pointer of type int"),
        (ZERO, BOOL, "invalid value; expected bool"),
    ],
)
def test_an_argument_that_does_not_fit(value: Value, type: Type, message: str):
    with pytest.raises(GoError) as raised:
        validate_type(value, type)
    assert str(raised.value) == message


def test_the_missing_value_is_none_that_data_can_have():
    assert MISSING.type is EMPTY_INTERFACE
    assert validate_type(MISSING, None) is MISSING
