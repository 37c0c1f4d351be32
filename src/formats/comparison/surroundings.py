"""What an Ollama model adds to each request, given to a side that is not Ollama's as well."""

from __future__ import annotations

from dataclasses import replace

from formats.comparison.cause import Cause
from formats.comparison.side import Manner, OllamaSide, Rendering, Side
from gotmpl.ollama.capabilities import model_capabilities
from gotmpl.ollama.scenarios import Scenario

__all__ = ["Surrounded"]


class Surrounded:
    """A side that can be given the requests which a model of Ollama's makes of those that it gets.

    Args:
        side: The side.
        model: The model.
    """

    is_ollama = False

    def __init__(self, side: Side, model: OllamaSide) -> None:
        self.side = side
        self.name = side.name
        self._file = model.modelfile
        self._thinks = "thinking" in model_capabilities(model.template, model.family)

    def takes(self, scenario: Scenario) -> bool:
        """Whether the side takes it."""
        return self.side.takes(scenario)

    def endings(self, scenario: Scenario) -> tuple[str, ...]:
        """Gives the endings of the side."""
        return self.side.endings(scenario)

    def render(self, scenario: Scenario, manner: Manner) -> str:
        """Gives the prompt.

        Raises:
            TemplateError: The side refuses.
        """
        return self.side.render(self._request(scenario, manner), manner)

    def trace(self, scenario: Scenario, manner: Manner) -> Rendering:
        """Gives the prompt and where it comes from.

        Raises:
            TemplateError: The side refuses.
        """
        return self.side.trace(self._request(scenario, manner), manner)

    def _request(self, scenario: Scenario, manner: Manner) -> Scenario:
        """Does to a request what `chat_prompt` does before anything else."""
        if Cause.THINKS in manner.causes and self._thinks and scenario.think is None:
            scenario = replace(scenario, think=True)
        if Cause.MODEL not in manner.causes or self._file is None or not scenario.messages:
            return scenario
        messages = (*self._file.messages, *scenario.messages)
        if self._file.system and scenario.messages[0].get("role") != "system":
            messages = ({"role": "system", "content": self._file.system}, *messages)
        return replace(scenario, messages=messages)
