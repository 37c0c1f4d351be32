"""The pieces of a trace are the prompt, and each character of the template is accounted for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl import DataError, ExecError, ParseError, ollama
from gotmpl.ollama import parse, trace
from gotmpl.ollama.scenarios import SCENARIOS
from oracle.ollama_cases import DECODED, TEMPLATES
from oracle.ollama_vectors import mask, vectors

RENDERS = [
    pytest.param(request["template"], values, answer["renders"][name], id=f"{i}-{name}")
    for i, (request, answer) in enumerate(vectors())
    if "parse_error" not in answer and request["template"] != DECODED[0]
    for name, values in request.get("renders", {}).items()
]


def traced(template, values):
    return trace(template, values.get("messages", []), **{k: v for k, v in values.items() if k != "messages"})


@pytest.mark.parametrize(("text", "values", "want"), RENDERS)
def test_the_pieces_joined_are_ollamas_prompt(text, values, want):
    found = traced(parse(text), values)
    if "output" in want:
        assert (mask(found.text), found.error) == (want["output"], None)
    else:
        assert mask(str(found.error)) == want.get("exec_error") or "panic" in want


def account(found):
    """Checks that each pass tells of each character of the source what became of it."""
    for each in found.passes:
        assert "".join(found.source[part.start : part.end] for part in each.parts) == found.source
        assert [part.start for part in each.parts[1:]] == [part.end for part in each.parts[:-1]]
        written = {}
        for piece in each.pieces:
            if piece.kind == "text":
                assert piece.text == found.source[piece.start : piece.end]
                written[piece.start] = written.get(piece.start, 0) + 1
        assert written == {part.start: part.count for part in each.parts if part.fate == "emitted"}
        for part in each.parts:
            source = found.source[part.start : part.end]
            assert part.count == 0 or part.fate == "emitted"
            assert (part.fate == "trimmed") == (part.marker is not None)
            if part.fate == "trimmed":
                assert source.strip() == ""
                assert found.source[slice(*part.marker)] in ("{{-", "-}}")
            elif part.fate == "cut":
                assert each.cut is not None
                assert part.start >= each.cut
            elif part.fate == "action":
                assert source.startswith("{{")
                assert source.endswith("}}")


def good_templates():
    for text in TEMPLATES:
        try:
            yield parse(text)
        except ParseError:
            continue


GOOD = list(good_templates())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_character_of_the_known_templates_is_accounted_for(scenario):
    for template in GOOD:
        account(traced(template, SCENARIOS[scenario].arguments()))


parts = st.sampled_from(
    [
        " ",
        "\n",
        "a",
        "é😀",
        "{{- .System }}",
        "{{ .Prompt -}}",
        "{{ .Response }}",
        "{{ .Response -}}",
        "{{ json .System }}",
        "{{ if .System }}",
        "{{- if .Prompt -}}",
        "{{ else }}",
        "{{- else -}}",
        "{{ end }}",
        "{{- end }}",
        "{{/* c */ -}}",
        "{{ range .Messages }}",
        "{{ .Role }}",
        "{{- .Content }}",
        "{{ with .Tools }}",
        "{{ . }}",
        "{{ break }}",
        "{{ .Suffix }}",
    ]
)
contents = st.text(alphabet="ab\n é😀", max_size=4)
messages = st.lists(
    st.fixed_dictionaries({"role": st.sampled_from(["system", "user", "assistant", "tool"]), "content": contents}),
    max_size=5,
)


@given(st.lists(parts, max_size=10).map("".join), messages)
def test_every_character_of_any_template_is_accounted_for(text, conversation):
    try:
        template = parse(text)
    except ParseError:
        return
    found = trace(template, conversation)
    account(found)
    try:
        output, error = template.render(conversation), None
    except ExecError as caught:
        output, error = caught.output, str(caught)
    assert (found.text, found.error and str(found.error)) == (output, error)


@given(messages)
def test_values_of_the_messages_name_the_messages_that_they_come_from(conversation):
    found = trace(parse("{{ range .Messages }}{{ .Role }}: {{ .Content }}\n{{ end }}"), conversation)
    shown = []
    for piece in found.pieces:
        if piece.paths and piece.paths[0].endswith(".Content") and piece.kind == "value":
            (i,) = piece.messages
            assert piece.text == conversation[i]["content"]
            shown.append(i)
    assert shown == list(range(len(conversation)))


def pieces(text, *conversation, **rest):
    made = [dict(zip(("role", "content"), message, strict=True)) for message in conversation]
    return [(p.text, p.kind, p.paths, p.messages) for p in trace(parse(text), made, **rest).pieces]


def test_messages_that_ollama_joins_are_told_apart():
    assert pieces("{{ range .Messages }}{{ .Content }}{{ end }}", ("user", "a"), ("user", "b"), ("assistant", "c")) == [
        ("a", "value", (".Messages[0].Content",), (0,)),
        ("\n\n", "between", (".Messages[0].Content",), ()),
        ("b", "value", (".Messages[0].Content",), (1,)),
        ("c", "value", (".Messages[1].Content",), (2,)),
    ]


def test_the_system_text_names_all_system_messages():
    assert pieces("{{ .System }}{{ range .Messages }}{{ end }}", ("system", "a"), ("user", "b"), ("system", "c")) == [
        ("a", "value", (".System",), (0,)),
        ("\n\n", "between", (".System",), ()),
        ("c", "value", (".System",), (2,)),
    ]


def test_a_legacy_template_has_a_pass_for_each_turn_and_is_cut():
    text = "{{ .System }}<{{ .Prompt }}|{{ .Response }}>{{ if .System }}!{{ end }}"
    turns = [("system", "s"), ("user", "q"), ("user", "r"), ("assistant", "a"), ("user", "p"), ("tool", "lost")]
    found = trace(parse(text), [{"role": role, "content": content} for role, content in turns])
    assert [(each.mode, each.text) for each in found.passes] == [("turn", "s<q\n\nr|a>!"), ("last_turn", "<p|")]
    assert found.lost == [5]
    first, last = found.passes
    assert (first.cut, last.cut) == (None, text.index(">"))
    assert [(found.source[p.start : p.end], p.fate) for p in last.parts[-4:]] == [
        (">", "cut"),
        ("{{ if .System }}", "cut"),
        ("!", "cut"),
        ("{{ end }}", "cut"),
    ]
    assert {p.messages for p in first.pieces if p.kind == "value"} == {(0,), (1,), (2,), (3,)}
    assert [p.messages for p in last.pieces if p.paths == (".Prompt",)] == [(4,)]


def test_fill_in_has_prompt_and_suffix():
    assert pieces("{{ .Prompt }}|{{ .Suffix }}", prompt="a", suffix="b") == [
        ("a", "value", (".Prompt",), ()),
        ("|", "text", (), ()),
        ("b", "value", (".Suffix",), ()),
        ("", "value", (".Response",), ()),  # appended, for the text uses neither messages nor a response
    ]


def test_functions_and_tools_are_named():
    tools = [{"type": "function", "function": {"name": "f"}}]
    found = trace(parse("{{ range .Tools }}{{ json .Function.Name }}{{ end }}{{ json .Messages }}"), [], tools=tools)
    assert [(p.paths, p.through) for p in found.pieces] == [
        ((".Tools[0].Function.Name",), ("json",)),
        ((".Messages",), ("json",)),
    ]


def test_decisions_tell_branch_and_reason():
    text = '{{ if .System }}S{{ end }}{{ range .Messages }}{{ if eq .Role "user" }}U{{ else }}E{{ end }}{{ end }}'
    (only,) = trace(parse(text), [{"role": "user", "content": "x"}]).passes
    told = [(text[d.start : d.end], d.taken, d.has_else, d.items, [tuple(r) for r in d.reads]) for d in only.decisions]
    assert told == [
        ("{{ if .System }}", False, False, None, [(".System", '""')]),
        ("{{ range .Messages }}", True, False, 1, [(".Messages", "1 item")]),
        ('{{ if eq .Role "user" }}', True, True, None, [(".Messages[0].Role", '"user"')]),
    ]


def test_an_error_ends_the_trace_and_is_told():
    found = trace(parse("a{{ range .Messages }}{{ .Nope }}{{ end }}"), [{"role": "user", "content": "x"}])
    assert found.text == "a"
    assert "can't evaluate field Nope" in str(found.error)


def test_a_template_that_cannot_be_cut_keeps_the_turns_before():
    text = "{{ .Prompt }}{{ if .System }}{{ .Response }}{{ else }}x{{ end }}"
    found = trace(parse(text), [{"role": r, "content": r} for r in ("user", "assistant", "user")])
    assert [each.mode for each in found.passes] == ["turn"]
    assert found.error is not None


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("{{ range .Messages }}{{ .Role }}{{ end }}", [0, 1, 2, 4]),
        ("{{ range .Messages }}{{ .Content }}{{ end }}", [4]),
        ("{{ .System }}{{ range .Messages }}{{ if .ToolCalls }}{{ json .ToolCalls }}{{ end }}{{ end }}", [1, 2]),
        ("{{ json .Messages }}", []),
    ],
)
def test_messages_that_do_not_reach_the_prompt_are_told(text, lost):
    said = [("system", "s"), ("user", "a"), ("user", "b"), ("assistant", "")]
    conversation = [dict(zip(("role", "content"), each, strict=True)) for each in said]
    conversation.append({"role": "assistant", "tool_calls": [{"function": {"name": "f"}}]})
    conversation.insert(4, {"role": "user", "content": ""})
    assert [i if i < 4 else i - 1 for i in trace(parse(text), conversation).lost] == lost


def test_bad_messages_are_refused():
    with pytest.raises(DataError):
        trace(parse("x"), [{"content": "no role"}])


def test_trace_is_public():
    assert ollama.trace is trace
