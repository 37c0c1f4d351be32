from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl.golang import utf8

any_string = (
    st.binary().map(utf8.decode) | st.text(st.characters(exclude_categories=())) | st.text("a\udcc3\udca9é\ud800")
)


@pytest.mark.parametrize(
    ("data", "length"),
    [(b"", 0), (b"abc", 3), ("é".encode(), 1), (b"\xff", 1), (b"\xe2\x82", 2), (b"\xed\xa0\x80", 3), (b"\xc0\x80", 2)],
)
def test_each_byte_outside_valid_utf8_is_one_character(data, length):
    assert len(utf8.decode(data)) == length


@pytest.mark.parametrize(("s", "data"), [("\ud800", b"\xef\xbf\xbd"), ("a\udc00b\udcff", b"a\xef\xbf\xbdb\xff")])
def test_surrogates_that_hold_no_byte_count_as_the_replacement_character(s, data):
    assert utf8.encode(s) == data


@pytest.mark.parametrize(
    ("s", "output"),
    [
        ("abc", "abc"),
        ("é\udcff", "é\ufffd"),
        ("\udcc3\udca9", "é"),
        ("\udce2\udc82", "\ufffd\ufffd"),
        ("\udce2\udc82\udcac!", "€!"),
        ("a\ud83d\ude00", "a\ufffd\ufffd"),
        ("\udcf0\udc9f😀", "\ufffd\ufffd😀"),
    ],
)
def test_output_has_a_replacement_character_for_each_stray_byte(s, output):
    assert utf8.to_output(s) == output


@pytest.mark.parametrize(
    ("s", "valid"), [("", True), ("aé😀\ufffd", True), ("\udcff", False), ("\udcc3\udca9", True), ("é\udcc3", False)]
)
def test_valid_says_whether_the_bytes_are_utf8(s, valid):
    assert utf8.valid(s) is valid


@pytest.mark.parametrize(
    ("rune", "expected"),
    [(65, "A"), (0x10FFFF, "\U0010ffff"), (0xD800, "\ufffd"), (0xDFFF, "\ufffd"), (-1, "\ufffd"), (0x110000, "\ufffd")],
)
def test_rune_string_of_no_character_is_the_replacement_character(rune, expected):
    assert utf8.rune_string(rune) == expected


def test_runes_are_those_of_gos_range():
    assert list(utf8.runes("aé€😀\udcffz")) == [(0, 97), (1, 233), (3, 0x20AC), (6, 0x1F600), (10, 0xFFFD), (11, 122)]


@given(st.binary())
def test_bytes_survive(data):
    assert utf8.encode(utf8.decode(data)) == data


@given(any_string)
def test_canonical_form_has_the_same_bytes_and_is_one(s):
    form = utf8.canonical(s)
    assert utf8.encode(form) == utf8.encode(s)
    assert form == utf8.decode(utf8.encode(s))


@given(any_string)
def test_length_counts_bytes(s):
    assert utf8.byte_len(s) == len(utf8.encode(s))


@given(any_string)
def test_rune_offsets_are_where_the_characters_begin(s):
    data = utf8.encode(s)
    offsets = [offset for offset, _ in utf8.runes(s)] + [len(data)]
    assert [utf8.decode(data[i:j]) for i, j in itertools.pairwise(offsets)] == list(utf8.canonical(s))


@given(any_string)
def test_output_is_text(s):
    output = utf8.to_output(s)
    assert output.encode().decode() == output
    assert utf8.valid(s) == (output == utf8.canonical(s))
