"""The proof of a conversion: both templates are rendered over the scenarios, and the prompts compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from formats.jinja.chat_template import ChatTemplate
from formats.messages.huggingface import thinking_options, to_huggingface
from gotmpl import api, ollama
from gotmpl.errors import ExecError, FormatError
from gotmpl.ollama.scenarios import SCENARIOS, Scenario
from gotmpl.ollama.trace import trace

__all__ = ["Proof", "compared", "prove"]


@dataclass(frozen=True)
class Proof:
    """What came of a scenario.

    Attributes:
        scenario: Its name.
        outcome: Whether the prompts are ``equal`` or it ``differs``; ``refused`` if the original does not render it.
        original: The prompt of the original; empty if it refuses.
        converted: The prompt of the result; empty if it refuses.
        reason: Why one of them refuses; empty if both render.
        place: Where in the original stands what wrote the first text that differs, as two offsets in characters; None
            if nothing differs, or that is not known.
    """

    scenario: str
    outcome: Literal["equal", "differs", "refused"]
    original: str = ""
    converted: str = ""
    reason: str = ""
    place: tuple[int, int] | None = None

    @property
    def offset(self) -> int | None:
        """Where the prompts begin to differ, in characters; None if they do not, or one of them is not there."""
        return None if self.outcome != "differs" or self.reason else _first_difference(self.original, self.converted)


def prove(template: ollama.Template, converted: ChatTemplate) -> tuple[Proof, ...]:
    """Renders a template and its conversion over the scenarios that are chats."""
    return tuple(
        compared(template, converted, name, **_request(scenario))
        for name, scenario in SCENARIOS.items()
        if not scenario.suffix
    )


def _request(scenario: Scenario) -> dict[str, Any]:
    return {"messages": scenario.messages, "tools": scenario.tools, "think": scenario.think}


def compared(
    template: ollama.Template,
    converted: ChatTemplate,
    name: str,
    messages: Iterable[Any],
    tools: Iterable[Mapping[str, Any]] | None = None,
    think: bool | str | None = None,
) -> Proof:
    """Renders a request by a template and by its conversion, which opens the assistant's turn.

    Args:
        template: The original.
        converted: The conversion.
        name: What the request is called.
        messages: The messages, as Ollama's API takes them.
        tools: The tools likewise, as dicts.
        think: True, False, a level, or None for unset.
    """
    given = api.messages(messages)
    offered = None if tools is None else [dict(tool) for tool in tools]
    try:
        original = template.render(given, tools=offered, think=think)
    except ExecError as error:
        return Proof(name, "refused", reason=str(error))
    try:
        text = converted.render(
            to_huggingface(given), tools=offered, add_generation_prompt=True, **thinking_options(think)
        )
    except FormatError as error:
        return Proof(name, "differs", original, reason=str(error))
    if text == original:
        return Proof(name, "equal", original, text)
    written = trace(template, given, tools=offered, think=think).pieces
    at = _first_difference(original, text)
    for piece in written:
        at -= len(piece.text)
        if at < 0:
            return Proof(name, "differs", original, text, place=(piece.start, piece.end))
    return Proof(name, "differs", original, text)


def _first_difference(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))
