"""How errors are worded: the line, the caret under the place, and what is left out of a long line."""

import pytest

import gotmpl
from gotmpl.errors import DataError, excerpt


@pytest.mark.parametrize(
    ("source", "offset", "end", "expected"),
    [
        ("abc", 1, None, "1 | abc\n  |  ^"),
        ("abc", 1, 3, "1 | abc\n  |  ^^"),
        ("abc", 3, None, "1 | abc\n  |    ^"),
        ("a\nbcd\ne", 3, 9, "2 | bcd\n  |  ^^"),
        ("\tx\r\n", 1, None, "1 | \tx\n  | \t^"),
        ("", 0, None, "1 | \n  | ^"),
    ],
)
def test_the_caret_stands_under_the_place(source, offset, end, expected):
    assert excerpt(source, offset, end) == expected


@pytest.mark.parametrize(("offset", "end"), [(0, 1), (2500, 2501), (4999, 5000), (5000, None), (1000, 4000)])
def test_of_a_long_line_what_is_around_the_place_is_shown(offset, end):
    source = "".join(chr(0x4E00 + i) for i in range(5000))
    shown, carets = excerpt(source, offset, end).split("\n")
    shown, carets = shown.removeprefix("1 | "), carets.removeprefix("  | ")
    assert carets.strip("^ ") == ""
    begin, width = carets.index("^"), carets.count("^")
    assert shown[begin : begin + width].rstrip("…") == source[offset : min(end or offset + 1, offset + 100)]
    assert begin <= 101
    assert len(shown) - begin - width <= 101
    assert shown.startswith("…") == (offset > 100)


def test_an_error_in_a_long_line_is_short():
    text = '[{"role": "user", "content": "' + "x" * 9000 + '"}]'
    error = DataError("no", source=text, offset=10, end=12)
    assert len(error.explain()) < 300


def test_an_error_without_a_place_has_no_line():
    error = gotmpl.TemplateError("no")
    assert (error.line, error.column, error.explain()) == (None, None, "no")
