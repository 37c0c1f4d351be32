"""What Go's strconv gives; the expected texts are from tests/oracle/fmt_oracle."""

from __future__ import annotations

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl.golang import strconv, utf8
from gotmpl.golang.error import GoError

QUOTE = [
    ("", '""'),
    ("abc", '"abc"'),
    ("a\"b\\c'd`e", '"a\\"b\\\\c\'d`e"'),
    ("\a\b\f\n\r\t\v", '"\\a\\b\\f\\n\\r\\t\\v"'),
    ("\0\x1f\x7f", '"\\x00\\x1f\\x7f"'),
    ("é日😀", '"é日😀"'),
    ("\u00ad\u200b\u2028\ufeff", '"\\u00ad\\u200b\\u2028\\ufeff"'),
    ("\u00a0\u3000", '"\\u00a0\\u3000"'),
    ("\ufffd", '"\ufffd"'),
    ("\ue000\U0010ffff\u0378", '"\\ue000\\U0010ffff\\u0378"'),
    ("\udcff\udce2\udc82", '"\\xff\\xe2\\x82"'),
    ("\udcc3\udca9", '"é"'),
    ("a\tb", '"a\\tb"'),
]

QUOTE_TO_ASCII = [
    ("", '""'),
    ("abc", '"abc"'),
    ("a\"b\\c'd`e", '"a\\"b\\\\c\'d`e"'),
    ("\a\b\f\n\r\t\v", '"\\a\\b\\f\\n\\r\\t\\v"'),
    ("\0\x1f\x7f", '"\\x00\\x1f\\x7f"'),
    ("é日😀", '"\\u00e9\\u65e5\\U0001f600"'),
    ("\u00ad\u200b\u2028\ufeff", '"\\u00ad\\u200b\\u2028\\ufeff"'),
    ("\u00a0\u3000", '"\\u00a0\\u3000"'),
    ("\ufffd", '"\\ufffd"'),
    ("\ue000\U0010ffff\u0378", '"\\ue000\\U0010ffff\\u0378"'),
    ("\udcff\udce2\udc82", '"\\xff\\xe2\\x82"'),
    ("\udcc3\udca9", '"\\u00e9"'),
    ("a\tb", '"a\\tb"'),
]

CAN_BACKQUOTE = [
    ("", True),
    ("abc", True),
    ("a\"b\\c'd`e", False),
    ("\a\b\f\n\r\t\v", False),
    ("\0\x1f\x7f", False),
    ("é日😀", True),
    ("\u00ad\u200b\u2028\ufeff", False),
    ("\u00a0\u3000", True),
    ("\ufffd", True),
    ("\ue000\U0010ffff\u0378", True),
    ("\udcff\udce2\udc82", False),
    ("\udcc3\udca9", True),
    ("a\tb", True),
]

QUOTE_RUNE = [
    (0x41, "'A'"),
    (0x27, "'\\''"),
    (0x22, "'\"'"),
    (0x5C, "'\\\\'"),
    (0xA, "'\\n'"),
    (0x0, "'\\x00'"),
    (0x7F, "'\\x7f'"),
    (0xE9, "'é'"),
    (0x1F600, "'😀'"),
    (0xAD, "'\\u00ad'"),
    (0xD800, "'\ufffd'"),
    (-1, "'\ufffd'"),
    (0x110000, "'\ufffd'"),
]

QUOTE_RUNE_TO_ASCII = [
    (0x41, "'A'"),
    (0x27, "'\\''"),
    (0x22, "'\"'"),
    (0x5C, "'\\\\'"),
    (0xA, "'\\n'"),
    (0x0, "'\\x00'"),
    (0x7F, "'\\x7f'"),
    (0xE9, "'\\u00e9'"),
    (0x1F600, "'\\U0001f600'"),
    (0xAD, "'\\u00ad'"),
    (0xD800, "'\\ufffd'"),
    (-1, "'\\ufffd'"),
    (0x110000, "'\\ufffd'"),
]

UNQUOTE = [
    ('""', ""),
    ("''", ""),
    ("``", ""),
    ('"abc"', "abc"),
    ("'a'", "a"),
    ("'ab'", "error: invalid syntax"),
    ("'é'", "é"),
    ("`a\\n\rb`", "a\\nb"),
    ("`a`b`", "error: invalid syntax"),
    ('"a\\n\\t\\\\\\"\\x41\\u00e9\\U0001F600\\101"', 'a\n\t\\"Aé😀A'),
    ('"\\xc3\\xa9\\xff"', "é\udcff"),
    ('"\udcff"', "\ufffd"),
    ("`\udcff`", "\udcff"),
    ('"\\\'"', "error: invalid syntax"),
    ("'\\''", "'"),
    ("'\\\"'", "error: invalid syntax"),
    ('"a\nb"', "error: invalid syntax"),
    ('"a"b"', "error: invalid syntax"),
    ('"\\q"', "error: invalid syntax"),
    ('"\\x4"', "error: invalid syntax"),
    ('"\\ud800"', "error: invalid syntax"),
    ('"\\U00110000"', "error: invalid syntax"),
    ('"\\400"', "error: invalid syntax"),
    ('"\\"', "error: invalid syntax"),
    ('"', "error: invalid syntax"),
    ("", "error: invalid syntax"),
    ("abc", "error: invalid syntax"),
    ("\"abc'", "error: invalid syntax"),
    ("'\\377'", "\udcff"),
]

UNQUOTE_CHAR = [
    ("'a'", "'", "error: invalid syntax"),
    ("\\n'", "'", "10 false '"),
    ("\\''", "'", "39 false '"),
    ("'", "'", "error: invalid syntax"),
    ("\\\"'", "'", "error: invalid syntax"),
    ("é'", "'", "233 true '"),
    ("\\xffz", "'", "255 false z"),
    ("\\u00e9z", "'", "233 true z"),
    ("\udcffz", "'", "65533 true z"),
    ("'", '"', "39 false "),
    ('"', '"', "error: invalid syntax"),
    ('\\"', '"', "34 false "),
    ("\\'", "", "error: invalid syntax"),
    ("'x", "", "39 false x"),
    ("", '"', "error: invalid syntax"),
    ("\\", '"', "error: invalid syntax"),
    ("\\x4", '"', "error: invalid syntax"),
    ("\\777", '"', "error: invalid syntax"),
]

FORMAT_FLOAT = [
    (1.5, "e", -1, 64, "1.5e+00"),
    (1.5, "E", 3, 64, "1.500E+00"),
    (1.5, "f", -1, 64, "1.5"),
    (1234567.0, "g", -1, 64, "1.234567e+06"),
    (1e21, "f", -1, 64, "1000000000000000000000"),
    (1e-07, "f", -1, 64, "0.0000001"),
    (100000.0, "g", -1, 64, "100000"),
    (123.0, "g", 2, 64, "1.2e+02"),
    (123.0, "G", 1, 64, "1E+02"),
    (1e100, "G", 3, 64, "1E+100"),
    (0.0, "e", -1, 64, "0e+00"),
    (-0.0, "g", -1, 64, "-0"),
    (0.0, "g", 3, 64, "0"),
    (5e-324, "g", -1, 64, "5e-324"),
    (5e-324, "b", -1, 64, "1p-1074"),
    (1.7976931348623157e308, "g", -1, 64, "1.7976931348623157e+308"),
    (1.0, "b", -1, 64, "4503599627370496p-52"),
    (1.0, "b", -1, 32, "8388608p-23"),
    (0.0, "b", -1, 64, "0p-1074"),
    (1.0, "x", -1, 64, "0x1p+00"),
    (-1.9999, "x", 2, 64, "-0x1.00p+01"),
    (1.99999, "X", 1, 64, "0X1.0P+01"),
    (0.0, "x", 3, 64, "0x0.000p+00"),
    (5e-324, "x", -1, 64, "0x1p-1074"),
    (0.1, "x", 20, 64, "0x1.999999999999a0000000p-04"),
    (0.1, "g", -1, 32, "0.1"),
    (16777216.0, "g", -1, 32, "1.6777216e+07"),
    (3.4028234663852886e38, "g", -1, 32, "3.4028235e+38"),
    (1e-45, "g", -1, 32, "1e-45"),
    (1e39, "g", -1, 32, "+Inf"),
    (7.888609052210118e-31, "g", -1, 32, "7.888609e-31"),
    (0.1, "f", 30, 64, "0.100000000000000005551115123126"),
    (2.5, "f", 0, 64, "2"),
    (1e23, "g", -1, 64, "1e+23"),
    (9007199254740992.0, "f", -1, 64, "9007199254740992"),
    (float("nan"), "g", -1, 64, "NaN"),
    (float("inf"), "f", 2, 64, "+Inf"),
    (float("-inf"), "x", -1, 64, "-Inf"),
]

PARSE_INT = [
    ("0", "0"),
    ("-0", "0"),
    ("+5", "5"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775807", "9223372036854775807"),
    ("9223372036854775808", 'error: strconv.ParseInt: parsing "9223372036854775808": value out of range'),
    ("0x1F", "31"),
    ("-0b101", "-5"),
    ("0o17", "15"),
    ("017", "15"),
    ("1_000", "1000"),
    ("0x_1", "1"),
    ("1__0", 'error: strconv.ParseInt: parsing "1__0": invalid syntax'),
    ("_1", 'error: strconv.ParseInt: parsing "_1": invalid syntax'),
    ("1_", 'error: strconv.ParseInt: parsing "1_": invalid syntax'),
    ("0x", 'error: strconv.ParseInt: parsing "0x": invalid syntax'),
    ("", 'error: strconv.ParseInt: parsing "": invalid syntax'),
    ("-", 'error: strconv.ParseInt: parsing "-": invalid syntax'),
    ("08", 'error: strconv.ParseInt: parsing "08": invalid syntax'),
    ("1.5", 'error: strconv.ParseInt: parsing "1.5": invalid syntax'),
    ("é", 'error: strconv.ParseInt: parsing "é": invalid syntax'),
    ("99999999999999999999x", 'error: strconv.ParseInt: parsing "99999999999999999999x": value out of range'),
    ("0_7", "7"),
]

PARSE_UINT = [
    ("18446744073709551615", "18446744073709551615"),
    ("18446744073709551616", 'error: strconv.ParseUint: parsing "18446744073709551616": value out of range'),
    ("-1", 'error: strconv.ParseUint: parsing "-1": invalid syntax'),
    ("+1", 'error: strconv.ParseUint: parsing "+1": invalid syntax'),
    ("0xFFFF_FFFF", "4294967295"),
]

PARSE_FLOAT = [
    ("0", "0.0"),
    ("1.5", "1.5"),
    ("-1.5e3", "-1500.0"),
    ("1e", 'error: strconv.ParseFloat: parsing "1e": invalid syntax'),
    ("1e5", "100000.0"),
    ("1_000.5", "1000.5"),
    ("1_e5", 'error: strconv.ParseFloat: parsing "1_e5": invalid syntax'),
    ("0x1p4", "16.0"),
    ("0x1.8p-1", "0.75"),
    ("0x1", 'error: strconv.ParseFloat: parsing "0x1": invalid syntax'),
    ("0x1_0p0", "16.0"),
    ("0x.p1", 'error: strconv.ParseFloat: parsing "0x.p1": invalid syntax'),
    (".5", "0.5"),
    ("5.", "5.0"),
    (".", 'error: strconv.ParseFloat: parsing ".": invalid syntax'),
    ("+.5", "0.5"),
    ("inf", "inf"),
    ("-Inf", "-inf"),
    ("+Infinity", "inf"),
    ("infin", 'error: strconv.ParseFloat: parsing "infin": invalid syntax'),
    ("nan", "nan"),
    ("+nan", 'error: strconv.ParseFloat: parsing "+nan": invalid syntax'),
    ("1e309", 'error: strconv.ParseFloat: parsing "1e309": value out of range'),
    ("-1e309", 'error: strconv.ParseFloat: parsing "-1e309": value out of range'),
    ("1e-400", "0.0"),
    ("0x1p1024", 'error: strconv.ParseFloat: parsing "0x1p1024": value out of range'),
    ("1.7976931348623158e308", "1.7976931348623157e+308"),
    ("1.7976931348623159e308", 'error: strconv.ParseFloat: parsing "1.7976931348623159e308": value out of range'),
    ("1 ", 'error: strconv.ParseFloat: parsing "1 ": invalid syntax'),
    ("", 'error: strconv.ParseFloat: parsing "": invalid syntax'),
    ("é", 'error: strconv.ParseFloat: parsing "é": invalid syntax'),
    ("0b1", 'error: strconv.ParseFloat: parsing "0b1": invalid syntax'),
]


def answer(call, *args):
    try:
        result = call(*args)
    except GoError as error:
        return f"error: {error}"
    return result


@pytest.mark.parametrize(("text", "expected"), QUOTE)
def test_quote_writes_as_go(text, expected):
    assert strconv.quote(text) == expected


@pytest.mark.parametrize(("text", "expected"), QUOTE_TO_ASCII)
def test_quote_to_ascii_writes_as_go(text, expected):
    assert strconv.quote_to_ascii(text) == expected


@pytest.mark.parametrize(("text", "expected"), CAN_BACKQUOTE)
def test_can_backquote_says_as_go(text, expected):
    assert strconv.can_backquote(text) is expected


@pytest.mark.parametrize(("rune", "expected"), QUOTE_RUNE)
def test_quote_rune_writes_as_go(rune, expected):
    assert strconv.quote_rune(rune) == expected


@pytest.mark.parametrize(("rune", "expected"), QUOTE_RUNE_TO_ASCII)
def test_quote_rune_to_ascii_writes_as_go(rune, expected):
    assert strconv.quote_rune_to_ascii(rune) == expected


@pytest.mark.parametrize(("text", "expected"), UNQUOTE)
def test_unquote_reads_as_go(text, expected):
    assert answer(strconv.unquote, text) == expected


@pytest.mark.parametrize(("text", "quote", "expected"), UNQUOTE_CHAR)
def test_unquote_char_reads_as_go(text, quote, expected):
    result = answer(strconv.unquote_char, text, quote)
    assert (result if isinstance(result, str) else f"{result[0]} {str(result[1]).lower()} {result[2]}") == expected


@pytest.mark.parametrize(("f", "fmt", "prec", "bit_size", "expected"), FORMAT_FLOAT)
def test_format_float_writes_as_go(f, fmt, prec, bit_size, expected):
    assert strconv.format_float(f, fmt, prec, bit_size) == expected


@pytest.mark.parametrize(("text", "expected"), PARSE_INT)
def test_parse_int_reads_as_go(text, expected):
    assert str(answer(strconv.parse_int, text)) == expected


@pytest.mark.parametrize(("text", "expected"), PARSE_UINT)
def test_parse_uint_reads_as_go(text, expected):
    assert str(answer(strconv.parse_uint, text)) == expected


@pytest.mark.parametrize(("text", "expected"), PARSE_FLOAT)
def test_parse_float_reads_as_go(text, expected):
    assert str(answer(strconv.parse_float, text)) == expected


@given(st.binary())
def test_quote_is_undone_by_unquote(data):
    text = utf8.decode(data)
    assert strconv.unquote(strconv.quote(text)) == text
    assert strconv.unquote(strconv.quote_to_ascii(text)) == text


@given(st.text())
def test_unquote_refuses_or_reads_every_text(text):
    for quoted in (text, f'"{text}"', f"'{text}'", f"`{text}`"):
        result = answer(strconv.unquote, quoted)
        assert utf8.canonical(result) == result


@given(st.floats(allow_nan=False), st.sampled_from("eEgGxX"))
def test_shortest_float_reads_back(f, fmt):
    text = strconv.format_float(f, fmt, -1)
    assert math.isinf(f) or strconv.parse_float(text) == f


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_shortest_float32_reads_back_and_has_at_most_nine_digits(f):
    text = strconv.format_float(f, "e", -1, 32)
    assert struct.pack("<f", float(text)) == struct.pack("<f", f)
    assert len(text.partition("e")[0].strip("-").replace(".", "")) <= 9


@given(st.integers(-(1 << 63), (1 << 63) - 1), st.integers(2, 36))
def test_format_int_reads_back(number, base):
    text = strconv.format_int(number, base)
    assert strconv.parse_int(text, base) == number == int(text, base)
