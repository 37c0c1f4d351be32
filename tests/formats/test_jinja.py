"""Chat templates render as transformers renders them. The expected texts were checked against transformers 5.24."""

import dataclasses
import datetime
import enum

import jinja2
import pytest
from pydantic import BaseModel

from formats.jinja import ChatTemplate
from gotmpl import DataError, FormatError

CHAT = [{"role": "user", "content": "Hi"}]


def render(source, messages=CHAT, **options):
    return ChatTemplate(source).render(messages, **options)


# The environment


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{% if true %}\n  a\n  {% endif %}\nb\n", "  a\nb"),
        ("a\n    {%- if true -%}  b  {%- endif %}", "ab"),
        (
            "{% for i in range(5) %}{% if i == 1 %}{% continue %}{% endif %}{% if i == 3 %}{% break %}{% endif %}"
            "{{ i }}{% endfor %}",
            "02",
        ),
        ("{% set ns = namespace(n=0) %}{% for m in messages %}{% set ns.n = ns.n + 1 %}{% endfor %}{{ ns.n }}", "1"),
        ("{{ namespace(self=1, n=2).n }}", "2"),
        ("{{ dict(a=1) }}{{ dict([('b', 2)]) }}{{ dict.fromkeys(['c'], 3) }}", "{'a': 1}{'b': 2}{'c': 3}"),
        ("{{ messages[0]['content'] }} {{ messages[0].content }} {{ messages[0].nothing }}", "Hi Hi "),
        ("{% generation %}a{% set x = 1 %}{% endgeneration %}{{ x is defined }}", "aFalse"),
        ("{{ tools }} {{ documents }} {{ add_generation_prompt }}", "None None False"),
        ("{{ '<b>' }}{{ '<b>' | e }}", "<b>&lt;b&gt;"),
    ],
)
def test_the_environment(source, text):
    assert render(source) == text


@pytest.mark.parametrize(
    ("filter", "text"),
    [
        ("tojson", '{"b": "é<&>\'", "a": [1, 2.0, null, true]}'),
        ("tojson(ensure_ascii=true)", '{"b": "\\u00e9<&>\'", "a": [1, 2.0, null, true]}'),
        ("tojson(separators=(',', ':'))", '{"b":"é<&>\'","a":[1,2.0,null,true]}'),
        ("tojson(sort_keys=true)", '{"a": [1, 2.0, null, true], "b": "é<&>\'"}'),
        ("tojson(indent=1)", '{\n "b": "é<&>\'",\n "a": [\n  1,\n  2.0,\n  null,\n  true\n ]\n}'),
    ],
)
def test_json_is_plain(filter, text):
    assert render("{{ value | " + filter + " }}", value={"b": "é<&>'", "a": [1, 2.0, None, True]}) == text


def test_the_clock_can_be_set():
    template = ChatTemplate("{{ strftime_now('%d %b %Y') }}", clock=lambda: datetime.datetime(2024, 7, 26))
    assert template.render(CHAT) == "26 Jul 2024"


def test_without_a_clock_it_is_now():
    before = datetime.date.today()
    text = render("{{ strftime_now('%Y-%m-%d') }}")
    assert text in (str(before), str(datetime.date.today()))


def test_special_tokens_are_known_and_options_go_before_them():
    template = ChatTemplate(
        "{{ bos_token }}{{ eos_token }}{{ pad_token }}", special_tokens={"bos_token": "<s>", "eos_token": "</s>"}
    )
    assert template.render(CHAT) == "<s></s>"
    assert template.render(CHAT, eos_token="<end>") == "<s><end>"


def test_variables_are_the_names_that_a_template_reads():
    source = (
        "{% set a = b %}{{ a }}{{ strftime_now('x') }}{{ namespace() }}{% for m in messages %}{{ m.c }}{% endfor %}"
    )
    assert ChatTemplate(source).variables == {"b", "messages"}


# What a template sees


class Colour(str, enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Note:
    role: str
    content: str
    extra: object = None


class Turn(BaseModel):
    role: str
    content: str | None = None


def test_messages_may_be_objects():
    source = "{% for m in messages %}{{ m.role }}={{ m.content }} {% endfor %}"
    assert render(source, [Note("user", "a"), Turn(role="tool", content="b"), *CHAT]) == "user=a tool=b user=Hi "


@pytest.mark.parametrize("message", [Turn(role="user"), Note("user", None), {"role": "user", "content": None}])
def test_a_key_whose_value_is_none_is_no_key(message):
    assert render("{{ 'content' in messages[0] }}{{ messages[0].content is string }}", [message]) == "FalseFalse"


def test_none_inside_a_value_stays():
    assert render("{{ messages[0].a | tojson }}", [{"role": "user", "a": {"b": None}}]) == '{"b": null}'


@pytest.mark.parametrize("key", ["reasoning_content", "thinking", "reasoning"])
def test_reasoning_is_found_under_its_usual_names(key):
    source = "{{ messages[0].reasoning_content }} {{ messages[0].thinking }}"
    assert render(source, [{"role": "assistant", "content": "", key: "hm"}]) == "hm hm"


def test_the_first_name_of_reasoning_counts():
    source = "{{ messages[0].reasoning_content }} {{ messages[0].thinking }}"
    message = {"role": "assistant", "thinking": "b", "reasoning_content": "a"}
    assert render(source, [message]) == "a b"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Colour.RED, "red"),
        ((1, [2, (3,)]), "(1, [2, (3,)])"),
        ({"a": Note("r", "c", {1: True})}, "{'a': {'role': 'r', 'content': 'c', 'extra': {1: True}}}"),
        (object(), "<object>"),
        (b"x", "<bytes>"),
        (datetime.date(2024, 1, 1), "<date>"),
        (1.5, "1.5"),
        (True, "True"),
    ],
)
def test_only_plain_values_reach_a_template(value, text):
    assert render("{{ value }}", value=value) == text
    assert render("{{ messages[0].value }}", [{"value": value}]) == text
    assert render("{{ documents[0].value }}", documents=[{"value": value}]) == text


def test_what_the_caller_gave_is_not_changed():
    messages = [{"role": "assistant", "content": [{"type": "text", "text": "a"}], "thinking": "t"}]
    render("{{ messages[0].content[0].text }}{{ messages[0].thinking }}", messages, continue_final_message=True)
    assert messages == [{"role": "assistant", "content": [{"type": "text", "text": "a"}], "thinking": "t"}]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"messages": ["Hi"]}, "message 0: a dict, a dataclass or a pydantic model is needed, not 'Hi'"),
        ({"messages": [*CHAT, 3]}, "message 1: a dict, a dataclass or a pydantic model is needed, not 3"),
        ({"documents": ["text"]}, "a document must be a dict with title and text, not 'text'"),
        (
            {"tools": [3]},
            "tool 0: a JSON schema as a dict, or a function with type hints and a docstring, is needed, not 3",
        ),
    ],
)
def test_what_is_none_of_these_is_refused(options, message):
    with pytest.raises(DataError) as caught:
        render("x", **options)
    assert str(caught.value) == message


def add(a: int, b: int = 1) -> int:
    """Adds.

    Args:
        a: The first.
        b: The second.
    """
    return a + b


def test_a_function_is_a_tool():
    schema = render("{{ tools[0] | tojson }}", tools=[add])
    assert schema == (
        '{"type": "function", "function": {"name": "add", "description": "Adds.", "parameters": {"type": "object", '
        '"properties": {"a": {"type": "integer", "description": "The first."}, '
        '"b": {"type": "integer", "description": "The second."}}, "required": ["a"]}, "return": {"type": "integer"}}}'
    )


# Several templates


def test_the_template_for_tools_serves_when_there_are_tools():
    template = ChatTemplate({"default": "d", "tool_use": "t", "rag": "r"})
    assert template.render(CHAT) == "d"
    assert template.render(CHAT, tools=[]) == "t"
    assert template.render(CHAT, tools=[], chat_template="rag") == "r"
    assert template.source == "d"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "there are several chat templates and none is called default: rag, tool_use"),
        ({"chat_template": "x"}, "there is no chat template of the name 'x' but rag, tool_use"),
    ],
)
def test_which_template_must_be_clear(options, message):
    with pytest.raises(FormatError) as caught:
        ChatTemplate({"tool_use": "t", "rag": "r"}).render(CHAT, **options)
    assert str(caught.value) == message


# Errors


@pytest.mark.parametrize(
    ("source", "line", "reason"),
    [
        ("a\n{% if %}", 2, "Expected an expression, got 'end of statement block'"),
        ("a\n\n{{ x | nothing }}", 3, "No filter named 'nothing'."),
        ("{% for x in y %}\n", 1, "Unexpected end of template."),
        ("{% generation %}\na", 2, "Unexpected end of template."),
        ("{% endif %}", 1, "Encountered unknown tag 'endif'."),
    ],
)
def test_a_text_that_is_no_template(source, line, reason):
    with pytest.raises(FormatError) as caught:
        ChatTemplate(source)
    assert str(caught.value).startswith(reason)
    assert caught.value.line == line
    assert caught.value.source == source


@pytest.mark.parametrize(
    ("source", "line", "reason"),
    [
        ("a\n{{ raise_exception('No, not so.') }}", 2, "No, not so."),
        ("{% macro f() %}\n{{ raise_exception('deep') }}{% endmacro %}\n\n{{ f() }}", 2, "deep"),
        ("\n{{ nothing.at_all }}", 2, "'nothing' is undefined"),
        ("{{ messages[0].content.content.content }}", 1, "'str object' has no attribute 'content'"),
        ("{{ messages[0].content + 1 }}", 1, 'can only concatenate str (not "int") to str'),
        ("\n\n{{ messages.append(1) }}", 3, "access to attribute 'append' of 'list' object is unsafe."),
        ("{{ ''.__class__.__mro__ }}", 1, "access to attribute '__class__' of 'str' object is unsafe."),
        ("{{ namespace(_x=1) }}", 1, "a namespace takes no attribute that begins with _: '_x'"),
        ("{% set n = namespace() %}\n{% set n._x = 1 %}", 2, "a namespace takes no attribute that begins with _: '_x'"),
        ("{% set n = 1 %}{% set n.x = 1 %}", 1, "cannot assign attribute on non-namespace object"),
        ("{{ 1 // 0 }}", 1, "integer division or modulo by zero"),
        ("{{ {}['a'].b }}", 1, "'dict object' has no attribute 'a'"),
        ("{{ [][0].b }}", 1, "list object has no element 0"),
        ("{{ messages | tojson(indent='x', separators=3) }}", 1, "cannot unpack non-iterable int object"),
        ("{{ undefined_thing | tojson }}", 1, "Object of type Undefined is not JSON serializable"),
        ("{{ 'a'.index('b') }}", 1, "substring not found"),
        ("{% macro f() %}{{ f() }}{% endmacro %}\n{{ f() }}", 1, "maximum recursion depth exceeded"),
    ],
)
def test_a_template_that_fails(source, line, reason):
    template = ChatTemplate(source)
    for run in (template.render, template.render_with_spans):
        with pytest.raises(FormatError) as caught:
            run(CHAT)
        assert str(caught.value).startswith(reason)
        assert caught.value.line == line
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__


def test_the_place_of_an_error_is_shown():
    with pytest.raises(FormatError) as caught:
        render("{% if true %}\n  {{ raise_exception('No.') }}\n{% endif %}")
    assert caught.value.explain() == (
        "No.\n2 |   {{ raise_exception('No.') }}\n  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "The template itself refuses these messages (raise_exception)."
    )


def test_an_error_of_the_caller_is_not_one_of_the_template():
    class Broken:
        def model_dump(self):
            raise KeyError("inside")

    with pytest.raises(KeyError, match="inside"):
        render("x", [Broken()])


# What the assistant wrote


TURNS = (
    "{% for m in messages %}{% if m.role == 'assistant' %}<a>{% generation %}{{ m.content }}</s>{% endgeneration %}\n"
    "{% else %}<u>{{ m.content }}\n{% endif %}{% endfor %}"
)


def test_the_places_of_what_the_assistant_wrote():
    messages = [*CHAT, {"role": "assistant", "content": "one"}, *CHAT, {"role": "assistant", "content": "zwölf"}]
    text, spans = ChatTemplate(TURNS).render_with_spans(messages)
    assert text == ChatTemplate(TURNS).render(messages)
    assert [text[start:end] for start, end in spans] == ["one</s>", "zwölf</s>"]


def test_a_template_without_such_blocks_has_no_such_places():
    assert ChatTemplate("x").render_with_spans(CHAT) == ("x", [])


@pytest.mark.parametrize(
    ("source", "message", "which", "text"),
    [
        ("{% for m in messages %}[{{ m.content }}]{% endfor %}", {"content": "so far "}, True, "[so far "),
        ("{% for m in messages %}[{{ m.content | trim }}]{% endfor %}", {"content": "so far "}, True, "[so far"),
        ("[{{ messages[0].content }}] [{{ messages[0].content }}]", {"content": "a"}, True, "[a] [a"),
        (
            "{{ messages[0].thinking }}. {{ messages[0].content }}",
            {"content": "c", "reasoning": "hm"},
            "reasoning",
            "hm",
        ),
        (
            "{% for p in messages[0].content %}{{ p.text }},{% endfor %}",
            {"content": [{"text": "a"}, {"text": "b"}, {"type": "image"}]},
            True,
            "a,b",
        ),
    ],
)
def test_the_final_message_is_continued(source, message, which, text):
    assert render(source, [{"role": "assistant", **message}], continue_final_message=which) == text


@pytest.mark.parametrize(
    ("source", "messages", "options", "error", "reason"),
    [
        ("{{ content }}", [], {}, DataError, "there is no final message to continue: the conversation is empty"),
        ("{{ content }}", [{"role": "assistant"}], {}, DataError, "the final message has no 'content' to continue"),
        ("{{ content }}", CHAT, {}, FormatError, "the final message does not appear in the prompt"),
        ("{{ messages[0].role }}", CHAT, {}, FormatError, "the template does not read 'content'"),
        (
            "{{ content }}",
            [{"content": [{"type": "image"}]}],
            {},
            DataError,
            "the final message has no text to continue",
        ),
        (
            "x",
            CHAT,
            {"add_generation_prompt": True},
            DataError,
            "continue_final_message and add_generation_prompt exclude",
        ),
    ],
)
def test_the_final_message_cannot_be_continued(source, messages, options, error, reason):
    with pytest.raises(error) as caught:
        render(source, messages, continue_final_message=True, **options)
    assert str(caught.value).startswith(reason)


def test_two_renders_at_once_do_not_see_each_other():
    from concurrent.futures import ThreadPoolExecutor

    template = ChatTemplate(TURNS)
    chats = [[{"role": "assistant", "content": str(n) * n}] for n in range(20)]
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(template.render_with_spans, chats))
    assert results == [template.render_with_spans(chat) for chat in chats]


def test_the_package_has_its_own_environment():
    from formats.jinja.environment import environment

    assert isinstance(environment(), jinja2.sandbox.ImmutableSandboxedEnvironment)
    assert jinja2.Environment().from_string("{{ '<' | tojson }}").render() != render("{{ '<' | tojson }}")
