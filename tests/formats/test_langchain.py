"""LangChain's rules for messages, its formats, and its description of tools."""

import datetime
import json

import pytest

import formats
from gotmpl import DataError, FormatError

DAY = datetime.date(2026, 8, 6)


def chat(letters, text="{}{}"):
    """Makes messages of letters: s, u, a, t for the roles; the texts are the letter and its place."""
    roles = {"s": "system", "u": "user", "a": "assistant", "t": "tool", "d": "developer"}
    return [{"role": roles[letter], "content": text.format(letter, i)} for i, letter in enumerate(letters)]


H = "<|start_header_id|>{}<|end_header_id|>\n\n"


@pytest.mark.parametrize(
    ("name", "letters", "prompt"),
    [
        ("inst", "suau", "<s>[INST] s0 u1 [/INST]a2</s> [INST] u3 [/INST]"),
        ("inst", "uut", "<s>[INST] u0 [/INST][INST] u1 [/INST]t2</s> "),
        ("llama_2", "suau", "<s>[INST] <<SYS>>\ns0\n<</SYS>>\n\nu1 [/INST] a2 </s><s>[INST] u3 [/INST] "),
        ("llama_2", "ua", "<s>[INST] u0 [/INST] a1 </s>"),
        (
            "phi_4",
            "suu",
            "<|im_start|>system<|im_sep|>s0<|im_end|><|im_start|>user<|im_sep|>u1<|im_end|><|im_start|>assistant"
            "<|im_sep|><|im_start|>user<|im_sep|>u2<|im_end|><|im_start|>assistant<|im_sep|>\n",
        ),
        ("phi_4", "ua", "<|im_start|>user<|im_sep|>u0<|im_end|><|im_start|>assistant<|im_sep|>a1<|im_end|>\n"),
        ("im_start", "su", "<|im_start|>system\ns0<|im_end|>\n<|im_start|>user\nu1<|im_end|>\n<|im_start|>assistant\n"),
        ("im_start", "ua", "<|im_start|>user\nu0<|im_end|>\n<|im_start|>assistant\na1<|im_end|>\n"),
        ("im_start", "ut", "<|im_start|>user\nu0<|im_end|>\n<|im_start|>tool\nt1<|im_end|>\n<|im_start|>assistant\n"),
        (
            "llama_3",
            "su",
            "<|begin_of_text|>\n"
            + H.format("system")
            + "s0<|eot_id|>\n"
            + H.format("user")
            + "u1<|eot_id|>\n"
            + H.format("assistant"),
        ),
        (
            "zephyr",
            "suau",
            "<|system|>\ns0</s>\n<|user|>\nu1</s>\n<|assistant|>\na2</s>\n<|user|>\nu3</s>\n<|assistant|>\n",
        ),
        ("zephyr", "uat", "<|user|>\nu0</s>\n<|assistant|>\na1</s>\n<|assistant|>\n"),
    ],
)
def test_the_plain_formats(name, letters, prompt):
    assert formats.apply_chat_template(chat(letters), name) == prompt


@pytest.mark.parametrize("name", ["inst", "llama_2", "phi_4"])
def test_some_formats_do_not_ask_whose_turn_it_is(name):
    prompts = {formats.apply_chat_template(chat("ua"), name, add_generation_prompt=on) for on in (True, False, None)}
    assert len(prompts) == 1


@pytest.mark.parametrize(
    ("letters", "said", "opens"),
    [
        ("u", {}, True),
        ("uat", {}, True),
        ("ua", {}, False),
        ("u", {"add_generation_prompt": False}, False),
        ("u", {"add_generation_prompt": None}, False),
        ("ua", {"add_generation_prompt": True}, True),
    ],
)
def test_the_turn_is_opened_after_the_user_and_after_a_tool_unless_something_is_said(letters, said, opens):
    prompt = formats.apply_chat_template(chat(letters), "im_start", **said)
    assert prompt.endswith("<|im_start|>assistant\n") == opens


@pytest.mark.parametrize(
    ("letters", "message"),
    [
        ("", "Messages are required."),
        ("s", "Messages must include a user prompt after a system message."),
        ("ss", "Messages must include a user prompt after a system message."),
        ("sa", "Messages must include a user prompt after a system message."),
        ("a", "Messages must start with either a system or user message."),
        ("tu", "Messages must start with either a system or user message."),
        ("du", "Messages must start with either a system or user message."),
        ("us", "Only a single system message is expected and it must be first"),
        ("sus", "Only a single system message is expected and it must be first"),
        ("uds", "Only a single system message is expected and it must be first"),
        ("ud", "Conversation roles must be either user or assistant."),
    ],
)
@pytest.mark.parametrize("name", ["inst", "zephyr", "llama_3_2_custom_tool_calling"])
def test_the_rules(name, letters, message):
    tools = [] if "tool" in name else None
    for check in (
        lambda: formats.apply_chat_template(chat(letters), name, tools=tools),
        lambda: formats.prep_and_validate_messages(chat(letters)),
    ):
        with pytest.raises(FormatError) as caught:
            check()
        assert str(caught.value) == message


def test_messages_are_taken_apart():
    system, first, rest = formats.prep_and_validate_messages(chat("suat"))
    assert (system["content"], first["content"], [m["content"] for m in rest]) == ("s0", "u1", ["a2", "t3"])
    system, first, rest = formats.prep_and_validate_messages(chat("u"))
    assert (system, first["content"], rest) == (None, "u0", [])


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("plain ", "plain "),
        ([{"type": "text", "text": "a "}, {"type": "text", "text": "b"}], "a \n\nb"),
        ([{"type": "text", "text": "a"}, None, {"type": "image", "data": "aGk="}], "a"),
        ([{"type": "thinking", "text": "hm"}, {"type": "text", "text": "a"}], "a"),
        ([{"type": "image", "data": "aGk="}], None),
        ([], None),
        ("", None),
        (None, None),
    ],
)
def test_the_text_of_parts(content, text):
    _, first, _ = formats.prep_and_validate_messages([{"role": "user", "content": content}])
    assert first["content"] == text
    if content is not None:
        prompt = formats.apply_chat_template([{"role": "user", "content": content}], "inst")
        assert prompt == f"<s>[INST] {text or ''} [/INST]"


@pytest.mark.parametrize("name", ["inst", "im_start", "llama_2", "llama_3", "phi_4", "zephyr"])
@pytest.mark.parametrize("role", ["assistant", "tool"])
def test_a_message_without_content_is_refused_where_it_would_be_printed(name, role):
    messages = [*chat("ua"), {"role": role, "content": None, "tool_results": [{"content": "r"}]}]
    if (name, role) == ("zephyr", "tool"):
        assert formats.apply_chat_template(messages, name).endswith("a1</s>\n<|assistant|>\n")
    else:
        with pytest.raises(FormatError, match=rf"message 2 \({role}\) has no content to print"):
            formats.apply_chat_template(messages, name)


def test_the_rules_are_checked_before_the_contents():
    with pytest.raises(FormatError, match="Only a single system message"):
        formats.apply_chat_template([*chat("u"), {"role": "assistant", "content": None}, *chat("s")], "inst")


def test_what_is_no_message_is_refused():
    with pytest.raises(DataError, match=r"messages\[0\]: must be an object, not 'Hi'"):
        formats.apply_chat_template(["Hi"], "inst")


TOOL = {
    "name": "get_weather",
    "description": 'Weather, "now"',
    "parameters_schema": {
        "type": "object",
        "required": ["place"],
        "properties": {"place": {"type": "string", "description": "A town"}, "days": {"type": "integer"}},
    },
}
PRETTY = """{
  "days": {
    "description": "",
    "param_type": "int",
    "required": false
  },
  "place": {
    "description": "A town",
    "param_type": "string",
    "required": true
  }
}"""


def test_the_json_format_shows_tools_to_the_first_user():
    prompt = formats.get("llama_3_1_json_tool_calling").render(chat("suau"), tools=[TOOL], date=DAY)
    listed = [{"function": {"name": TOOL["name"], "description": TOOL["description"]}, "type": "function"}]
    listed[0]["function"]["parameters"] = TOOL["parameters_schema"]
    assert prompt.startswith(
        "<|begin_of_text|>\n" + H.format("system") + "s0\n\nCutting Knowledge Date: December 2023\n"
    )
    assert "\nToday Date: 06 August 2026\n\n" in prompt
    assert f"Do not use variables.\n{json.dumps(listed, indent=2)}\n\nu1<|eot_id|>\n{H.format('assistant')}a2" in prompt
    assert prompt.endswith("a2<|eot_id|>\n" + H.format("user") + "u3<|eot_id|>\n" + H.format("assistant"))
    assert prompt.count("get_weather") == 1


def test_the_custom_formats_show_tools_to_the_system():
    prompt = formats.get("llama_3_1_custom_tool_calling").render(chat("sua"), tools=[TOOL], date=DAY)
    assert f"functions:\n\n\nUse the function 'get_weather' to: Weather, \"now\"\n{PRETTY}\n\n\n\n\nIf a you" in prompt
    assert (
        f"assistant.s0<|eot_id|>\n{H.format('user')}u1<|eot_id|>\n\n{H.format('assistant')}a2<|eot_id|>\n\n" in prompt
    )
    prompt = formats.get("llama_3_2_custom_tool_calling").render(chat("su"), tools=[TOOL], date=DAY)
    entry = f'\n{{\n  "description": {json.dumps(TOOL["description"])},\n  "name": "get_weather",\n  "parameters": '
    listed = (entry + PRETTY.replace("\n", "\n  ") + "\n}").replace("\n", "\n  ")
    assert f"invoke.[{listed}\n]s0\n<|eot_id|>{H.format('user')}u1<|eot_id|>\n{H.format('assistant')}" in prompt


@pytest.mark.parametrize("name", [name for name in formats.names() if "tool_calling" in name])
def test_no_tools_at_all_are_an_empty_list(name):
    prompt = formats.apply_chat_template(chat("u"), name, tools=[])
    assert "Use the function" not in prompt
    assert ("[]" in prompt) == ("3_1_custom" not in name)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("llama_3_1_json_tool_calling", '{"output":', "}<|eot_id|>\n"),
        ("llama_3_1_custom_tool_calling", '{"output":', "}<|eot_id|>\n\n\n"),
        ("llama_3_2_custom_tool_calling", '[{"output":', "}]<|eot_id|>\n"),
    ],
)
@pytest.mark.parametrize(
    "answer",
    [
        {"content": None, "tool_results": [{"content": 'a "é"\n/\x1f'}, {"content": "second"}]},
        {"content": None, "tool_results": [{"content": [{"type": "text", "text": 'a "é"\n/\x1f'}]}]},
        {"content": 'a "é"\n/\x1f', "tool_call_id": "1"},
    ],
    ids=["LangChain's", "LangChain's in parts", "OpenAI's"],
)
def test_the_result_of_a_tool(name, before, after, answer):
    prompt = formats.apply_chat_template([*chat("ua"), {"role": "tool", **answer}], name, tools=[])
    wanted = H.format("ipython") + before + r'"a \"é\"\n/\u001F"' + after + H.format("assistant")
    assert prompt.endswith(wanted)


def test_a_tool_message_without_any_result_is_refused():
    with pytest.raises(FormatError, match="has no content"):
        formats.apply_chat_template(
            [*chat("ua"), {"role": "tool", "content": None}], "llama_3_1_json_tool_calling", tools=[]
        )


@pytest.mark.parametrize(
    ("name", "tools", "message"),
    [
        ("im_start", [], "the format im_start has no place for tools"),
        ("im_start", [TOOL], "the format im_start has no place for tools"),
        ("gemma", [TOOL], "the format gemma has no place for tools"),
        (
            "llama_3_1_json_tool_calling",
            None,
            "the format llama_3_1_json_tool_calling is for tools and none were given",
        ),
    ],
)
def test_tools_where_there_is_no_place_for_them(name, tools, message):
    with pytest.raises(FormatError) as caught:
        formats.apply_chat_template(chat("u"), name, tools=tools)
    assert str(caught.value) == message


def test_an_empty_list_of_tools_is_no_tool():
    assert formats.apply_chat_template(chat("u"), "gemma", tools=[]) == formats.apply_chat_template(chat("u"), "gemma")


@pytest.mark.parametrize(
    ("schema", "param_type"),
    [
        ({"type": "integer"}, "int"),
        ({"type": "number"}, "float"),
        ({"type": "boolean"}, "bool"),
        ({"type": "string"}, "string"),
        ({"type": "object"}, "string"),
        ({"type": "array"}, "string"),
        ({"type": ["integer", "null"]}, "string"),
        ({"enum": ["a"]}, "string"),
        ({}, "string"),
    ],
)
def test_the_conversion_of_types(schema, param_type):
    tools = [{"name": "f", "description": "d", "parameters_schema": {"properties": {"p": schema}, "required": ["p"]}}]
    converted = formats.llama_3_1_custom_tool_calling_parameter_conversion(tools)
    p = {"description": "", "param_type": param_type, "required": True}
    assert converted == [{"description": "d", "name": "f", "parameters": {"p": p}}]
    pretty = json.dumps(converted, indent=2)
    prompt = formats.apply_chat_template(chat("u"), "llama_3_2_custom_tool_calling", tools=tools)
    assert f"invoke.{pretty}\n<|eot_id|>" in prompt


@pytest.mark.parametrize("schema", [None, {}, {"type": "object"}, {"properties": None}])
def test_the_conversion_of_tools_without_parameters(schema):
    tools = [{"name": "f", "description": None, "parameters_schema": schema}]
    assert formats.llama_3_1_custom_tool_calling_parameter_conversion(tools) == [
        {"description": None, "name": "f", "parameters": {}}
    ]


def test_the_conversion_sorts_and_takes_openai_tools():
    properties = {"b": {"type": "number"}, "a": {"type": "string"}, "B": {}}
    tool = {"type": "function", "function": {"name": "f", "description": "d", "parameters": {"properties": properties}}}
    (converted,) = formats.llama_3_1_custom_tool_calling_parameter_conversion([tool])
    assert list(converted["parameters"]) == ["B", "a", "b"]
    assert list(converted) == sorted(converted)
