"""White space and control characters as signs."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl.blanks import BLANK, harmless, sign, visible


@pytest.mark.parametrize(
    ("character", "shown"),
    [(" ", "·"), ("\t", "→"), ("\n", "↵"), ("\r", "␍"), ("\u00a0", "⍽"), ("\u200b", "<200B>"), ("\x00", "<00>")],
)
def test_a_blank_has_a_sign(character, shown):
    assert sign(character) == shown
    assert visible(f"a{character}b") == f"a{shown}b"


@pytest.mark.parametrize("character", ["\u2066", "\u202e", "\ufeff", "\u3000", "\x85", "\x1b", "\udcff"])
def test_what_steers_a_terminal_or_cannot_be_written_is_a_blank(character):
    assert re.fullmatch(BLANK, character)


@given(st.text(st.characters()))
def test_a_visible_text_is_one_line_that_can_be_written(text):
    shown = visible(text)
    assert len(shown.splitlines()) <= 1
    assert shown.encode("utf-8").decode("utf-8") == shown
    assert not re.search(r"\s", shown)


def test_what_a_terminal_would_act_on_becomes_a_picture():
    assert harmless("a\tb\n\x1b[31m\x7f\x9b\r") == "a\tb\n␛[31m␡\ufffd␍"
