"""Prompts in the messages of failed tests."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl.testing.difference import beginning, clipped, difference, ending, numbered, place, summary

PROMPT = "<user>\nHello there\n<end>\n<assistant>\n"
TEXTS = st.text(st.sampled_from("ab \n\r\u200b日\udc80"), max_size=30)


@pytest.mark.parametrize(
    ("got", "words"),
    [
        (PROMPT + "\n", "it ends with a line end that is not expected"),
        (PROMPT[:-1], "it lacks the line end at its end"),
        ("", "it is empty"),
        (PROMPT + "x", "it goes on behind line 4"),
        (PROMPT[:-12], "it ends behind line 3"),
        (PROMPT.replace("there", "you"), "line 2 differs"),
        (PROMPT.replace("o t", "o  t"), "line 2 differs in white space"),
        (PROMPT.replace("<end>\n", "<end>"), "line 3 differs in white space"),
    ],
)
def test_the_summary_says_what_is_different(got, words):
    assert summary(PROMPT, got) == words


def test_an_empty_prompt_may_be_expected():
    assert summary("", "x") == "it is not empty"


def test_the_words_that_differ_are_marked_between_the_lines_around():
    assert difference(PROMPT, PROMPT.replace("o t", "o  t")) == [
        "1   <user>↵",
        "2 - Hello·there↵",
        "2 + Hello··there↵",
        "          ^",
        "3   <end>↵",
    ]


def test_a_lost_line_end_is_marked_where_it_was():
    assert difference(PROMPT, PROMPT.replace("<end>\n", "<end>")) == [
        "2   Hello·there↵",
        "3 - <end>↵",
        "         ^",
        "4 - <assistant>↵",
        "3 + <end><assistant>↵",
    ]


def test_what_is_equal_between_two_differences_is_left_out():
    lines = [f"line {i}\n" for i in range(12)]
    expected = "".join(lines)
    got = "".join(lines[1:11])
    assert difference(expected, got) == [
        " 1 - line·0↵",
        " 1   line·1↵",
        "     …",
        "10   line·10↵",
        "12 - line·11↵",
    ]


def test_lines_that_are_quite_different_have_no_marks():
    assert difference("one two\n", "1 2\n") == ["1 - one·two↵", "1 + 1·2↵"]


def test_wide_characters_take_two_columns_and_combined_ones_none():
    assert difference("日本 e\u0301 x there\n", "日本 e\u0301 y there\n") == [
        "1 - 日本·e\u0301·x·there↵",
        "           ^",
        "1 + 日本·e\u0301·y·there↵",
        "           ^",
    ]


def test_of_a_long_line_only_what_is_around_the_difference_is_shown():
    long = "word " * 100
    shown = difference(f"{long}x {long}", f"{long}y {long}")
    assert [line[:5] for line in shown] == ["1 - …", "     ", "1 + …", "     "]
    assert all(len(line) < 180 for line in shown)
    assert shown[0][shown[1].index("^")] == "x"
    assert shown[2][shown[3].index("^")] == "y"


def test_of_many_lines_only_the_first_are_shown():
    shown = difference("", "x\n" * 100)
    assert len(shown) == 61
    assert shown[-1].strip() == "… and 40 lines more"


def test_large_texts_with_nothing_in_common_take_no_time():
    a, b = ("".join(f"{word} {i % 7}\n" for i in range(3000)) for word in ("one", "two"))
    assert difference(a, b)[0] == "   1 - one·0↵"


def test_the_first_and_the_last_place_that_differ_are_marked():
    assert beginning("<s>[INST]", "<s> [INST] hi\nyou") == [
        "1 - <s>[INST]",
        "       ^",
        "1 + <s>·[INST]·hi↵",
        "       ^",
    ]
    assert ending("a\nb", "x\na\nb\n") == ["3 - b", "    ^", "3 + b↵", "     ^"]
    assert ending("xa", "a") == ["1 - xa", "    ^", "1 + a"]
    assert beginning("ab", "") == ["1 - ab", "    ^"]


def test_a_place_is_shown_with_all_its_lines():
    assert place("a\nbc\nd\n", 3, 5) == ["2   bc↵", "     ^^"]
    assert place("ab\ncd\n", 1, 4) == ["1   ab↵", "     ^^", "2   cd↵", "    ^"]


def test_lines_have_numbers():
    assert numbered("a\n\nb") == ["1   a↵", "2   ↵", "3   b"]
    assert numbered("") == ["(empty)"]


def test_a_long_text_is_clipped_in_the_middle():
    assert clipped("a" * 200 + "b\n", 10) == "aaaaa…aaab↵"


@given(TEXTS, TEXTS)
def test_a_difference_shows_both_texts_and_can_be_written(expected, got):
    shown = difference(expected, got)
    assert all(line.encode("utf-8").isascii() or line.isprintable() for line in shown)
    signs = {line[line.find(" ") + 1] for line in shown if line[:1].isdigit()}
    assert (signs & {"-", "+"} != set()) == (expected != got)
