"""The formats against the reference vectors and real chat templates, where those lie beside the project."""

import datetime
import gzip
import json
from functools import lru_cache
from pathlib import Path

import pytest

import formats
from formats import jinja, messages
from formats.named import named_formats
from gotmpl import FormatError, TemplateError

SHARED = Path(__file__).parents[2].parent / "shared"
pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="the reference vectors are not here")
DAY = datetime.date(2026, 8, 6)
NOON = datetime.datetime(2026, 8, 6, 12)

# A format -> the chat templates of models of that family, and the conversations in which it means to differ:
# it prints messages that the model's template passes over, and passes over system messages that are empty.
LATE = {"system-late"}
CALLS = {"tool-call", "tool-calls", "tool-call-noargs", "tool-history-only", "think-tools"}
FAMILIES = [
    ("im_start", "j0026", set()),
    ("zephyr", "j0022", set()),
    ("inst", "j0034", set()),
    ("gemma", "j0041", LATE),
    ("gemma3", "j0042", LATE | {"blank-system"}),
    ("mistral_v1", "j0420", {"blank-system"}),
    ("mistral_v3", "j0421", {"blank-system"}),
    ("mistral_v7", "j0114", {"tools", "tools-system", "tools-defs"}),  # this one knows no tools
    ("qwen_2_5", "j0321", {"role-odd"}),
    ("qwen_3", "j0134", {"role-odd"}),
    ("deepseek_r1", "j0084", {"role-odd"}),
    ("granite_3", "p0072", CALLS | {"system-only"}),  # this one prints no calls
    ("command_r", "j0080", LATE),
    ("phi_3", "j0122", set()),
    ("vicuna", "j0377", LATE | {"system-only"}),
    ("alpaca", "j0308", LATE),
    ("llama_4", "p0089", set()),
]
# Files whose indents and line ends are for the reader; whoever uses them takes them out, as their project does.
INDENTED = {"j0377", "j0308"}


@lru_cache(maxsize=1)
def battery():
    return json.loads((SHARED / "vectors/battery.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def templates():
    found = {}
    for name, key in (("vectors/jinja.jsonl.gz", "template"), ("corpus/pairs.jsonl.gz", "jinja")):
        with gzip.open(SHARED / name, "rt", encoding="utf-8") as lines:
            found.update((row["id"], row[key]) for row in map(json.loads, lines))
    return found


@pytest.mark.parametrize(("name", "model", "differs"), FAMILIES, ids=[row[0] for row in FAMILIES])
def test_a_family_is_prompted_as_by_its_models_own_chat_template(name, model, differs):
    format, source = formats.get(name), templates()[model]
    if model in INDENTED:
        source = source.replace("    ", "").replace("\n", "")
    template = jinja.ChatTemplate(source, clock=lambda: NOON)
    has_tools = format.tools is not formats.ToolUse.NONE
    compared = 0
    for case, conversation in battery().items():
        if case in differs:
            continue
        read = messages.read(conversation.get("messages", [])).messages
        read = [message.model_copy(update={"images": None}) for message in read]
        tools = conversation.get("tools") if has_tools else None
        think = conversation.get("think") if format.thinking else None
        options = {} if think is None else {"enable_thinking": bool(think)}
        try:
            wanted = template.render(
                messages.to_huggingface(read),
                tools=tools,
                add_generation_prompt=True,
                bos_token=format.bos,
                eos_token=format.eos,
                **options,
            )
            got = format.render(read, tools=tools, add_generation_prompt=True, think=think, date=DAY)
        except FormatError:  # the one or the other refuses: roles that do not alternate, no system message, …
            continue
        assert got == wanted, case
        compared += 1
    assert compared >= 17


def test_every_family_has_its_model():
    own = {"llama_2", "llama_3", "phi_4"} | {f.name for f in named_formats() if "tool_calling" in f.name}
    assert {row[0] for row in FAMILIES} == {f.name for f in named_formats()} - own


def test_the_tools_of_mistral_v3_are_those_of_the_models_own_chat_template():
    format, template = formats.get("mistral_v3"), jinja.ChatTemplate(templates()["j0421"])
    call = {"id": "abcdef123", "function": {"name": "f", "arguments": {"a": 1}}}
    chat = [
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": "", "tool_calls": [call, {**call, "id": "abcdef124"}]},
        {"role": "tool", "content": "1", "tool_call_id": "abcdef123"},
        {"role": "assistant", "content": "a"},
        {"role": "user", "content": "r"},
    ]
    tools = battery()["tools-system"]["tools"]
    read = messages.to_huggingface(messages.read(chat).messages)
    assert format.render(chat, tools=tools) == template.render(read, tools=tools, bos_token="<s>", eos_token="</s>")


def test_the_calls_of_deepseek_r1_are_those_of_the_models_own_chat_template():
    format, template = formats.get("deepseek_r1"), jinja.ChatTemplate(templates()["j0084"])
    for case in CALLS:
        read = messages.read(battery()[case]["messages"]).messages
        chat = messages.to_huggingface(read)
        for message in chat:
            for call in message.get("tool_calls", []):  # this template wants them as JSON text
                call["function"]["arguments"] = json.dumps(call["function"]["arguments"], ensure_ascii=False)
        for open_turn in (True, False):
            wanted = template.render(chat, bos_token=format.bos, add_generation_prompt=open_turn)
            assert format.render(read, add_generation_prompt=open_turn) == wanted


@pytest.mark.parametrize("name", [format.name for format in named_formats()])
def test_the_go_template_and_its_jinja_twin_agree_on_the_whole_battery(name):
    format = formats.get(name)
    for case, conversation in battery().items():
        options = {} if format.tools is formats.ToolUse.NONE else {"tools": conversation.get("tools", [])}
        for open_turn in (True, False):
            results = []
            for render in (format.render, format.render_jinja):
                try:
                    prompt = render(
                        conversation.get("messages", []), add_generation_prompt=open_turn, date=DAY, **options
                    )
                    results.append(prompt)
                except TemplateError as error:
                    results.append(str(error))
            assert results[0] == results[1], case


def vectors():
    if not SHARED.is_dir():
        return []
    rows = json.loads((SHARED / "vectors/formats.json").read_text(encoding="utf-8"))["vectors"]
    return [row for row in rows if "expected" in row or "expected_if_bug_fixed" in row]


@pytest.mark.parametrize("row", vectors(), ids=lambda row: row["id"])
def test_the_formats_of_langchain_agree_with_langchain(row):
    if row["api"] == "convert":
        assert formats.llama_3_1_custom_tool_calling_parameter_conversion(row["tools"]) == row["expected"]
        return
    if row["api"] == "prep":
        system, first, rest = formats.prep_and_validate_messages(row["messages"])
        plain = [message and {key: message[key] for key in ("content", "role")} for message in (system, first, *rest)]
        assert [*plain[:2], plain[2:]] == row["expected"]
        return
    wanted = row.get("expected", row.get("expected_if_bug_fixed")).replace("{DATE}", f"{DAY:%d %B %Y}")
    options = dict(row["opts"], tools=row.get("tools", []) if row["api"] == "apply_with_tools" else None)
    format = formats.get(row["format"])
    assert format.render(row["messages"], date=DAY, **options) == wanted
    # Control characters are numbered in upper case by LangChain's JSON and in lower case by Jinja's.
    assert format.render_jinja(row["messages"], date=DAY, **options) == wanted.replace(r"\u001F", r"\u001f")


def test_the_first_seed_is_loaded_as_it_is():
    template = jinja.load(SHARED / "seeds/000_a9053087f2e98e1f.txt")
    call = {"id": "abcdef123", "function": {"name": "f", "arguments": {"a": 1}}}
    chat = [
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "content": "3", "tool_call_id": "abcdef123"},
    ]
    # The branch that prints calls is never reached, for it comes behind the one of all assistants; and transformers
    # drops a content that is null, which then is no text, but nothing to go through either.
    wanted = '<s>[INST] q[/INST] </s>[TOOL_RESULTS] {"content": 3, "call_id": "abcdef123"}[/TOOL_RESULTS]'
    assert template.render(chat, bos_token="<s>", eos_token="</s>") == wanted
    with pytest.raises(FormatError, match="Tool call IDs should be alphanumeric strings with length 9!") as caught:
        template.render([*chat[:2], {"role": "tool", "content": "3", "tool_call_id": "1"}], bos_token="", eos_token="")
    assert "raise_exception" in caught.value.source.split("\n")[caught.value.line - 1]
