"""What Ollama itself answered (tests/oracle/ollama_cases.py), answered by the package."""

import copy
from functools import lru_cache

import pytest

from gotmpl import DataError, ExecError, Limits, ParseError, ollama
from gotmpl.ollama import (
    chat_prompt,
    chat_template_capabilities,
    chat_template_has_tool_round_trip,
    select_template,
)
from oracle.ollama_cases import DECODED
from oracle.ollama_vectors import mask, vectors

parse = lru_cache(maxsize=None)(ollama.parse)
ALL = vectors()
GOOD = [(request, answer) for request, answer in ALL if "parse_error" not in answer]
RENDERS = [
    pytest.param(request["template"], values, answer["renders"][name], id=f"{i}-{name}")
    for i, (request, answer) in enumerate(GOOD)
    if request["template"] != DECODED[0]
    for name, values in request.get("renders", {}).items()
]
CHATS = [
    pytest.param(request["template"], chat, want, id=f"{i}-{k}")
    for i, (request, answer) in enumerate(GOOD)
    for k, (chat, want) in enumerate(zip(request.get("chats", ()), answer["chats"] or (), strict=True))
]
SELECTIONS = [
    pytest.param(request["template"], choice, want, id=f"{i}-{k}")
    for i, (request, answer) in enumerate(GOOD)
    for k, (choice, want) in enumerate(zip(request.get("selects", ()), answer["selects"] or (), strict=True))
]
VALUES = [
    pytest.param(values, answer["renders"][str(i)], id=str(i))
    for request, answer in GOOD
    if request["template"] == DECODED[0]
    for i, values in enumerate(DECODED[1])
]


@pytest.mark.parametrize(("request_", "answer"), ALL)
def test_the_tree_tells_what_ollama_reads_from_it(request_, answer):
    if "parse_error" in answer:
        with pytest.raises(ParseError) as caught:
            parse(request_["template"])
        assert str(caught.value) == answer["parse_error"]
        return
    template = parse(request_["template"])
    assert template.vars == (answer["vars"] or [])
    assert list(template.thinking_tags) == answer["thinking_tags"]
    assert template.tool_call_tag == answer["tool_call_tag"]
    assert template.capabilities == (answer["capabilities"] or [])
    assert template.has_tool_round_trip == answer["tool_round_trip"]


@pytest.mark.parametrize("limits", [None, Limits()], ids=["compiled", "interpreted"])
@pytest.mark.parametrize(("text", "values", "want"), RENDERS)
def test_a_rendering_is_ollamas(text, values, want, limits):
    template = parse(text)
    messages = values.get("messages", [])
    options = {name: value for name, value in values.items() if name != "messages"}
    given = copy.deepcopy(values)
    if "output" in want:
        assert mask(template.render(messages, **options, limits=limits)) == want["output"]
    else:
        with pytest.raises(ExecError) as caught:
            template.render(messages, **options, limits=limits)
        assert mask(str(caught.value)) == want.get("exec_error") or "panic" in want
    assert values == given


@pytest.mark.parametrize(("text", "request_", "want"), CHATS)
def test_the_prompt_of_a_chat_is_the_servers(text, request_, want):
    options = dict(request_)
    messages, num_ctx = options.pop("messages"), options.pop("num_ctx", 0)
    # The oracle has what comes behind the check of capabilities; there, what is unset stays unset.
    capabilities = ["tools"] if options.get("think") in (None, False) else ["tools", "thinking"]
    counting = {"num_ctx": num_ctx, "count_tokens": lambda text: len(text.encode())} if num_ctx else {}
    prompt = chat_prompt(parse(text), messages, capabilities=capabilities, **options, **counting)
    assert (prompt.text, len(prompt.images)) == (want["output"], want["images"])


@pytest.mark.parametrize(("text", "choice", "want"), SELECTIONS)
def test_what_renders_is_ollamas_choice(text, choice, want):
    options = dict(choice)
    template = parse(text) if options.pop("has_template") else None
    chat_template = options["chat_template"]
    selection = select_template(template, **options)
    assert selection.source == want["source"]
    assert selection.reason
    assert selection.chat_template == ((want["capabilities"] or []) if chat_template else None)
    assert chat_template_capabilities(chat_template) == (want["capabilities"] or [])
    assert chat_template_has_tool_round_trip(chat_template) == want["tool_round_trip"]


@pytest.mark.parametrize(("values", "want"), VALUES)
def test_ollama_and_the_package_take_the_same_values(values, want):
    template, options = parse(DECODED[0]), dict(values)
    messages = options.pop("messages", [])
    if "values_error" in want:
        with pytest.raises(DataError):
            template.render(messages, **options)
    else:
        assert template.render(messages, **options) == want["output"]
