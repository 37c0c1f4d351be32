import json
import pickle
from collections import UserDict

import pytest

from gotmpl import DataError, ExecError
from gotmpl.ollama import chat_prompt, parse, render_batch

TEMPLATE = parse(
    "{{ if .Tools }}{{ .Tools }}{{ end }}{{ range .Messages }}<{{ .Role }}>{{ .Content }}"
    "{{ range .ToolCalls }}[{{ .Function.Name }}{{ .Function.Arguments }}]{{ end }}{{ end }}"
)
USER = [{"role": "user", "content": "Why?"}]
CALL = [*USER, {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": {"a": [1, 2.5]}}}]}]
TOOLS = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}]


def test_a_dict_gets_the_prompts_that_chat_prompt_gives():
    batch = {"id": [1, 2, 3], "messages": [USER, CALL, USER], "tools": [None, TOOLS, []]}
    got = render_batch(batch, TEMPLATE)
    assert got is batch
    assert got["id"] == [1, 2, 3]
    assert got["prompt"] == [
        chat_prompt(TEMPLATE, USER).text,
        chat_prompt(TEMPLATE, CALL, tools=TOOLS).text,
        chat_prompt(TEMPLATE, USER, tools=[]).text,
    ]


def test_tools_need_no_column():
    assert render_batch({"messages": [USER, USER]}, TEMPLATE)["prompt"] == ["<user>Why?"] * 2


def test_an_empty_batch_has_no_prompts():
    assert render_batch({"messages": []}, TEMPLATE) == {"messages": [], "prompt": []}


def test_another_mapping_is_left_alone_and_gives_the_new_column():
    batch = UserDict({"messages": [USER]})
    assert render_batch(batch, TEMPLATE) == {"prompt": ["<user>Why?"]}
    assert batch == {"messages": [USER]}


def test_the_columns_may_have_other_names():
    batch = {"messages": [None], "chat": [CALL], "functions": [TOOLS]}
    columns = {"messages_column": "chat", "tools_column": "functions", "prompt_column": "text"}
    got = render_batch(batch, TEMPLATE, **columns)
    assert got["text"] == [chat_prompt(TEMPLATE, CALL, tools=TOOLS).text]
    assert "prompt" not in got


def test_a_cell_may_be_json_text():
    got = render_batch({"messages": [json.dumps(CALL)], "tools": [json.dumps(TOOLS)]}, TEMPLATE)
    assert got["prompt"] == [chat_prompt(TEMPLATE, CALL, tools=TOOLS).text]


def test_options_are_those_of_chat_prompt():
    template = parse("{{ range .Messages }}{{ .Thinking }}<{{ .Role }}>{{ .Content }}{{ end }}{{ .Think }}")
    options = {"system": "Be brief.", "model_messages": [{"role": "user", "content": "Hi"}]}
    got = render_batch({"messages": [USER]}, template, **options)
    assert got["prompt"] == [chat_prompt(template, USER, **options).text]
    assert got["prompt"][0].startswith("<system>Be brief.<user>Hi")


def test_it_pickles_with_its_template():
    function, template = pickle.loads(pickle.dumps((render_batch, TEMPLATE)))
    assert function({"messages": [USER]}, template)["prompt"] == ["<user>Why?"]


@pytest.mark.parametrize(
    ("batch", "want"),
    [
        ({"messages": [USER, [{"content": "x"}]]}, "row 1: messages[0].role: is missing"),
        ({"messages": [USER, None]}, "row 1: messages: must be a list, not None"),
        ({"messages": [USER, []]}, "row 1: messages: there are none"),
        ({"messages": [USER], "tools": [7]}, "row 0: tools: must be a list, not 7"),
        ({"messages": ["{"]}, "row 0: messages: must be a list or its JSON text; as JSON it fails: Expecting property"),
        ({"messages": ["[" * 100_000]}, "row 0: messages: is nested too deeply"),
        ({"chat": [], "id": []}, "there is no column messages, but chat, id"),
    ],
)
def test_what_is_refused_is_named_by_its_row(batch, want):
    with pytest.raises(DataError) as caught:
        render_batch(batch, TEMPLATE)
    assert str(caught.value).startswith(want)


def test_a_template_that_fails_names_the_row_and_its_own_place():
    template = parse("{{ range .Messages }}{{ index .Content 5 }}{{ end }}")
    with pytest.raises(ExecError) as caught:
        render_batch({"messages": [[{"role": "user", "content": "long enough"}], USER]}, template)
    assert str(caught.value).startswith('row 1: template: :1:24: executing "" at <index .Content 5>')
    assert (caught.value.line, caught.value.source) == (1, template.text)


@pytest.mark.parametrize("batch", [[USER], "messages", None])
def test_something_else_is_no_batch(batch):
    with pytest.raises(TypeError, match="a batch must be columns by name or one of pyarrow, not "):
        render_batch(batch, TEMPLATE)
