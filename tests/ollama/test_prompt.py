"""What the server does around the template; the truth is GenerateHandler and ChatHandler in server/routes.go."""

import pytest

from gotmpl import DataError, ExecError
from gotmpl.api import Message
from gotmpl.ollama import chat_prompt, generate_prompt, parse

CHAT = parse("{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}")
TOOLS = parse("{{ range .Messages }}{{ .Content }}{{ end }}{{ .Tools }}")
THINKING = parse(
    "{{ range .Messages }}{{ if .Thinking }}<t>{{ .Thinking }}</t>{{ end }}{{ .Content }}{{ end }}"
    "|{{ .Think }} {{ .ThinkLevel }} {{ .IsThinkSet }}"
)
FILL_IN = parse("{{ if .Suffix }}<P>{{ .Prompt }}<S>{{ .Suffix }}<M>{{ else }}{{ .Prompt }}{{ end }}")
LEGACY = parse("{{ if .System }}[{{ .System }}]{{ end }}({{ .Prompt }}){{ .Response }}")
SHOWS_THINK = parse("{{ range .Messages }}{{ end }}{{ .Think }} {{ .ThinkLevel }} {{ .IsThinkSet }}")
TOOL = {"type": "function", "function": {"name": "f"}}
USER = [{"role": "user", "content": "hi"}]


@pytest.mark.parametrize(
    ("think", "want"),
    [
        (None, "hi|true medium true"),
        (True, "hi|true medium true"),
        (False, "hi|false  true"),
        ("low", "hi|true low true"),
        ("max", "hi|true max true"),
    ],
)
def test_a_model_that_can_think_thinks_unless_told_otherwise(think, want):
    assert chat_prompt(THINKING, USER, think=think).text == want
    assert generate_prompt(THINKING, prompt="hi", think=think).text == want


@pytest.mark.parametrize(("think", "want"), [(None, "false  false"), (False, "false  true")])
def test_a_model_that_cannot_think_need_not(think, want):
    assert chat_prompt(SHOWS_THINK, USER, think=think).text == want
    assert generate_prompt(SHOWS_THINK, prompt="hi", think=think).text == want


@pytest.mark.parametrize("think", [True, "low", "max"])
@pytest.mark.parametrize(("model", "subject"), [("", "the model"), ("qwen2:7b", '"qwen2:7b"'), ('a"b', r'"a\"b"')])
def test_thinking_is_refused_for_a_model_that_cannot(think, model, subject):
    with pytest.raises(DataError, match="does not support thinking") as caught:
        chat_prompt(CHAT, USER, think=think, model=model)
    assert str(caught.value) == f"{subject} does not support thinking"
    assert caught.value.hint
    with pytest.raises(DataError) as caught:
        generate_prompt(CHAT, prompt="hi", think=think, model=model)
    assert str(caught.value) == f"{subject} does not support thinking"


@pytest.mark.parametrize(
    ("model", "subject"),
    [
        ("", "the model"),
        ("llama3", "registry.ollama.ai/library/llama3:latest"),
        ("me/llama3:8b", "registry.ollama.ai/me/llama3:8b"),
        ("https://h:1/me/llama3", "h:1/me/llama3:latest"),
    ],
)
def test_what_the_model_cannot_do_is_refused_in_ollamas_words(model, subject):
    with pytest.raises(DataError) as caught:
        chat_prompt(CHAT, USER, tools=[TOOL], model=model)
    assert str(caught.value) == f"{subject} does not support tools"
    with pytest.raises(DataError) as caught:
        generate_prompt(CHAT, prompt="a", suffix="b", model=model)
    assert str(caught.value) == f"{subject} does not support insert"


def test_thinking_is_checked_before_tools():
    with pytest.raises(DataError, match="thinking"):
        chat_prompt(CHAT, USER, tools=[TOOL], think=True)


def test_capabilities_that_are_known_count_more_than_the_template():
    assert chat_prompt(CHAT, USER, tools=[TOOL], capabilities=["tools"]).text == "<user>hi"
    with pytest.raises(DataError, match="tools"):
        chat_prompt(TOOLS, USER, tools=[TOOL], capabilities=["completion"])
    assert chat_prompt(SHOWS_THINK, USER, capabilities=("thinking",)).text == "true medium true"


@pytest.mark.parametrize(("tools", "want"), [(None, "hinull"), ([], "hi[]")])
def test_no_tools_are_null_and_empty_tools_a_list(tools, want):
    assert chat_prompt(TOOLS, USER, tools=tools).text == want


def test_generate_has_an_empty_list_of_tools_unless_the_template_is_the_requests():
    assert generate_prompt(TOOLS, prompt="hi").text == "hi[]"
    assert generate_prompt(TOOLS, prompt="hi", request_template=TOOLS).text == "hinull"


def test_a_chat_without_messages_renders_nothing():
    with pytest.raises(DataError, match="messages") as caught:
        chat_prompt(CHAT, [], system="S")
    assert "loads the model" in caught.value.hint


def test_generate_without_a_prompt_renders_nothing():
    with pytest.raises(DataError, match="prompt") as caught:
        generate_prompt(FILL_IN, prompt="", suffix="x")
    assert "loads the model" in caught.value.hint


def test_generate_refuses_a_prompt_that_is_no_text():
    with pytest.raises(DataError, match=r"^prompt: must be text, not 3$"):
        generate_prompt(CHAT, prompt=3)


def test_bad_messages_are_told_by_where_they_come_from():
    with pytest.raises(DataError, match=r"^model_messages\[0\]\.role: is missing$"):
        chat_prompt(CHAT, USER, model_messages=[{"content": "x"}])
    with pytest.raises(DataError, match=r"^messages\[1\]\.content: must be text"):
        chat_prompt(CHAT, [*USER, {"role": "user", "content": 3}])


GENERATED = [
    ({"prompt": "p"}, "<user>p"),
    ({"prompt": "p", "system": "S"}, "<system>S<user>p"),
    (
        {"prompt": "p", "system": "S", "model_messages": [{"role": "assistant", "content": "m"}]},
        "<system>S<assistant>m<user>p",
    ),
    ({"prompt": "p", "model_messages": [{"role": "user", "content": "m"}]}, "<user>m\n\np"),
    ({"prompt": "p [img]", "images": [b"1", "Mg=="]}, "<user>[img-1]p [img-0]"),
]


@pytest.mark.parametrize(("request_", "want"), GENERATED)
def test_generate_makes_a_conversation_of_the_prompt(request_, want):
    assert generate_prompt(CHAT, **request_).text == want


def test_a_suffix_leaves_only_the_prompt_and_itself():
    prompt = generate_prompt(
        FILL_IN, prompt="a", suffix="b", system="S", model_messages=[{"role": "user", "content": "m"}], images=[b"i"]
    )
    assert prompt == ("<P>a<S>b<M>", [b"i"], 0)


def test_the_template_of_the_request_replaces_the_models():
    assert generate_prompt(CHAT, prompt="p", system="S", request_template=LEGACY).text == "[S](p)"
    assert generate_prompt(
        FILL_IN, prompt="a", suffix="b", request_template=parse("{{ .Suffix }}{{ .Prompt }}")
    ).text == ("ba")


def test_the_template_of_the_request_gets_no_marks_of_images():
    request = {"prompt": "p [img]", "images": [b"1"]}
    assert generate_prompt(CHAT, **request, request_template=CHAT) == ("<user>p [img]", [b"1"], 0)


def test_what_the_model_can_do_is_told_by_its_own_template():
    with pytest.raises(DataError, match="insert"):
        generate_prompt(CHAT, prompt="a", suffix="b", request_template=FILL_IN)


def test_the_family_of_gpt_oss_has_no_level_max():
    harmony = parse("<|start|>{{ range .Messages }}<t>{{ .Thinking }}</t>{{ end }}<|end|>{{ .ThinkLevel }}")
    assert generate_prompt(harmony, prompt="p", think="max", family="gptoss").text.endswith("high")
    assert generate_prompt(harmony, prompt="p", think="max", family="other").text.endswith("max")
    assert generate_prompt(THINKING, prompt="p", think="max", family="gptoss").text == "p|true max true"


def test_generate_does_not_cut_what_was_thought():
    history = [{"role": "assistant", "content": "<think>t</think>a"}]
    assert generate_prompt(CHAT, prompt="p", model_messages=history, family="qwen3").text == (
        "<assistant><think>t</think>a<user>p"
    )
    assert chat_prompt(CHAT, USER, model_messages=history, family="qwen3").text == "<assistant>a<user>hi"


def test_images_are_counted_through_the_conversation_and_given_back():
    prompt = chat_prompt(
        CHAT,
        [{"role": "user", "content": "now [img]", "images": ["Mg==", b"3"]}],
        model_messages=[{"role": "user", "content": "first", "images": [b"1"]}, {"role": "assistant", "content": "ok"}],
    )
    assert prompt.text == "<user>[img-0]first<assistant>ok<user>[img-2]now [img-1]"
    assert prompt.images == [b"1", b"2", b"3"]


def test_messages_are_dropped_from_the_front_until_the_rest_fits():
    messages = [{"role": role, "content": role[0]} for role in ("system", "user", "assistant", "user")]
    prompt = chat_prompt(CHAT, messages, num_ctx=30, count_tokens=len)
    assert prompt == ("<system>s<assistant>a<user>u", [], 2)
    assert chat_prompt(CHAT, messages, num_ctx=1, count_tokens=len) == ("<system>s<user>u", [], 3)
    assert chat_prompt(CHAT, messages, num_ctx=1).dropped == 0


def test_numbers_of_images_begin_with_the_first_message_that_is_kept():
    messages = [{"role": "user", "content": name, "images": [name.encode()]} for name in ("a", "b")]
    messages.insert(1, {"role": "assistant", "content": "x"})
    assert chat_prompt(CHAT, messages, num_ctx=1, count_tokens=len) == ("<user>[img-0]b", [b"b"], 2)


def test_the_prompt_is_bounded_by_limits():
    from gotmpl import Limits

    with pytest.raises(ExecError, match="limit of output"):
        chat_prompt(CHAT, USER, limits=Limits(output=3))
    with pytest.raises(ExecError, match="limit of output"):
        generate_prompt(CHAT, prompt="hi", limits=Limits(output=3))


def test_the_messages_of_the_caller_stay_as_they_are():
    message = Message(role="user", content="[img]", images=[b"1"])
    request, before = [message], [Message(role="user", content="before")]
    assert chat_prompt(CHAT, request, model_messages=before, system="S").text == "<system>S<user>before\n\n[img-0]"
    assert request == [message]
    assert len(before) == 1
    assert (message.content, before[0].content) == ("[img]", "before")
