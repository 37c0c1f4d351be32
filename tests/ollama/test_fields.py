"""The paths that a template reads, through variables, ranges, withs and templates."""

import pytest

from gotmpl.ollama import fields, parse
from gotmpl.ollama.fields import usage
from gotmpl.ollama.versions import field_version, function_version, newest


def paths(text):
    return [each.path for each in fields(parse(text))]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("{{ .System }}", [".System"]),
        ("{{ range .Messages }}{{ .Role }}{{ end }}", [".Messages", ".Messages[].Role"]),
        (
            "{{ range $i, $m := .Messages }}{{ $i }}{{ $m.Content }}{{ $.System }}{{ end }}",
            [".Messages", ".Messages[].Content", ".System"],
        ),
        (
            "{{ range .Messages }}{{ range .ToolCalls }}{{ .Function.Name }}{{ end }}{{ end }}",
            [
                ".Messages",
                ".Messages[].ToolCalls",
                ".Messages[].ToolCalls[].Function",
                ".Messages[].ToolCalls[].Function.Name",
            ],
        ),
        ("{{ (index .Messages 0).Role }}", [".Messages", ".Messages[].Role"]),
        ("{{ with index .Messages 0 }}{{ .Content }}{{ end }}", [".Messages", ".Messages[].Content"]),
        ("{{ range slice .Messages 1 }}{{ .Role }}{{ end }}", [".Messages", ".Messages[].Role"]),
        ("{{ $x := .Tools }}{{ range $x }}{{ .Type }}{{ end }}", [".Tools", ".Tools[].Type"]),
        (
            '{{ define "m" }}{{ .Role }}{{ end }}{{ range .Messages }}{{ template "m" . }}{{ end }}',
            [".Messages", ".Messages[].Role"],
        ),
        (
            "{{ range $n, $p := (index .Tools 0).Function.Parameters.Properties }}{{ $p.Type }}{{ end }}",
            [
                ".Tools",
                ".Tools[].Function",
                ".Tools[].Function.Parameters",
                ".Tools[].Function.Parameters.Properties",
                ".Tools[].Function.Parameters.Properties[].Type",
            ],
        ),
        ("{{ or .System .Prompt | json }}", [".System", ".Prompt"]),
        ('{{ define "t" }}{{ .Role }}{{ template "t" . }}{{ end }}{{ template "t" . }}', [".Role"]),
        ("{{ range .Messages }}{{ else }}{{ .System }}{{ end }}", [".Messages", ".System"]),
    ],
)
def test_paths_go_from_the_root(text, want):
    assert paths(text) == want


def test_fields_have_types_versions_and_places():
    text = "{{ range .Messages }}{{ .Thinking }}{{ .Thinking }}{{ .Nope }}{{ end }}{{ .Sytem }}"
    found = {each.path: each for each in fields(parse(text))}
    thinking = found[".Messages[].Thinking"]
    assert (thinking.type, thinking.known, thinking.since) == ("string", True, "0.9.0")
    assert [text[slice(*place)] for place in thinking.places] == [".Thinking", ".Thinking"]
    assert found[".Messages"].type == "[]*template.templateMessage"
    assert [found[path].known for path in (".Messages[].Nope", ".Sytem")] == [False, False]


def test_comparisons_and_functions_are_found():
    used = usage(parse('{{ range .Messages }}{{ if eq .Role "user" "tool" }}{{ json . }}{{ end }}{{ end }}'))
    assert [tuple(each) for each in used.comparisons] == [(".Messages[].Role", "user"), (".Messages[].Role", "tool")]
    assert list(used.functions) == ["eq", "json"]


@pytest.mark.parametrize(
    ("path", "want"),
    [
        (".Messages[].Role", "0.2.2"),
        (".Messages[].ToolCalls[].Function.Arguments", "0.2.6"),
        (".Messages[].ToolCallID", "0.12.10"),
        (".Tools[].Function.Parameters.Properties[].Type", "0.2.6"),
        (".Tools[].Function.Parameters.Properties[].AnyOf", "0.11.3"),
        (".ThinkLevel", "0.11.0"),
        (".Nope", None),
    ],
)
def test_versions_of_fields(path, want):
    assert field_version(path) == want


def test_versions_are_ordered_by_number():
    assert newest(["0.9.0", "0.13.3", "0.2.6"]) == "0.13.3"
    assert function_version("yesterdayDate") == "0.13.3"
