"""The front door, and the register of formats."""

import datetime
from types import SimpleNamespace

import pytest

import formats
from formats import registry
from formats.jinja import ChatTemplate
from gotmpl import FormatError, ParseError
from gotmpl.api import Message

CHAT = [{"role": "user", "content": "Hi"}]


@pytest.fixture(autouse=True)
def own_register(monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(registry, "_aliases", set())


def test_an_alias_is_the_same_format():
    assert formats.get("chatml") is formats.get("im_start")
    assert "chatml" not in formats.names()


def test_an_unknown_name_is_refused_with_near_ones():
    with pytest.raises(FormatError, match="there is no format of the name 'llama3'") as caught:
        formats.apply_chat_template(CHAT, "llama3")
    assert "llama_3" in caught.value.hint


def test_a_name_like_no_other_is_refused_with_all_of_them():
    with pytest.raises(FormatError) as caught:
        formats.get("%")
    assert all(name in caught.value.hint for name in formats.names())


def test_a_function_gets_the_messages_and_what_was_said_and_nothing_else():
    seen = []

    def join(messages, **options):
        seen.append((messages, options))
        return "x"

    messages = iter(CHAT)
    assert formats.apply_chat_template(messages, join) == "x"
    assert formats.apply_chat_template([], join, add_generation_prompt=None, tools=[1], extra=2) == "x"
    assert seen == [(messages, {}), ([], {"add_generation_prompt": None, "tools": [1], "extra": 2})]


def test_a_chat_template_is_a_format():
    template = ChatTemplate("{{ messages[0].role }}{{ add_generation_prompt }}{{ eos_token }}{{ messages[0].name }}")
    assert formats.apply_chat_template(CHAT, template, eos_token="</s>") == "userTrue</s>"
    assert formats.apply_chat_template(CHAT, template, add_generation_prompt=False) == "userFalse"
    answer = Message(role="tool", content="1", tool_name="f")
    assert formats.apply_chat_template([answer], template) == "toolTruef"


def test_a_format_of_ones_own_is_an_object_that_renders():
    class Count:
        def render(self, messages, *, tools=None, add_generation_prompt):
            return f"{len(messages)} {tools} {add_generation_prompt}"

    assert isinstance(Count(), formats.ChatFormat)
    assert formats.apply_chat_template(CHAT, Count()) == "1 None True"
    formats.register("count", Count(), aliases=("c",))
    assert formats.apply_chat_template(iter(CHAT), "c", tools=[]) == "1 [] True"
    assert "count" in formats.names()
    assert "c" not in formats.names()


def test_a_go_template_is_registered_as_a_format():
    formats.register("shout", "{{ range .Messages }}{{ .Role }}! {{ json .Content }}{{ end }}", aliases=("loud",))
    assert formats.apply_chat_template([{"role": "user", "content": "<é>"}], "loud") == 'user! "<é>"'
    assert formats.get("shout").template.startswith("{{ range")
    assert "shout" in formats.names()
    assert "loud" not in formats.names()


@pytest.mark.parametrize("name", ["im_start", "chatml", "mine"])
def test_a_name_that_is_taken_cannot_be_registered(name):
    formats.register("mine", "x")
    with pytest.raises(FormatError, match=f"there is a format of the name '{name}' already"):
        formats.register("another", "y", aliases=(name,))
    assert "another" not in formats.names()


def test_a_registered_format_is_not_run_before_it_is_asked_for():
    formats.register("broken", "{{ if }}")
    with pytest.raises(ParseError, match="missing value for if"):
        formats.apply_chat_template(CHAT, "broken")


def test_installed_packages_offer_formats(monkeypatch):
    point = SimpleNamespace(name="theirs", load=lambda: formats.Format(name="theirs", template="{{ .System }}!"))
    registry._installed.cache_clear()
    monkeypatch.setattr(registry, "entry_points", lambda group: [point] if group == "gotmpl.formats" else [])
    try:
        assert "theirs" in formats.names()
        assert formats.apply_chat_template([{"role": "system", "content": "S"}], "theirs") == "S!"
        with pytest.raises(FormatError, match="already"):
            formats.register("theirs", "x")
    finally:
        registry._installed.cache_clear()


def test_a_template_sees_what_ollamas_do():
    format = formats.Format(
        name="all",
        tools=formats.ToolUse.OPTIONAL,
        template="{{ range .Messages }}{{ .Role }} {{ .Content }} {{ .Thinking }} {{ len .Images }} {{ .ToolName }} "
        "{{ .ToolCallID }}{{ range .ToolCalls }} {{ .ID }} {{ .Function.Index }} {{ .Function.Name }} "
        "{{ json .Function.Arguments }}{{ end }};{{ end }}"
        "{{ range .Tools }}{{ .Type }} {{ .Function.Name }} {{ .Function.Description }} "
        "{{ .Function.Parameters.Type }} {{ .Function.Parameters.Required }}"
        "{{ range $name, $property := .Function.Parameters.Properties }} {{ $name }} {{ $property.Description }} "
        "{{ toTypeScriptType $property }}{{ end }}{{ end }}"
        "{{ .Think }}{{ .ThinkLevel }}{{ .IsThinkSet }}{{ .System }}{{ .Response }}{{ toTypeScriptType 1 }}",
    )
    properties = {"b": {"type": ["string", "null"], "description": "d"}, "a": {"type": "array", "items": {}}}
    tool = {
        "name": "f",
        "description": "D",
        "parameters": {"type": "object", "required": ["b"], "properties": properties},
    }
    call = {"id": "1", "function": {"name": "f", "arguments": {"z": 1, "a": 2.0}}}
    messages = [
        {"role": "system", "content": "S"},
        {"role": "assistant", "content": "C", "thinking": "T", "images": ["aGk="], "tool_calls": [call]},
        {"role": "tool", "content": "R", "tool_call_id": "1", "name": "f"},
    ]
    assert format.render(messages, tools=[tool], think="low") == (
        'system S  0  ;assistant C T 1   1 0 f {"z": 1, "a": 2.0};tool R  0 f 1;'
        "function f D object [b] a  any[] b d string | nulltruelowtrueSany"
    )


def test_yesterday_is_known_as_well():
    format = formats.Format(name="days", template="{{ currentDate }} {{ yesterdayDate }}")
    assert format.render([], date=datetime.date(2026, 3, 1)) == "2026-03-01 2026-02-28"


def test_a_format_without_a_jinja_text_says_so():
    with pytest.raises(FormatError, match="the format days has no Jinja text"):
        formats.Format(name="days", template="x").render_jinja([])
