"""What models answer in the formats for tools is read back into calls."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import formats
from gotmpl import FormatError


def calls(name, answer):
    return [(call.function.name, call.function.arguments) for call in formats.get(name).tool_calls(answer)]


@pytest.mark.parametrize(
    ("name", "answer", "wanted"),
    [
        ("llama_3_1_json_tool_calling", '{"name": "f", "parameters": {"a": 1}}', [("f", {"a": 1})]),
        ("llama_3_1_json_tool_calling", '\n {"name": "f", "parameters": {}}<|eot_id|>', [("f", {})]),
        (
            "llama_3_1_json_tool_calling",
            '{"name": "f", "parameters": {}}; {"name": "g", "parameters": {"s": "{"}}',
            [("f", {}), ("g", {"s": "{"})],
        ),
        ("llama_3_1_json_tool_calling", 'I call {"name": "f", "parameters": {}}', []),
        ("llama_3_1_json_tool_calling", '{"name": "f", "parameters": {"a": 1}', []),
        ("llama_3_1_json_tool_calling", '{"name": "f"}', []),
        ("llama_3_1_json_tool_calling", '{"name": 1, "parameters": {}}', []),
        ("llama_3_1_json_tool_calling", "", []),
        ("llama_3_1_custom_tool_calling", '<function=f>{"a": 1}</function>', [("f", {"a": 1})]),
        ("llama_3_1_custom_tool_calling", ' <function=f>{"a": "<b>"}</function><|eot_id|>\n', [("f", {"a": "<b>"})]),
        ("llama_3_1_custom_tool_calling", '<function=f>{"a": 1}<|eot_id|>', [("f", {"a": 1})]),
        ("llama_3_1_custom_tool_calling", 'So: <function=f>{"a": 1}</function>', []),
        ("llama_3_1_custom_tool_calling", "<function=f>{a: 1}</function>", []),
        ("llama_3_1_custom_tool_calling", "<function=f>[1]</function>", []),
        ("llama_3_2_custom_tool_calling", "[f(a=1, b='x'), g()]", [("f", {"a": 1, "b": "x"}), ("g", {})]),
        ("llama_3_2_custom_tool_calling", '[f(a="it\'s \\"x\\"")]<|eot_id|>', [("f", {"a": 'it\'s "x"'})]),
        (
            "llama_3_2_custom_tool_calling",
            "[m.f(a=-1.5, b=[True, false, null], c={'k': (1,)}, d=None)]",
            [("m.f", {"a": -1.5, "b": [True, False, None], "c": {"k": [1]}, "d": None})],
        ),
        ("llama_3_2_custom_tool_calling", "f(a=1)", [("f", {"a": 1})]),
        ("llama_3_2_custom_tool_calling", "[f(1)]", []),
        ("llama_3_2_custom_tool_calling", "[f(a=g())]", []),
        ("llama_3_2_custom_tool_calling", "[f(**{'a': 1})]", []),
        ("llama_3_2_custom_tool_calling", "[f(a=1), 2]", []),
        ("llama_3_2_custom_tool_calling", "[f(a=b'x')]", []),
        ("llama_3_2_custom_tool_calling", "[f(a=1)", []),
        ("llama_3_2_custom_tool_calling", "None of them fits.", []),
        ("llama_3_2_custom_tool_calling", "[]", []),
        (
            "qwen_3",
            '<think>\nhm\n</think>\n\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>\n'
            '<tool_call>\n{"name": "g", "arguments": {}}\n</tool_call><|im_end|>',
            [("f", {"a": 1}), ("g", {})],
        ),
        ("qwen_2_5", "No call.", []),
        ("qwen_2_5", '<tool_call>\n{"name": "f", "arg', []),
        (
            "mistral_v3",
            '[TOOL_CALLS] [{"name": "f", "arguments": {"a": 1}, "id": "abcdef123"}, {"name": "g", "arguments": {}}]',
            [("f", {"a": 1}), ("g", {})],
        ),
        ("mistral_v7", ' Wait.[TOOL_CALLS] [{"name": "f", "arguments": {}}]</s>', [("f", {})]),
        ("granite_3", '<|tool_call|>[{"arguments": {"a": 1}, "name": "f"}]<|end_of_text|>', [("f", {"a": 1})]),
        ("llama_4", '{"name": "f", "parameters": {"a": 1}}<|eot|>', [("f", {"a": 1})]),
    ],
)
def test_an_answer(name, answer, wanted):
    assert calls(name, answer) == wanted


def test_the_id_of_a_call_is_kept():
    (call,) = formats.get("mistral_v3").tool_calls('[TOOL_CALLS] [{"name": "f", "arguments": {}, "id": "abcdef123"}]')
    assert call.id == "abcdef123"


@pytest.mark.parametrize("name", [n for n in formats.names() if formats.get(n).tools is formats.ToolUse.NONE])
def test_a_format_without_tools_reads_none(name):
    with pytest.raises(FormatError, match=f"the format {name} has no way to call tools"):
        formats.get(name).tool_calls("x")


WITH_TOOLS = [n for n in formats.names() if formats.get(n).tools is not formats.ToolUse.NONE]


@settings(deadline=None)
@given(st.text())
def test_any_text_is_an_answer(text):
    for name in WITH_TOOLS:
        formats.get(name).tool_calls(text)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=3)
    ),
    max_leaves=6,
)
ARGUMENTS = st.dictionaries(st.sampled_from(["a", "b", "long_name"]), VALUES)


@settings(deadline=None)
@given(ARGUMENTS)
def test_what_a_template_prints_of_calls_is_read_back(arguments):
    call = {"id": "abcdef123", "function": {"name": "f", "arguments": arguments}}
    chat = [{"role": "user", "content": "q"}, {"role": "assistant", "content": "", "tool_calls": [call, call]}]
    for name in ("qwen_2_5", "qwen_3", "mistral_v3", "mistral_v7", "granite_3"):
        answer = formats.apply_chat_template(chat, name).partition("q")[2]
        assert calls(name, answer) == [("f", arguments)] * 2


@settings(deadline=None)
@given(ARGUMENTS)
def test_what_python_prints_of_calls_is_read_back(arguments):
    written = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    assert calls("llama_3_2_custom_tool_calling", f"[f({written}), g()]") == [("f", arguments), ("g", {})]
