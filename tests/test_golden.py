"""The format of golden files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl import DataError
from gotmpl.golden import format_goldens, golden_path, parse_goldens, read_goldens

FILE = r"""# The prompts that test_chat.py expects; pytest --gotmpl-update writes them.

== test_a
> <user>
>
>  a \ b
\ a blank at the end:\x20
\ a carriage return\r, a \\ and \udcff\u200b
> <assistant>
! no line end

== test_b[x]: empty
! empty
"""

CASES = {
    "test_a": "<user>\n\n a \\ b\na blank at the end: \na carriage return\r, a \\ and \udcff\u200b\n<assistant>",
    "test_b[x]: empty": "",
}

PROMPTS = st.text(st.characters() | st.sampled_from("\n\r\t \\>!=#"), max_size=40)


def test_a_file_is_written_for_people_to_read():
    assert format_goldens(CASES, "test_chat.py") == FILE


def test_a_file_is_read():
    assert parse_goldens(FILE, "x.golden") == CASES


@given(st.dictionaries(st.sampled_from(["test_a", "test_a[b]", "A::test: c"]), PROMPTS))
def test_what_is_written_is_read_back(cases):
    text = format_goldens(cases, "test_x.py")
    assert parse_goldens(text, "") == cases
    assert text.encode("utf-8")
    assert parse_goldens(text.replace("\n", "\r\n"), "") == cases
    assert parse_goldens("\n".join(line.rstrip() for line in text.split("\n")), "") == cases
    assert [*parse_goldens(text, "")] == sorted(cases)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("> a\n", "x.golden:1: no case begins here"),
        ("== a\n> b\n== a\n", "x.golden:3: there are two prompts of the name 'a'"),
        ("== a\n> b\n<<<<<<< HEAD\n", "x.golden:3: '<<<<<<< HEAD' is no line of a golden file"),
        ("== a\n! no line end\n", "x.golden:2: '! no line end' is no line of a golden file"),
        ("\n== a\nb\n", "x.golden:3: 'b' is no line of a golden file"),
    ],
)
def test_a_broken_file_is_refused_with_the_line(text, message):
    with pytest.raises(DataError) as caught:
        parse_goldens(text, "x.golden")
    assert str(caught.value) == message
    assert caught.value.hint


def test_a_file_is_beside_its_module_and_has_no_cases_if_it_is_not_there(tmp_path):
    path = golden_path(tmp_path / "test_chat.py")
    assert path == tmp_path / "goldens/test_chat.golden"
    assert read_goldens(path) == {}
    path.parent.mkdir()
    path.write_text(FILE, encoding="utf-8")
    assert read_goldens(path) == CASES
    path.write_bytes(b"\xff")
    with pytest.raises(DataError, match="is no golden file"):
        read_goldens(path)
