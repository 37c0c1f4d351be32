"""The prompts of this model: what must be in them, and that its chat template says the same."""

import pytest

from gotmpl.testing import assert_equivalent, assert_lint_clean, assert_prompt


@pytest.fixture(scope="module")
def template(ollama_template):
    return ollama_template("../Modelfile")


def rain_at(place: str) -> bool:
    """Tells whether it is raining.

    Args:
        place: Name of the town
    """


def test_a_question(template, chat):
    prompt = template.render(chat.system("Be brief.").user("Why is grass green?"))
    assert_prompt(
        prompt,
        "<|begin|>system\nBe brief.<|end|>\n<|begin|>user\nWhy is grass green?<|end|>\n<|begin|>assistant\n",
    )


def test_a_turn_that_the_assistant_has_begun_stays_open(template, chat):
    assert_prompt(template.render(chat.user("Three primes as JSON.").assistant("[2, ")), ends_with="[2, ")


def test_tools(template, chat):
    asked = chat.user("Does it rain in Oslo?")
    answered = asked.assistant(tool_calls=[chat.call("rain_at", place="Oslo")]).tool("true", name="rain_at")
    prompt = template.render(answered, tools=[chat.function_tool(rain_at)])
    assert_prompt(
        prompt,
        contains=['"name":"rain_at"', '<|call|>{"name": "rain_at", "arguments": {"place":"Oslo"}}<|end|>'],
        ends_with="<|begin|>tool\ntrue<|end|>\n<|begin|>assistant\n",
    )


@pytest.mark.parametrize("name", ["turns", "tools-many", "tool-calls"])
def test_prompts_stay_as_they_are(render_matrix, golden, name):
    golden(render_matrix("../Modelfile")[name])


def test_what_ollama_refuses(render_matrix):
    refused = {name: str(error) for name, error in render_matrix("../Modelfile").errors.items()}
    assert refused.keys() == {"empty", "fill-in"}
    assert refused["fill-in"].endswith("does not support insert")


def test_it_says_what_the_chat_template_says():
    assert_equivalent("../Modelfile", "../chat_template.jinja")


def test_the_linter_has_nothing_to_say():
    assert_lint_clean("../Modelfile")
