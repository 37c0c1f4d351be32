"""One side of a comparison: whatever makes a prompt of a conversation, behind one small interface."""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol, runtime_checkable

from formats.apply import apply_chat_template
from formats.base import ChatFormat
from formats.comparison.cause import (
    BOS_TOKENS,
    JSON_SPACE,
    Cause,
    ollama_tools,
    sort_arguments,
    sort_properties,
    with_json_of,
)
from formats.jinja.chat_template import ChatTemplate
from formats.messages.huggingface import thinking_options, to_huggingface
from gotmpl import api, ollama
from gotmpl.errors import TemplateError
from gotmpl.exec.limits import Limits
from gotmpl.modelfile import Modelfile
from gotmpl.ollama.collate import collate
from gotmpl.ollama.images import tagged
from gotmpl.ollama.prompt import chat_prompt, generate_prompt
from gotmpl.ollama.scenarios import Scenario
from gotmpl.ollama.trace import TracedTemplate

__all__ = ["ENDINGS", "FormatSide", "JinjaSide", "Manner", "OllamaSide", "Piece", "Rendering", "Side"]

_parts = re.compile(f"{JSON_SPACE}|[^{JSON_SPACE}]+").findall

#: One comparison takes some hundred renders, so a template without end must be given up soon.
_LIMITS = Limits(output=16_000_000, steps=300_000)

ENDINGS: Mapping[str, dict[str, Any]] = {
    "opened": {"add_generation_prompt": True},
    "continued": {"continue_final_message": True},
    "closed": {},
}
"""How transformers may be told to end a prompt: with the assistant's turn opened, with the last message left open for
more, or neither. Ollama cannot be told."""


class Manner(NamedTuple):
    """How a side that is not Ollama's renders.

    Attributes:
        causes: What of Ollama's pipeline it is to do as well.
        ending: One of `ENDINGS`.
    """

    causes: frozenset[Cause] = frozenset()
    ending: str = "opened"


class Piece(NamedTuple):
    """A piece of a prompt.

    Attributes:
        text: The piece.
        line: The line, from 1, of the file on which the template writes it.
        is_source: Whether it is the template's own text, whose line ends are line ends of the template.
    """

    text: str
    line: int
    is_source: bool


class Rendering:
    """A prompt of which it is known where in the template it comes from.

    Attributes:
        text: The prompt.
    """

    def __init__(self, text: str, pieces: Sequence[Piece] = ()) -> None:
        self.text = text
        self._pieces = [piece for piece in pieces if piece.text]
        self._starts: list[int] = []
        at = 0
        for piece in self._pieces:
            self._starts.append(at)
            at += len(piece.text)

    def settled(self, text: str) -> Rendering:
        """Gives the same prompt with the spaces in JSON that a text has; see `difference.settled`."""
        pieces, at = [], 0
        for piece in self._pieces:
            kept = []
            for part in _parts(piece.text):
                if part != JSON_SPACE:
                    kept.append(part)
                    at += len(part)
                elif text.startswith(" ", at):
                    kept.append(" ")
                    at += 1
            pieces.append(piece._replace(text="".join(kept)))
        return Rendering(text, pieces)

    def line_at(self, offset: int) -> int | None:
        """Tells which line of the template wrote the character at an offset; None if nobody knows.

        The end of the prompt is where its last character is.
        """
        if not self._pieces:
            return None
        offset = max(0, min(offset, len(self.text) - 1))
        index = bisect.bisect_right(self._starts, offset) - 1
        piece = self._pieces[index]
        within = piece.text.count("\n", 0, offset - self._starts[index]) if piece.is_source else 0
        return piece.line + within


@runtime_checkable
class Side(Protocol):
    """What can be compared."""

    @property
    def name(self) -> str:
        """What reports call it."""

    @property
    def is_ollama(self) -> bool:
        """Whether Ollama's pipeline is around it."""

    def takes(self, scenario: Scenario) -> bool:
        """Whether there is a request like this for it."""

    def endings(self, scenario: Scenario) -> tuple[str, ...]:
        """Gives the endings that a prompt of this conversation may have; the first is the likeliest."""

    def render(self, scenario: Scenario, manner: Manner) -> str:
        """Gives the prompt.

        Raises:
            TemplateError: It refuses.
        """

    def trace(self, scenario: Scenario, manner: Manner) -> Rendering:
        """Gives the prompt and where it comes from.

        Raises:
            TemplateError: It refuses.
        """


class OllamaSide:
    """A model of Ollama's: the prompt is the one that the server makes.

    Args:
        name: What reports call it.
        template: The text of its TEMPLATE.
        modelfile: The rest of the model, if there is one.
        family: The model's family, as far as it is known.
        line: Gives the line of the file for an offset in the template; the template's own line if not given.

    Raises:
        ParseError: The template does not parse.
    """

    is_ollama = True

    def __init__(
        self,
        name: str,
        template: str,
        *,
        modelfile: Modelfile | None = None,
        family: str = "",
        line: Callable[[int], int] | None = None,
    ) -> None:
        self.name = name
        self.template = ollama.parse(template)
        self.modelfile = modelfile
        self.family = family
        self._line = line or (lambda offset: template.count("\n", 0, offset) + 1)
        self._last: tuple[Scenario | None, str | TemplateError] = None, ""

    def takes(self, scenario: Scenario) -> bool:
        """Any request is one for Ollama."""
        return True

    def endings(self, scenario: Scenario) -> tuple[str, ...]:
        """Ollama ends a prompt in one way."""
        return ("opened",)

    def render(self, scenario: Scenario, manner: Manner) -> str:
        """Gives the prompt.

        Raises:
            DataError: The server refuses the request.
            ExecError: The template cannot be run to its end.
        """
        # It is asked again and again for one conversation, while the other side changes its manner.
        if scenario is not self._last[0]:
            try:
                self._last = scenario, self._render(self.template, scenario)
            except TemplateError as error:
                self._last = scenario, error
        made = self._last[1]
        if isinstance(made, TemplateError):
            raise made
        return made

    def trace(self, scenario: Scenario, manner: Manner) -> Rendering:
        """Gives the prompt and where it comes from.

        Raises:
            DataError: The server refuses the request.
            ExecError: The template cannot be run to its end.
        """
        text = self._render(self._traced, scenario)
        pieces = self._traced.traces[-1].pieces
        self._traced.traces.clear()
        return Rendering(text, [Piece(piece.text, self._line(piece.start), piece.kind == "text") for piece in pieces])

    @cached_property
    def _traced(self) -> TracedTemplate:
        return TracedTemplate(self.template.text)

    def _render(self, template: ollama.Template, scenario: Scenario) -> str:
        surroundings: dict[str, Any] = {"think": scenario.think, "family": self.family, "limits": _LIMITS}
        if self.modelfile is not None:
            surroundings["model"] = self.modelfile.model
            surroundings["system"] = self.modelfile.system or ""
            surroundings["model_messages"] = self.modelfile.messages
        if scenario.prompt or scenario.suffix:
            return generate_prompt(template, prompt=scenario.prompt, suffix=scenario.suffix, **surroundings).text
        return chat_prompt(template, scenario.messages, tools=scenario.tools, **surroundings).text


class JinjaSide:
    """A Hugging Face chat template, rendered as transformers does.

    Args:
        name: What reports call it.
        template: The template.
        tokens: Special tokens that the template does not know itself.
    """

    is_ollama = False

    def __init__(self, name: str, template: ChatTemplate, tokens: Mapping[str, str] | None = None) -> None:
        self.name = name
        self.template = template
        self.tokens = {**template.special_tokens, **(tokens or {})}
        self._twins: dict[tuple[bool, bool], ChatTemplate] = {}

    @property
    def unknown_tokens(self) -> list[str]:
        """The special tokens that the template prints and that nobody has told."""
        return sorted(name for name in self.template.variables if name in _TOKENS and name not in self.tokens)

    def with_tokens(self, tokens: Mapping[str, str]) -> JinjaSide:
        """Gives the same side with more special tokens."""
        side = JinjaSide(self.name, self.template, {**self.tokens, **tokens})
        side._twins = self._twins  # they are costly to compile
        return side

    def takes(self, scenario: Scenario) -> bool:
        """Transformers renders conversations, and refuses an empty one."""
        return bool(scenario.messages)

    def endings(self, scenario: Scenario) -> tuple[str, ...]:
        """What the assistant has begun may be continued; else its turn is opened."""
        return ("continued", "opened", "closed") if _ends_in_answer(scenario) else ("opened",)

    def render(self, scenario: Scenario, manner: Manner) -> str:
        """Gives the prompt.

        Raises:
            FormatError: The template refuses the messages, or fails.
            DataError: A message or a tool is none.
        """
        text = self._as_ollama(manner.causes).render(**self._request(scenario, manner), **ENDINGS[manner.ending])
        return text[self._bos_length(text, manner.causes) :]

    def trace(self, scenario: Scenario, manner: Manner) -> Rendering:
        """Gives the prompt and where it comes from.

        Raises:
            FormatError: The template refuses the messages, or fails.
            DataError: A message or a tool is none.
        """
        text = self.render(scenario, manner)
        written = self._as_ollama(manner.causes).render_with_lines(
            **self._request(scenario, manner), add_generation_prompt=manner.ending == "opened"
        )
        skipped = self._bos_length("".join(piece for piece, _ in written), manner.causes)
        pieces = []
        for piece, line in written:
            pieces.append(Piece(piece[skipped:], line, False))
            skipped = max(0, skipped - len(piece))
        return Rendering(text, pieces)

    def _as_ollama(self, causes: Collection[Cause]) -> ChatTemplate:
        compact, escaped = key = Cause.COMPACT in causes, Cause.ESCAPED in causes
        if not any(key) or not any("tojson" in source for source in self.template.sources.values()):
            return self.template
        if key not in self._twins:
            self._twins[key] = with_json_of(self.template, compact=compact, escaped=escaped)
        return self._twins[key]

    def _request(self, scenario: Scenario, manner: Manner) -> dict[str, Any]:
        """Gives the arguments of a render."""
        messages, tools = _conversation(scenario, manner.causes)
        request: dict[str, Any] = {**self.tokens, "messages": to_huggingface(messages), "tools": tools}
        request |= thinking_options(scenario.think)
        if scenario.think is not None:
            # There is no one name: Qwen's templates have `enable_thinking`, those of DeepSeek and Granite this one.
            request["thinking"] = bool(scenario.think)
        return request

    def _bos_length(self, text: str, causes: Collection[Cause]) -> int:
        return len(_bos(text, self.tokens.get("bos_token", ""))) if Cause.BOS in causes else 0


class FormatSide:
    """A chat format that is no Hugging Face template, or a function of messages.

    Args:
        name: What reports call it.
        format: The format.
    """

    is_ollama = False

    def __init__(self, name: str, format: ChatFormat | Callable[..., str]) -> None:
        self.name = name
        self.format = format

    def takes(self, scenario: Scenario) -> bool:
        """A format renders conversations."""
        return bool(scenario.messages)

    def endings(self, scenario: Scenario) -> tuple[str, ...]:
        """A turn that the assistant has begun may be closed."""
        return ("opened", "closed") if _ends_in_answer(scenario) else ("opened",)

    def render(self, scenario: Scenario, manner: Manner) -> str:
        """Gives the prompt.

        Raises:
            FormatError: The format does not take these messages or tools.
            DataError: A message or a tool is none.
        """
        messages, tools = _conversation(scenario, manner.causes)
        options = {"think": scenario.think} if scenario.think is not None and hasattr(self.format, "thinking") else {}
        text = apply_chat_template(
            messages, self.format, tools=tools, add_generation_prompt=manner.ending == "opened", **options
        )
        if not isinstance(text, str):
            raise TypeError(f"{self.name} must give a prompt, not {text!r}")
        bos = getattr(self.format, "bos", "")
        return text.removeprefix(_bos(text, bos)) if Cause.BOS in manner.causes else text

    def trace(self, scenario: Scenario, manner: Manner) -> Rendering:
        """Gives the prompt; nobody knows where it comes from.

        Raises:
            FormatError: As `render`.
            DataError: As `render`.
        """
        return Rendering(self.render(scenario, manner))


_TOKENS = ("bos_token", "eos_token", "pad_token", "unk_token")


def _ends_in_answer(scenario: Scenario) -> bool:
    return bool(scenario.messages) and scenario.messages[-1].get("role") == "assistant"


def _conversation(
    scenario: Scenario, causes: Collection[Cause]
) -> tuple[list[api.Message], list[dict[str, Any]] | None]:
    """Gives messages and tools after what Ollama does to them."""
    messages = api.messages(scenario.messages)
    if Cause.IMAGES in causes:
        messages = [message.model_copy(update={"images": None}) for message in tagged(messages)[0]]
    if Cause.MERGED in causes:
        _, messages = collate(messages)
    if Cause.SORTED in causes:
        messages = sort_arguments(messages)
    if not scenario.tools:
        return messages, None
    tools = [dict(tool) for tool in scenario.tools]
    if Cause.REBUILT in causes:
        tools = ollama_tools(tools)
    if Cause.SORTED in causes:
        tools = sort_properties(tools)
    return messages, tools


def _bos(text: str, told: str) -> str:
    """Gives the token that the text begins with and that tokenizers put there, or nothing."""
    return next((bos for bos in (told, *BOS_TOKENS) if bos and text.startswith(bos)), "")
