import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from lark import Lark
from lark.lexer import Lexer as LarkLexer

from gotmpl.errors import ParseError
from gotmpl.parse import builder, parser

SOURCE = Path(__file__).parents[2] / "grammar" / "template.lark"


class NoItems(LarkLexer):
    __future_interface__ = 2

    def __init__(self, lexer_conf):
        pass

    def lex(self, lexer_state, parser_state):
        return iter(())


def strict():
    return Lark(parser.grammar(), parser="lalr", lexer=NoItems, strict=True, maybe_placeholders=False)


def test_the_grammar_has_no_conflict():
    assert {rule.origin.name for rule in strict().rules} >= {"start", "pipeline", "commands"}


def test_the_grammar_is_the_one_in_the_source_tree():
    assert parser.grammar() == SOURCE.read_text(encoding="utf-8")


def test_each_rule_has_its_method_in_the_builder():
    named = {rule.alias or rule.options.template_source or rule.origin.name for rule in strict().rules}
    inlined = {"toplevel", "range_pipeline", "operand"}
    assert [name for name in named - inlined if not hasattr(builder.Builder, name)] == []


def test_each_terminal_that_a_node_is_made_of_has_its_method_in_the_builder():
    handed_on = {
        "EOF",
        "LDELIM",
        "RDELIM",
        "TEMPLATE",
        "ELSE_IF",
        "ELSE_WITH",
        "DECLARE",
        "ASSIGN",
        "COMMA",
        "PIPE",
        "CHAIN",
    }
    named = {terminal.name for terminal in strict().terminals}
    assert {name for name in named if not hasattr(builder.Builder, name)} == handed_on


def test_each_terminal_is_explained():
    explained = (SOURCE.parent / "README.md").read_text(encoding="utf-8")
    table = "\n".join(line for line in explained.splitlines() if line.startswith("|"))
    assert [t.name for t in strict().terminals if not re.search(rf"\b{t.name}\b", table)] == []


def test_lark_is_loaded_by_the_first_parse():
    program = (
        "import sys; from gotmpl.parse import parser; print('lark' in sys.modules); parser.parse(''); "
        "print('lark' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert out.split() == ["False", "True"]


def test_threads_may_parse_at_the_same_time():
    texts = [f"{{{{if .X{i}}}}}{{{{$x := {i}}}}}{{{{$x}}}}{{{{else}}}}{{{{.Y}}}}{{{{end}}}}" for i in range(8)]
    found = {}

    def work(i):
        for _ in range(40):
            found[i] = str(parser.parse(texts[i])[""].root)
            with pytest.raises(ParseError):
                parser.parse(texts[i] + "{{$x}}")

    threads = [threading.Thread(target=work, args=[i]) for i in range(len(texts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[i] for i in range(len(texts))] == texts


def test_a_parse_may_happen_inside_of_another():
    class Functions:
        def __contains__(self, name):
            return name == "f" and str(parser.parse("{{.X}}{{.Y}}")[""].root) == "{{.X}}{{.Y}}"

    assert (
        str(parser.parse("{{f 1}}{{if .X}}{{f}}{{end}}", funcs=Functions())[""].root) == "{{f 1}}{{if .X}}{{f}}{{end}}"
    )
