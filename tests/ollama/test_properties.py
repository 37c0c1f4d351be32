"""What holds for any conversation and any template of the kinds that models have."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gotmpl import Limits, TemplateError, api
from gotmpl.ollama import chat_prompt, generate_prompt, parse
from oracle.ollama_cases import TEMPLATES

text = st.one_of(st.text(max_size=6), st.sampled_from(["", "[img]", "<think>x</think>y", "\ud800", "{{ .X }}"]))
scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), text)
values = st.recursive(scalars, lambda v: st.lists(v, max_size=3) | st.dictionaries(text, v, max_size=3), max_leaves=6)
calls = st.fixed_dictionaries(
    {"function": st.fixed_dictionaries({"name": text, "arguments": st.dictionaries(text, values, max_size=3)})}
)
shaped_messages = st.fixed_dictionaries(
    {"role": st.sampled_from(["system", "user", "assistant", "tool", "User", "x"])},
    optional={
        "content": text | st.none(),
        "thinking": text,
        "tool_calls": st.lists(calls, max_size=2),
        "images": st.lists(st.sampled_from(["AQ==", ""]), max_size=2),
        "tool_name": text,
    },
)
properties = st.dictionaries(
    text,
    st.fixed_dictionaries({}, optional={"type": st.sampled_from(["string", ["a", "b"]]), "enum": st.lists(scalars)}),
    max_size=3,
)
shaped_tools = st.fixed_dictionaries(
    {
        "type": st.just("function"),
        "function": st.fixed_dictionaries(
            {"name": text, "parameters": st.fixed_dictionaries({"type": text, "properties": properties})}
        ),
    }
)
junk = st.recursive(
    scalars | st.binary(max_size=2),
    lambda v: (
        st.lists(v, max_size=3)
        | st.dictionaries(
            st.sampled_from(["role", "content", "tool_calls", "function", "arguments", "images", "type", "parameters"]),
            v,
            max_size=4,
        )
    ),
    max_leaves=12,
)
conversations = st.lists(shaped_messages, max_size=6)


def good_templates():
    for source in TEMPLATES:
        try:
            yield parse(source)
        except TemplateError:
            continue


# The text of a property with properties has an address, which differs from run to run.
GOOD = [template for template in good_templates() if "Date" not in template.text]
any_template = st.sampled_from(GOOD)


def outcome(run):
    try:
        return run()
    except TemplateError as error:
        return type(error), str(error)


@settings(max_examples=200)
@given(
    any_template,
    conversations,
    st.none() | st.lists(shaped_tools, max_size=2),
    text,
    text,
    st.sampled_from([None, True, "low"]),
)
def test_a_rendering_ends_in_text_or_an_error_of_the_package(template, messages, tools, prompt, suffix, think):
    result = outcome(lambda: template.render(messages, tools=tools, prompt=prompt, suffix=suffix, think=think))
    if isinstance(result, str):
        result.encode()


@settings(max_examples=200)
@given(any_template, junk, junk)
def test_junk_is_refused_by_errors_of_the_package(template, messages, tools):
    outcome(lambda: template.render(messages, tools=tools))
    outcome(lambda: chat_prompt(template, messages, tools=tools, model_messages=tools))


@settings(max_examples=100)
@given(any_template, conversations, st.lists(shaped_tools, max_size=2))
def test_models_render_as_their_dicts_do(template, messages, tools):
    def models():
        return template.render(api.messages(messages), tools=api.tools(tools))

    if "0x" not in str(outcome(models)):
        assert outcome(models) == outcome(lambda: template.render(messages, tools=tools))


@settings(max_examples=100)
@given(any_template, conversations, st.lists(shaped_tools, max_size=2))
def test_limits_that_are_not_reached_change_nothing(template, messages, tools):
    bounded = outcome(lambda: template.render(messages, tools=tools, limits=Limits()))
    if "0x" not in str(bounded):
        assert outcome(lambda: template.render(messages, tools=tools)) == bounded


@given(conversations)
def test_messages_come_through_json_unchanged(messages):
    template = parse("{{ json .Messages }}")
    shown = outcome(lambda: template.render(messages))
    if isinstance(shown, str):
        again = json.loads(json.dumps(messages))
        assert template.render(again) == shown


@given(conversations.filter(bool), st.integers(1, 200))
def test_every_image_that_is_kept_has_its_mark(messages, num_ctx):
    template = parse("{{ range .Messages }}{{ .Content }}{{ end }}")
    prompt = outcome(lambda: chat_prompt(template, messages, num_ctx=num_ctx, count_tokens=len))
    if isinstance(prompt, tuple) and len(prompt) == 3:
        assert all(f"[img-{n}]" in prompt.text for n in range(len(prompt.images)))
        assert 0 <= prompt.dropped < len(messages)


@given(conversations.filter(bool), text)
def test_a_template_without_a_response_is_one_that_ends_with_it(messages, between):
    between = between.replace("{", "").replace("\ud800", "")
    plain = f"[{{{{ .System }}}}]{between}({{{{ .Prompt }}}})"
    written = plain + "{{ .Response }}"
    assert outcome(lambda: parse(plain).render(messages)) == outcome(lambda: parse(written).render(messages))


@given(text, text)
def test_generate_is_a_chat_of_one_message(system, prompt):
    template = parse("{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}")
    if prompt:
        chat = chat_prompt(template, [{"role": "user", "content": prompt}], system=system)
        assert generate_prompt(template, prompt=prompt, system=system) == chat


@pytest.mark.parametrize("template", GOOD, ids=range(len(GOOD)))
def test_facts_are_the_same_each_time(template):
    again = parse(template.text)
    assert (again.vars, again.thinking_tags, again.tool_call_tag) == (
        template.vars,
        template.thinking_tags,
        template.tool_call_tag,
    )
