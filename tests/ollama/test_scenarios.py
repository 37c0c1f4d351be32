"""The documented conversations are requests that Ollama takes, and together reach all that a template can see."""

import pytest

from gotmpl import api, ollama
from gotmpl.ollama.scenarios import SCENARIOS

ALL = "{{ .System }}{{ .Think }}{{ .ThinkLevel }}{{ .Tools }}{{ .Prompt }}{{ .Suffix }}{{ .Messages }}"


def contents(scenario):
    texts = [message["content"] for message in scenario.messages] + [
        message["thinking"] for message in scenario.messages if "thinking" in message
    ]
    return [text for text in texts if text]


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_renders(name):
    scenario = SCENARIOS[name]
    assert scenario.title
    ollama.parse(ALL).render(**scenario.arguments())


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_content_of_a_scenario_contains_another(name):
    texts = contents(SCENARIOS[name])
    assert [(a, b) for i, a in enumerate(texts) for j, b in enumerate(texts) if i != j and a in b] == []


def test_the_scenarios_cannot_be_changed():
    with pytest.raises(TypeError):
        SCENARIOS["user"] = None
    with pytest.raises(TypeError):
        SCENARIOS["user"].messages[0]["role"] = "tool"


def test_together_they_have_every_field():
    messages = [message for scenario in SCENARIOS.values() for message in api.messages(scenario.messages)]
    for field in api.Message.model_fields:
        assert any(getattr(message, field) for message in messages), field
    assert {message.role for message in messages} >= {"system", "user", "assistant", "tool", "developer"}
    assert {scenario.think for scenario in SCENARIOS.values()} >= {None, True, False, "low"}
    assert {scenario.tools is None or len(scenario.tools) for scenario in SCENARIOS.values()} >= {True, 0, 3}
    assert any(scenario.suffix for scenario in SCENARIOS.values())
    assert any(not scenario.messages and not scenario.prompt for scenario in SCENARIOS.values())
