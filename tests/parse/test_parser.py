"""The trees that templates give, as Go prints them. Every expected value came from Go."""

import pytest

from gotmpl.errors import ParseError
from gotmpl.parse.parser import parse
from oracle.parse_cases import BUILTINS

# A text, and its tree or the trees by name.
TREES = [
    ("", ""),
    ("plain text", "plain text"),
    ("{{.}}", "{{.}}"),
    ("{{ . }}", "{{.}}"),
    ("{{.X}}", "{{.X}}"),
    ("{{.X.Y.Z}}", "{{.X.Y.Z}}"),
    ("{{$}}", "{{$}}"),
    ("{{$.X.Y}}", "{{$.X.Y}}"),
    ("{{nil | print}}", "{{nil | print}}"),
    ("{{true}}{{false}}", "{{true}}{{false}}"),
    ('{{"quoted\\n"}}', '{{"quoted\\n"}}'),
    ("{{`raw\n`}}", "{{`raw\n`}}"),
    ("{{'a'}}", "{{'a'}}"),
    ("{{1}} {{-1}} {{0x1F}} {{1e3}} {{1+2i}}", "{{1}} {{-1}} {{0x1F}} {{1e3}} {{1+2i}}"),
    ("{{print}}", "{{print}}"),
    ("{{print .X 1 `a`}}", "{{print .X 1 `a`}}"),
    ("{{.X | print | len}}", "{{.X | print | len}}"),
    ("{{.X|print|len}}", "{{.X | print | len}}"),
    ("{{.X |}}", "{{.X}}"),
    ("{{.X | print |}}", "{{.X | print}}"),
    ("{{(.X)}}", "{{(.X)}}"),
    ("{{(.X).Y}}", "{{(.X).Y}}"),
    ("{{(index .X 0).Y.Z}}", "{{(index .X 0).Y.Z}}"),
    ("{{print (print (print .X))}}", "{{print (print (print .X))}}"),
    ("{{((.X))}}", "{{((.X))}}"),
    ("{{print.X}}", "{{print.X}}"),
    ("{{print.X.Y 1}}", "{{print.X.Y 1}}"),
    ("{{.X (.Y) $.Z}}", "{{.X (.Y) $.Z}}"),
    ("{{$x := 1}}{{$x}}", "{{$x := 1}}{{$x}}"),
    ("{{$x:=1}}", "{{$x := 1}}"),
    ("{{$x = 1}}{{$x}}", "{{$x = 1}}{{$x}}"),
    ("{{$x := $x}}", "{{$x := $x}}"),
    ("{{ $x :=.X }}", "{{$x := .X}}"),
    ("{{$ := 1}}", "{{$ := 1}}"),
    ("{{print ($x := 1)}}{{$x}}", "{{print ($x := 1)}}{{$x}}"),
    ("{{if .X}}a{{end}}", "{{if .X}}a{{end}}"),
    ("{{if .X}}a{{else}}b{{end}}", "{{if .X}}a{{else}}b{{end}}"),
    ("{{if .X}}a{{else if .Y}}b{{end}}", "{{if .X}}a{{else}}{{if .Y}}b{{end}}{{end}}"),
    ("{{if .X}}a{{else if .Y}}b{{else}}c{{end}}", "{{if .X}}a{{else}}{{if .Y}}b{{else}}c{{end}}{{end}}"),
    ("{{if .X}}a{{else}}{{if .Y}}b{{end}}{{end}}", "{{if .X}}a{{else}}{{if .Y}}b{{end}}{{end}}"),
    ("{{if $x := .X}}{{$x}}{{else}}{{$x}}{{end}}", "{{if $x := .X}}{{$x}}{{else}}{{$x}}{{end}}"),
    ("{{if(.X)}}a{{end}}", "{{if (.X)}}a{{end}}"),
    ("{{if.X}}a{{end}}", "{{if .X}}a{{end}}"),
    ("{{with .X}}a{{end}}", "{{with .X}}a{{end}}"),
    ("{{with .X}}a{{else}}b{{end}}", "{{with .X}}a{{else}}b{{end}}"),
    ("{{with .X}}a{{else with .Y}}b{{end}}", "{{with .X}}a{{else}}{{with .Y}}b{{end}}{{end}}"),
    ("{{with $x := .X}}{{$x}}{{end}}", "{{with $x := .X}}{{$x}}{{end}}"),
    ("{{range .X}}a{{end}}", "{{range .X}}a{{end}}"),
    ("{{range .X}}a{{else}}b{{end}}", "{{range .X}}a{{else}}b{{end}}"),
    ("{{range $x := .X}}{{$x}}{{end}}", "{{range $x := .X}}{{$x}}{{end}}"),
    ("{{range $i, $x := .X}}{{$i}}{{$x}}{{end}}", "{{range $i, $x := .X}}{{$i}}{{$x}}{{end}}"),
    ("{{range $i,$x:=.X}}{{end}}", "{{range $i, $x := .X}}{{end}}"),
    ("{{$i := 0}}{{$x := 0}}{{range $i, $x = .X}}{{end}}", "{{$i := 0}}{{$x := 0}}{{range $i, $x = .X}}{{end}}"),
    ("{{range $i, $}}{{end}}", "{{range $i := $}}{{end}}"),
    ("{{range $i, $.X | print}}{{end}}", "{{range $i := $.X | print}}{{end}}"),
    ("{{range .X}}{{break}}{{continue}}{{end}}", "{{range .X}}{{break}}{{continue}}{{end}}"),
    ("{{range .X}}{{if .Y}}{{break}}{{end}}{{end}}", "{{range .X}}{{if .Y}}{{break}}{{end}}{{end}}"),
    ("{{range 3}}{{end}}", "{{range 3}}{{end}}"),
    ('{{template "x"}}', '{{template "x"}}'),
    ("{{template `x` .}}", '{{template "x" .}}'),
    ('{{template "x" .X | print}}', '{{template "x" .X | print}}'),
    ('{{template "x".X}}', '{{template "x" .X}}'),
    ('{{template "a\\"b\\n\\xff"}}', '{{template "a\\"b\\n\\xff"}}'),
    ('{{template "x" $y := 1}}{{$y}}', '{{template "x" $y := 1}}{{$y}}'),
    ('{{define "x"}}a{{end}}b', {"": "b", "x": "a"}),
    ('a{{define "x"}}b{{end}}c{{define "y"}}d{{end}}e', {"": "ace", "x": "b", "y": "d"}),
    ('{{block "x" .}}a{{end}}', {"": '{{template "x" .}}', "x": "a"}),
    ('{{block "x" .Y | print}}a{{end}}b', {"": '{{template "x" .Y | print}}b', "x": "a"}),
    ('{{block "x" $y := 1}}{{end}}{{$y}}', {"": '{{template "x" $y := 1}}{{$y}}', "x": ""}),
    ('{{define "x"}} {{/* c */}} {{end}}{{define "x"}}a{{end}}', {"": "", "x": "a"}),
    ('{{define "x"}}a{{end}}{{define "x"}}\n{{end}}', {"": "", "x": "a"}),
    (
        '{{if .X}}{{block "x" .}}{{block "y" .}}a{{end}}{{end}}{{end}}',
        {"": '{{if .X}}{{template "x" .}}{{end}}', "x": '{{template "y" .}}', "y": "a"},
    ),
    ("a {{- .X -}} b", "a{{.X}}b"),
    ("a\n{{- .X}}\n{{.Y -}}\n b", "a{{.X}}\n{{.Y}}b"),
    ("{{- .X -}}", "{{.X}}"),
    ("a{{- /* c */ -}} b", "ab"),
    (" {{- if .X -}} a {{- else -}} b {{- end -}} ", "{{if .X}}a{{else}}b{{end}}"),
    ("{{.X -}} \n {{- .Y}}", "{{.X}}{{.Y}}"),
    ("{{-3}}", "{{-3}}"),
    ("{{- 3 -}}", "{{3}}"),
    ("{{3 -}}", "{{3}}"),
    ("{{\n.X\n}}", "{{.X}}"),
    ("{{ -3 | print}}", "{{-3 | print}}"),
    ("\xa0{{- .X}}", "\xa0{{.X}}"),
    ("a{{/* c */}}b", "ab"),
    ("{{/**/}}", ""),
    ("{{/* {{.X}} */}}", ""),
    ("{{- /* c */}}", ""),
    ("{ {{.X}} }", "{ {{.X}} }"),
    ("}}", "}}"),
    ("{{.X}}}", "{{.X}}}"),
    ("{", "{"),
    ("{{`}}`}}", "{{`}}`}}"),
    ('{{"}}"}}', '{{"}}"}}'),
    ("{{.é}}{{.日本.語}}", "{{.é}}{{.日本.語}}"),
    ("{{$é := 1}}{{$é}}", "{{$é := 1}}{{$é}}"),
    ("{{.X1_}}{{._}}", "{{.X1_}}{{._}}"),
    ("{{.٣}}", "{{.٣}}"),
    ('{{not .X | and .Y (or 1 2) | printf "%d" 3}}', '{{not .X | and .Y (or 1 2) | printf "%d" 3}}'),
    ("{{print nil true . $ `a` 'b' 1i (1)}}", "{{print nil true . $ `a` 'b' 1i (1)}}"),
    ('{{"a\udcffb"}}', '{{"a\udcffb"}}'),
    ("\udcff{{.X}}", "\udcff{{.X}}"),
]


@pytest.mark.parametrize(("text", "trees"), TREES)
def test_the_trees_are_those_of_go(text, trees):
    parsed = parse(text, funcs=BUILTINS)
    assert {name: str(tree.root) for name, tree in parsed.items()} == ({"": trees} if isinstance(trees, str) else trees)


DELIMITED = [
    (("<<", ">>"), "<<if .X>>{{a}}<<- else ->> b<<end>>", {"": "<<if .X>>{{a}}<<else>>b<<end>>"}),
    (("[[", "]]"), "[[.X]] [[template `a` .]]", {"": '[[.X]] [[template "a" .]]'}),
    (
        ("{%", "%}"),
        "{% range .X %}{%break%}{%- continue -%}{% end %}",
        {"": "{%range .X%}{%break%}{%continue%}{%end%}"},
    ),
    (("", ">>"), "{{.X>>", {"": "{{.X>>"}),
    (("<<", ""), "<<.X}}", {"": "<<.X}}"}),
    (("|", "|"), "|.X| |with .Y|a|else|b|end|", {"": "|.X| |with .Y|a|else|b|end|"}),
    (("((", "))"), "((.X)) (( print 1 ))", {"": "((.X)) ((print 1))"}),
    (("$", "$"), "$.X$", {"": "$.X$"}),
    (("{{", "-}}"), "{{.X -}} {{.X --}} a", {"": "{{.X-}} {{.X-}}a"}),
    (("é", "»"), "é.X»", {"": "é.X»"}),
    (("<<", ">>"), "<</* c */>><<block `x` .>>a<<end>>", {"": '<<template "x" .>>', "x": "a"}),
]


@pytest.mark.parametrize(("delims", "text", "trees"), DELIMITED)
def test_other_delimiters_are_read_and_printed(delims, text, trees):
    parsed = parse(text, delims=delims, funcs=BUILTINS)
    assert {name: str(tree.root) for name, tree in parsed.items()} == trees


COMMENTS = [
    ("a{{/* c */}}b", {"": "a{{/* c */}}b"}),
    ("a {{- /* c */ -}} b", {"": "a{{/* c */}}b"}),
    ("{{/* {{.X}} */}}", {"": "{{/* {{.X}} */}}"}),
    ("{{if .X}}{{/* c */}}{{end}}", {"": "{{if .X}}{{/* c */}}{{end}}"}),
    ('{{define "x"}}{{/* c */}} {{end}}{{define "x"}}a{{end}}', {"": "", "x": "a"}),
]


@pytest.mark.parametrize(("text", "trees"), COMMENTS)
def test_comments_stay_if_asked_for(text, trees):
    parsed = parse(text, comments=True)
    assert {name: str(tree.root) for name, tree in parsed.items()} == trees


@pytest.mark.parametrize(
    ("name", "text", "trees"),
    [
        ("x", '{{define "x"}}a{{end}}', {"x": "a"}),
        ("x", '{{define "x"}}{{end}}a', {"x": "a"}),
        ("x", ' {{define "x"}} {{end}} ', {"x": "  "}),
        (
            "",
            '{{block "a" .}}{{block "b" .}}{{end}}{{end}}',
            {"": '{{template "a" .}}', "a": '{{template "b" .}}', "b": ""},
        ),
        ("t", '{{define "a"}}x{{end}}{{define "a"}} {{end}}', {"a": "x", "t": ""}),
    ],
)
def test_an_empty_tree_gives_way_to_another_of_its_name(name, text, trees):
    assert {name: str(tree.root) for name, tree in parse(text, name).items()} == trees


def test_break_and_continue_are_functions_if_there_are_functions_of_the_name():
    assert str(parse("{{break}}", funcs=["break"])[""].root) == "{{break}}"
    with pytest.raises(ParseError, match=r"continue.* outside"):
        parse("{{continue}}", funcs=["break"])


def test_all_trees_know_the_text_and_its_name():
    text = '{{define "a"}}x{{end}}y'
    trees = parse(text, "n")
    assert {(tree.name, tree.parse_name, tree.text) for tree in trees.values()} == {("a", "n", text), ("n", "n", text)}
