"""Texts that want to hurt: deep, long, or full of what is slow to undo. They end with a tree or with Go's error."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl.errors import ParseError
from gotmpl.parse.parser import parse
from gotmpl.parse.visit import walk
from oracle.generator import Generator
from oracle.parse_cases import BUILTINS

# How often it is nested, and the text.
DEEP = [
    ("ifs", 10_000, lambda n: "{{if .X}}" * n + "x" + "{{end}}" * n),
    ("else ifs", 10_000, lambda n: "{{if .X}}" + "{{else if .Y}}" * n + "{{end}}"),
    ("parentheses", 10_000, lambda n: "{{" + "(" * n + "1" + ")" * n + "}}"),
    ("blocks", 2_000, lambda n: "".join(f'{{{{block "b{i}" .}}}}' for i in range(n)) + "{{end}}" * n),
    ("ranges", 5_000, lambda n: "{{range .X}}{{break}}" * n + "{{end}}" * n),
]


@pytest.mark.parametrize(("count", "make"), [row[1:] for row in DEEP], ids=[row[0] for row in DEEP])
def test_deep_texts_parse_print_and_copy(count, make):
    text = make(count)
    trees = parse(text)
    printed = str(trees[""].root)
    assert sum(1 for tree in trees.values() for _ in walk(tree.root)) > count
    assert str(copy.deepcopy(trees[""]).root) == str(trees[""].copy().root) == printed


ENDLESS = [
    ("{{" + "(" * 10_001 + "1" + ")" * 10_001 + "}}", "1: max expression depth exceeded"),
    ("{{" + "(" * 10_001, "1: max expression depth exceeded"),
    ("{{" + "(" * 10_000, "1: unclosed action"),
    ("{{if .X}}" * 20_000, "1: unexpected EOF"),
    ("\n{{if .X}}" * 5_000 + "{{else}}{{else}}", "5001: expected end; found {{else}}"),
    ("{{" * 50_000, '1: unexpected "{" in command'),
    ("{{/*" * 50_000, "1: unclosed comment"),
    ('{{"' + "\\a" * 50_000, "1: unterminated quoted string"),
    ("{{.X" + " " * 100_000 + "#}}", '1: unexpected "#" in operand'),
    ("{{$x" + " " * 100_000 + "}}", '1: undefined variable "$x"'),
    ("\n" * 50_000 + "{{.X\n" * 5_000, '50002: unexpected "{" in operand'),
]


@pytest.mark.parametrize(("text", "said"), ENDLESS, ids=[said for _, said in ENDLESS])
def test_texts_without_an_end_are_refused(text, said):
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert str(caught.value) == f"template: :{said}"
    assert caught.value.explain()


LONG = [
    ("fields", "{{.X" + ".Y" * 50_000 + "}}"),
    ("arguments", "{{f" + " .X" * 20_000 + "}}"),
    ("commands", "{{.X" + " | f" * 20_000 + "}}"),
    ("variables", "".join(f"{{{{$a{i} := 1}}}}{{{{$a{i}}}}}" for i in range(10_000))),
    ("comments", "{{/* c */}}" * 20_000),
    ("spaces", "{{" + " " * 100_000 + ".X" + "\n" * 100_000 + "}}"),
    ("letters beyond ASCII", "{{." + "é" * 50_000 + "}}"),
    ("definitions", "".join(f'{{{{define "a{i}"}}}}x{{{{end}}}}' for i in range(5_000))),
]


@pytest.mark.parametrize("text", [row[1] for row in LONG], ids=[row[0] for row in LONG])
def test_long_texts_parse(text):
    assert str(parse(text, funcs=["f"])[""].root).count(".Y") == text.count(".Y")


def tried(text, **options):
    """Gives the trees of a text or its error."""
    try:
        return parse(text, **options)
    except ParseError as e:
        return e


@given(st.text(st.sampled_from("{}-/*.$xX1'\"`\\|():=, \n\té²\ud800\udcff#%ifendelse")))
def test_any_text_parses_or_is_refused(text):
    found = tried("{{" + text, funcs=["if", "x"])
    if isinstance(found, ParseError):
        assert str(found).startswith("template: :")
        assert 0 <= found.offset <= found.end <= len(found.source)
    else:
        assert found[""].root.end == len(found[""].text)


@given(st.integers(min_value=0))
def test_any_template_that_was_broken_parses_or_is_refused(seed):
    found = tried(Generator(seed).case(), funcs=BUILTINS)
    assert "" in found if isinstance(found, dict) else str(found).startswith("template: :")
