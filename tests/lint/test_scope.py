"""What the dot and the variables are, place by place."""

import pytest

from gotmpl import ollama
from gotmpl.lint.scope import MESSAGES, ROOT, places
from gotmpl.ollama import values
from gotmpl.parse.node import ActionNode

TYPES = [
    ("{{ . }}", ROOT),
    ("{{ .Messages }}", MESSAGES),
    ("{{ range .Messages }}{{ .ToolCalls }}{{ end }}", None),
    ("{{ range .Messages }}{{ . }}{{ end }}", "message"),
    ("{{ range $i, $m := .Messages }}{{ $m }}{{ end }}", "message"),
    ("{{ range $m := .Messages }}{{ $m }}{{ end }}", "message"),
    ("{{ with index .Messages 0 }}{{ . }}{{ end }}", "message"),
    ("{{ (index .Messages 0) }}", "message"),
    ("{{ index (slice .Messages 1) 0 }}", "message"),
    ("{{ $m := index .Messages 0 }}{{ range .Tools }}{{ $m }}{{ end }}", "message"),
    ("{{ range .Messages }}{{ else }}{{ . }}{{ end }}", ROOT),
    ("{{ range .Messages }}{{ $ }}{{ end }}", ROOT),
    ("{{ range .Tools }}{{ .Function }}{{ end }}", values.TOOL_FUNCTION),
    ("{{ range .Tools }}{{ range .Function.Parameters.Properties }}{{ . }}{{ end }}{{ end }}", values.TOOL_PROPERTY),
    ("{{ range .Messages }}{{ range .ToolCalls }}{{ . }}{{ end }}{{ end }}", values.TOOL_CALL),
    ("{{ range .Messages }}{{ range .ToolCalls }}{{ .Function.Arguments.x }}{{ end }}{{ end }}", "unknown"),
    ('{{ $x := "" }}{{ range .Messages }}{{ $x = . }}{{ end }}{{ $x }}', "unknown"),
    ('{{ define "t" }}{{ . }}{{ end }}{{ range .Messages }}{{ template "t" . }}{{ end }}', "message"),
    ('{{ define "t" }}{{ . }}{{ end }}{{ template "t" . }}{{ template "t" .Tools }}', "unknown"),
]


@pytest.mark.parametrize(("text", "type"), [(text, type) for text, type in TYPES if type is not None])
def test_the_type_of_what_is_printed(text, type):
    found, _ = places(ollama.parse(text))
    # Ollama appends a {{ .Response }} that is not in the text.
    actions = [place for place in found if isinstance(place.node, ActionNode) and place.node.end > place.node.start]
    got = [place.type for place in actions if not place.node.pipe.decl][-1]
    if type == "message":
        assert got is not None
        assert got.elem is values.MESSAGE
    elif type == "unknown":
        assert got is None
    else:
        assert got is type


@pytest.mark.parametrize(
    ("text", "failing"),
    [
        ("{{ range $i, $m := .Messages }}{{ $m.content }}{{ end }}", ["content"]),
        ("{{ range .Tools }}{{ .Function.Parameters.Properties.content }}{{ end }}", []),
        ("{{ .content }}", []),
        ("{{ range .Messages }}{{ .Content.x }}{{ end }}", ["x"]),
        ("{{ range .Messages }}{{ range .ToolCalls }}{{ .Function.Arguments.a.b }}{{ end }}{{ end }}", []),
        ("{{ range .Tools }}{{ .String }}{{ end }}", []),
        ('{{ define "t" }}{{ .x }}{{ end }}{{ .Prompt }}', []),
    ],
)
def test_only_names_that_go_refuses_fail(text, failing):
    found, _ = places(ollama.parse(text))
    assert [access.name for place in found for access in place.accesses if access.fails] == failing


def test_an_access_knows_where_its_name_stands():
    text = "{{ range $i, $m := .Messages }}{{ $m.Role }}{{ (index $.Messages $i).Content }}{{ end }}"
    found, _ = places(ollama.parse(text))
    names = [text[access.offset : access.end] for place in found for access in place.accesses]
    assert sorted(names) == ["Content", "Messages", "Messages", "Role"]


def test_a_variable_knows_the_one_it_hides_and_its_uses():
    _, variables = places(ollama.parse('{{ $x := "" }}{{ if .System }}{{ $x := "a" }}{{ $x }}{{ end }}{{ $x = "b" }}'))
    outer, inner = variables
    assert inner.outer is outer
    assert (len(outer.reads), len(inner.reads)) == (0, 1)
