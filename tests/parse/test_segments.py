"""A source is cut without a gap, and the spaces that are gone are those that the lexer left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl import ParseError
from gotmpl.parse.node import TextNode
from gotmpl.parse.parser import parse
from gotmpl.parse.segments import segments


def cut(text):
    return [(each.kind, text[each.start : each.end]) for each in segments(text)]


def markers(text):
    return [text[slice(*each.marker)] for each in segments(text) if each.marker is not None]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("", []),
        ("plain", [("text", "plain")]),
        ("a {{.X}} b", [("text", "a "), ("action", "{{.X}}"), ("text", " b")]),
        (
            "a {{- .X -}} b",
            [("text", "a"), ("trimmed", " "), ("action", "{{- .X -}}"), ("trimmed", " "), ("text", "b")],
        ),
        ("{{.X}}\n{{- .Y}}", [("action", "{{.X}}"), ("trimmed", "\n"), ("action", "{{- .Y}}")]),
        ("{{.X -}}\n{{- .Y}}", [("action", "{{.X -}}"), ("trimmed", "\n"), ("action", "{{- .Y}}")]),
        ("{{/* c */}}\n", [("comment", "{{/* c */}}"), ("text", "\n")]),
        (
            "x {{- /* c */ -}} y",
            [("text", "x"), ("trimmed", " "), ("comment", "{{- /* c */ -}}"), ("trimmed", " "), ("text", "y")],
        ),
        (
            "{{if .A}}1{{else if .B}}2{{else}}3{{end}}",
            [
                ("action", "{{if .A}}"),
                ("text", "1"),
                ("action", "{{else if .B}}"),
                ("text", "2"),
                ("action", "{{else}}"),
                ("text", "3"),
                ("action", "{{end}}"),
            ],
        ),
        ('{{print "}}" 3}}', [("action", '{{print "}}" 3}}')]),
    ],
)
def test_a_text_is_cut_into_its_parts(text, want):
    assert cut(text) == want


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("a {{- .X -}} b", ["{{-", "-}}"]),
        ("{{.X -}}\n{{- .Y}}", ["-}}"]),
        ("{{.X}}\n{{- .Y}}", ["{{-"]),
        ("{{/* c */ -}} x", ["-}}"]),
        ("a\n{{- range .L -}}\n\n{{- end -}}\n", ["{{-", "-}}", "-}}"]),
    ],
)
def test_spaces_name_the_marker_that_ate_them(text, want):
    assert markers(text) == want


pieces = st.lists(
    st.sampled_from(
        [
            " ",
            "\n",
            "\t",
            "a",
            "é",
            "😀",
            "{{.X}}",
            "{{- .X}}",
            "{{.X -}}",
            "{{- /* c */ -}}",
            "{{/* c */}}",
            "{{if .A}}",
            "{{- if .A -}}",
            "{{else}}",
            "{{- else -}}",
            "{{end}}",
            "{{- end -}}",
            "{{range .L}}",
            "{{break}}",
            '{{define "d"}}',
        ]
    ),
    max_size=12,
).map("".join)


@given(pieces)
def test_segments_hold_the_whole_source_and_the_texts_of_the_tree(text):
    try:
        trees = parse(text, "t")
    except ParseError:
        return
    found = segments(text)
    assert "".join(text[each.start : each.end] for each in found) == text
    assert [each.start for each in found[1:]] == [each.end for each in found[:-1]]
    for each in found:
        assert (each.marker is not None) == (each.kind == "trimmed")
        if each.kind == "trimmed":
            assert text[each.start : each.end].strip(" \t\r\n") == ""
    texts, stack = [], [tree.root for tree in trees.values()]
    while stack:
        node = stack.pop()
        if isinstance(node, TextNode):
            texts.append((node.start, node.text))
        stack += node.children()
    in_source = {each.start: text[each.start : each.end] for each in found if each.kind == "text"}
    assert dict(texts).items() <= in_source.items()
