"""Go values: Python objects with their Go types."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl.golang.classes import BYTES, LIST, STRING_MAP
from gotmpl.golang.error import GoError
from gotmpl.golang.kind import (
    BOOL,
    EMPTY_INTERFACE,
    FLOAT64,
    INT,
    STRING,
    UINT8,
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
from gotmpl.golang.reflect import (
    FALSE,
    TRUE,
    ZERO,
    SliceView,
    Value,
    compare,
    indirect,
    indirect_interface,
    is_true,
    value_of,
    zero,
)

POINT = struct_of("main.Point", [Field("X", INT, "real"), Field("Any", EMPTY_INTERFACE, "imag")])
POINTER = pointer_to(POINT)


def boxed(obj: Any) -> Value:
    return Value(EMPTY_INTERFACE, obj)


def test_nil_is_no_value():
    assert value_of(None) is ZERO
    assert ZERO.kind is Kind.INVALID
    assert not ZERO.is_valid()
    with pytest.raises(GoError, match=r"reflect: call of reflect.Value.Type on zero Value"):
        ZERO.must_type()


def test_a_value_is_its_own_value():
    value = Value(POINT, 1j)
    assert value_of(value) is value
    assert value_of(boxed(value)) is value
    assert value_of(boxed("a")).type is STRING
    assert value_of(boxed(None)) is ZERO


@pytest.mark.parametrize(
    ("value", "length"),
    [
        (value_of("abc"), 3),
        (value_of("é世"), 5),
        (value_of("a\udcffb"), 3),
        (value_of([1, 2]), 2),
        (value_of({"a": 1}), 1),
        (value_of(b"abc"), 3),
        (Value(STRING_MAP, None), 0),
        (Value(LIST, None), 0),
        (value_of(iter("abc")), 0),
    ],
)
def test_len_counts_bytes_elements_and_entries(value: Value, length: int):
    assert value.len() == length


def test_index_gives_elements_and_bytes():
    assert value_of([1, "a"]).index(1).elem().obj == "a"
    assert value_of("é").index(1).obj == 0xA9
    assert value_of("é").index(1).type is UINT8
    assert Value(slice_of(INT), [7]).index(0).type is INT
    assert value_of(b"ab").index(1).obj == 98


@pytest.mark.parametrize("i", [-1, 3])
def test_index_out_of_range_says_what_go_says(i: int):
    with pytest.raises(GoError, match=r"^reflect: slice index out of range$"):
        value_of([1, 2, 3]).index(i)
    with pytest.raises(GoError, match=r"^reflect: string index out of range$"):
        value_of("abc").index(i)


def test_a_slice_of_a_list_keeps_its_capacity():
    value = value_of([1, 2, 3, 4]).slice(1, 2)
    assert (value.len(), value.cap()) == (1, 3)
    assert list(value.obj) == [2]
    longer = value.slice(0, 3)
    assert list(longer.obj) == [2, 3, 4]
    bounded = longer.slice(0, 1, 2)
    assert (bounded.len(), bounded.cap()) == (1, 2)
    assert list(value_of(b"abcd").slice(1, 2).slice(0, 3).obj) == [98, 99, 100]


def test_a_slice_of_a_string_counts_bytes():
    assert value_of("é世").slice(0, 2).obj == "é"
    assert value_of("é").slice(0, 1).obj == "\udcc3"
    role = Type(Kind.STRING, "main.Role")
    assert Value(role, "user").slice(1, 2).type is role


def test_a_view_is_a_sequence():
    view = SliceView([0, 1, 2, 3, 4], 1, 4, 4)
    assert len(view) == 3
    assert list(view) == [1, 2, 3]
    assert (view[0], view[-1], view[1:]) == (1, 3, [2, 3])
    assert 3 in view
    with pytest.raises(IndexError):
        view[3]


@given(st.lists(st.integers(), max_size=8), st.data())
def test_slices_of_slices_are_slices(items: list[int], data: st.DataObject):
    i, j = sorted([data.draw(st.integers(0, len(items))), data.draw(st.integers(0, len(items)))])
    value = value_of(items).slice(i, j)
    assert list(value.obj) == items[i:j]
    m, n = sorted([data.draw(st.integers(0, value.cap())), data.draw(st.integers(0, value.cap()))])
    assert list(value.slice(m, n).obj) == items[i:][m:n]


@pytest.mark.parametrize(
    ("obj", "key", "found"),
    [
        ({"a": 1}, "a", 1),
        ({"a": 1}, "b", None),
        ({1: "int"}, 1, "int"),
        ({1: "int", "a": 2}, 1, "int"),
        ({1: "int", "a": 2}, 1.0, None),
        ({1: "int", "a": 2}, True, None),
        ({True: "bool", "a": 2}, True, "bool"),
        ({1.0: "float", "a": 2}, 1.0, "float"),
        ({None: "nil", "a": 2}, None, "nil"),
    ],
)
def test_map_index_finds_the_key_of_the_same_type(obj: dict[Any, Any], key: Any, found: Any):
    value = value_of(obj).map_index(boxed(key))
    assert value.is_valid() == (found is not None)
    assert value.obj == found


@pytest.mark.parametrize("key", [[], {}, b"x", len])
def test_a_key_without_a_hash_is_an_error(key: Any):
    with pytest.raises(GoError, match="runtime error: hash of unhashable type"):
        value_of({"a": 1, 1: 2}).map_index(boxed(key))


@pytest.mark.parametrize(
    ("obj", "keys"),
    [
        ({"b": 1, "a": 2, "B": 3, "é": 4, "世": 5, "\udcff": 6}, ["B", "a", "b", "é", "世", "\udcff"]),
        ({10: 1, 9: 2, -1: 3}, [-1, 9, 10]),
        ({1.5: 1, -0.5: 2, math.inf: 3}, [-0.5, 1.5, math.inf]),
        ({True: 1, False: 2}, [False, True]),
        ({"a": 1, 2: 2, None: 3, 1.5: 4}, [None, 1.5, 2, "a"]),
        ({2j: 1, 1j: 2, 1 + 0j: 3}, [1j, 2j, 1 + 0j]),
        ({(1, 2): 1, (1,): 2, (0, 9): 3}, [(0, 9), (1,), (1, 2)]),
    ],
)
def test_entries_come_in_the_order_in_which_go_prints_them(obj: dict[Any, Any], keys: list[Any]):
    entries = value_of(obj).sorted_entries()
    assert [key.obj for key, _ in entries] == keys
    assert [value.obj for _, value in entries] == [obj[key] for key in keys]


def test_nan_keys_come_first():
    keys = [key.obj for key, _ in value_of({1.0: 1, math.nan: 2}).sorted_entries()]
    assert math.isnan(keys[0])


@given(st.lists(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3)), max_size=6))
def test_compare_is_an_order(keys: list[Any]):
    values = [boxed(key) for key in keys]
    for a in values:
        assert compare(a, a) == 0 or a.obj != a.obj
        for b in values:
            assert compare(a, b) == -compare(b, a)


@pytest.mark.parametrize(
    ("value", "truth"),
    [
        (ZERO, False),
        (TRUE, True),
        (FALSE, False),
        (value_of(0), False),
        (value_of(-1), True),
        (value_of(0.0), False),
        (value_of(math.nan), True),
        (value_of(0j), False),
        (value_of(""), False),
        (value_of("0"), True),
        (value_of([]), False),
        (value_of([None]), True),
        (value_of({}), False),
        (Value(STRING_MAP, None), False),
        (Value(POINT, 0j), True),
        (Value(POINTER, None), False),
        (Value(POINTER, 0j), True),
        (value_of(len), True),
        (value_of(iter("")), True),
        (value_of(2**64), True),
    ],
)
def test_truth_is_not_being_the_zero_value(value: Value, truth: bool):
    assert is_true(value) is truth
    assert bool(value) is truth


def test_indirect_follows_pointers_and_interfaces():
    assert indirect(boxed(Value(POINTER, 1j)))[0].type is POINT
    value, is_nil = indirect(boxed(Value(POINTER, None)))
    assert is_nil
    assert value.type is POINTER
    value, is_nil = indirect(boxed(None))
    assert is_nil
    assert value.kind is Kind.INTERFACE
    assert indirect(value_of(1)) == (value_of(1), False) or indirect(value_of(1))[0].obj == 1


def test_indirect_interface_follows_no_pointers():
    assert indirect_interface(boxed(Value(POINTER, 1j))).type is POINTER
    assert indirect_interface(boxed(None)) is ZERO
    assert indirect_interface(TRUE) is TRUE


def test_fields_have_their_declared_types():
    value = Value(POINT, 3 + 4j)
    x, anything = POINT.fields
    assert value.field(x).type is INT
    assert value.field(anything).type is EMPTY_INTERFACE
    assert value.field(anything).elem().type is FLOAT64
    assert Value(POINT, None).field(x).obj == 0


@pytest.mark.parametrize(
    ("type", "obj"),
    [
        (STRING, ""),
        (BOOL, False),
        (INT, 0),
        (UINT64, 0),
        (FLOAT64, 0.0),
        (LIST, None),
        (STRING_MAP, None),
        (POINTER, None),
        (EMPTY_INTERFACE, None),
    ],
)
def test_the_zero_value_of_a_type(type: Type, obj: Any):
    assert zero(type).obj == obj
    assert zero(type).type is type


@pytest.mark.parametrize(
    ("type", "comparable"),
    [
        (INT, True),
        (LIST, False),
        (STRING_MAP, False),
        (POINTER, True),
        (POINT, True),
        (BYTES, False),
        (func_of((), False, INT), False),
        (struct_of("s", [Field("A", LIST, "a")]), False),
    ],
)
def test_what_go_can_compare(type: Type, comparable: bool):
    assert type.comparable is comparable


def test_types_are_made_once():
    assert slice_of(INT) is slice_of(INT)
    assert map_of(STRING, INT) is map_of(STRING, INT)
    assert map_of(STRING, INT).name == "map[string]int"
    assert func_of((STRING, INT), True, BOOL).name == "func(string, ...int) bool"
    assert pointer_to(POINT).name == "*main.Point"


def test_assignability_is_identity_or_the_empty_interface():
    assert INT.assignable_to(INT)
    assert INT.assignable_to(EMPTY_INTERFACE)
    assert not INT.assignable_to(UINT64)
    assert not EMPTY_INTERFACE.assignable_to(INT)


class Broken:
    def __len__(self) -> int:
        raise RuntimeError("broken")

    def __getitem__(self, index: int) -> int:
        raise RuntimeError("broken")

    @property
    def field(self) -> int:
        raise RuntimeError("broken")


@pytest.mark.parametrize("use", [Value.len, lambda value: value.index(0), is_true])
def test_an_exception_of_an_object_is_an_error_of_go(use: Any):
    with pytest.raises(GoError, match=r"^broken$"):
        use(value_of(Broken()))
