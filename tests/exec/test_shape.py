"""Go values in the locals of compiled code."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl.exec.shape import ANY, BOOLEAN, INTERFACE, NUMBER, TEXT, Shape, lift, lower
from gotmpl.golang.classes import BYTES, LIST
from gotmpl.golang.kind import EMPTY_INTERFACE, FLOAT64, STRING, UINT8, slice_of
from gotmpl.golang.reflect import ZERO, Value, value_of

SHAPES = [ANY, INTERFACE, TEXT, NUMBER, BOOLEAN, Shape(FLOAT64), Shape(LIST)]
VALUES = [
    ZERO,
    value_of(1),
    value_of(1 << 63),
    value_of("a"),
    value_of(True),
    value_of(1.5),
    value_of([1]),
    value_of([1, 2]).slice(0, 1),
    value_of((1, 2)),
    value_of({"a": 1}),
    value_of(b"a"),
    value_of(len),
    Value(UINT8, 97),
    Value(BYTES, None),
    Value(LIST, None),
    Value(slice_of(STRING), ["a"]),
    Value(EMPTY_INTERFACE, 1),
    Value(EMPTY_INTERFACE, None),
    Value(EMPTY_INTERFACE, value_of("a")),
]


def fits(value: Value, shape: Shape) -> bool:
    """Whether such a value is ever lowered for such a shape."""
    return shape.type in (None, value.type) and (shape.boxed or value.type is not EMPTY_INTERFACE)


@pytest.mark.parametrize(("value", "shape"), [(v, s) for v in VALUES for s in SHAPES if fits(v, s)])
def test_what_is_lowered_can_be_lifted(value: Value, shape: Shape):
    lifted = lift(lower(value, shape), shape)
    assert lifted.type is value.type
    assert lifted.obj is value.obj or lifted.obj == value.obj


@given(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.integers())))
def test_plain_objects_tell_their_type(obj: Any):
    assert lift(obj, ANY).type is value_of(obj).type
    assert lift(obj, INTERFACE).type is EMPTY_INTERFACE
    assert lift(obj, INTERFACE).elem().type is value_of(obj).type


@pytest.mark.parametrize(
    ("value", "shape", "obj"),
    [
        (value_of("a"), TEXT, "a"),
        (value_of("a"), ANY, "a"),
        (Value(EMPTY_INTERFACE, "a"), INTERFACE, "a"),
        (value_of(5), NUMBER, 5),
        (value_of(5), ANY, 5),
    ],
)
def test_what_tells_its_type_is_kept_bare(value: Value, shape: Shape, obj: Any):
    assert lower(value, shape) is obj


@pytest.mark.parametrize("value", [Value(UINT8, 97), Value(LIST, None), value_of({}), ZERO], ids=repr)
def test_what_does_not_tell_its_type_is_kept_whole(value: Value):
    assert lower(value, ANY) is value


def test_a_known_value_is_put_in_its_interface():
    lifted = lift("a", Shape(STRING, boxed=True))
    assert (lifted.type, lifted.elem().type, lifted.elem().obj) == (EMPTY_INTERFACE, STRING, "a")
