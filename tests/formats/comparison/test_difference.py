"""Where two prompts part: the pieces, what stands around them, and that nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.comparison import difference
from formats.comparison.cause import JSON_SPACE
from formats.comparison.difference import distance, hunks, same_but_for_space, settled
from formats.comparison.side import Piece, Rendering

S = JSON_SPACE


@pytest.mark.parametrize(
    ("text", "other", "expected"),
    [
        ("a b", "ab", "a b"),
        (f'{{"a":{S}1,{S}"b":{S}2}}', '{"a":1,"b":2}', '{"a":1,"b":2}'),
        (f'{{"a":{S}1,{S}"b":{S}2}}', '{"a": 1, "b": 2}', '{"a": 1, "b": 2}'),
        (f'{{"a":{S}1,{S}"b":{S}2}}', '{"a": 1,"b": 2}', '{"a": 1,"b": 2}'),
        (f'x {{"a":{S}[1,{S}2]}}', 'y z {"a": [1,3]}', 'x {"a": [1,2]}'),
        (f'{{"a":{S}1}}', "", '{"a":1}'),
        (f'{{"a":{S}1}}', '{"a":  1}', '{"a": 1}'),
    ],
)
def test_json_has_a_space_where_the_other_prompt_has_one(text, other, expected):
    assert settled(text, other) == expected
    halves = [Piece(text[:7], 1, False), Piece(text[7:], 2, False)]
    rendering = Rendering(text, halves).settled(expected)
    assert rendering.text == expected
    assert rendering.line_at(len(expected) - 1) == (2 if len(text) > 7 else 1)


@given(st.text(f"ab,: {S}", max_size=12), st.text("ab,: ", max_size=12))
def test_nothing_but_spaces_comes_of_places_for_spaces(text, other):
    assert same_but_for_space(settled(text, other), text.replace(S, ""))
    assert S not in settled(text, other)


def found(a, b):
    return [(hunk.before, hunk.a, hunk.b, hunk.after) for hunk in hunks(Rendering(a), Rendering(b))]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("", "", []),
        ("same", "same", []),
        ("", "x", [("", "", "x", "")]),
        ("one two", "one three", [("one ", "two", "three", "")]),
        ("a\nb\nc\n", "a\nb\n", [("b\n", "c\n", "", "")]),
        # A token is never split.
        ("<|im_end|>", "<|im_start|>", [("", "<|im_end|>", "<|im_start|>", "")]),
        ("x</s>", "x<|eot|>", [("x", "</s>", "<|eot|>", "")]),
        # What stands around ends at the line, or at the next difference.
        (
            "q old and then again new s\nt",
            "q OLD and then again NEW s\nt",
            [("q ", "old", "OLD", " and then again "), (" and then again ", "new", "NEW", " s\n")],
        ),
        # What lies close together is one difference, but not across a line or a token.
        ("p\nq old r new s\nt", "p\nq OLD r NEW s\nt", [("q ", "old r new", "OLD r NEW", " s\n")]),
        ("old<s>new", "OLD<s>NEW", [("", "old<s>new", "OLD<s>NEW", "")]),
        ("older</s>newer", "OLDER</s>NEWER", [("", "older", "OLDER", "</s>"), ("</s>", "newer", "NEWER", "")]),
        # An inserted turn begins where a turn begins.
        (
            "<|user|>\nA<|end|>\n<|assistant|>\n",
            "<|user|>\nA<|end|>\n<|tool|>\nB<|end|>\n<|assistant|>\n",
            [("A<|end|>\n", "", "<|tool|>\nB<|end|>\n", "<|assistant|>\n")],
        ),
        (
            "<|user|>\nA<|end|>\n<|bot|>\n",
            "<|user|>\nA<|end|>\n<|bot|>\n<|end|>\n<|tool|>\nB<|end|>\n<|bot|>\n",
            [("A<|end|>\n", "", "<|bot|>\n<|end|>\n<|tool|>\nB<|end|>\n", "<|bot|>\n")],
        ),
    ],
)
def test_pieces(a, b, expected):
    assert found(a, b) == expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("same", "same", []),
        ("", "x", [("", "", "x", "")]),
        ("one two", "one three", [("one ", "two", "three", "")]),
        ("a\nb\nc\n", "a\nb\n", [("b\n", "c\n", "", "")]),
        # Several units on one side alone, which are an edit each.
        ("one", "one two three four", [("one", "", " two three four", "")]),
    ],
)
def test_pieces_of_long_prompts(monkeypatch, a, b, expected):
    monkeypatch.setattr(difference, "_MANY_PAIRS", 0)
    assert found(a, b) == expected


def test_each_turn_of_a_long_conversation_has_its_difference():
    turns = [f"the {n} and the other {n * n} of the turns\n" for n in range(400)]
    a = "".join(f"<|user|>{turn}" for turn in turns)
    b = "".join(f"<|human|>{turn}" for turn in turns)
    assert {(hunk.a, hunk.b) for hunk in hunks(Rendering(a), Rendering(b))} == {("<|user|>", "<|human|>")}
    assert len(hunks(Rendering(a), Rendering(b))) == 400


def test_the_lines_of_both_templates_are_told():
    a = Rendering("ab\ncd", [Piece("a", 3, True), Piece("b\nc", 5, True), Piece("d", 9, False)])
    b = Rendering("ab\ncX", [Piece("ab\nc", 1, False), Piece("X", 2, False)])
    (hunk,) = hunks(a, b)
    assert (hunk.a, hunk.b, hunk.a_line, hunk.b_line) == ("cd", "cX", 6, 1)


def test_the_line_of_a_place_is_that_of_the_piece_in_which_it_is():
    made = Rendering("one\ntwo", [Piece("one\n", 4, True), Piece("", 5, True), Piece("two", 7, False)])
    assert [made.line_at(at) for at in (0, 3, 4, 6, 7)] == [4, 4, 7, 7, 7]
    assert Rendering("x").line_at(0) is None


def test_white_space_alone():
    assert same_but_for_space("a b\n", " ab")
    assert not same_but_for_space("a b", "a c")


_TEXT = st.lists(
    st.sampled_from(["a", "bc", " ", "\n", "\n\n", "<|user|>", "<|end|>", "</s>", "é", ",", "[INST]", "\t"]),
    max_size=24,
).map("".join)


@given(_TEXT, _TEXT)
def test_equal_text_and_pieces_put_together_are_both_prompts(a, b):
    a_at = b_at = 0
    for hunk in hunks(Rendering(a), Rendering(b)):
        assert a[a_at : hunk.a_start] == b[b_at : hunk.b_start]
        assert a.startswith(hunk.before + hunk.a + hunk.after, hunk.a_start - len(hunk.before))
        assert b.startswith(hunk.before + hunk.b + hunk.after, hunk.b_start - len(hunk.before))
        assert hunk.a != hunk.b
        a_at, b_at = hunk.a_start + len(hunk.a), hunk.b_start + len(hunk.b)
    assert a[a_at:] == b[b_at:]


@given(_TEXT, _TEXT)
def test_a_difference_is_found_if_and_only_if_there_is_one(a, b):
    assert bool(hunks(Rendering(a), Rendering(b))) == (a != b) == (distance(a, b) > 0)
