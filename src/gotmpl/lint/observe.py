"""What a template makes of the documented conversations, rendered once each and only when a rule asks."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from gotmpl import api
from gotmpl.errors import ExecError
from gotmpl.exec.limits import Limits
from gotmpl.ollama.scenarios import SCENARIOS
from gotmpl.ollama.template import Template

__all__ = ["LIMITS", "Observer", "Rendering"]

LIMITS = Limits(output=1_000_000, steps=20_000, depth=200, width=1_000_000)
"""What one rendering may cost; a template that needs more for a short conversation is reported."""


class Rendering(NamedTuple):
    """What came out of one scenario.

    Attributes:
        scenario: Its name.
        text: The prompt; in case of an error what was written before.
        error: Why the template failed, or None.
    """

    scenario: str
    text: str
    error: ExecError | None

    def between(self, before: str, after: str) -> str | None:
        """Gives what stands between two texts; None if one of them is not there in this order."""
        start = self.text.find(before)
        stop = self.text.find(after, start + len(before))
        return None if start < 0 or stop < 0 else self.text[start + len(before) : stop]

    def behind(self, before: str) -> str | None:
        """Gives what stands behind the last occurrence of a text; None if it is not there."""
        at = self.text.rfind(before)
        return None if at < 0 else self.text[at + len(before) :]


@cache
def _arguments(name: str) -> dict[str, object]:
    """Gives the arguments of a scenario with its messages and tools read once."""
    scenario = SCENARIOS[name]
    return {
        **scenario.arguments(),
        "messages": api.messages(scenario.messages),
        "tools": api.tools(scenario.tools),
    }


class Observer:
    """Renders scenarios with a template.

    Args:
        template: The template.
    """

    def __init__(self, template: Template) -> None:
        self.template = template
        self._renderings: dict[str, Rendering] = {}

    def __call__(self, scenario: str) -> Rendering:
        """Gives what the template makes of a scenario."""
        rendering = self._renderings.get(scenario)
        if rendering is None:
            rendering = self._renderings[scenario] = self._render(scenario)
        return rendering

    def _render(self, scenario: str) -> Rendering:
        try:
            return Rendering(scenario, self.template.render(**_arguments(scenario), limits=LIMITS), None)  # type: ignore[arg-type]
        except ExecError as error:
            return Rendering(scenario, error.output, error)

    def fails(self, scenario: str) -> bool:
        """Tells whether a scenario cannot be rendered to its end."""
        return self(scenario).error is not None
