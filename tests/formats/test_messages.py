"""Messages in the shapes that people have them in."""

import json

import pytest
from pydantic import BaseModel

from formats import messages
from gotmpl import DataError
from gotmpl.api import Message


# As the OpenAI client has them.
class Function(BaseModel):
    name: str
    arguments: str


class ToolCall(BaseModel):
    id: str
    type: str
    function: Function


class ChatCompletionMessage(BaseModel):
    role: str
    content: str | None
    refusal: str | None = None
    tool_calls: list[ToolCall] | None = None


def plain(conversation):
    """Gives messages as dicts without what is empty."""
    return [
        {key: value for key, value in message.model_dump().items() if value not in (None, "", [])}
        for message in conversation.messages
    ]


def called(name, arguments, id=""):
    return {"id": id, "function": {"index": 0, "name": name, "arguments": arguments}}


WEATHER = {
    "type": "function",
    "function": {"name": "weather", "description": "d", "parameters": {"type": "object", "properties": {"a": {}}}},
}


def test_a_request_to_ollama():
    request = {
        "model": "llama3.2",
        "stream": False,
        "messages": [
            {"role": "system", "content": "S"},
            {"role": "user", "content": "Q", "images": ["aGk="]},
            {
                "role": "assistant",
                "content": "",
                "thinking": "T",
                "tool_calls": [{"function": {"name": "weather", "arguments": {"a": 1}}}],
            },
            {"role": "tool", "content": "R", "tool_name": "weather"},
        ],
        "tools": [WEATHER],
    }
    read = messages.read(request)
    assert plain(read) == [
        {"role": "system", "content": "S"},
        {"role": "user", "content": "Q", "images": [b"hi"]},
        {"role": "assistant", "thinking": "T", "tool_calls": [called("weather", {"a": 1})]},
        {"role": "tool", "content": "R", "tool_name": "weather"},
    ]
    assert read.tools == [WEATHER]
    assert messages.shape_of(request) == "openai"


def test_a_request_to_openai():
    request = {
        "model": "gpt-4o",
        "messages": [
            {"role": "developer", "content": "D"},
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "a"},
                    {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}},
                    {"type": "text", "text": "b"},
                ],
            },
            {
                "role": "assistant",
                "content": None,
                "refusal": None,
                "tool_calls": [
                    {"id": "1", "type": "function", "function": {"name": "weather", "arguments": '{"a": [1, 2.5]}'}}
                ],
            },
            {"role": "tool", "tool_call_id": "1", "content": "R"},
            {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}], "reasoning_content": "hm"},
        ],
    }
    read = messages.read(request)
    assert plain(read) == [
        {"role": "developer", "content": "D"},
        {"role": "user", "content": "a\n\nb", "images": [b"hi"]},
        {"role": "assistant", "tool_calls": [called("weather", {"a": [1, 2.5]}, "1")]},
        {"role": "tool", "content": "R", "tool_call_id": "1"},
        {"role": "assistant", "content": "No.", "thinking": "hm"},
    ]
    assert read.tools is None


def test_objects_of_a_client():
    call = ToolCall(id="1", type="function", function=Function(name="weather", arguments='{"a": 1}'))
    given = [
        Message(role="user", content="Q"),
        ChatCompletionMessage(role="assistant", content=None, tool_calls=[call]),
    ]
    read = messages.read(given)
    assert read.messages[0] is given[0]
    assert plain(read)[1] == {"role": "assistant", "tool_calls": [called("weather", {"a": 1}, "1")]}


def test_what_openai_had_before():
    given = [
        {"role": "assistant", "content": None, "function_call": {"name": "weather", "arguments": '{"a": 1}'}},
        {"role": "function", "name": "weather", "content": "R"},
        {"role": "user", "content": [{"type": "input_text", "text": "Q"}]},
    ]
    assert plain(messages.read(given)) == [
        {"role": "assistant", "tool_calls": [called("weather", {"a": 1})]},
        {"role": "tool", "content": "R", "tool_name": "weather"},
        {"role": "user", "content": "Q"},
    ]


def test_langchains_results_and_parts():
    given = [
        {"role": "user", "content": [{"type": "image", "data": "aGk="}, None, {"type": "text", "text": "Q"}]},
        {"role": "assistant", "content": [{"type": "thinking", "text": "hm"}, {"type": "text", "text": "A"}]},
        {
            "role": "tool",
            "content": None,
            "tool_results": [
                {"content": "one", "name": "f", "tool_call_id": "1"},
                {"content": [{"type": "text", "text": "two"}]},
            ],
        },
    ]
    assert plain(messages.read(given)) == [
        {"role": "user", "content": "Q", "images": [b"hi"]},
        {"role": "assistant", "content": "A", "thinking": "hm"},
        {"role": "tool", "content": "one", "tool_name": "f", "tool_call_id": "1"},
        {"role": "tool", "content": "two"},
    ]


def test_a_request_to_anthropic():
    request = {
        "model": "claude",
        "max_tokens": 1024,
        "system": [
            {"type": "text", "text": "S", "cache_control": {"type": "ephemeral"}},
            {"type": "text", "text": "S2"},
        ],
        "tools": [{"name": "weather", "description": "d", "input_schema": {"type": "object", "properties": {"a": {}}}}],
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}},
                    {"type": "text", "text": "Q"},
                ],
            },
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "hm", "signature": "x"},
                    {"type": "redacted_thinking", "data": "x"},
                    {"type": "text", "text": "A"},
                    {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {"a": 1}},
                    {"type": "tool_use", "id": "toolu_2", "name": "clock", "input": {}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": "R"}]},
                    {"type": "tool_result", "tool_use_id": "toolu_2", "content": "R2", "is_error": True},
                    {"type": "text", "text": "And?"},
                ],
            },
            {"role": "assistant", "content": "So."},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_2"}]},
        ],
    }
    read = messages.read(request)
    assert messages.shape_of(request) == "anthropic"
    assert messages.shape_of(request["messages"]) == "anthropic"
    assert read.tools == [WEATHER]
    assert plain(read) == [
        {"role": "system", "content": "S\n\nS2"},
        {"role": "user", "content": "Q", "images": [b"hi"]},
        {
            "role": "assistant",
            "content": "A",
            "thinking": "hm",
            "tool_calls": [called("weather", {"a": 1}, "toolu_1"), called("clock", {}, "toolu_2")],
        },
        {"role": "tool", "content": "R", "tool_call_id": "toolu_1", "tool_name": "weather"},
        {"role": "tool", "content": "R2", "tool_call_id": "toolu_2", "tool_name": "clock"},
        {"role": "user", "content": "And?"},
        {"role": "assistant", "content": "So."},
        {"role": "tool", "tool_call_id": "toolu_2", "tool_name": "clock"},
    ]
    assert plain(messages.from_anthropic(request["messages"])) == plain(read)[1:]


def test_a_row_of_sharegpt():
    row = {
        "id": "1",
        "system": "S",
        "tools": json.dumps([{"name": "weather", "description": "d", "parameters": WEATHER["function"]["parameters"]}]),
        "conversations": [
            {"from": "human", "value": "Q"},
            {"from": "function_call", "value": '{"name": "weather", "arguments": {"a": 1}}'},
            {"from": "observation", "value": "R"},
            {"from": "gpt", "value": "A"},
            {"from": "user", "value": "Q2"},
            {"from": "function_call", "value": '[{"name": "f", "arguments": {}}, {"name": "g", "arguments": {}}]'},
        ],
    }
    read = messages.read(row)
    assert messages.shape_of(row) == messages.shape_of(row["conversations"]) == "sharegpt"
    assert read.tools == [WEATHER]
    assert plain(read) == [
        {"role": "system", "content": "S"},
        {"role": "user", "content": "Q"},
        {"role": "assistant", "tool_calls": [called("weather", {"a": 1})]},
        {"role": "tool", "content": "R"},
        {"role": "assistant", "content": "A"},
        {"role": "user", "content": "Q2"},
        {"role": "assistant", "tool_calls": [called("f", {}), called("g", {})]},
    ]
    turns = [{"from": "system", "value": "S"}, {"from": "human", "value": "Q"}]
    assert plain(messages.read({"conversation": turns, "tools": ""})) == plain(messages.read(turns)) == plain(read)[:2]


def test_a_row_of_alpaca():
    row = {"instruction": "Translate.", "input": "Igel", "output": "hedgehog"}
    assert messages.shape_of(row) == "alpaca"
    assert plain(messages.read(row)) == [
        {"role": "user", "content": "Translate.\nIgel"},
        {"role": "assistant", "content": "hedgehog"},
    ]
    row = {"instruction": "Go on.", "input": "", "system": "S", "history": [["q", "a"], ("r", "b")]}
    assert plain(messages.read(row)) == [
        {"role": "system", "content": "S"},
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": "a"},
        {"role": "user", "content": "r"},
        {"role": "assistant", "content": "b"},
        {"role": "user", "content": "Go on."},
    ]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"model": "x"}, "there are no messages in it"),
        ("Hi", "messages must be a list, not 'Hi'"),
        (3, "messages must be a list, not 3"),
        ([{"instruction": "a"}, {"instruction": "b"}], "these are several rows"),
        ([{"content": "Hi"}], "messages[0].role: is missing"),
        ([{"role": "user", "content": [{"type": "video"}]}], "messages[0].content[0].type: must be text"),
        ({"conversations": [{"from": "nobody", "value": "x"}]}, "conversations[0].from: 'nobody' is none of"),
        ({"conversations": [{"from": "gpt", "value": None}]}, "conversations[0].value: must be text"),
        ({"conversations": [{"from": "function_call", "value": "f()"}]}, "conversations[0].value: is no JSON"),
        ({"conversations": ["x"]}, "this is no conversation in the shape sharegpt"),
        ({"instruction": 1}, "instruction: must be text"),
        (
            {"system": "S", "messages": [{"role": "user", "content": [{"type": "tool_result"}]}]},
            "the key 'tool_use_id'",
        ),
        (
            {"system": "S", "messages": [{"role": "user", "content": [{"type": "odd"}]}]},
            "messages[0].content[0].type: 'odd'",
        ),
        (
            [{"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "https://x"}}]}],
            "messages[0].content[0].source: the image itself is needed",
        ),
        ({"messages": [], "tools": [{"description": "d"}]}, "tools[0]: a tool needs a name"),
        ({"messages": [], "tools": ["f"]}, "tools[0]: must be a JSON schema or a function"),
    ],
)
def test_what_is_no_conversation(document, message):
    with pytest.raises(DataError) as caught:
        messages.read(document)
    assert message in str(caught.value)


def test_a_shape_can_be_said():
    turns = [{"from": "human", "value": "Q"}]
    assert messages.read(turns, shape="sharegpt").messages[0].content == "Q"
    with pytest.raises(DataError, match="role: is missing"):
        messages.read(turns, shape="openai")
    with pytest.raises(DataError, match="'xml' is no shape of messages; there are alpaca, anthropic, openai, sharegpt"):
        messages.read(turns, shape="xml")


def test_messages_for_hugging_face():
    given = [
        {"role": "user", "content": "Q", "images": ["aGk="]},
        {
            "role": "assistant",
            "content": "",
            "thinking": "T",
            "tool_calls": [called("f", {"a": 1}, "1"), {"function": {"name": "g"}}],
        },
        {"role": "tool", "content": "R", "tool_name": "f", "tool_call_id": "1"},
    ]
    assert messages.to_huggingface(messages.read(given).messages) == [
        {"role": "user", "content": [{"type": "image"}, {"type": "text", "text": "Q"}]},
        {
            "role": "assistant",
            "content": "",
            "reasoning_content": "T",
            "tool_calls": [
                {"id": "1", "type": "function", "function": {"name": "f", "arguments": {"a": 1}}},
                {"type": "function", "function": {"name": "g", "arguments": {}}},
            ],
        },
        {"role": "tool", "content": "R", "name": "f", "tool_call_id": "1"},
    ]


def ping(host: str):
    """Pings.

    Args:
        host: Whom.
    """


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        (WEATHER, "weather"),
        ({"name": "f", "description": None, "parameters_schema": None}, "f"),
        ({"name": "f", "input_schema": {}}, "f"),
        ({"name": "f"}, "f"),
        (ping, "ping"),
    ],
)
def test_tools(tool, name):
    (schema,) = messages.tool_schemas([tool])
    assert schema["type"] == "function"
    assert schema["function"]["name"] == name


def test_a_tool_in_openais_shape_stays_as_it_is():
    tool = {
        "function": {"strict": True, "name": "f", "parameters": {"additionalProperties": False}},
        "type": "function",
    }
    (schema,) = messages.tool_schemas([tool])
    assert json.dumps(schema) == json.dumps(tool)
