"""A report says what Ollama concludes, where it reads that, and what renderings show instead."""

import pytest

from gotmpl import ollama
from gotmpl.ollama import parse, report, select_template
from oracle.ollama_vectors import vectors

CHATML = "{{ range .Messages }}<|im_start|>{{ .Role }}\n{{ .Content }}<|im_end|>\n{{ end }}<|im_start|>assistant\n"
LEGACY = "{{ if .System }}{{ .System }}\n{{ end }}USER: {{ .Prompt }}\nASSISTANT: {{ .Response }}</s>\n"
TOOLS = (
    "{{ range .Tools }}{{ . }}{{ end }}{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ if .Thinking }}<think>"
    "{{ .Thinking }}</think>{{ end }}{{ if .ToolCalls }}<call>{{ range .ToolCalls }}{{ .Function.Name }}"
    '{{ .Function.Arguments }}{{ end }}{{ end }}{{ if eq .Role "tool" }}!{{ end }}{{ end }}'
)


def template_report(text, **rest):
    return report(parse(text), **rest).template


def capability(text, name, **rest):
    return next(each for each in template_report(text, **rest).capabilities if each.name == name)


def shown(text, places):
    return [text[start:end] for start, end in places]


# Which source renders: every rule, in its order

JINJA = "{% for m in messages %}{{ m.content }}{% endfor %}"
JINJA_TOOLS = JINJA + "{{ tools }}"
JINJA_ROUND = JINJA_TOOLS + "{{ m.tool_calls }}{% if m['role'] == 'tool' %}{% endif %}"
JINJA_THINKS = JINJA + "<think></think>"
PLAIN = "{{ range .Messages }}{{ .Content }}{{ end }}"
GO_TOOLS = PLAIN + "{{ .Tools }}"
GO_ROUND = GO_TOOLS + '{{ range .Messages }}{{ .ToolCalls }}{{ if eq .Role "tool" }}{{ end }}{{ end }}'
GO_THINKS = "{{ range .Messages }}{{ if .Thinking }}<think>{{ .Thinking }}</think>{{ end }}{{ end }}"
HARMONY = PLAIN + "<|start|><|end|>"


@pytest.mark.parametrize(
    ("text", "options", "want"),
    [
        # RENDERER, alone or with PARSER, before all others
        (PLAIN, {"renderer": "r"}, "renderer"),
        (PLAIN, {"renderer": "r", "parser": "p"}, "renderer_parser"),
        (None, {"renderer": "r"}, "renderer"),
        (HARMONY, {"renderer": "r", "family": "gptoss", "chat_template": JINJA_ROUND}, "renderer"),
        (PLAIN, {"renderer": "r", "go_template_env": "true"}, "renderer"),
        # PARSER alone
        (PLAIN, {"parser": "p"}, "parser"),
        (HARMONY, {"parser": "p", "family": "gptoss"}, "parser"),
        (PLAIN, {"parser": "p", "chat_template": JINJA_ROUND}, "parser"),
        (PLAIN, {"parser": "p", "go_template_env": "false"}, "parser"),
        # harmony: the family and both marks
        (HARMONY, {"family": "gptoss"}, "harmony"),
        (HARMONY, {"family": "gpt-oss", "chat_template": JINJA_ROUND}, "harmony"),
        (HARMONY, {"family": "gptoss", "go_template_env": "false", "chat_template": JINJA}, "harmony"),
        (HARMONY, {"family": "llama"}, "go_template"),
        (PLAIN + "<|start|>", {"family": "gptoss"}, "go_template"),
        # OLLAMA_GO_TEMPLATE
        (PLAIN, {"go_template_env": "true", "chat_template": JINJA_ROUND}, "go_template"),
        (PLAIN, {"go_template_env": "1", "chat_template": JINJA_ROUND}, "go_template"),
        (GO_ROUND, {"go_template_env": "false", "chat_template": JINJA}, "gguf_chat_template"),
        (GO_ROUND, {"go_template_env": "0"}, "none"),
        (None, {"go_template_env": "true", "chat_template": JINJA}, "gguf_chat_template"),
        # the Jinja has more capabilities
        (PLAIN, {"chat_template": JINJA_TOOLS}, "gguf_chat_template"),
        (PLAIN, {"chat_template": JINJA_THINKS}, "gguf_chat_template"),
        (GO_TOOLS, {"chat_template": JINJA_ROUND + "<think></think>"}, "gguf_chat_template"),
        (GO_ROUND, {"chat_template": JINJA_ROUND + "<think></think>"}, "gguf_chat_template"),
        # … unless only the Go template has a round trip
        (GO_ROUND, {"chat_template": JINJA_TOOLS + "<think></think>"}, "go_template"),
        # the same capabilities, tools among them: a round trip decides
        (GO_TOOLS, {"chat_template": JINJA_ROUND}, "gguf_chat_template"),
        (GO_TOOLS, {"chat_template": JINJA_TOOLS}, "go_template"),
        (GO_ROUND, {"chat_template": JINJA_ROUND}, "go_template"),
        (GO_ROUND, {"chat_template": JINJA_TOOLS}, "go_template"),
        # the same without tools, as many but others, or fewer
        (GO_THINKS, {"chat_template": JINJA_THINKS}, "go_template"),
        (GO_THINKS, {"chat_template": JINJA_ROUND}, "go_template"),
        (PLAIN, {"chat_template": JINJA}, "go_template"),
        (GO_TOOLS, {"chat_template": JINJA}, "go_template"),
        # one of them alone, or nothing
        (PLAIN, {}, "go_template"),
        (None, {"chat_template": JINJA}, "gguf_chat_template"),
        (None, {}, "none"),
    ],
)
def test_which_source_wins(text, options, want):
    template = None if text is None else parse(text)
    selection = report(template, **options).selection
    assert selection.source == want
    assert selection == select_template(template, **options)
    assert selection.reason


@pytest.mark.parametrize(("request_", "answer"), [each for each in vectors() if "parse_error" not in each[1]])
def test_the_facts_of_a_report_are_ollamas(request_, answer):
    found = template_report(request_["template"])
    assert found.thinking_tags.texts == tuple(answer["thinking_tags"])
    assert found.tool_tag.texts == (answer["tool_call_tag"],)
    inferred = {each.name for each in found.capabilities if each.inferred}
    round_trip = {"tool round trip"} if answer["tool_round_trip"] else set()
    assert inferred == {*(answer["capabilities"] or ()), *round_trip}
    assert (found.mode.name == "messages") == ("messages" in (answer["vars"] or ()))
    assert found.mode.fill_in == ("suffix" in (answer["vars"] or ()))


# The parts


def test_mode_and_places():
    found = template_report(CHATML)
    assert found.mode.name == "messages"
    assert shown(CHATML, found.mode.places) == [".Messages"]
    assert template_report(LEGACY).mode.name == "legacy"


def test_a_name_that_only_a_chain_has_is_told():
    text = "{{ (index .Messages 0).Content }}{{ (slice .Tools 0).X }}{{ .Response }}"
    found = template_report(text)
    assert found.mode.name == "legacy"
    assert "passes over" in found.mode.reason
    assert shown(text, found.mode.places) == ["(index .Messages 0).Content"]


def test_capabilities_are_inferred_and_observed():
    can = {each.name: (each.inferred, each.observed) for each in template_report(TOOLS).capabilities}
    assert can == {
        "tools": (True, True),
        "insert": (False, False),
        "thinking": (True, True),
        "tool round trip": (True, True),
    }
    assert [each.change for each in template_report(TOOLS).capabilities if each.inferred] == ["", "", ""]


def test_tools_that_are_named_but_not_printed_are_told():
    tools = capability(CHATML + "{{ if .Tools }}Use tools.{{ end }}", "tools")
    assert (tools.inferred, tools.observed, tools.evidence) == (True, False, "no name of a tool reaches the prompt")
    assert "json .Tools" in tools.change or "json ." in tools.change


def test_a_template_that_fails_shows_nothing():
    tools = capability("{{ range .Messages }}{{ .Nope }}{{ end }}{{ .Tools }}", "tools")
    assert (tools.inferred, tools.observed) == (True, None)


def test_the_changes_give_what_is_missing():
    bare = "{{ range .Messages }}{{ .Content }}%s{{ end }}%s"
    thinking = capability(bare % ("", ""), "thinking").change
    assert capability(bare % (thinking.partition(": ")[2], ""), "thinking").inferred
    tools = capability(bare % ("", ""), "tools").change
    found = capability(bare % ("", tools.partition(": ")[2]), "tools")
    assert (found.inferred, found.observed) == (True, True)
    insert = capability(bare % ("", ""), "insert").change
    found = capability(insert.removesuffix("{{ end }}") + "{{ else }}" + bare % ("", "") + "{{ end }}", "insert")
    assert (found.inferred, found.observed) == (True, True)


@pytest.mark.parametrize(
    ("around", "texts", "problem"),
    [
        ("<think>{{ .Thinking }}</think>", ("<think>", "</think>"), ""),
        ("<think>{{ .Thinking }}<|im_end|>", ("<think>", "<|im_end|>"), "does not close"),
        ("<think>{{ .Thinking }}", ("<think>", ""), "one tag is missing"),
        ("##{{ .Thinking }}##", ("##", "##"), "the same"),
        ("Thought: <t>{{ .Thinking }}</t>", ("Thought: <t>", "</t>"), "may not write"),
    ],
)
def test_thinking_tags_and_what_would_break(around, texts, problem):
    text = f"{{{{ range .Messages }}}}{{{{ if .Thinking }}}}{around}{{{{ end }}}}{{{{ end }}}}"
    tags = template_report(text).thinking_tags
    assert tags.texts == texts
    assert problem in " ".join(tags.problems)
    assert bool(tags.problems) == bool(problem)
    assert [each.strip() for each in shown(text, tags.places)] == [each for each in texts if each]


@pytest.mark.parametrize(
    ("inside", "tag", "problem"),
    [
        ("{{ if .ToolCalls }}<call>{{ .ToolCalls }}{{ end }}", "<call>", ""),
        ("{{ if .ToolCalls }}I call: {{ .ToolCalls }}{{ end }}", "I call:", "became a part"),
        ("{{ range .ToolCalls }}<call>{{ . }}{{ end }}", "{", "no {{ if .ToolCalls }} has"),
        ('{{ if .ToolCalls }}{"a": 1}{{ end }}', "{", "before the {"),
        ("", "{", ""),
    ],
)
def test_tool_tag_and_what_would_break(inside, tag, problem):
    found = template_report(f"{{{{ range .Messages }}}}{inside}{{{{ end }}}}").tool_tag
    assert found.texts == (tag,)
    assert problem in " ".join(found.problems)
    assert bool(found.problems) == bool(problem)


def test_the_cut_and_the_appended_response():
    response = template_report(LEGACY).response
    assert (response.appended, LEGACY[response.cut :], response.behind, response.problem) == (
        False,
        "</s>\n",
        "</s>\n",
        "",
    )
    appended = template_report("{{ .Prompt }}").response
    assert (appended.appended, appended.cut) == (True, None)
    assert template_report(CHATML).response.cut is None
    assert "json" in template_report("{{ json .Prompt }}{{ .Response }}").response.problem
    assert "else" in template_report("{{ if .System }}{{ .Response }}{{ else }}x{{ end }}").response.problem


def test_versions():
    found = template_report("{{ range .Messages }}{{ .ToolName }}{{ .Nope }}{{ end }}{{ yesterdayDate }}")
    assert found.requires == "0.13.3"
    assert {each.name: each.since for each in found.fields} == {
        ".Messages": "0.2.2",
        ".Messages[].ToolName": "0.9.6",
        ".Messages[].Nope": None,
    }
    assert [(each.name, each.since) for each in found.functions] == [("yesterdayDate", "0.13.3")]


@pytest.mark.parametrize(
    ("text", "stop", "end", "covered"),
    [
        (CHATML, (), "<|im_end|>", False),
        (CHATML, ("<|im_end|>",), "<|im_end|>", True),
        (LEGACY, ("</s>",), "</s>", True),
        ("{{ range .Messages }}{{ .Content }}\n{{ end }}", (), "", None),
    ],
)
def test_stop_words(text, stop, end, covered):
    stops = template_report(text, stop=stop).stops
    assert (stops.given, stops.end_of_turn, stops.covered) == (stop, end, covered)


def test_roles_that_are_rendered_and_that_vanish():
    text = '{{ range .Messages }}{{ if or (eq .Role "user") (eq .Role "critic") }}{{ .Content }}{{ end }}{{ end }}'
    roles = {role.name: role for role in template_report(text).roles}
    assert list(roles) == ["system", "user", "assistant", "tool", "critic", "developer"]
    assert {name: len(role.shown) for name, role in roles.items()} == {
        "system": 0,
        "user": 3,
        "assistant": 0,
        "tool": 0,
        "critic": 3,
        "developer": 0,
    }
    assert "vanishes" in roles["tool"].note


def test_a_role_that_is_rendered_in_places_only():
    roles = {role.name: role for role in template_report("{{ .System }}{{ .Prompt }}{{ .Response }}").roles}
    assert roles["assistant"].shown == ("first", "middle", "last")
    last = "{{ range $i, $m := .Messages }}{{ if $i }}{{ .Content }}{{ end }}{{ end }}"
    assert {role.name: role.shown for role in template_report(last).roles}["tool"] == ("middle", "last")


def test_gpt_oss_thinks_for_its_family():
    thinking = capability(HARMONY, "thinking", family="gptoss")
    assert thinking.inferred
    assert "family" in thinking.reason
    assert not capability(HARMONY, "thinking").inferred


def test_without_a_template_only_the_choice_is_told():
    assert report(None, renderer="qwen3-vl").template is None


def test_report_is_public():
    assert ollama.report is report
