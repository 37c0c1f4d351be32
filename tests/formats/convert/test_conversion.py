import re
from functools import cache
from pathlib import Path

import jinja2
import pytest

from formats.convert import to_jinja
from formats.convert.proof import compared
from formats.jinja import ChatTemplate
from gotmpl import ollama
from gotmpl.errors import FormatError

TEMPLATES = Path(__file__).parents[3] / "src/formats/templates"


@cache
def converted(source):
    return to_jinja(ollama.Template(source))


def body(source):
    """Gives what is not the prelude, on one line."""
    text = converted(source).source.rpartition("\n\n")[2]
    return re.sub(r"\s*\n\s*", "", text)


# The template around a piece -> what the piece becomes.
PIECES = {
    '{{ if eq .Role "user" }}a{{ else if .Thinking }}b{{ else }}c{{ end }}': (
        "{%- if message.role == 'user' %}{{- 'a' }}{%- elif message.reasoning_content %}{{- 'b' }}"
        "{%- else %}{{- 'c' }}{%- endif %}"
    ),
    '{{ if eq .Role "user" "tool" }}a{{ end }}': "{%- if message.role in ['user', 'tool'] %}{{- 'a' }}{%- endif %}",
    "<{{ .Role }}>\n{{- .Content -}}  </s>": "{{- '<' + message.role + '>' + message.content + '</s>' }}",
    "{% x %}{# y #}{'": '{{- "{% x %}{# y #}{\'" }}',
    "a'\"\\\t": "{{- 'a\\'\"\\\\\\t' }}",
    "\u00a0\u200b\f\x00": "{{- '\u00a0\u200b\\f\x00' }}",
    "{{ if .Missing }}a{{ end }}": (
        "{%- if raise_exception(\"can't evaluate field Missing in type *template.templateMessage\") %}{{- 'a' }}"
        "{%- endif %}"
    ),
    "{{ if $.Missing }}a{{ else }}b{{ end }}": "{{- 'b' }}",
    "{{ $.Missing }}": "{{- '<no value>' }}",
    "{{ if $.Response }}a{{ end }}{{ $.Response }}b": "{{- 'b' }}",
    "{{ $.Think }}": "{{- 'true' if enable_thinking else 'false' }}",
    "{{ if $.IsThinkSet }}a{{ end }}": "{%- if enable_thinking is defined %}{{- 'a' }}{%- endif %}",
    "{{ if not $.IsThinkSet }}a{{ end }}": "{%- if enable_thinking is not defined %}{{- 'a' }}{%- endif %}",
    "{{ if and .ToolCalls (not .Content) }}a{{ end }}": (
        "{%- if message.tool_calls and not message.content %}{{- 'a' }}{%- endif %}"
    ),
    "{{ range .ToolCalls }}{{ .Function.Name }}{{ else }}none{{ end }}": (
        "{%- for tool_call in message.tool_calls %}{{- tool_call.function.name }}{%- else %}{{- 'none' }}{%- endfor %}"
    ),
    "{{ with .Content }}{{ . }}{{ end }}": "{%- if message.content %}{{- message.content }}{%- endif %}",
    "{{ with $c := .Content }}{{ $c }}{{ end }}": ("{%- set c = message.content %}{%- if c %}{{- c }}{%- endif %}"),
    '{{ len (printf "a%*s" (len $.Messages) "") }}': "{{- (chat.messages | length + 1) | string }}",
    '{{ print .Role 1 2 "x" 3 }}': "{{- message.role + '1 2x3' }}",
    '{{ printf "%s=%v%%" .Role .Content }}': "{{- message.role + '=' + message.content + '%' }}",
    "{{ if gt (len .Content) 0 }}a{{ end }}": "{%- if message.content | length > 0 %}{{- 'a' }}{%- endif %}",
    "{{ (index $.Messages 0).Role }}": "{{- chat.messages[0].role }}",
    "{{ currentDate }}": "{{- strftime_now('%Y-%m-%d') }}",
    '{{ "a" | printf "%s%s" .Role }}': "{{- message.role + 'a' }}",
    "{{ range 3 }}{{ . }}{{ end }}": "{%- for item in range(3) %}{{- item | string }}{%- endfor %}",
    "{{/* says\n  what */}}a": "{#- says    what #}{{- 'a' }}".replace("    ", ""),
}


@pytest.mark.parametrize("piece", PIECES)
def test_what_becomes_of_a_piece(piece):
    source = f"{{{{ range .Messages }}}}{piece}{{{{ end }}}}"
    assert body(source) == f"{{%- for message in chat.messages %}}{PIECES[piece]}{{%- endfor %}}"


# Whole templates -> what they become.
WHOLE = {
    "{{ range $i, $m := .Messages }}{{ if eq (len (slice $.Messages $i)) 1 }}{{ $m.Content }}{{ end }}{{ end }}": (
        "{%- for m in chat.messages %}{%- if loop.last %}{{- m.content }}{%- endif %}{%- endfor %}"
    ),
    "{{ range $i, $_ := .Messages }}{{ $last := eq (len (slice $.Messages $i)) 1 }}{{ $last }}{{ end }}": (
        "{%- for message in chat.messages %}{%- set last = loop.last %}{{- 'true' if last else 'false' }}{%- endfor %}"
    ),
    "{{ range $i, $_ := .Messages }}{{ range .ToolCalls }}{{ if le (len (slice $.Messages $i)) 2 }}a{{ end }}{{ end }}"
    "{{ end }}": (
        "{%- for message in chat.messages %}{%- set i = loop.index0 %}{%- for tool_call in message.tool_calls %}"
        "{%- if chat.messages[i:] | length <= 2 %}{{- 'a' }}{%- endif %}{%- endfor %}{%- endfor %}"
    ),
    "{{ range $i, $_ := .Messages }}{{ with $i }}{{ range $.Messages }}{{ .Role }}{{ end }}{{ . }}{{ end }}{{ end }}": (
        "{%- for message in chat.messages %}{%- set value = loop.index0 %}{%- if value %}"
        "{%- for message_2 in chat.messages %}{{- message_2.role }}{%- endfor %}{{- value | string }}{%- endif %}"
        "{%- endfor %}"
    ),
    '{{ $length := "" }}{{ range .Messages }}{{ $length = .Role }}{{ end }}{{ $length }}': (
        "{%- set ns.length_2 = '' %}{%- for message in chat.messages %}{%- set ns.length_2 = message.role %}"
        "{%- endfor %}{{- ns.length_2 }}"
    ),
    "{{ range $i, $_ := .Tools }}{{ if eq (len (slice $.Tools $i)) 1 }}a{{ end }}{{ end }}"
    "{{ range .Messages }}{{ end }}": (
        "{%- for tool in tools or [] %}{%- if loop.last %}{{- 'a' }}{%- endif %}{%- endfor %}"
        "{%- for message in chat.messages %}{%- endfor %}"
    ),
    '{{ $seen := "" }}{{ range .Messages }}{{ $seen = .Role }}{{ end }}{{ $seen }}': (
        "{%- set ns.seen = '' %}{%- for message in chat.messages %}{%- set ns.seen = message.role %}{%- endfor %}"
        "{{- ns.seen }}"
    ),
    '{{ $x := "a" }}{{ if .System }}{{ $x = "b" }}{{ end }}{{ $x }}{{ range .Messages }}{{ end }}': (
        "{%- set x = 'a' %}{%- if chat.system %}{%- set x = 'b' %}{%- endif %}{{- x }}"
        "{%- for message in chat.messages %}{%- endfor %}"
    ),
    '{{ $x := "a" }}{{ if .System }}{{ $x := "b" }}{{ $x }}{{ end }}{{ $x }}{{ range .Messages }}{{ end }}': (
        "{%- set x = 'a' %}{%- if chat.system %}{%- set x_2 = 'b' %}{{- x_2 }}{%- endif %}{{- x }}"
        "{%- for message in chat.messages %}{%- endfor %}"
    ),
    "{{ range .Messages }}{{ range $.Messages }}{{ .Role }}{{ end }}{{ .Content }}{{ end }}": (
        "{%- for message in chat.messages %}{%- for message_2 in chat.messages %}{{- message_2.role }}{%- endfor %}"
        "{{- message.content }}{%- endfor %}"
    ),
    '{{ define "one" }}<{{ .Role }}>{{ end }}{{ range .Messages }}{{ template "one" . }}{{ end }}': (
        "{%- for message in chat.messages %}{{- '<' + message.role + '>' }}{%- endfor %}"
    ),
    "{{ range .Messages }}{{ break }}{{ else }}none{{ end }}": (
        "{%- if chat.messages %}{%- for message in chat.messages %}{%- break %}{%- endfor %}"
        "{%- else %}{{- 'none' }}{%- endif %}"
    ),
    "{{ range .Messages }}{{ .Content }}{{ end }}<assistant>{{ .Response }}": (
        "{%- for message in chat.messages %}{{- message.content }}{%- endfor %}"
        "{%- if add_generation_prompt %}{{- '<assistant>' }}{%- endif %}"
    ),
    "{{ if .Messages }}{{ range .Messages }}{{ .Content }}{{ end }}<assistant>{{ end }}": (
        "{%- if chat.messages %}{%- for message in chat.messages %}{{- message.content }}{%- endfor %}"
        "{%- if add_generation_prompt %}{{- '<assistant>' }}{%- endif %}{%- endif %}"
    ),
    "{{ if .System }}S{{ .System }}{{ end }}U{{ .Prompt }}A{{ .Response }}</s>": (
        "{%- for turn in turns %}{%- if turn.system %}{{- 'S' + turn.system }}{%- endif %}"
        "{{- 'U' + turn.prompt + 'A' + turn.response }}{%- if not loop.last %}{{- '</s>' }}{%- endif %}{%- endfor %}"
    ),
    "{{ .Prompt }}{{ if .System }}{{ .Response }}</s>{{ end }}!": (
        "{%- for turn in turns %}{{- turn.prompt }}{%- if turn.system %}{{- turn.response }}"
        "{%- if not loop.last %}{{- '</s>' }}{%- endif %}{%- endif %}{%- if not loop.last %}{{- '!' }}{%- endif %}"
        "{%- endfor %}"
    ),
    '{{ print .Response "</s>" }}': (
        "{%- for turn in turns %}{%- if loop.last %}{{- turn.response }}{%- else %}{{- turn.response + '</s>' }}"
        "{%- endif %}{%- endfor %}"
    ),
}


# What a with, a loop or a condition has looked at stays as it was, whatever is assigned inside of it.
ASSIGNING = [
    '{{ range .Messages }}{{ with $x := .Content }}{{ $x = "a" }}{{ . }}{{ $x }}{{ end }}{{ end }}',
    '{{ range .Messages }}{{ $x := .Content }}{{ with $x }}{{ $x = "a" }}{{ . }}{{ $x }}{{ end }}{{ end }}',
    '{{ $x := "" }}{{ range .Messages }}{{ $x = .Content }}{{ with $x }}{{ range $.Messages }}{{ $x = .Role }}{{ end }}'
    "{{ . }}{{ $x }}{{ end }}{{ end }}",
    '{{ range .Messages }}{{ $x := .Content }}{{ with .Thinking }}a{{ else with $x }}{{ $x = "a" }}{{ . }}{{ $x }}'
    "{{ end }}{{ end }}",
    "{{ $all := .Messages }}{{ with index $all 0 }}{{ $all = slice $all 1 }}{{ .Role }}{{ end }}{{ len $all }}",
    "{{ $all := slice .Messages 0 1 }}{{ range $i, $_ := $all }}{{ $all = $.Messages }}"
    "{{ if eq (len (slice $all $i)) 1 }}a{{ end }}{{ .Role }}{{ end }}",
    "{{ range .Tools }}{{ $f := .Function }}{{ if $f.Description }}{{ $f = (index $.Tools 0).Function }}"
    "{{ $f.Description }}{{ end }}{{ end }}{{ range .Messages }}{{ end }}",
    '{{ $i := 5 }}{{ $m := "" }}{{ range $i, $m = .Messages }}{{ $m.Role }}{{ end }}{{ if $i }}a{{ end }}',
    '{{ $seen := "" }}{{ range $k, $_ := .Tools }}{{ else }}{{ if $k }}a{{ end }}{{ len $k }}{{ end }}'
    "{{ range .Messages }}{{ end }}",
]


@pytest.mark.parametrize("source", ASSIGNING)
def test_what_is_assigned_changes_nothing_that_was_looked_at(source):
    assert {proof.outcome for proof in converted(source).proofs if proof.scenario != "empty"} == {"equal"}
    assert {proof.outcome for proof in converted(source).proofs} <= {"equal", "refused"}


@pytest.mark.parametrize(
    "source",
    [
        "{{ $r := . }}{{ range .Messages }}{{ if $r.Tools }}a{{ end }}{{ .Content }}{{ $r.System }}{{ end }}",
        "{{ with . }}{{ .System }}{{ range .Messages }}{{ .Content }}{{ end }}{{ end }}",
        "{{ with $r := $ }}{{ range $r.Messages }}{{ .Content }}{{ end }}{{ end }}",
        "{{ if . }}{{ range .Messages }}{{ .Content }}{{ end }}{{ end }}{{ not . }}{{ if eq . nil }}b{{ end }}",
        "{{ if and . .System }}a{{ end }}{{ range .Messages }}{{ .Content }}{{ end }}",
        '{{ define "all" }}{{ $r := . }}{{ range .Messages }}{{ $r.System }}{{ end }}{{ end }}{{ template "all" . }}',
        "{{ $r := . }}{{ .Prompt }}{{ $r.System }}{{ .Response }}",
    ],
)
def test_all_of_the_data_can_have_a_name(source):
    assert {proof.outcome for proof in converted(source).proofs} == {"equal"}


@pytest.mark.parametrize(
    "source",
    ["", "{{ if .System }}{{ end }}", "{{ range .Messages }}{{ end }}{{ with .System }}{{ else }}a{{ end }}", "a"],
)
def test_bodies_may_be_empty(source):
    assert {proof.outcome for proof in converted("{{ .Messages | len }}" + source).proofs} == {"equal"}


OPERANDS = [".Think", ".System", ".IsThinkSet", "(eq .System `x`)"]


@pytest.mark.parametrize("first", OPERANDS)
@pytest.mark.parametrize("last", OPERANDS)
@pytest.mark.parametrize("name", ["and", "or"])
def test_the_operand_that_decides_is_printed(name, first, last):
    source = f"{{{{ range .Messages }}}}{{{{ .Content }}}}{{{{ end }}}}{{{{ {name} {first} {last} }}}}"
    assert {proof.outcome for proof in converted(source).proofs} == {"equal"}


@pytest.mark.parametrize("source", WHOLE)
def test_what_becomes_of_a_template(source):
    assert body(source) == WHOLE[source]


@pytest.mark.parametrize("source", [*WHOLE, *(f"{{{{ range .Messages }}}}{piece}{{{{ end }}}}" for piece in PIECES)])
def test_each_of_them_proves_equal(source):
    assert {proof.outcome for proof in converted(source).proofs} <= {"equal", "refused"}


@pytest.mark.parametrize("file", sorted(TEMPLATES.glob("*.gotmpl")), ids=lambda file: file.stem)
def test_the_templates_of_the_named_formats_prove_equal(file):
    conversion = converted(file.read_text(encoding="utf-8"))
    assert conversion.is_proven
    assert {proof.outcome for proof in conversion.proofs} == {"equal"}


# Template -> what is named, and why.
REFUSED = {
    "{{ range .Messages }}{{ yesterdayDate }}{{ end }}": ("yesterdayDate", "today's date only"),
    "{{ range .Messages }}{{ html .Content }}{{ end }}": ("html .Content", "nothing like html"),
    "{{ .Messages }}": ("{{.Messages}}", "whole list"),
    "{{ range .Messages }}{{ . }}{{ end }}": ("{{.}}", "whole message"),
    "{{ range .Messages }}{{ json . }}{{ end }}": ("json .", "fields that Hugging Face does not have"),
    "{{ range .Messages }}{{ range .ToolCalls }}{{ .Function.Index }}{{ end }}{{ end }}": (
        ".Function.Index",
        "index of a call",
    ),
    "{{ range .Messages }}{{ range .ToolCalls }}{{ . }}{{ end }}{{ end }}": ("{{.}}", "index of a call"),
    "{{ range .Messages }}{{ end }}{{ range 100001 }}{{ end }}": ("100001", "100000 at most"),
    '{{ range .Messages }}{{ printf "%q" .Content }}{{ end }}': ('printf "%q" .Content', "nothing like %q"),
    "{{ range .Messages }}{{ printf .Content }}{{ end }}": ("printf .Content", "no constant"),
    '{{ define "f" }}{{ template "f" . }}{{ end }}{{ range .Messages }}{{ template "f" . }}{{ end }}': (
        '{{template "f" .}}',
        "calls itself",
    ),
    "{{ range .Messages }}{{ end }}{{ 3i }}": ("3i", "no such number"),
    '{{ range .Messages }}{{ end }}{{ "\\xff" }}': (r'"\xff"', "not UTF-8"),
    "{{ range .Messages }}{{ range .ToolCalls }}{{ else }}{{ break }}{{ end }}{{ end }}": ("{{break}}", "the else"),
    "{{ range . }}{{ end }}{{ range .Messages }}{{ end }}": (".", "goes through all of the data"),
    "{{ len . }}{{ range .Messages }}{{ end }}": ("len .", "counts all of the data"),
    '{{ index . "System" }}{{ range .Messages }}{{ end }}': ('index . "System"', "in all of the data"),
    "{{ $x := 1 }}{{ $x = . }}{{ range .Messages }}{{ end }}": ("$x", "set to all of the data"),
    "{{ $x := or .System . }}{{ range .Messages }}{{ end }}": ("or .System .", "may be all of the data"),
    '{{ range .Messages }}{{ printf "%*s" 1000001 "" }}{{ end }}': ('printf "%*s" 1000001 ""', "1000000 at most"),
}


@pytest.mark.parametrize("source", REFUSED)
def test_what_jinja_cannot_say_is_refused_by_its_name_and_place(source):
    shown, reason = REFUSED[source]
    with pytest.raises(FormatError) as caught:
        converted(source)
    error = caught.value
    assert str(error).startswith(f"{shown} cannot be converted: ")
    assert reason in str(error)
    assert source[error.offset : error.end].replace(" ", "") == shown.replace(" ", "")


def test_a_template_that_ollama_cannot_cut_is_refused():
    with pytest.raises(FormatError, match="Ollama itself cannot render this template") as caught:
        converted("{{ if .System }}{{ .Response }}{{ else }}b{{ end }}")
    assert caught.value.offset == 0


def test_a_deep_template_is_refused():
    with pytest.raises(FormatError, match="nested too deeply"):
        converted("{{ range .Messages }}" + "{{ if .Role }}" * 2000 + "{{ end }}" * 2001)


def test_more_loops_in_each_other_than_python_takes_are_refused():
    with pytest.raises(FormatError, match="too large for Jinja"):
        converted("{{ range $.Messages }}" * 25 + "{{ end }}" * 25)


def test_templates_that_call_others_more_and_more_often_are_refused():
    calls = [f'{{{{ template "t{i}" . }}}}' * 2 for i in range(1, 26)]
    defined = "".join(f'{{{{ define "t{i}" }}}}{twice}{{{{ end }}}}' for i, twice in enumerate(calls))
    with pytest.raises(FormatError, match="more than 10000 templates have to be written out"):
        converted(defined + '{{ define "t25" }}{{ end }}{{ range .Messages }}{{ template "t0" $ }}{{ end }}')


def test_slices_of_slices_of_slices_are_refused():
    sliced = "(slice " * 25 + ".Tools" + " 0)" * 25
    with pytest.raises(FormatError, match="too many slices"):
        converted(f"{{{{ range {sliced} }}}}{{{{ end }}}}{{{{ range .Messages }}}}{{{{ end }}}}")


def test_long_texts_are_kept():
    text = "lorem 'ipsum' {{`{{`}} {% #} \n" * 3000
    jinja = ChatTemplate(converted(f"{{{{ range .Messages }}}}{{{{ .Content }}}}{{{{ end }}}}{text}").source)
    assert jinja.render([], add_generation_prompt=True) == text.replace("{{`{{`}}", "{{")


def test_what_nothing_renders_is_not_proven():
    conversion = converted("{{ .System.Missing }}{{ range .Messages }}{{ end }}")
    assert {proof.outcome for proof in conversion.proofs} == {"refused"}
    assert not conversion.is_proven


NUMBERS = [
    0,
    1,
    -3,
    2.0,
    0.5,
    -0.0,
    1e5,
    999999,
    1e6,
    1234567.5,
    1e15,
    2**53 + 1,
    1e20,
    1e21,
    1e-4,
    1e-5,
    -2.5e-6,
    1e-7,
]
TOOL = {
    "type": "function",
    "items": {"b": [1, 2.0], "a": None},
    "function": {
        "name": "f",
        "strict": True,
        "parameters": {
            "type": "object",
            "$defs": {"x": 1},
            "items": "y",
            "required": ["b", "a"],
            "properties": {
                "b": {"type": ["string", "null"], "default": 1, "enum": NUMBERS},
                "B": {"type": ["string"], "description": "<&>\u2028", "items": False},
                "a": {"anyOf": [{"type": "integer"}, {"properties": {"z": {}, "items": {}}, "required": ["z"]}]},
            },
        },
    },
}
EMPTY = {"function": {"name": "h", "parameters": {"required": [], "properties": {}}}}
REQUESTS = {
    "tools": {"messages": [{"role": "user", "content": "q"}], "tools": [TOOL, {"function": {"name": "g"}}, EMPTY]},
    "call": {
        "messages": [
            {
                "role": "assistant",
                "tool_calls": [
                    {
                        "function": {
                            "name": "f",
                            "arguments": {
                                "z": NUMBERS,
                                "B": "é\u2029<\x00\x7f",
                                "a": {"items": None, "c": True},
                                "n": None,
                            },
                        }
                    }
                ],
            },
            {"role": "tool", "content": "r", "tool_name": "f"},
        ]
    },
    "roles": {
        "messages": [
            {"role": "tool", "content": "1"},
            {"role": "tool", "content": "2"},
            {"role": "system", "content": ""},
            {"role": "system", "content": "s"},
            {"role": "critic", "content": "日本"},
            {"role": "critic", "content": "", "images": ["iVBORw0KGgo="]},
            {"role": "assistant", "content": "a", "thinking": "t"},
            {"role": "system", "content": "late"},
        ],
        "think": "high",
    },
}
PRINTERS = [
    "{{ .Tools }}",
    "{{ range .Tools }}{{ . }}{{ json .Function }}{{ end }}",
    "{{ json .Tools }}{{ range .Tools }}{{ json .Function.Parameters }}{{ end }}",
    "{{ range .Tools }}{{ .Function }}{{ .Function.Parameters }}{{ end }}",
    "{{ range .Tools }}{{ .Function.Parameters.Properties }}{{ .Function.Parameters.Required }}{{ end }}",
    "{{ range .Tools }}{{ json .Function.Parameters.Required }}{{ json .Function.Parameters.Properties }}{{ end }}",
    "{{ range .Tools }}{{ range .Function.Parameters.Properties }}{{ json .Type }}{{ json .Required }};{{ end }}"
    "{{ end }}",
    "{{ range .Messages }}{{ range .ToolCalls }}{{ print .Function.Arguments.n }}|{{ .Function.Arguments.n }}|"
    '{{ printf "%v" .Function.Arguments.absent }}|{{ println .Function.Arguments.a }}{{ end }}{{ end }}',
    "{{ range .Messages }}{{ range .ToolCalls }}{{ json .Function.Arguments.absent }}{{ json .Function.Arguments.n }}"
    "{{ eq .Function.Arguments.absent nil }}{{ ne nil .Function.Arguments.n }}{{ eq .Function.Arguments.a.c nil }}"
    "{{ end }}{{ end }}",
    "{{ range .Tools }}{{ range $k, $v := .Function.Parameters.Properties }}{{ $k }} {{ .Type }} {{ .Description }} "
    "{{ json . }} {{ toTypeScriptType . }} {{ .ToTypeScriptType }} {{ len .Type }}{{ range .Enum }}[{{ . }}]{{ end }}"
    "{{ end }}{{ end }}",
    "{{ range .Messages }}{{ range .ToolCalls }}{{ .Function.Arguments }}{{ json .Function.Arguments }}{{ end }}"
    "{{ end }}",
    "{{ range .Messages }}{{ range .ToolCalls }}{{ range $k, $v := .Function.Arguments }}{{ $k }}={{ $v }}"
    "{{ json $v }};{{ end }}{{ end }}{{ end }}",
    "{{ range .Messages }}{{ .ToolCalls }}{{ json .ToolCalls }}{{ end }}",
    "{{ range .Messages }}{{ .Role }}:{{ json .Content }}{{ len .Content }}{{ len .Images }}{{ .ToolName }};{{ end }}",
    "{{ .System }}|{{ .Think }}{{ .ThinkLevel }}{{ .IsThinkSet }}{{ range .Messages }}{{ .Thinking }}{{ end }}",
    "[{{ .System }}|{{ .Prompt }}|{{ .Response }}]",
    "{{ $x := 1e6 }}{{ $y := 0.25 }}{{ $z := true }}{{ $x }} {{ $y }} {{ $z }} {{ json $x }} {{ print $y 2.5 1 $z }}",
    "{{ $x := .Tools }}{{ $x }}{{ slice .Tools 0 }}{{ slice $x 0 0 }}{{ with $x }}{{ len . }}{{ end }}",
]


@pytest.mark.parametrize("printer", PRINTERS)
@pytest.mark.parametrize("request_name", REQUESTS)
def test_values_print_as_in_go(printer, request_name):
    template = ollama.Template(
        printer if "Messages" in printer or "Prompt" in printer else f"{printer}{{{{.Messages|len}}}}"
    )
    jinja = ChatTemplate(to_jinja(template).source)
    proof = compared(template, jinja, request_name, **REQUESTS[request_name])
    assert (proof.outcome, proof.converted) == ("equal", proof.original)


def test_only_what_is_needed_stands_in_front():
    source = converted("{{ range .Messages }}{{ .Content }}{{ end }}").source
    assert "macro" not in source
    assert "tool_calls" not in source
    assert "chat.system" not in source
    source = converted("{{ range .Messages }}{{ range .ToolCalls }}{{ .Function.Arguments }}{{ end }}{{ end }}").source
    assert re.findall(r"macro (\w+)", source) == ["json_number", "json"]
    assert "chat" not in converted("{{ .Tools }}{{ if .Missing }}{{ .Messages }}{{ end }}").source


def test_without_a_generation_prompt_the_assistant_is_not_opened():
    source = "{{ range .Messages }}[{{ .Role }}]{{ .Content }}{{ end }}[assistant]"
    chat = [{"role": "user", "content": "Hi"}]
    jinja = ChatTemplate(converted(source).source)
    assert jinja.render(chat, add_generation_prompt=True) == "[user]Hi[assistant]"
    assert jinja.render(chat, add_generation_prompt=False) == "[user]Hi"


def test_the_notes_say_what_a_user_should_know():
    opened = converted("{{ range .Messages }}{{ .Content }}{{ end }}<a>").notes
    assert not any("add_generation_prompt" in note for note in opened)
    notes = converted("{{ range .Messages }}{{ slice .Content 1 }}{{ if $.Prompt }}a{{ end }}{{ end }}").notes
    for said in ("add_generation_prompt is not asked for", "{{ .Prompt }}", "counts characters", "bos_token"):
        assert any(said in note for note in notes), said


@pytest.mark.parametrize("trims", [True, False])
def test_the_text_does_not_hang_on_how_the_environment_treats_lines(trims):
    environment = jinja2.Environment(trim_blocks=trims, lstrip_blocks=trims, keep_trailing_newline=False)
    source = " \n{{ range .Messages }}\n  {{ .Content }}  \n{{ end }}\n\n"
    got = environment.from_string(converted(source).source).render(messages=[{"role": "user", "content": " x "}])
    assert got == " \n\n   x   \n\n\n"


def test_a_difference_is_found_with_its_place():
    template = ollama.Template("{{ range .Messages }}<{{ slice .Content 0 2 }}>{{ end }}")
    jinja = ChatTemplate(to_jinja(template).source)
    proof = compared(template, jinja, "x", [{"role": "user", "content": "éé"}])
    assert (proof.outcome, proof.original, proof.converted, proof.offset) == ("differs", "<é>", "<éé>", 2)
    assert template.text[slice(*proof.place)] == ">"
    failing = ChatTemplate("{{ raise_exception('no') }}")
    assert compared(template, failing, "x", [{"role": "user", "content": "ab"}]).reason == "no"
