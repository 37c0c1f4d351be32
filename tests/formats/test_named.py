"""The formats that come with the package: each Go template, its Jinja twin, and what Ollama makes of it."""

import datetime
import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

import formats
from formats.named import named_formats
from gotmpl import TemplateError, modelfile, ollama
from gotmpl.ollama.fields import fields

CONVERSATIONS = json.loads(Path(__file__).with_name("conversations.json").read_text(encoding="utf-8"))
DAY = datetime.date(2026, 8, 6)
FORMATS = {format.name: format for format in named_formats()}


def outcome(render, conversation, format, **options):
    """Gives what a way to render a conversation gives, or what it says against it."""
    if format.tools is not formats.ToolUse.NONE:
        options["tools"] = conversation.get("tools", [])
    try:
        return render(conversation["messages"], date=DAY, **options)
    except TemplateError as error:
        return type(error), str(error)


@pytest.mark.parametrize("case", CONVERSATIONS)
@pytest.mark.parametrize("name", FORMATS)
def test_the_go_template_and_its_jinja_twin_agree(name, case):
    format, conversation = FORMATS[name], CONVERSATIONS[case]
    for options in ({}, {"add_generation_prompt": True}, {"add_generation_prompt": False}):
        for think in (None, True, False) if format.thinking else (None,):
            first = outcome(format.render, conversation, format, think=think, **options)
            assert outcome(format.render_jinja, conversation, format, think=think, **options) == first


STRICT = {"inst", "im_start", "llama_2", "llama_3", "phi_4", "zephyr"} | {
    n for n in FORMATS if n.startswith("llama_3_")
}


@pytest.mark.parametrize("name", FORMATS)
def test_the_formats_of_langchain_refuse_what_langchain_refuses_and_the_others_nothing(name):
    refused = {
        case
        for case, conversation in CONVERSATIONS.items()
        if not isinstance(outcome(FORMATS[name].render, conversation, FORMATS[name]), str)
    }
    by_langchain = {"late system", "two systems", "only system", "assistant first", "none", "other role"}
    assert refused == (by_langchain if name in STRICT else set())


# What Ollama does before a template sees the messages, or prints in another way.
CHANGED_BY_OLLAMA = {
    "two questions",  # messages of one role in a row are one
    "two systems",
    "white space",  # a template cannot strip
    "line ends",
}


@pytest.mark.parametrize("name", FORMATS)
def test_the_template_gives_the_same_prompt_inside_ollama_but_for_the_first_token_and_json(name):
    format = FORMATS[name]
    template = ollama.parse(format.template)
    compared = 0
    for case, conversation in CONVERSATIONS.items():
        messages, tools = conversation["messages"], conversation.get("tools", [])
        has_json = format.tools is not formats.ToolUse.NONE and ("tools" in conversation or "call" in case)
        if case in CHANGED_BY_OLLAMA or has_json or (name == "deepseek_r1" and "call" in case):
            continue
        prompt = outcome(format.render, conversation, format)
        if isinstance(prompt, str):
            compared += 1
            assert template.render(messages, tools=tools) == dated(prompt.removeprefix(format.bos)), case
    assert compared > 8


def dated(prompt):
    """Puts today in the place of the day that the test tells: Ollama's template asks the clock."""
    today = datetime.date.today()
    return prompt.replace("06 August 2026", today.strftime("%d %B %Y")).replace(
        "August 06, 2026", today.strftime("%B %d, %Y")
    )


@pytest.mark.parametrize("name", FORMATS)
def test_the_template_prints_calls_and_tools_inside_ollama(name):
    format = FORMATS[name]
    template = ollama.parse(format.template)
    assert ("tools" in template.capabilities) == (format.tools is not formats.ToolUse.NONE)
    assert ("thinking" in template.capabilities) == format.thinking
    if format.tools is not formats.ToolUse.NONE:
        conversation = CONVERSATIONS["tools"]
        prompt = template.render(conversation["messages"], tools=conversation["tools"])
        assert "get_weather" in prompt
        assert "Łódź" in prompt
        assert "<no value>" not in prompt


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("qwen_2_5", "<tool_call>"),
        ("qwen_3", "<tool_call>"),
        ("mistral_v3", "[TOOL_CALLS] ["),
        ("granite_3", "<|tool_call|>["),
        ("deepseek_r1", "<｜tool▁calls▁begin｜>"),
    ],
)
def test_ollama_finds_the_tag_of_calls(name, tag):
    assert ollama.parse(FORMATS[name].template).tool_call_tag == tag


def test_ollama_finds_the_tags_of_thoughts():
    assert ollama.parse(FORMATS["qwen_3"].template).thinking_tags == ("<think>", "</think>")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_says_what_it_is(name):
    format = FORMATS[name]
    assert format.title
    assert format.stop
    tools = [] if format.tools is formats.ToolUse.REQUIRED else None
    prompt = format.render([{"role": "user", "content": "Hi"}], tools=tools)
    assert prompt.startswith(format.bos)
    assert format.marks
    text = format.template + format.jinja + prompt
    assert [mark for mark in format.marks if mark not in text] == (["<start_of_image>"] if name == "gemma3" else [])


@pytest.mark.parametrize("name", FORMATS)
def test_a_template_reads_nothing_that_ollama_does_not_fill(name):
    assert [field.path for field in fields(ollama.parse(FORMATS[name].template)) if not field.known] == []


@pytest.mark.parametrize("name", FORMATS)
def test_what_opens_the_turn_is_added_and_taken_away(name):
    format = FORMATS[name]
    tools = [] if format.tools is formats.ToolUse.REQUIRED else None
    chat = [{"role": "user", "content": "Q"}, {"role": "assistant", "content": "A"}]
    closed = format.render(chat, tools=tools)
    assert format.render(chat, tools=tools, add_generation_prompt=True) == closed + format.generation_prompt
    opened = format.render(chat[:1], tools=tools)
    without = format.render(chat[:1], tools=tools, add_generation_prompt=False)
    assert opened == (without if format.opens_always else without + format.generation_prompt)


def test_every_file_of_the_templates_belongs_to_a_format():
    found = {file.name for file in (files("formats") / "templates").iterdir()}
    assert found == {f"{name}.{kind}" for name in FORMATS for kind in ("gotmpl", "jinja")}


@pytest.mark.parametrize("name", FORMATS)
def test_a_template_can_stand_in_a_modelfile(name):
    template = FORMATS[name].template
    file = modelfile.parse(f'FROM x\nTEMPLATE """{template}"""\n')
    assert file.template == template.strip() or file.template == template
    assert '"""' not in template


@pytest.mark.parametrize("name", FORMATS)
def test_names_are_made_of_letters_digits_and_underscores(name):
    assert re.fullmatch(r"[a-z][a-z0-9_]*", name)


def test_a_day_of_each_month_is_written_as_strftime_writes_it():
    for month in range(1, 13):
        day = datetime.date(2031, month, month)
        hi = [{"role": "user", "content": "Hi"}]
        assert f"Today Date: {day:%d %B %Y}\n" in FORMATS["llama_3_1_json_tool_calling"].render(hi, tools=[], date=day)
        assert f"Today Date: {day:%d %B %Y}\n" in FORMATS["llama_3_1_custom_tool_calling"].render(
            hi, tools=[], date=day
        )
        assert f"Today's Date: {day:%B %d, %Y}.\n" in FORMATS["granite_3"].render(hi, date=day)


def test_without_a_date_it_is_today_in_utc():
    before = datetime.datetime.now(datetime.timezone.utc)
    prompt = FORMATS["granite_3"].render([{"role": "user", "content": "Hi"}])
    after = datetime.datetime.now(datetime.timezone.utc)
    assert any(f"{day:%B %d, %Y}" in prompt for day in (before, after))
