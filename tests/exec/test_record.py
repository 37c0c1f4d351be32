"""A recorded run writes what any run writes, and knows where it comes from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl import ExecError, ParseError, parse
from gotmpl.exec.record import record

DATA = {
    "A": "x",
    "M": {"k": "v", "odd key": "w"},
    "L": [{"N": "one", "T": ["p", "q"]}, {"N": "two", "T": []}],
    "E": [],
    "F": False,
}


def written(text, data=DATA):
    recording = record(parse(text), data)
    assert recording.error is None
    return recording.pieces


@pytest.mark.parametrize(
    ("text", "paths", "through"),
    [
        ("{{.A}}", (".A",), ()),
        ("{{.}}", ("",), ()),
        ("{{.M.k}}", (".M.k",), ()),
        ('{{index .M "odd key"}}', ('.M["odd key"]',), ()),
        ("{{(index .L 1).N}}", (".L[1].N",), ()),
        ("{{with index .L 0}}{{.N}}{{end}}", (".L[0].N",), ()),
        ("{{range slice .L 1}}{{.N}}{{end}}", (".L[1].N",), ()),
        ("{{$x := .M}}{{$x.k}}", (".M.k",), ()),
        ("{{range $k, $v := .M}}{{if eq $k `k`}}{{$v}}{{end}}{{end}}", (".M.k",), ()),
        ('{{define "d"}}{{.N}}{{end}}{{template "d" index .L 0}}', (".L[0].N",), ()),
        ("{{slice .A 0 1}}", (".A",), ()),
        ("{{or .F .A}}", (".A",), ()),
        ("{{len .L}}", (".L",), ("len",)),
        ('{{printf "%s-%s" .A .M.k}}', (".A", ".M.k"), ("printf",)),
        ("{{.A | print | html}}", (".A",), ("print", "html")),
        ("{{.Nothing}}", (".Nothing",), ()),
        ('{{"a"}}', (), ()),
        ('{{print "a"}}', (), ("print",)),
    ],
)
def test_a_value_knows_its_path(text, paths, through):
    (piece,) = written(text)
    assert (piece.paths, piece.through) == (paths, through)


def test_pieces_are_the_texts_and_actions_in_order():
    source = "a{{range .L}}<{{.N}}{{range .T}} {{.}}{{end}}>{{end}}"
    pieces = written(source)
    assert [piece.text for piece in pieces] == ["a", "<", "one", " ", "p", " ", "q", ">", "<", "two", ">"]
    assert [source[piece.node.start : piece.node.end] for piece in pieces[:5]] == ["a", "<", "{{.N}}", " ", "{{.}}"]
    assert [piece.paths for piece in pieces if piece.paths] == [
        (".L[0].N",),
        (".L[0].T[0]",),
        (".L[0].T[1]",),
        (".L[1].N",),
    ]


def test_choices_tell_what_was_looked_at_and_what_was_done():
    recording = record(
        parse("{{if .A}}1{{end}}{{if eq .M.k `z`}}2{{else}}3{{end}}{{range .E}}4{{end}}{{range .L}}5{{end}}"), DATA
    )
    told = [(c.node.keyword, c.taken, c.items, [tuple(read) for read in c.reads], c.written) for c in recording.choices]
    assert told == [
        ("if", True, None, [(".A", '"x"')], 0),
        ("if", False, None, [(".M.k", '"v"')], 1),
        ("range", False, 0, [(".E", "0 items")], 2),
        ("range", True, 2, [(".L", "2 items")], 2),
    ]


def test_an_error_is_part_of_the_recording():
    recording = record(parse("a{{.A}}{{.A.B}}c"), DATA)
    assert [piece.text for piece in recording.pieces] == ["a", "x"]
    with pytest.raises(ExecError) as caught:
        parse("a{{.A}}{{.A.B}}c").render(DATA)
    assert str(recording.error) == str(caught.value)


parts = st.sampled_from(
    [
        "a",
        "{{.A}}",
        "{{.}}",
        "{{if .A}}b{{end}}",
        "{{range .L}}{{.N}}{{.}}{{end}}",
        "{{with .M}}{{.}}{{else}}c{{end}}",
        "{{range $k, $v := .M}}{{$k}}{{$v}}{{end}}",
        "{{len .A}}",
        "{{index .L 0}}",
        "{{.L.N}}",
        "{{and .A .F}}",
        "{{nil}}",
        "{{$x := .L}}{{range $i, $e := $x}}{{if $i}},{{end}}{{$e.T}}{{end}}",
        "{{slice .L 1}}",
        "{{eq .A .F}}",
        "{{.M.z.z}}",
        "{{call .A}}",
        "{{printf `%v %T` .L .M}}",
        "{{not .E}}",
        "{{index .M .A}}",
        "{{range .E}}{{else}}-{{end}}",
    ]
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["A", "N", "T", "z"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.lists(parts, max_size=5).map("".join), st.fixed_dictionaries({}, optional=dict.fromkeys("ALMEF", anything)))
def test_a_recorded_run_is_the_run(text, data):
    try:
        template = parse(text)
    except ParseError:
        return
    recording = record(template, data)
    try:
        output, error = template.render(data), None
    except ExecError as caught:
        output, error = caught.output, str(caught)
    assert "".join(piece.text for piece in recording.pieces) == output
    assert (None if recording.error is None else str(recording.error)) == error
