"""What a parse error says beyond Go's text: where to look, what was left open, what to write instead."""

import pytest

from gotmpl.errors import Note, ParseError
from gotmpl.parse.parser import parse
from oracle.parse_cases import BUILTINS


def refused(text, funcs=BUILTINS):
    with pytest.raises(ParseError) as caught:
        parse(text, funcs=funcs)
    return caught.value


# A text, and the place of the fault between two marks.
PLACES = [
    "{{.X «=»= 1}}",
    "{{.X«[»0]}}",
    "{{eq .X «'user'»}}",
    "{{«upper» .X}}",
    "{{if .X}}a«»",
    "{{.X«»",
    "{{.X\n\n«»",
    "{{(.X«}}»",
    "{{.X«)»}}",
    "a{{- «end»}}".replace("{{- «end»}}", "«{{- end}}»"),
    "{{if .X}}{{else}}«{{else}}»{{end}}",
    "{{range .X}}«{{else if .Y}}»{{end}}".replace("»", "").replace(" .Y}}", "» .Y}}"),
    "{{/* c«»",
    '{{"abc }}«»\nx',
    "{{`abc«»",
    "{{'a«»\n",
    "{{if«}}»{{end}}",
    "{{range $i, «.X»}}",
    "{{end «.X»}}",
    "{{$x := «$y»}}",
    "{{template «.X»}}",
    "{{.X | print «.Y»}}".replace("«.Y»", "«!»"),
    "{{«0x»}}",
    '{{«"\\q"»}}',
    "{{«“»a”}}",
    "«{{break}}»",
]


@pytest.mark.parametrize("marked", PLACES)
def test_the_fault_is_where_a_person_would_look(marked):
    start, end = marked.index("«"), marked.index("»") - 1
    text = marked.replace("«", "").replace("»", "")
    error = refused(text)
    assert (error.offset, error.end) == (start, end)
    assert error.source == text


NOTES = [
    ("a{{if .X}}b", [Note(1, "the if was opened here")]),
    ("{{range .X}}{{with .Y}}{{end}}", [Note(0, "the range was opened here")]),
    ("{{range .X}}{{with .Y}}", [Note(12, "the with was opened here")]),
    ('{{define "a"}}{{else}}', [Note(0, "the define was opened here")]),
    ('a{{block "a" .}}', [Note(1, "the block was opened here")]),
    ("{{if .X}}{{else}}{{else}}", [Note(0, "the if was opened here")]),
    ("a {{ print (len (.X) }}", [Note(11, "the parenthesis was opened here")]),
    ("a{{.X\n.Y", [Note(1, "the action was opened here")]),
    ("a{{- /* c", [Note(5, "the comment was opened here")]),
    ('{{print "a\n', [Note(8, "the quote was opened here")]),
    ("{{print `a\n", [Note(8, "the quote was opened here")]),
    ('{{define "a"}}x{{end}}{{define "a"}}y{{end}}', [Note(14, "it was defined here before")]),
    ("{{foo}}", []),
    ("{{end}}", []),
    ("{{if .X}}{{foo}}", []),
]


@pytest.mark.parametrize(("text", "notes"), NOTES)
def test_what_was_left_open_is_told(text, notes):
    assert list(refused(text).notes) == notes


# What others write, and what of the hint names Go's way.
HINTS = [
    ("{{if .X == 1}}", "{{if eq"),
    ('{{if .X="a"}}', "{{if eq"),
    ("{{if .X != 1}}", "{{if eq"),
    ("{{if .X >= 1}}", "{{if eq"),
    ("{{if .X is none}}", "{{if eq"),
    ("{{if .X && .Y}}", "{{if and"),
    ("{{if .X || .Y}}", "{{if or"),
    ("{{if !.X}}", "{{if not"),
    ("{{.X[0]}}", "index .Messages 0"),
    ("{{.X [0]}}", "index .Messages 0"),
    ("{{.X.0}}", "index .Messages 0"),
    ("{{message['role']}}", 'index .Map "key"'),
    ("{{len(.X)}}", "{{len .Messages}}"),
    ("{{.X.strip()}}", "spaces between them"),
    ("{{eq .X 'user'}}", "double quotes"),
    ("{{'user}}", "double quotes"),
    ("{{.X + 1}}", "calculate"),
    ("{{.X+1}}", "calculate"),
    ("{{.X % 2}}", "calculate"),
    ("{{add .X 1}}", "calculate"),
    ("{{.X ~ .Y}}", "print makes one text"),
    ("{{-.X}}", "behind {{-"),
    ("{{-if .X}}", "behind {{-"),
    ("{{.X-}}", "before -}}"),
    ("{{.a-b}}", "hyphen"),
    ("{{#if .X}}", "{{if .Name}}"),
    ("{{/if}}", "{{end}}"),
    ("{{> header}}", "{{template"),
    ("{{ /* c */ }}", "comment"),
    ("{{// c}}", "comment"),
    ("{{.X # c}}", "comment"),
    ("{{{.X}}}", "Two braces"),
    ("{{“a”}}", "straight"),
    ("{{\u00a0.X}}", "ordinary space"),
    ("{{f .X, .Y}}", "no commas"),
    ("{{.X;}}", "one pipeline"),
    ("{{.X ? 1 : 2}}", "{{else}}"),
    ("{{if .X:}}", ":="),
    ("{{if .X}}{{elif .Y}}", "{{else if"),
    ("{{if .X}}{{endif}}", "{{end}}"),
    ("{{for m in .X}}", "{{range"),
    ("{{loop.index}}", "$i"),
    ("{{set x = 1}}", ":="),
    ("{{x = 1}}", "{{$x :="),
    ("{{if True}}", "true"),
    ("{{if eq .X None}}", "nil"),
    ('{{default "a" .X}}', "or gives"),
    ("{{.X | tojson}}", "json"),
    ("{{.X | upper}}", "change a text"),
    ("{{strftime_now}}", "currentDate"),
    ("{{lenn .X}}", "Did you mean len?"),
    ("{{content}}", ".content"),
    ("{{$x}}", "{{$x := value}}"),
    ("{{$Messages}}", "$.Messages"),
    ("{{if .X}}", "{{end}}"),
    ("{{if .X}}{% endif %}", "Jinja"),
    ("{% for m in messages %}{{ m['role'] }}{% endfor %}", "Jinja"),
    ("{{end}}", "No if"),
    ("{{if .X}}{{else}}{{else}}{{end}}", "one {{else}}"),
    ("{{range .X}}{{else if .Y}}{{end}}", "{{else}}{{if"),
    ("{{end if}}", "behind end"),
    ('{{if .X}}{{define "a"}}', "outside of all blocks"),
    ("{{template x}}", '{{template "name"'),
    ("{{block x .}}", '{{block "name"'),
    ('{{block "x"}}', '{{block "name" .}}'),
    ("{{if}}", "{{if .Name}}"),
    ("{{true.X}}", "can have a field"),
    ('{{.X | "a"}}', "function"),
    ("{{if $x, $y := .Z}}", "{{range $i"),
    ("{{break}}", "range"),
    ("{{/* c", "*/}}"),
    ('{{"a\n"}}', "backquotes"),
    ("{{`a", "backquote"),
    ("{{.X", "close the action"),
    ("{{(.X}}", "parenthesis"),
    ("{{.X)}}", "parenthesis"),
    ('{{define "a"}}x{{end}}{{define "a"}}y{{end}}', "another name"),
]


@pytest.mark.parametrize(("text", "part"), HINTS)
def test_the_hint_names_the_way_of_go(text, part):
    assert part in refused(text, [*BUILTINS, "f"]).hint


# Complaints of which nothing more can be said for sure.
@pytest.mark.parametrize(
    "text", ["{{@x}}", "{{1x}}", "{{ [1] }}", "{{1.5.2}}", "{{99999999999999999999}}", '{{"\\q"}}']
)
def test_there_is_no_hint_where_nothing_is_sure(text):
    assert refused(text).hint == ""


def test_a_close_name_is_not_sought_where_the_names_cannot_be_listed():
    class Functions:
        def __contains__(self, name):
            return name == "len"

    assert (
        refused("{{lenn .X}}", Functions()).hint == "A name alone calls a function; a field has a dot before it: .lenn."
    )


def test_the_whole_is_put_together_for_a_person():
    assert refused('a\n{{if .Role == "user"}}').explain() == (
        'template: :2: unexpected "=" in operand\n'
        '2 | {{if .Role == "user"}}\n'
        "  |            ^\n"
        'Compare with a function, which stands first: {{if eq .Role "user"}}; there are eq, ne, lt, le, gt and ge.'
    )
