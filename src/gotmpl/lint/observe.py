"""What a template makes of the documented conversations, rendered once each and only when a rule asks."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from gotmpl import api
from gotmpl.errors import ExecError
from gotmpl.exec.limits import Limits
from gotmpl.ollama.scenarios import SCENARIOS
from gotmpl.ollama.template import Template

__all__ = ["LIMITS", "Observer", "Rendering", "is_limit"]

LIMITS = Limits(output=1_000_000, steps=20_000, depth=200, width=1_000_000)
"""What one rendering may cost; a template that needs more for a short conversation is reported."""


_find_limit = re.compile(r"\(limit of |exceeded maximum template depth").search


def is_limit(error: ExecError) -> bool:
    """Tells whether a rendering ended because it went beyond the limits."""
    return bool(_find_limit(error.message))


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
def _read(name: str) -> tuple[list[api.Message], list[api.Tool] | None]:
    """Reads the messages and the tools of a scenario, once."""
    scenario = SCENARIOS[name]
    return api.messages(scenario.messages), api.tools(scenario.tools)


class Observer:
    """Renders scenarios with a template.

    Args:
        template: The template.
    """

    def __init__(self, template: Template) -> None:
        self.template = template
        self._renderings: dict[str, Rendering] = {}
        # A template that went beyond the limits once is not run again.
        self._beyond: ExecError | None = None

    def __call__(self, scenario: str) -> Rendering:
        """Gives what the template makes of a scenario."""
        rendering = self._renderings.get(scenario)
        if rendering is None:
            rendering = Rendering(scenario, "", self._beyond) if self._beyond else self._render(scenario)
            self._renderings[scenario] = rendering
            if rendering.error is not None and is_limit(rendering.error):
                self._beyond = rendering.error
        return rendering

    def _render(self, name: str) -> Rendering:
        messages, tools = _read(name)
        scenario = SCENARIOS[name]
        try:
            text = self.template.render(
                messages,
                tools=tools,
                prompt=scenario.prompt,
                suffix=scenario.suffix,
                think=scenario.think,
                limits=LIMITS,
            )
            return Rendering(name, text, None)
        except ExecError as error:
            return Rendering(name, error.output, error)

    def fails(self, scenario: str) -> bool:
        """Tells whether a scenario cannot be rendered to its end."""
        return self(scenario).error is not None
