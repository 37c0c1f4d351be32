"""What Go's fmt prints; the expected texts are from tests/oracle/fmt_oracle."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golang.fmt_cases import COMPLEX64, FLOAT32, FUNC, POINT, ROLE, TITLE, WORD
from gotmpl.golang import fmt, strconv, utf8
from gotmpl.golang.classes import BYTES, LIST, STRING_MAP
from gotmpl.golang.error import GoError
from gotmpl.golang.kind import INT, UINT8, pointer_to, slice_of
from gotmpl.golang.reflect import Value, value_of

POINT_12 = Value(POINT, SimpleNamespace(x=1, y=2))
POINT_PTR = Value(pointer_to(POINT), SimpleNamespace(x=1, y=2))
NIL_POINT = Value(pointer_to(POINT), None)
TITLE_A = Value(TITLE, SimpleNamespace(text="a"))
TITLE_PTR = Value(pointer_to(TITLE), SimpleNamespace(text="a"))
NIL_TITLE = Value(pointer_to(TITLE), None)
WORD_A = Value(WORD, "a")
ROLE_A = Value(ROLE, "user")
NIL_LIST = Value(LIST, None)
NIL_MAP = Value(STRING_MAP, None)
NIL_BYTES = Value(BYTES, None)
NIL_FUNC = Value(FUNC, None)
LIST_PTR = Value(pointer_to(LIST), [1, "a"])
MAP_PTR = Value(pointer_to(STRING_MAP), {"a": 1})
BYTE = Value(UINT8, 65)
HALF32 = Value(FLOAT32, 0.10000000149011612)
C64 = Value(COMPLEX64, 1 + 2j)
INTS = Value(slice_of(INT), [1, 2])

INTEGERS = [
    ("%d", [42], "42"),
    ("%d", [-42], "-42"),
    ("%+d", [42], "+42"),
    ("% d", [42], " 42"),
    ("% d", [-42], "-42"),
    ("%5d|", [42], "   42|"),
    ("%-5d|", [42], "42   |"),
    ("%05d|", [-42], "-0042|"),
    ("%-05d|", [42], "42   |"),
    ("%+05d", [42], "+0042"),
    ("%.5d", [-42], "-00042"),
    ("%8.5d|", [42], "   00042|"),
    ("%08.5d|", [42], "   00042|"),
    ("%.0d|", [0], "|"),
    ("%5.0d|", [0], "     |"),
    ("%.d|", [0], "|"),
    ("%b", [-5], "-101"),
    ("%#b", [5], "0b101"),
    ("%o", [8], "10"),
    ("%#o", [8], "010"),
    ("%#o", [0], "0"),
    ("%O", [8], "0o10"),
    ("%x", [255], "ff"),
    ("%X", [255], "FF"),
    ("%#x", [-255], "-0xff"),
    ("%#X", [255], "0XFF"),
    ("%#08x", [255], "0x000000ff"),
    ("%c", [65], "A"),
    ("%c", [0x1F600], "😀"),
    ("%c", [-1], "\ufffd"),
    ("%c", [0xD800], "\ufffd"),
    ("%q", [65], "'A'"),
    ("%q", [39], "'\\''"),
    ("%q", [10], "'\\n'"),
    ("%+q", [233], "'\\u00e9'"),
    ("%#q", [65], "'A'"),
    ("%q", [0x110000], "'\ufffd'"),
    ("%U", [65], "U+0041"),
    ("%#U", [0x1F600], "U+1F600 '😀'"),
    ("%#U", [7], "U+0007"),
    ("%.6U", [65], "U+000041"),
    ("%U", [-1], "U+FFFFFFFFFFFFFFFF"),
    ("%10U|", [65], "    U+0041|"),
    ("%v", [18446744073709551615], "18446744073709551615"),
    ("%#v", [18446744073709551615], "0xffffffffffffffff"),
    ("%#v", [-7], "-7"),
    ("%#v", [BYTE], "0x41"),
    ("%T", [18446744073709551615], "uint64"),
    ("%e", [1], "%!e(int=1)"),
    ("%s", [1], "%!s(int=1)"),
    ("%t", [1], "%!t(int=1)"),
]

FLOATS = [
    ("%v", [3.0], "3"),
    ("%v", [1e6], "1e+06"),
    ("%v", [123456.0], "123456"),
    ("%v", [1234567.0], "1.234567e+06"),
    ("%v", [1e20], "1e+20"),
    ("%v", [1e21], "1e+21"),
    ("%v", [0.0001], "0.0001"),
    ("%v", [0.00001], "1e-05"),
    ("%v", [-0.0], "-0"),
    ("%v", [float("inf")], "+Inf"),
    ("%v", [float("nan")], "NaN"),
    ("%+v", [float("nan")], "NaN"),
    ("%08.3f", [-3.14159], "-003.142"),
    ("%+.2e", [12345.678], "+1.23e+04"),
    ("%.3g", [1234.5678], "1.23e+03"),
    ("%.3g", [0.00012345], "0.000123"),
    ("%#.3g", [1.0], "1.00"),
    ("%#g", [1e6], "1.00000e+06"),
    ("%#v", [1.0], "1"),
    ("%#v", [1e6], "1e+06"),
    ("%g", [100000.0], "100000"),
    ("%G", [1e-7], "1E-07"),
    ("%E", [1e100], "1.000000E+100"),
    ("%F", [2.5], "2.500000"),
    ("%.0f", [0.5], "0"),
    ("%.0f", [1.5], "2"),
    ("%.0f", [2.5], "2"),
    ("%#.0f", [2.5], "2."),
    ("%6.2f|", [3.14159], "  3.14|"),
    ("%-8.2f|", [3.14159], "3.14    |"),
    ("%-08.2f|", [3.14159], "3.14    |"),
    ("%6.2v|", [3.14159], "   3.1|"),
    ("%+08v", [float("inf")], "    +Inf"),
    ("%08f", [float("-inf")], "    -Inf"),
    ("%-8v|", [float("nan")], "NaN     |"),
    ("% f", [1.0], " 1.000000"),
    ("%x", [1.5], "0x1.8p+00"),
    ("%X", [-1.5], "-0X1.8P+00"),
    ("%.3x", [1.999], "0x1.ffcp+00"),
    ("%#x", [1.0], "0x1.0000p+00"),
    ("%b", [1.0], "4503599627370496p-52"),
    ("%.40f", [0.1], "0.1000000000000000055511151231257827021182"),
    ("%d", [1.5], "%!d(float64=1.5)"),
    ("%s", [1.5], "%!s(float64=1.5)"),
    ("%v", [HALF32], "0.1"),
    ("%T", [HALF32], "float32"),
    ("%v", [1 + 2j], "(1+2i)"),
    ("%.2f", [1 - 2j], "(1.00-2.00i)"),
    ("%+v", [-1 + 2j], "(-1+2i)"),
    ("%8.1f", [1 + 2j], "(     1.0    +2.0i)"),
    ("%v", [C64], "(1+2i)"),
    ("%d", [1j], "%!d(complex128=(0+1i))"),
]

STRINGS = [
    ("%s", ["hi"], "hi"),
    ("%v", ["hi"], "hi"),
    ("%5s|", ["hi"], "   hi|"),
    ("%-5s|", ["hi"], "hi   |"),
    ("%05s|", ["hi"], "000hi|"),
    ("%-05s|", ["hi"], "hi   |"),
    ("%.1s|", ["hi"], "h|"),
    ("%.2s|", ["日本語"], "日本|"),
    ("%5.2s|", ["日本語"], "   日本|"),
    ("%.0s|", ["hi"], "|"),
    ("%5s|", ["\udcff\udcfe"], "   \udcff\udcfe|"),
    ("%.1s|", ["\udcff\udcfe"], "\udcff|"),
    ("%q", ["hi"], '"hi"'),
    ("%q", ['a"b\n'], '"a\\"b\\n"'),
    ("%q", ["\udcff\u00ad"], '"\\xff\\u00ad"'),
    ("%+q", ["é😀"], '"\\u00e9\\U0001f600"'),
    ("%#q", ["hi"], "`hi`"),
    ("%#q", ["a`b"], '"a`b"'),
    ("%#q", ["a\nb"], '"a\\nb"'),
    ("%#+q", ["é`"], '"\\u00e9`"'),
    ("%10q|", ["hi"], '      "hi"|'),
    ("%-10q|", ["hi"], '"hi"      |'),
    ("%.1q", ["hi"], '"h"'),
    ("%x", ["hi"], "6869"),
    ("%X", ["hi\xff"], "6869C3BF"),
    ("% x", ["hello"], "68 65 6c 6c 6f"),
    ("%#x", ["hello"], "0x68656c6c6f"),
    ("%# x", ["hello"], "0x68 0x65 0x6c 0x6c 0x6f"),
    ("%#X", ["hi"], "0X6869"),
    ("%.2x", ["hello"], "6865"),
    ("%10x|", ["hi"], "      6869|"),
    ("%-10x|", ["hi"], "6869      |"),
    ("%010x|", ["hi"], "0000006869|"),
    ("%5x|", [""], "     |"),
    ("%05x|", [""], "00000|"),
    ("%#v", ["hi"], '"hi"'),
    ("%#v", ['a"b'], '"a\\"b"'),
    ("%d", ["hi"], "%!d(string=hi)"),
    ("%5d", ["hi"], "%!d(string=   hi)"),
    ("%t", ["hi"], "%!t(string=hi)"),
    ("%T", ["hi"], "string"),
    ("%10T|", ["hi"], "    string|"),
    ("%s", [ROLE_A], "user"),
    ("%T", [ROLE_A], "main.Role"),
    ("%d", [ROLE_A], "%!d(main.Role=user)"),
    ("%t", [True], "true"),
    ("%v", [False], "false"),
    ("%7t|", [True], "   true|"),
    ("%d", [True], "%!d(bool=true)"),
    ("%s", [True], "%!s(bool=true)"),
]

BYTES = [
    ("%s", [b"hi"], "hi"),
    ("%v", [b"hi"], "[104 105]"),
    ("%d", [b"hi"], "[104 105]"),
    ("%x", [b"hi"], "6869"),
    ("%X", [b"hi"], "6869"),
    ("% x", [b"hi"], "68 69"),
    ("%q", [b"hi"], '"hi"'),
    ("%#v", [b"hi"], "[]byte{0x68, 0x69}"),
    ("%+v", [b"hi"], "[104 105]"),
    ("%4d|", [b"hi"], "[ 104  105]|"),
    ("%c", [b"hi"], "[h i]"),
    ("%t", [b"hi"], "[%!t(uint8=104) %!t(uint8=105)]"),
    ("%T", [b"hi"], "[]uint8"),
    ("%v", [[b"hi"]], "[[104 105]]"),
    ("%s", [[b"hi"]], "[hi]"),
    ("%#v", [[b"hi"]], "[]interface {}{[]uint8{0x68, 0x69}}"),
    ("%v", [NIL_BYTES], "[]"),
    ("%#v", [NIL_BYTES], "[]byte(nil)"),
    ("%s", [b"\xc3"], "\udcc3"),
]

CONTAINERS = [
    ("%v", [[1, "a", None, 2.5, True]], "[1 a <nil> 2.5 true]"),
    ("%+v", [[1, "a"]], "[1 a]"),
    ("%#v", [[1, "a", None, 2.5]], '[]interface {}{1, "a", interface {}(nil), 2.5}'),
    ("%d", [[1, "a", None]], "[1 %!d(string=a) <nil>]"),
    ("%s", [["a", 1]], "[a %!s(int=1)]"),
    ("%q", [["a", 1]], "[\"a\" '\\x01']"),
    ("%x", [["ab", 255, 1.5]], "[6162 ff 0x1.8p+00]"),
    ("%5d|", [[1, 2]], "[    1     2]|"),
    ("%T", [[1]], "[]interface {}"),
    ("%v", [[]], "[]"),
    ("%v", [NIL_LIST], "[]"),
    ("%#v", [NIL_LIST], "[]interface {}(nil)"),
    ("%v", [{"b": 1, "a": [1, {"c": None}]}], "map[a:[1 map[c:<nil>]] b:1]"),
    ("%v", [{"é": 1, "z": 2, "\udcff": 3, "😀": 4, "\ue000": 5}], "map[z:2 é:1 \ue000:5 😀:4 \udcff:3]"),
    ("%#v", [{"b": 1, "a": None}], 'map[string]interface {}{"a":interface {}(nil), "b":1}'),
    ("%d", [{"b": 1, "a": "x"}], "map[%!d(string=a):%!d(string=x) %!d(string=b):1]"),
    ("%T", [{"b": 1}], "map[string]interface {}"),
    ("%v", [{}], "map[]"),
    ("%v", [NIL_MAP], "map[]"),
    ("%#v", [NIL_MAP], "map[string]interface {}(nil)"),
    ("%v", [{2: "b", 10: "c", -1: "a"}], "map[-1:a 2:b 10:c]"),
    ("%#v", [{2: "b"}], 'map[int]interface {}{2:"b"}'),
    ("%v", [{True: 1, False: 0}], "map[false:0 true:1]"),
    ("%v", [{1.5: 1, 0.5: 2}], "map[0.5:2 1.5:1]"),
    ("%v", [INTS], "[1 2]"),
    ("%#v", [INTS], "[]int{1, 2}"),
    ("%v", [LIST_PTR], "&[1 a]"),
    ("%v", [MAP_PTR], "&map[a:1]"),
    ("%#v", [MAP_PTR], '&map[string]interface {}{"a":1}'),
    ("%d", [LIST_PTR], "&[1 %!d(string=a)]"),
    ("%v", [POINT_12], "{1 2}"),
    ("%+v", [POINT_12], "{X:1 Y:2}"),
    ("%#v", [POINT_12], "main.Point{X:1, Y:2}"),
    ("%d", [POINT_12], "{1 2}"),
    ("%s", [POINT_12], "{%!s(int=1) %!s(int=2)}"),
    ("%T", [POINT_12], "main.Point"),
    ("%v", [POINT_PTR], "&{1 2}"),
    ("%+v", [POINT_PTR], "&{X:1 Y:2}"),
    ("%T", [POINT_PTR], "*main.Point"),
    ("%v", [NIL_POINT], "<nil>"),
    ("%+v", [NIL_POINT], "<nil>"),
    ("%#v", [NIL_POINT], "(*main.Point)(nil)"),
    ("%s", [NIL_POINT], "%!s(*main.Point=<nil>)"),
    ("%p", [NIL_POINT], "0x0"),
    ("%d", [NIL_POINT], "0"),
    ("%6v|", [NIL_POINT], " <nil>|"),
    ("%v", [[NIL_POINT]], "[<nil>]"),
    ("%v", [NIL_FUNC], "<nil>"),
    ("%#v", [NIL_FUNC], "(func(string) int)(nil)"),
    ("%T", [NIL_FUNC], "func(string) int"),
    ("%s", [NIL_FUNC], "%!s(func(string) int=<nil>)"),
]

METHODS = [
    ("%v", [TITLE_A], "Title a"),
    ("%s", [TITLE_A], "Title a"),
    ("%q", [TITLE_A], '"Title a"'),
    ("%x", [TITLE_A], "5469746c652061"),
    ("%10v|", [TITLE_A], "   Title a|"),
    ("%.2s|", [TITLE_A], "Ti|"),
    ("%+v", [TITLE_A], "Title a"),
    ("%#v", [TITLE_A], 'main.Title{Text:"a"}'),
    ("%d", [TITLE_A], "{%!d(string=a)}"),
    ("%v", [TITLE_PTR], "Title a"),
    ("%d", [TITLE_PTR], "&{%!d(string=a)}"),
    ("%v", [NIL_TITLE], "<nil>"),
    ("%8s|", [NIL_TITLE], "<nil>|"),
    ("%d", [NIL_TITLE], "0"),
    ("%v", [[TITLE_A, WORD_A]], "[Title a <a>]"),
    ("%s", [{"k": WORD_A}], "map[k:<a>]"),
    ("%v", [WORD_A], "<a>"),
    ("%d", [WORD_A], "%!d(main.Word=a)"),
    ("%#v", [WORD_A], '"a"'),
    ("%z", [TITLE_A], "{%!z(string=a)}"),
    ("%w", [TITLE_A], "%!w(main.Title={a})"),
    ("%w", [[1, None]], "%!w([]interface {}=[1 <nil>])"),
]

COMPLAINTS = [
    ("%d", [], "%!d(MISSING)"),
    ("%d %d", [1], "1 %!d(MISSING)"),
    ("hello", [1, "a", None], "hello%!(EXTRA int=1, string=a, <nil>)"),
    ("%", [], "%!(NOVERB)"),
    ("%5", [1], "%!(NOVERB)%!(EXTRA int=1)"),
    ("%-", [1], "%!(NOVERB)%!(EXTRA int=1)"),
    ("%z", [1], "%!z(int=1)"),
    ("%!", [], "%!!(MISSING)"),
    ("%!d", [1], "%!!(int=1)d"),
    ("%%", [], "%"),
    ("%5%", [], "%"),
    ("%é", [1], "%!é(int=1)"),
    ("%\udcff", [1], "%!\ufffd(int=1)"),
    ("100%", [1], "100%!(NOVERB)%!(EXTRA int=1)"),
    ("%d", [None], "%!d(<nil>)"),
    ("%s", [None], "%!s(<nil>)"),
    ("%v", [None], "<nil>"),
    ("%5v|", [None], "<nil>|"),
    ("%T", [None], "<nil>"),
    ("%#v", [None], "<nil>"),
    ("%x", [None], "%!x(<nil>)"),
    ("%p", [1], "%!p(int=1)"),
    ("%p", ["a"], "%!p(string=a)"),
    ("%w", [1], "%!w(int=1)"),
    ("%w", [None], "%!w(<nil>)"),
    ("%[1]d %[1]v", [1], "1 1"),
    ("%[2]d %[1]d", [1, 2], "2 1"),
    ("%[3]d", [1], "%!d(BADINDEX)"),
    ("%[0]d", [1], "%!d(BADINDEX)"),
    ("%[x]d", [1], "%!d(BADINDEX)"),
    ("%[]d", [1], "%!d(BADINDEX)"),
    ("%[]", [1], "%!](BADINDEX)"),
    ("%[", [1], "%!(NOVERB)"),
    ("%[1", [1], "%!(NOVERB)"),
    ("%[1]", [1], "%!(NOVERB)"),
    ("%[-1]d", [1], "%!d(BADINDEX)"),
    ("%[2]*[1]d|", [1, 5], "    1|"),
    ("%[3]*.[2]*[1]f|", [12.0, 2, 6], " 12.00|"),
    ("%[1]5d", [1], "%!d(BADINDEX)"),
    ("%[1].2d", [1], "%!d(BADINDEX)"),
    ("%[2]*d", [1, 5], "%!d(MISSING)"),
    ("%.[2]d", [1, 5], "5"),
    ("%[1000001]d", [1], "%!d(BADINDEX)"),
    ("%[99999999]d", [1], "%!d(BADINDEX)"),
    ("%*d|", [5, 42], "   42|"),
    ("%*d|", [-5, 42], "42   |"),
    ("%-*d|", [5, 42], "42   |"),
    ("%0*d|", [-5, 42], "42   |"),
    ("%.*f|", [2, 3.14159], "3.14|"),
    ("%.*f|", [-2, 3.14159], "%!(BADPREC)3.141590|"),
    ("%*.*f|", [8, 2, 3.14159], "    3.14|"),
    ("%*d", ["a", 1], "%!(BADWIDTH)1"),
    ("%.*d", ["a", 1], "%!(BADPREC)1"),
    ("%*d", [1000001, 1], "%!(BADWIDTH)1"),
    ("%.*d", [10000000, 1], "%!(BADPREC)1"),
    ("%*d", [5], "%!d(MISSING)"),
    ("%*", [5], "%!(NOVERB)"),
    ("%.*", [], "%!(BADPREC)%!(NOVERB)"),
    ("%*d", [BYTE, 1], "                                                                1"),
    ("%99999999d", [1], "%!(NOVERB)%!(EXTRA int=1)"),
    ("%10000010d", [1], "%!(NOVERB)%!(EXTRA int=1)"),
    ("%.99999999d", [1], "%!(NOVERB)%!(EXTRA int=1)"),
    ("%d %s", [1, "a", 2, "b"], "1 a%!(EXTRA int=2, string=b)"),
    ("%[1]d", [1, 2], "1"),
    ("%s%s", ["\udcc3", "\udca9"], "é"),
    ("\udcc3%s", ["\udca9"], "é"),
]

SPRINT = [
    ([], ""),
    (["a"], "a"),
    (["a", "b"], "ab"),
    ([1, 2], "1 2"),
    ([1, "a", 2], "1a2"),
    (["a", 1, 2, "b", True, None, None], "a1 2btrue <nil> <nil>"),
    ([[1], {"a": 2}], "[1] map[a:2]"),
    ([None], "<nil>"),
    ([None, "a"], "<nil>a"),
    ([TITLE_A, TITLE_A], "Title a Title a"),
    ([WORD_A, 1], "<a>1"),
    ([ROLE_A, ROLE_A], "useruser"),
    ([NIL_LIST, NIL_MAP], "[] map[]"),
    ([18446744073709551615, -9223372036854775808], "18446744073709551615 -9223372036854775808"),
    ([1.0, 1e6, 0.25], "1 1e+06 0.25"),
    (
        [{"list": [1, 2.5, "x", None, True], "map": {2: "b", 1: None}}],
        "map[list:[1 2.5 x <nil> true] map:map[1:<nil> 2:b]]",
    ),
    ([b"ab", 1j], "[97 98] (0+1i)"),
    (["\udcc3", "\udca9"], "é"),
]

SPRINTLN = [
    ([], "\n"),
    (["a", "b"], "a b\n"),
    ([1, "a", None], "1 a <nil>\n"),
]


def values(args):
    return [value_of(arg) for arg in args]


@pytest.mark.parametrize(
    ("format", "args", "expected"), [*INTEGERS, *FLOATS, *STRINGS, *BYTES, *CONTAINERS, *METHODS, *COMPLAINTS]
)
def test_sprintf_prints_as_go(format, args, expected):
    assert fmt.sprintf(format, values(args)) == expected


@pytest.mark.parametrize(("args", "expected"), SPRINT)
def test_sprint_prints_as_go(args, expected):
    assert utf8.canonical(fmt.sprint(values(args))) == expected


@pytest.mark.parametrize(("args", "expected"), SPRINTLN)
def test_sprintln_prints_as_go(args, expected):
    assert fmt.sprintln(values(args)) == expected


@pytest.mark.parametrize(
    ("format", "value", "pattern"),
    [
        ("%v", [POINT_PTR], r"\[0x[0-9a-f]+\]"),
        ("%+v", [POINT_PTR], r"\[0x[0-9a-f]+\]"),
        ("%#v", [POINT_PTR], r"\[\]interface {}{\(\*main\.Point\)\(0x[0-9a-f]+\)}"),
        ("%p", POINT_PTR, r"0x[0-9a-f]+"),
        ("%#p", POINT_PTR, r"[0-9a-f]+"),
        ("%p", [1], r"0x[0-9a-f]+"),
        ("%v", len, r"0x[0-9a-f]+"),
        ("%d", len, r"[0-9]+"),
        ("%s", len, r"%!s\(func\(.*\).*=0x[0-9a-f]+\)"),
    ],
)
def test_addresses_are_printed_where_go_prints_them(format, value, pattern):
    text = fmt.sprintf(format, values([value]))
    assert re.fullmatch(pattern, text)
    assert fmt.sprintf(format, values([value])) == text


@pytest.mark.parametrize(
    ("format", "length"), [("%1000000d", 1_000_000), ("%.1000000d", 1_000_000), ("%9000000d", 9_000_000)]
)
def test_large_widths_are_kept_up_to_gos_limit(format, length):
    assert len(fmt.sprintf(format, values([1]))) == length


def test_integers_that_go_has_no_type_for_are_refused():
    with pytest.raises(GoError, match="fits neither int64 nor uint64"):
        fmt.sprint([Value(LIST, [1 << 64])])


json_like = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 63), (1 << 63) - 1) | st.floats() | st.text(),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
    max_leaves=8,
)


@given(json_like)
def test_sprint_of_one_operand_is_percent_v(obj):
    assert utf8.canonical(fmt.sprint(values([obj]))) == fmt.sprintf("%v", values([obj]))


@given(st.text(), st.integers(0, 40))
def test_padding_counts_characters(text, width):
    printed = fmt.sprintf("%*s", values([width, text]))
    assert len(printed) == max(width, len(utf8.canonical(text)))


@given(st.text(), st.lists(json_like, max_size=3))
def test_every_format_prints_something(format, args):
    assert isinstance(fmt.sprintf("%" + format, values(args)), str)


@given(st.binary())
def test_q_is_undone_by_unquote(data):
    assert strconv.unquote(fmt.sprintf("%q", values([data]))) == utf8.decode(data)
