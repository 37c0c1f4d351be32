"""Where the nodes are: Go's positions, which came from Go and count bytes, and the extents of the nodes."""

from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl.golang.utf8 import byte_len
from gotmpl.parse.node import BranchNode, FieldNode, IdentifierNode, NumberNode, StringNode, VariableNode
from gotmpl.parse.parser import parse
from gotmpl.parse.visit import walk
from oracle.generator import Generator
from oracle.parse_cases import BUILTINS

POSITIONS = [
    ("{{.X}}", "List:0 Action:2 Pipe:2 Command:2 Field:2"),
    ("a{{ .X }}b", "List:0 Text:0 Action:4 Pipe:4 Command:4 Field:4 Text:9"),
    ("{{.X.Y}}", "List:0 Action:2 Pipe:2 Command:2 Field:4"),
    ("{{.X.Y.Z}}", "List:0 Action:2 Pipe:2 Command:2 Field:4"),
    ("{{$.X.Y}}", "List:0 Action:2 Pipe:2 Command:2 Variable:3"),
    ("{{ $ }}", "List:0 Action:3 Pipe:3 Command:3 Variable:3"),
    ("{{(.X)}}", "List:0 Action:2 Pipe:2 Command:2 Pipe:3 Command:3 Field:3"),
    ("{{ ( .X ) }}", "List:0 Action:3 Pipe:3 Command:3 Pipe:5 Command:5 Field:5"),
    ("{{(.X).Y}}", "List:0 Action:2 Pipe:2 Command:2 Chain:6 Pipe:3 Command:3 Field:3"),
    (
        "{{((.X).Y).Z.W}}",
        ("List:0 Action:2 Pipe:2 Command:2 Chain:10 Pipe:3 Command:3 Chain:7 Pipe:4 Command:4 Field:4"),
    ),
    ("{{print.X}}", "List:0 Action:2 Pipe:2 Command:2 Chain:7 Identifier:2"),
    ("{{print .X 1}}", "List:0 Action:2 Pipe:2 Command:2 Identifier:2 Field:8 Number:11"),
    ("{{.X | print}}", "List:0 Action:2 Pipe:2 Command:2 Field:2 Command:7 Identifier:7"),
    (
        "{{print (print .X) | len}}",
        (
            "List:0 Action:2 Pipe:2 Command:2 Identifier:2 Pipe:9 Command:9 Identifier:9 Field:15 "
            "Command:21 Identifier:21"
        ),
    ),
    ("{{$x := .X}}", "List:0 Action:2 Pipe:2 Variable:2 Command:8 Field:8"),
    ("{{range $i, $x := .X}}{{end}}", "List:0 Range:8 Pipe:8 Variable:8 Variable:12 Command:18 Field:18 List:22"),
    ("{{if .X}}a{{end}}", "List:0 If:5 Pipe:5 Command:5 Field:5 List:9 Text:9"),
    ("{{- if .X -}} a {{- end -}}", "List:0 If:7 Pipe:7 Command:7 Field:7 List:14 Text:14"),
    ("{{if .X}}{{end}}", "List:0 If:5 Pipe:5 Command:5 Field:5 List:9"),
    ("{{if .X}} {{- end}}", "List:0 If:5 Pipe:5 Command:5 Field:5 List:10"),
    ("{{if .X}}{{/* c */}}{{end}}", "List:0 If:5 Pipe:5 Command:5 Field:5 List:20"),
    (
        "{{if .X}}{{.Y}}{{else}}b{{end}}",
        ("List:0 If:5 Pipe:5 Command:5 Field:5 List:9 Action:11 Pipe:11 Command:11 Field:11 List:23 Text:23"),
    ),
    ("{{if .X}}{{else}}{{end}}", "List:0 If:5 Pipe:5 Command:5 Field:5 List:9 List:17"),
    (
        "{{if .X}}{{else  if .Y}}b{{else}}c{{end}}",
        (
            "List:0 If:5 Pipe:5 Command:5 Field:5 List:9 List:17 If:20 Pipe:20 Command:20 Field:20 "
            "List:24 Text:24 List:33 Text:33"
        ),
    ),
    (
        "{{with .X}}{{else with .Y}}{{end}}",
        ("List:0 With:7 Pipe:7 Command:7 Field:7 List:11 List:18 With:23 Pipe:23 Command:23 Field:23 List:27"),
    ),
    ("{{if (.X)}}{{end}}", "List:0 If:5 Pipe:5 Command:5 Pipe:6 Command:6 Field:6 List:11"),
    ('{{template "a"}}', "List:0 Template:11"),
    ("{{ template `a` .X }}", "List:0 Template:12 Pipe:16 Command:16 Field:16"),
    ('{{block "a" .}}b{{end}}c', {"": "List:0 Template:8 Pipe:12 Command:12 Dot:12 Text:23", "a": "List:15 Text:15"}),
    ('{{define "a"}}b{{end}}c', {"": "List:0 Text:22", "a": "List:14 Text:14"}),
    (
        'a{{define "a"}} {{end}}b{{.}}',
        {"": "List:0 Text:0 Text:23 Action:26 Pipe:26 Command:26 Dot:26", "a": "List:15 Text:15"},
    ),
    (
        '  {{- define "a" -}} b {{end}}  {{- .X}}',
        {"": "List:2 Action:36 Pipe:36 Command:36 Field:36", "a": "List:21 Text:21"},
    ),
    (
        "{{range .X}}{{ break }}{{- continue -}}{{end}}",
        "List:0 Range:8 Pipe:8 Command:8 Field:8 List:12 Break:15 Continue:27",
    ),
    ("é{{.é.ü}}{{.X}}", ("List:0 Text:0 Action:4 Pipe:4 Command:4 Field:7 Action:14 Pipe:14 Command:14 Field:14")),
    ("\n{{\n.X\n}}\n", "List:0 Text:0 Action:4 Pipe:4 Command:4 Field:4 Text:9"),
    ("  {{- .X -}}  {{.Y}}", "List:2 Action:6 Pipe:6 Command:6 Field:6 Action:16 Pipe:16 Command:16 Field:16"),
    ("", "List:0"),
    ("{{/* c */}}", "List:11"),
    ("{{/* c */}} a", "List:11 Text:11"),
    (
        "{{1}}{{'é'}}{{`é`}}{{.}}{{print nil}}{{true}}",
        (
            "List:0 Action:2 Pipe:2 Command:2 Number:2 Action:7 Pipe:7 Command:7 Number:7 Action:15 "
            "Pipe:15 Command:15 String:15 Action:23 Pipe:23 Command:23 Dot:23 Action:28 Pipe:28 "
            "Command:28 Identifier:28 Nil:34 Action:41 Pipe:41 Command:41 Bool:41"
        ),
    ),
    ("{{range $i, $.X}}{{end}}", "List:0 Range:8 Pipe:8 Variable:8 Command:12 Variable:13 List:17"),
    ("\udcff{{.X}}", "List:0 Text:0 Action:3 Pipe:3 Command:3 Field:3"),
]


def positions(tree):
    offsets = [0, *accumulate(map(byte_len, tree.text))]
    return " ".join(f"{type(node).__name__.removesuffix('Node')}:{offsets[node.pos]}" for node in walk(tree.root))


@pytest.mark.parametrize(("text", "expected"), POSITIONS)
def test_nodes_are_where_go_has_them(text, expected):
    found = {name: positions(tree) for name, tree in parse(text, funcs=BUILTINS).items()}
    assert found == ({"": expected} if isinstance(expected, str) else expected)


EXTENTS = [
    ("a {{- .X.Y -}} b", ["a", "{{- .X.Y -}}", ".X.Y", ".X.Y", ".X.Y", "b"]),
    (
        "{{ ( .X ).Y | f }}",
        ["{{ ( .X ).Y | f }}", "( .X ).Y | f", "( .X ).Y", "( .X ).Y", "( .X )", ".X", ".X", "f", "f"],
    ),
    ("{{if .X}}a{{end}}", ["{{if .X}}a{{end}}", ".X", ".X", ".X", "a", "a"]),
    (
        "{{range $i, $x := .X}} {{ break }}{{end}}",
        ["{{range $i, $x := .X}} {{ break }}{{end}}", "$i, $x := .X", "$i", "$x"],
    ),
    ('{{block "a" .X}}b{{end}}', ['{{block "a" .X}}b{{end}}', ".X", ".X", ".X"]),
    ("{{template `a`}}", ["{{template `a`}}"]),
]


@pytest.mark.parametrize(("text", "sources"), EXTENTS)
def test_a_node_knows_its_source(text, sources):
    root, *nodes = walk(parse(text, funcs=["f"])[""].root)
    assert (root.start, root.end) == (0, len(text))
    assert [text[node.start : node.end] for node in nodes][: len(sources)] == sources


def test_an_else_if_reaches_to_the_end_of_the_whole():
    text = "{{if .X}}a{{else if .Y}}b{{else}}c{{end}}d"
    outer = parse(text)[""].root.nodes[0]
    (inner,) = outer.else_list.nodes
    assert text[outer.list.start : outer.list.end] == "a"
    assert text[inner.start : inner.end] == "{{else if .Y}}b{{else}}c{{end}}"
    assert text[inner.list.start : inner.list.end] == "b"
    assert text[inner.else_list.start : inner.else_list.end] == "c"


def test_a_definition_has_the_extent_of_its_body():
    text = '{{define "a"}}x{{end}}y{{block "b" .}} z {{- end}}'
    trees = parse(text)
    assert text[trees["a"].root.start : trees["a"].root.end] == "x"
    assert text[trees["b"].root.start : trees["b"].root.end] == " z "


@given(st.integers(min_value=0))
def test_a_node_contains_what_is_below_it(seed):
    text = Generator(seed).template()
    for tree in parse(text, funcs=BUILTINS).values():
        for node in walk(tree.root):
            assert node.start <= node.pos <= node.end
            below = node.children()
            assert all(node.start <= child.start and child.end <= node.end for child in below)
            assert all(a.end <= b.start or isinstance(node, BranchNode) for a, b in pairwise(below))
            if isinstance(node, (FieldNode, IdentifierNode, NumberNode, StringNode, VariableNode)):
                assert text[node.start : node.end] == str(node)
