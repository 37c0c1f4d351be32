"""What the linter as a whole does: selection, comments that silence, fixes, and what it never does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gotmpl import lint

GOOD = "{{ if .System }}<|system|>{{ .System }}<|end|>{{ end }}"


def codes(text, **options):
    return [d.code for d in lint.check(text, **options)]


def only(*selectors, **more):
    return lint.Selection(select=selectors, **more)


STRUCT = "{{ range .Tools }}\n{{ .Function }}\n{{ end }}{{ range .Messages }}{{ .Content }}{{ end }}"


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (only("GT103"), ["GT103"]),
        (only("go-struct-print"), ["GT103"]),
        (only("gt10"), ["GT103", "GT108"][:1]),
        (lint.Selection(select=["GT103"], ignore=["GT103"]), []),
        (only("GT103", severity=lint.Severity.ERROR), ["GT103"]),
        (only("GT111", severity=lint.Severity.ERROR), []),
    ],
)
def test_rules_are_selected_by_code_beginning_or_name(selection, expected):
    assert [code for code in codes(STRUCT, selection=selection) if code == "GT103"] == [
        code for code in expected if code == "GT103"
    ]
    assert bool(codes(STRUCT, selection=selection)) == bool(expected)


def ignored(comment, text=STRUCT):
    return text.replace("\n{{ .Function", f"\n{comment}{{{{ .Function")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (STRUCT, ["GT103"]),
        (ignored("{{/* gotmpl: ignore GT103 the model wants it */}}"), []),
        (ignored("{{- /* gotmpl: ignore GT103, GT104 the model wants it */ -}}"), []),
        (ignored("{{/* gotmpl: ignore GT103 the model wants it */}}\n"), []),
        (ignored("{{/* gotmpl: ignore GT103 the model wants it */}}\n\n"), ["GT103"]),
        (ignored("{{/* gotmpl: ignore GT104 the model wants it */}}"), ["GT103"]),
        (ignored("{{/* gotmpl: ignore GT103 */}}"), ["GT103"]),
        ("{{/* gotmpl: ignore GT103 all of it */}}\n" + STRUCT, []),
        ("x{{/* gotmpl: ignore GT103 not all of it */}}\n" + STRUCT.replace("\n", "\n\n"), ["GT103"]),
    ],
)
def test_a_comment_with_a_reason_silences_its_line_and_the_next_or_the_file(text, expected):
    assert codes(text, kind="template", selection=only("GT103")) == expected


MODELFILE = "FROM x\n{}PARAMETER mirostat 1\nPARAMETER mirostat_tau 1\n"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (MODELFILE.format(""), 2),
        (MODELFILE.format("# gotmpl: ignore GM16 an old server\n"), 1),
        ("# gotmpl: ignore GM16 an old server\n" + MODELFILE.format(""), 0),
        (MODELFILE.format("# gotmpl: ignore GM16\n"), 2),
        (MODELFILE.format("# gotmpl: ignore GM09 an old server\n"), 2),
    ],
)
def test_a_comment_in_a_modelfile_silences_the_next_command_or_the_file(text, count):
    assert codes(text, file="Modelfile", selection=only("GM16")) == ["GM16"] * count


def test_a_comment_before_the_template_counts_for_the_template():
    text = 'FROM x\n# gotmpl: ignore GT103 it wants so\nTEMPLATE """\n' + STRUCT + '\n"""\n'
    assert codes(text, file="Modelfile", selection=only("GT103")) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{{ range .Messages }}{{ .System }}{{ end }}", "{{ range .Messages }}{{ $.System }}{{ end }}"),
        (
            '{{ range .Messages }}{{ if not eq .Role "a" }}{{ .content }}{{ end }}{{ end }}',
            '{{ range .Messages }}{{ if not (eq .Role "a") }}{{ .Content }}{{ end }}{{ end }}',
        ),
        (
            '{{ range .Messages }}{{ if and not eq .Role "a" eq .Content "b" }}{{ end }}{{ end }}',
            '{{ range .Messages }}{{ if and (not (eq .Role "a")) (eq .Content "b") }}{{ end }}{{ end }}',
        ),
        ("USER: {{ .Prompt }}\r\n{{ .Response }}</s>", "USER: {{ .Prompt }}\n{{ .Response }}</s>"),
    ],
)
def test_fixes_are_made_until_nothing_is_left(before, after):
    assert lint.fix(before, kind="template") == after
    assert lint.fix(after, kind="template") == after


def test_a_fix_in_a_template_lands_in_the_modelfile_where_ollama_drops_characters():
    text = 'FROM x\nTEMPLATE "\u00a0{{ range .Tools }}\u200d{{ .Function }}{{ end }}"\n'
    fixed = lint.fix(text, file="Modelfile", selection=only("GT103"))
    assert fixed == text.replace("{{ .Function", "{{ json .Function")


def test_places_and_fixes_count_a_byte_order_mark():
    text = "\ufeffFROM x\nSYSTEM a\u00a0b\n# gotmpl: ignore GM16 an old server\nPARAMETER mirostat 1\n"
    [found] = lint.check(text, file="Modelfile")
    assert (text[found.offset : found.end], found.line, found.column) == ("\u00a0", 2, 9)
    assert lint.fix(text, file="Modelfile") == text.replace("\u00a0", " ")


def test_edits_that_overlap_are_made_once():
    text = "abc"
    [d] = lint.check("<| im_end |>", kind="template", selection=only("GT128"))
    same = [d, d]
    assert lint.apply_edits("<| im_end |>" + text, same) == "<|im_end|>abc"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Modelfile", "x", True),
        ("qwen.Modelfile", "x", True),
        ("a.gotmpl", "FROM x", False),
        ("", "FROM x\n", True),
        ("", "# note\nfrom x\n", True),
        ("", "{{ .Prompt }}", False),
    ],
)
def test_what_a_file_is_follows_from_its_name_or_its_text(name, text, expected):
    assert lint.Subject(text, name).is_modelfile == expected


def test_a_modelfile_without_from_is_still_looked_at():
    found = codes('TEMPLATE "{{ range .Messages }}{{ .content }}{{ end }}"\nPARAMETER mirostat 1\n', file="Modelfile")
    assert {"GM13", "GM16", "GT104"} <= set(found)


def test_a_place_counts_lines_of_the_file():
    text = 'FROM x\nSYSTEM hi\nTEMPLATE """a\n{{ range .Messages }}{{ .content }}{{ end }}"""\n'
    [found] = lint.check(text, file="Modelfile", selection=only("GT104"))
    assert (found.line, found.column, found.end_line, found.end_column) == (4, 26, 4, 33)
    assert found.file == "Modelfile"


def test_a_template_that_runs_for_ever_is_reported_as_not_checked():
    text = "{{ range 100000 }}{{ .  }}{{ range 100000 }}x{{ end }}{{ end }}"
    found = [d for d in lint.check(text, kind="template") if d.code == "GT002"]
    assert [d.message.partition(":")[0] for d in found] == ["not checked"]


PIECES = st.lists(
    st.sampled_from(
        [
            "{{ range .Messages }}",
            "{{ range $i, $m := .Messages }}",
            "{{ if .System }}",
            '{{ if eq .Role "user" }}',
            "{{ with .Tools }}",
            "{{ else }}",
            "{{ end }}",
            "{{ .Content }}",
            "{{ $m.ToolCalls }}",
            "{{ .Response }}",
            "{{ .Prompt }}",
            "{{ range .ToolCalls }}",
            "{{ .Function }}",
            "{{ $x := .Role }}",
            "{{ $x = .Role }}",
            "{{ (index .Messages 0).Role }}",
            '{{ define "t" }}',
            '{{ template "t" . }}',
            "{{ break }}",
            "{{ /* c */ }}",
            "{{- /* gotmpl: ignore GT101 why */ -}}",
            "<|im_end|>",
            " ",
            "\n",
            "\r\n",
            '"',
            "{{",
            "}}",
            "\u00a0",
            "\udc80",
            "{% if %}",
            "é𝒳",
        ]
    ),
    max_size=12,
).map("".join)


@settings(deadline=None, max_examples=60)
@given(PIECES)
def test_no_template_breaks_the_linter(text):
    found = lint.check(text, kind="template")
    for d in found:
        assert 0 <= d.offset <= d.end <= len(text)
    fixed = lint.fix(text, kind="template")
    if not {d.code for d in found} & {"GT001", "GT105"}:
        assert not {d.code for d in lint.check(fixed, kind="template")} & {"GT001", "GT105"}


@settings(deadline=None, max_examples=60)
@given(PIECES, st.sampled_from(['"""{}"""', '"{}"', "{}", "'{}'", '"""{}']), st.booleans())
def test_no_modelfile_breaks_the_linter(template, quotes, first):
    value = quotes.format(template.replace("{", "{{").replace("}", "}}").format())
    text = f"FROM x\nTEMPLATE {value}\nPARAMETER stop a\n" if first else f"TEMPLATE {value}\nFROM x\nMESSAGE user hi\n"
    for d in lint.check(text, kind="modelfile"):
        assert 0 <= d.offset <= d.end <= len(text) + 1
    lint.fix(text, kind="modelfile")


def test_a_deep_template_is_survived():
    text = "{{ if .System }}" * 3000 + "{{ end }}" * 3000
    assert all(d.code for d in lint.check(text, kind="template"))
