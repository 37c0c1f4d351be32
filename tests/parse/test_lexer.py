import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl.parse import lexer
from gotmpl.parse.lexer import Lexer

ITEMS = [
    ("", ["EOF"]),
    ("a", ["TEXT 'a'", "EOF"]),
    ("a {{- .X -}} b", ["TEXT 'a'", "LDELIM", "FIELD '.X'", "RDELIM '}}'", "TEXT 'b'", "EOF"]),
    (" {{- .X -}} ", ["LDELIM", "FIELD '.X'", "RDELIM '}}'", "EOF"]),
    ("{{.A .B.C}}", ["LDELIM", "FIELD '.A'", "FIELD '.B.C'", "RDELIM '}}'", "EOF"]),
    ("{{(f).B.C}}", ["LDELIM", "LPAREN '('", "IDENTIFIER 'f'", "RPAREN ')'", "CHAIN '.B.C'", "RDELIM '}}'", "EOF"]),
    ("{{f.B}}", ["LDELIM", "IDENTIFIER 'f'", "CHAIN '.B'", "RDELIM '}}'", "EOF"]),
    ('{{"a""b"}}', ["LDELIM", "STRING '\"a\"'", "GLUED_STRING '\"b\"'", "RDELIM '}}'", "EOF"]),
    ("{{.A.}}", ["LDELIM", "FIELD '.A'", "GLUED_DOT '.'", "RDELIM '}}'", "EOF"]),
    ("{{.A.5}}", ["LDELIM", "FIELD '.A'", "GLUED_NUMBER '.5'", "RDELIM '}}'", "EOF"]),
    ("{{.A(1)}}", ["LDELIM", "FIELD '.A'", "GLUED_LPAREN '('", "NUMBER '1'", "RPAREN ')'", "RDELIM '}}'", "EOF"]),
    ("{{$x := 1}}", ["LDELIM", "DECLARED '$x'", "DECLARE ':='", "NUMBER '1'", "RDELIM '}}'", "EOF"]),
    ("{{$x\n= 1}}", ["LDELIM", "DECLARED '$x'", "ASSIGN '='", "NUMBER '1'", "RDELIM '}}'", "EOF"]),
    ("{{$x 1}}", ["LDELIM", "VARIABLE '$x'", "NUMBER '1'", "RDELIM '}}'", "EOF"]),
    ("{{f $x = 1}}", ["LDELIM", "IDENTIFIER 'f'", "VARIABLE '$x'", "ASSIGN '='", "NUMBER '1'", "RDELIM '}}'", "EOF"]),
    ("{{$.X}}", ["LDELIM", "VARIABLE '$.X'", "RDELIM '}}'", "EOF"]),
    ("{{if .X}}{{end}}", ["IF 'if'", "FIELD '.X'", "RDELIM '}}'", "END 'end'", "EOF"]),
    ("{{- if .X -}} {{- end -}} ", ["IF 'if'", "FIELD '.X'", "RDELIM '}}'", "END 'end'", "EOF"]),
    ("{{else}}{{ else\nif .}}", ["ELSE 'else'", "ELSE_IF 'else\\nif'", "DOT '.'", "RDELIM '}}'", "EOF"]),
    ("{{else  with .}}", ["ELSE_WITH 'else  with'", "DOT '.'", "RDELIM '}}'", "EOF"]),
    ("{{end .}}", ["UNCLOSED 'end'", "DOT '.'", "RDELIM '}}'", "EOF"]),
    ("{{break.}}", ["UNCLOSED '{{break}}'", "DOT '.'", "RDELIM '}}'", "EOF"]),
    ("{{endx}}", ["LDELIM", "IDENTIFIER 'endx'", "RDELIM '}}'", "EOF"]),
    ("{{.X end}}", ["LDELIM", "FIELD '.X'", "KEYWORD 'end'", "RDELIM '}}'", "EOF"]),
    ("{{block `a` .}}", ["BLOCK 'block'", "NAME '`a`'", "DOT '.'", "RDELIM '}}'", "EOF"]),
    ("{{template `a`$x, 1}}", ["TEMPLATE 'template'", "NAME '`a`'", "DECLARED '$x'", "COMMA ','", "NUMBER '1'"]),
    ("a{{/* {{ */}}b", ["TEXT 'a'", "TEXT 'b'", "EOF"]),
    ("a {{- /* c */ -}} b", ["TEXT 'a'", "TEXT 'b'", "EOF"]),
    ("{{true nil}}", ["LDELIM", "BOOL 'true'", "NIL 'nil'", "RDELIM '}}'", "EOF"]),
    ("{{'a' 1+2i 0x1p4}}", ["LDELIM", "NUMBER \"'a'\"", "NUMBER '1+2i'", "NUMBER '0x1p4'", "RDELIM '}}'", "EOF"]),
    ("{{.é.a.ü}}", ["LDELIM", "FIELD '.é.a.ü'", "RDELIM '}}'", "EOF"]),
    ("{{!}}", ["LDELIM", "CHAR '!'", "RDELIM '}}'", "EOF"]),
    ("{{.X", ["LDELIM", "FIELD '.X'", "ERROR 'unclosed action'"]),
    ("{{(.X -}}", ["LDELIM", "LPAREN '('", "FIELD '.X'", "ERROR 'unclosed left paren'"]),
    ("{{/*", ["ERROR 'unclosed comment'"]),
]


def shown(items):
    return [f"{item.type} {item.value!r}" if item.value else item.type for item in items]


@pytest.mark.parametrize(("text", "items"), ITEMS)
def test_a_text_gives_items(text, items):
    assert shown(Lexer(text, "{{", "}}").items())[: len(items)] == items


def slowly(text):
    """Lexes without the patterns for common items, which other closing delimiters could not use."""
    patterns = lexer._patterns("}}")._replace(inside=re.compile("(?!)"), plain=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lexer, "_patterns", lambda right: patterns)
        return shown(Lexer(text, "{{", "}}").items())


@pytest.mark.parametrize(("text", "items"), ITEMS)
def test_the_slow_way_gives_the_same(text, items):
    assert slowly(text)[: len(items)] == items


def test_comments_are_given_if_asked_for():
    items = list(Lexer("a{{- /* c */ -}} b", "{{", "}}", comments=True).items())
    assert shown(items) == ["TEXT 'a'", "COMMENT '/* c */'", "TEXT 'b'", "EOF"]
    assert (items[1].pos, items[1].end) == (5, 16)


def test_break_is_a_name_if_it_is_a_function():
    assert shown(Lexer("{{break}}", "{{", "}}", break_ok=False).items()) == [
        "LDELIM",
        "IDENTIFIER 'break'",
        "RDELIM '}}'",
        "EOF",
    ]


def test_lexing_can_begin_at_any_action():
    assert shown(Lexer("a{{.X}}b{{.Y}}", "{{", "}}").items(8)) == ["LDELIM", "FIELD '.Y'", "RDELIM '}}'", "EOF"]


WORDS = r"""{{ }} {{- -}} . X $ x " ` ' \ ( ) | := = , 1 i 0x e + - _ é ² /* */ if else end range template break #"""
ALPHABET = st.sampled_from([*WORDS.split(), " ", " ", " ", " -}}", "{{- ", "\n", "\udcff", "{{", "}}"])


@given(st.lists(ALPHABET, max_size=30).map("".join))
def test_the_items_lie_in_their_order_in_the_text(text):
    at = 0
    for item in Lexer(text, "{{", "}}", comments=True).items():
        assert at <= item.pos <= item.end <= len(text)
        at = item.end
        if item.type not in ("ERROR", "EOF", "LDELIM", "COMMENT", "UNCLOSED"):
            assert item.value in text[item.pos : item.end]


@given(st.lists(ALPHABET, max_size=30).map("".join))
def test_both_ways_give_the_same(text):
    assert slowly(text) == shown(Lexer(text, "{{", "}}").items())
