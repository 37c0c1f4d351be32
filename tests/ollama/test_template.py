import datetime

import pytest

import ollama as client
from gotmpl import DataError, ExecError, Limits, ParseError
from gotmpl.api import Message, Tool
from gotmpl.ollama import Template, parse

MESSAGES = "{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}"


def test_messages_may_be_dicts_models_or_objects_of_the_client():
    messages = [
        {"role": "system", "content": "a"},
        Message(role="user", content="b"),
        client.Message(role="assistant", content="c"),
    ]
    assert parse(MESSAGES).render(messages) == "<system>a<user>b<assistant>c"
    assert parse(MESSAGES).render(iter(messages)) == "<system>a<user>b<assistant>c"


def test_tools_may_be_dicts_models_or_objects_of_the_client():
    function = {"name": "f", "description": "d", "parameters": {"type": "object", "properties": {}}}
    shape = {"type": "function", "function": function}
    template = parse("{{ range .Tools }}{{ . }}{{ end }}{{ range .Messages }}{{ end }}")
    want = (
        '{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object","properties":{}}}}'
    )
    assert template.render(tools=[shape]) == want
    assert template.render(tools=[Tool.model_validate(shape)]) == want
    assert template.render(tools=[client.Tool.model_validate(shape)]) == want


def test_today_and_yesterday_are_local_dates():
    template = parse("{{ currentDate }} {{ yesterdayDate }}{{ range .Messages }}{{ end }}")
    before = datetime.date.today()
    text = template.render()
    days = {before, datetime.date.today()}
    assert text in {f"{day} {day - datetime.timedelta(days=1)}" for day in days}


def test_a_response_is_added_where_a_template_has_none():
    plain, written = parse("U:{{ .Prompt }}"), parse("U:{{ .Prompt }}{{ .Response }}")
    assert plain.vars == written.vars
    assert str(plain.go.root) == str(written.go.root)
    assert str(plain) == plain.text == "U:{{ .Prompt }}"


@pytest.mark.parametrize("values", [{"prompt": 3}, {"suffix": None}, {"prompt": b"x"}])
def test_a_prompt_that_is_no_text_is_refused(values):
    with pytest.raises(DataError, match=f"^{next(iter(values))}: must be text, not "):
        parse(MESSAGES).render(**values)


def test_a_template_without_an_argument_is_refused_with_its_place():
    text = "{{ define `m` }}x{{ end }}\n{{ template `m` }}{{ .Prompt }}"
    with pytest.raises(ParseError, match=r"^undefined template specified$") as caught:
        parse(text)
    error = caught.value
    assert text[error.offset : error.end] == "{{ template `m` }}"
    assert error.line == 2
    assert '{{template "m" .}}' in error.hint


@pytest.mark.parametrize(
    ("block", "keyword"),
    [
        ("{{ if .System }}{{ .Response }}{{ else }}x{{ end }}", "if"),
        ("{{ with .System }}{{ .Response }}{{ else }}x{{ end }}", "with"),
        ("{{ range .System }}{{ .Response }}{{ else }}x{{ end }}", "range"),
        ("{{ if .System }}a{{ if .A }}{{ .Response }}{{ end }}{{ else }}x{{ end }}", "if"),
    ],
)
def test_where_ollama_panics_the_error_names_the_block_and_says_what_happens(block, keyword):
    text = f"{{{{ .Prompt }}}}{block} tail"
    with pytest.raises(ExecError) as caught:
        parse(text).render([{"role": "user", "content": "x"}])
    error = caught.value
    assert str(error) == "interface conversion: parse.Node is nil, not *parse.ListNode"
    assert text[error.offset : error.end] == block
    assert f"{{{{{keyword}}}}}" in error.hint
    assert "status 500" in error.hint


def test_what_ollama_panics_on_still_renders_as_long_as_nothing_is_cut():
    template = parse("{{ if .Suffix }}{{ .Prompt }}|{{ .Suffix }}{{ .Response }}{{ else }}{{ .Prompt }}{{ end }}")
    assert template.render(prompt="a", suffix="b") == "a|b"
    with pytest.raises(ExecError, match="interface conversion"):
        template.render([])


def test_an_error_in_a_later_turn_has_the_output_of_the_earlier_ones():
    template = parse("{{ .Prompt }};{{ slice .System 0 1 }}{{ .Response }}")
    turns = [("system", "S"), ("user", "a"), ("assistant", "x"), ("user", "b")]
    with pytest.raises(ExecError, match="index out of range") as caught:
        template.render([{"role": role, "content": content} for role, content in turns])
    assert caught.value.output == "a;Sxb;"


def test_blocks_may_be_nested_deeply():
    depth = 3_000
    text = "{{ if .Prompt }}" * depth + "{{ .Prompt }}{{ .Response }}x" + "{{ end }}" * depth
    template = parse(text)
    assert template.vars == ["prompt", "response"]
    assert template.tool_call_tag == "{"
    assert template.thinking_tags == ("", "")
    assert template.render([{"role": "user", "content": "deep"}], limits=Limits()) == "deep"


@pytest.mark.parametrize("text", [MESSAGES, "{{ .Prompt }}"])
def test_limits_bound_the_rendering(text):
    with pytest.raises(ExecError, match="limit of output"):
        parse(text).render([{"role": "user", "content": "x" * 50}], limits=Limits(output=10))


def test_values_that_are_too_deep_are_errors_of_the_package():
    deep: object = []
    for _ in range(100_000):
        deep = [deep]
    call = {"function": {"name": "f", "arguments": {"a": deep}}}
    with pytest.raises(DataError, match="nested too deeply"):
        parse("{{ json .Messages }}").render([{"role": "user", "tool_calls": [call]}])


def test_arguments_of_tools_are_not_changed_by_a_rendering():
    message = Message.model_validate(
        {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": {"z": 1, "a": [2]}}}]}
    )
    text = parse("{{ range .Messages }}{{ range .ToolCalls }}{{ .Function.Arguments }}{{ end }}{{ end }}").render(
        [message]
    )
    assert text == '{"a":[2],"z":1}'
    assert message.tool_calls is not None
    assert message.tool_calls[0].function.arguments == {"z": 1, "a": [2]}
    assert type(message.tool_calls[0].function.arguments["z"]) is int


def test_a_template_shows_its_beginning():
    assert repr(Template("{{ .Prompt }}")) == "<ollama.Template '{{ .Prompt }}'>"
