"""What Ollama's pipeline does is set aside, each cause by its name and only where it is one."""

import pytest

from formats.comparison.cause import Cause
from formats.comparison.comparison import Verdict, compare
from formats.jinja import ChatTemplate
from gotmpl import modelfile, ollama
from gotmpl.ollama.scenarios import Scenario

GO = "{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}<assistant>"
JINJA = (
    "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}"
    "{% if add_generation_prompt %}<assistant>{% endif %}"
)
GO_TOOLS = "{{ range .Tools }}{{ . }}{{ end }}" + GO
JINJA_TOOLS = "{% for tool in tools %}{{ tool | tojson }}{% endfor %}" + JINJA
COMPACT_TOOLS = JINJA_TOOLS.replace("tojson", "tojson(separators=(',', ':'))")
GO_CALLS = "{{ range .Messages }}{{ .Content }}{{ range .ToolCalls }}{{ .Function.Arguments }}{{ end }}{{ end }}"
JINJA_CALLS = (
    "{% for m in messages %}{{ m.content }}{% for call in m.tool_calls or [] %}"
    "{{ call.function.arguments | tojson(separators=(',', ':')) }}{% endfor %}{% endfor %}"
)
GO_THINKS = (
    "{{ range .Messages }}{{ if .Thinking }}<think>{{ .Thinking }}</think>{{ end }}{{ .Content }}{{ end }}"
    "{{ if .Think }}<think>{{ end }}"
)
JINJA_THINKS = "{% for m in messages %}{{ m.content }}{% endfor %}{% if enable_thinking %}<think>{% endif %}"

USER = {"role": "user", "content": "Hi"}
TWICE = {"role": "user", "content": "Quick!"}


def tool(**more):
    properties = {"b": {"type": "string"}, "a": {"type": "string"}}
    function = {"name": "f", "description": "F", "parameters": {"type": "object", "properties": properties}}
    return {"type": "function", "function": {**function, **more}}


SORTED_TOOL = tool(
    parameters={"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "description": "A"}}}
)


def calling(**arguments):
    call = {"function": {"name": "f", "arguments": arguments}}
    return ({"role": "user", "content": "Go"}, {"role": "assistant", "content": "", "tool_calls": [call]})


CASES = {
    Cause.LEFT_OUT: (GO, JINJA, Scenario("", (USER,), (tool(),))),
    Cause.BOS: (GO, "{{ bos_token }}" + JINJA, Scenario("", (USER,))),
    Cause.IMAGES: (GO, JINJA, Scenario("", ({**USER, "images": ["iVBORw0KGgo="]},))),
    Cause.MERGED: (GO, JINJA, Scenario("", (USER, TWICE))),
    Cause.SORTED: (GO_CALLS, JINJA_CALLS, Scenario("", calling(b="1", a="2"))),
    Cause.REBUILT: (GO_TOOLS, COMPACT_TOOLS, Scenario("", (USER,), ({**SORTED_TOOL, "x-more": 1},))),
    Cause.COMPACT: (GO_TOOLS, JINJA_TOOLS, Scenario("", (USER,), (SORTED_TOOL,))),
    Cause.ESCAPED: (GO_CALLS, JINJA_CALLS, Scenario("", calling(a="1 < 2 & 3 > 2"))),
    Cause.THINKS: (GO_THINKS, JINJA_THINKS, Scenario("", (USER,))),
}


def compared(go, jinja, scenario, **options):
    template = ChatTemplate(jinja, special_tokens={"bos_token": "<s>"})
    (case,) = compare(ollama.parse(go), template, {"one": scenario}, **options).cases
    return case


def test_every_cause_has_a_case():
    assert {*CASES, Cause.MODEL} == {*Cause}


@pytest.mark.parametrize("cause", CASES)
def test_a_cause_is_set_aside_and_named(cause):
    case = compared(*CASES[cause])
    assert (case.verdict, case.causes, case.a) == (Verdict.EQUAL, (cause,), case.b)


@pytest.mark.parametrize("cause", CASES)
def test_a_cause_counts_when_it_is_strict(cause):
    case = compared(*CASES[cause], strict=True)
    verdicts = {Cause.LEFT_OUT: Verdict.REFUSED, Cause.COMPACT: Verdict.SPACE}
    assert (case.verdict, case.causes) == (verdicts.get(cause, Verdict.DIFFERENT), ())


def test_nothing_is_named_where_nothing_is_to_be_set_aside():
    tools = (SORTED_TOOL,)
    assert compared(GO_TOOLS, COMPACT_TOOLS, Scenario("", (USER,), tools)).causes == ()


def test_spaces_that_the_go_template_itself_writes_around_json_are_no_difference():
    go = '{{ range .Tools }}{"type": "function", "function": {{ json .Function }}}{{ end }}' + GO
    scenario = Scenario("", (USER,), (SORTED_TOOL,))
    case = compared(go, JINJA_TOOLS, scenario)
    assert (case.verdict, case.causes) == (Verdict.EQUAL, (Cause.COMPACT,))
    assert case.b == case.a
    different = compared(go, JINJA_TOOLS.replace("<{{ m.role", "<\n{{ m.role"), scenario)
    assert [(hunk.a, hunk.b, hunk.b_line) for hunk in different.hunks] == [("", "\n", 1)]


def test_thinking_alone_is_left_out_where_both_templates_know_tools():
    scenario = Scenario("", (USER,), (SORTED_TOOL,), think=True)
    case = compared(GO_TOOLS, COMPACT_TOOLS, scenario)
    assert (case.verdict, case.causes) == (Verdict.EQUAL, (Cause.LEFT_OUT,))
    assert case.a is not None
    assert SORTED_TOOL["function"]["name"] in case.a


def test_several_causes_are_named_together():
    bos = "{{ bos_token }}" + JINJA
    case = compared(GO, bos, Scenario("", (USER, {**TWICE, "images": ["iVBORw0KGgo="]})))
    assert (case.verdict, case.causes) == (Verdict.EQUAL, (Cause.BOS, Cause.IMAGES, Cause.MERGED))


def test_a_cause_that_leaves_a_difference_is_named_beside_it():
    case = compared(GO + "!", JINJA, Scenario("", (USER, TWICE)))
    assert (case.verdict, case.causes) == (Verdict.DIFFERENT, (Cause.MERGED,))
    assert [(hunk.a, hunk.b) for hunk in case.hunks] == [("!", "")]


@pytest.mark.parametrize(
    ("messages", "equal"),
    [
        ((USER,), "<system>Be nice.<user>One<user>Hi<assistant>"),
        (({"role": "system", "content": "Be curt."}, USER), "<user>One<system>Be curt.<user>Hi<assistant>"),
    ],
)
def test_the_rest_of_a_modelfile_goes_to_the_other_side_too(messages, equal):
    file = modelfile.parse(f'FROM x\nSYSTEM Be nice.\nMESSAGE user One\nTEMPLATE """{GO}"""\n')
    (case,) = compare(ChatTemplate(JINJA), file, {"one": Scenario("", messages)}).cases
    merged = (Cause.MERGED,) if messages[0] is USER else ()
    assert (case.verdict, case.causes) == (Verdict.EQUAL, (Cause.MODEL, *merged))
    assert case.a == (equal if not merged else "<system>Be nice.<user>One\n\nHi<assistant>")


def test_tools_that_one_template_knows_are_not_left_out():
    scenario = Scenario("", (USER,), (tool(),))
    assert compared(GO, JINJA_TOOLS, scenario).verdict is Verdict.REFUSED


def test_two_templates_of_one_kind_have_no_causes():
    scenario = {"one": Scenario("", (USER, TWICE), (SORTED_TOOL,))}
    (case,) = compare(ChatTemplate(JINJA_TOOLS), ChatTemplate(COMPACT_TOOLS), scenario).cases
    assert (case.verdict, case.causes) == (Verdict.SPACE, ())


@pytest.mark.parametrize("name", ["enable_thinking", "thinking"])
def test_thinking_has_two_names(name):
    jinja = JINJA_THINKS.replace("enable_thinking", name)
    assert compared(GO_THINKS, jinja, Scenario("", (USER,), think=True)).causes == ()
    assert compared(GO_THINKS, jinja, Scenario("", (USER,), think=False)).verdict is Verdict.EQUAL
