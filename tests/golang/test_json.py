"""What Go's json.Marshal writes; the expected texts are from tests/oracle/fmt_oracle."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golang.fmt_cases import FLOAT32, FUNC, NODE, POINT, RAW, TITLE, WORD
from gotmpl.golang.classes import BYTES, LIST, STRING_MAP
from gotmpl.golang.error import GoError
from gotmpl.golang.json import marshal
from gotmpl.golang.kind import INT, pointer_to, slice_of
from gotmpl.golang.reflect import SliceView, Value, value_of

POINT_12 = Value(POINT, SimpleNamespace(x=1, y=2))
TITLE_A = Value(TITLE, SimpleNamespace(text="a"))
TITLE_PTR = Value(pointer_to(TITLE), SimpleNamespace(text="a"))
NIL_TITLE = Value(pointer_to(TITLE), None)
WORD_A = Value(WORD, "a")
NIL_LIST = Value(LIST, None)
NIL_MAP = Value(STRING_MAP, None)
NIL_BYTES = Value(BYTES, None)
NIL_FUNC = Value(FUNC, None)
HALF32 = Value(FLOAT32, 0.10000000149011612)
INTS = Value(slice_of(INT), [1, 2])

JSON = [
    (None, "null"),
    (True, "true"),
    (-5, "-5"),
    (18446744073709551615, "18446744073709551615"),
    ("a", '"a"'),
    ('a"b\\c/d', '"a\\"b\\\\c/d"'),
    ("\b\f\n\r\t\0\x1f\x7f", '"\\b\\f\\n\\r\\t\\u0000\\u001f\x7f"'),
    ("<a href='x'>&</a>", "\"\\u003ca href='x'\\u003e\\u0026\\u003c/a\\u003e\""),
    ("é日😀\u2028\u2029", '"é日😀\\u2028\\u2029"'),
    ("\udcff\udce2\udc82", '"\ufffd\ufffd\ufffd"'),
    ("\udcc3\udca9", '"é"'),
    (1.0, "1"),
    (-0.0, "-0"),
    (0.1, "0.1"),
    (1e20, "100000000000000000000"),
    (1e21, "1e+21"),
    (-1.5e300, "-1.5e+300"),
    (1e-6, "0.000001"),
    (9.5e-7, "9.5e-7"),
    (1e-10, "1e-10"),
    (123456789.125, "123456789.125"),
    (float("nan"), "error: json: unsupported value: NaN"),
    (float("inf"), "error: json: unsupported value: +Inf"),
    (float("-inf"), "error: json: unsupported value: -Inf"),
    (HALF32, "0.1"),
    ([], "[]"),
    ([1, "a", None, [True]], '[1,"a",null,[true]]'),
    ({}, "{}"),
    ({"b": 1, "a": {"z": [], "<": None}}, '{"a":{"\\u003c":null,"z":[]},"b":1}'),
    ({"é": 1, "z": 2, "\udcff": 3, "😀": 4}, '{"z":2,"é":1,"😀":4,"\ufffd":3}'),
    ({10: 1, 9: 2, -1: 3}, '{"-1":3,"10":1,"9":2}'),
    ({1.5: 1}, '{"1.5":1}'),
    (NIL_LIST, "null"),
    (NIL_MAP, "null"),
    (NIL_BYTES, "null"),
    (b"hello", '"aGVsbG8="'),
    (b"", '""'),
    (INTS, "[1,2]"),
    (1j, "error: json: unsupported type: complex128"),
    (NIL_FUNC, "error: json: unsupported type: func(string) int"),
    ([NIL_FUNC], "error: json: unsupported type: func(string) int"),
    ({"a": [1, {"b": 1j}]}, "error: json: unsupported type: complex128"),
    (TITLE_A, '{"Text":"a"}'),
    (TITLE_PTR, '{"Text":"a"}'),
    (NIL_TITLE, "null"),
    (WORD_A, '"a"'),
    (POINT_12, '{"X":1,"Y":2}'),
    (
        Value(RAW, SimpleNamespace(text=' { "a" : [ 1.0 , "x y\\"  <" ] , "b":{ } } ')),
        '{"a":[1.0,"x y\\"  \\u003c"],"b":{}}',
    ),
    ([Value(RAW, SimpleNamespace(text='"\\u003c\u2028"'))], '["\\u003c\\u2028"]'),
]


def answer(obj):
    try:
        return marshal(value_of(obj))
    except GoError as error:
        return f"error: {error}"


@pytest.mark.parametrize(("obj", "expected"), JSON)
def test_marshal_writes_as_go(obj, expected):
    assert answer(obj) == expected


def node(**changes):
    empty = dict.fromkeys(["data", "items", "attrs", "point", "any", "list", "table"])
    here, title = SimpleNamespace(x=1, y=2), SimpleNamespace(text="t")
    fields = {"name": "", "note": "", "count": 0, "score": 0.0, "flag": False, **empty, "here": here, "title": title}
    return Value(NODE, SimpleNamespace(**fields | {"gone": 7} | changes))


REST = '"List":null,"Table":null,"here":{"X":1,"Y":2},"Title":{"Text":"t"}'


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, f'{{"name":"",{REST}}}'),
        ({"items": [], "attrs": {}, "data": b""}, f'{{"name":"",{REST}}}'),
        ({"any": 0}, f'{{"name":"","any":0,{REST}}}'),
        ({"count": 2, "flag": True, "score": 0.5}, f'{{"name":"","count":2,"score":0.5,"flag":true,{REST}}}'),
        ({"point": SimpleNamespace(x=0, y=0)}, f'{{"name":"","point":{{"X":0,"Y":0}},{REST}}}'),
        ({"items": [None], "data": b"a"}, f'{{"name":"","data":"YQ==","items":[null],{REST}}}'),
    ],
)
def test_omitempty_leaves_out_what_is_empty(changes, expected):
    assert marshal(node(**changes)) == expected


@pytest.mark.parametrize("obj", [{True: 1}, {None: 1}, {"a": {False: 1}}, {(1, 2): 1}])
def test_keys_that_are_no_strings_or_numbers_are_refused(obj):
    with pytest.raises(GoError, match="json: unsupported type: map"):
        marshal(value_of(obj))


def test_part_of_a_list_is_written_as_a_list():
    assert marshal(Value(LIST, SliceView([1, 2, 3], 1, 3, 2))) == "[2,3]"


json_like = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 63), (1 << 63) - 1) | st.floats(-9e15, 9e15) | st.text(),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
    max_leaves=12,
)


@given(json_like)
def test_json_reads_back_as_the_same_value(obj):
    text = marshal(value_of(obj))
    assert json.loads(text) == obj
    assert not set("<>&\u2028\u2029") & set(text)
