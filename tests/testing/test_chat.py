"""The builder of conversations."""

import pytest

from gotmpl import DataError, ollama
from gotmpl.ollama.scenarios import SCENARIOS
from gotmpl.testing import Chat


def rain_at(place: str) -> bool:
    """Tells whether it rains.

    Args:
        place: Name of the town
    """


def test_each_step_adds_a_message_in_the_shape_of_the_api(chat):
    call = chat.call("rain_at", place="Oslo", name="x")
    assert chat.system("s").user("u", images=["iVBORw0KGgo="]).assistant(
        "a", thinking="t", tool_calls=[call, call]
    ).tool("yes", name="rain_at", tool_call_id="1").messages == [
        {"role": "system", "content": "s"},
        {"role": "user", "content": "u", "images": ["iVBORw0KGgo="]},
        {
            "role": "assistant",
            "content": "a",
            "thinking": "t",
            "tool_calls": [
                {"function": {"index": 0, "name": "rain_at", "arguments": {"place": "Oslo", "name": "x"}}},
                {"function": {"index": 1, "name": "rain_at", "arguments": {"place": "Oslo", "name": "x"}}},
            ],
        },
        {"role": "tool", "content": "yes", "tool_name": "rain_at", "tool_call_id": "1"},
    ]


def test_a_step_leaves_the_conversation_as_it_was(chat):
    begun = chat.user("a")
    assert begun.user("b").messages[:-1] == begun.messages == begun.assistant("c").messages[:-1]
    assert len(chat) == 0
    assert len(begun) == 1


def test_what_is_done_to_the_messages_does_not_reach_the_conversation(chat):
    call = chat.call("f", x=[1])
    begun = chat.assistant(tool_calls=[call])
    begun.messages[0]["tool_calls"].clear()
    call["function"]["arguments"]["x"].append(2)
    next(iter(begun))["content"] = "changed"
    assert begun.messages == chat.assistant(tool_calls=[chat.call("f", x=[1])]).messages


def test_conversations_of_the_same_messages_are_equal(chat):
    assert chat.user("a") == Chat().user("a") == Chat(chat.user("a"))
    assert chat.user("a") != chat.user("b")
    assert chat.user("a") != [{"role": "user", "content": "a"}]


def test_it_shows_its_steps(chat):
    assert repr(chat.user("a").assistant("b")) == "chat.user('a').assistant('b')"


def test_it_can_be_rendered_like_a_list(chat):
    template = ollama.parse("{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ .ToolName }}{{ end }}")
    assert template.render(chat.user("a").tool("b", name="c")) == "<user>a<tool>bc"


@pytest.mark.parametrize("name", ["turns", "think-turns", "images"])
def test_scenarios_can_be_built(chat, name):
    for message in SCENARIOS[name].messages:
        fields = dict(message)
        chat = getattr(chat, fields.pop("role"))(**fields)
    assert chat.messages == [dict(message) for message in SCENARIOS[name].messages]


def test_a_function_is_a_tool(chat):
    assert chat.function_tool(rain_at) == {
        "type": "function",
        "function": {
            "name": "rain_at",
            "description": "Tells whether it rains.",
            "parameters": {
                "type": "object",
                "properties": {"place": {"type": "string", "description": "Name of the town"}},
                "required": ["place"],
            },
            "return": {"type": "boolean"},
        },
    }
    with pytest.raises(DataError, match="no docstring"):
        chat.function_tool(lambda: None)
