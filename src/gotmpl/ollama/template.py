"""A model's TEMPLATE as Ollama uses it (`Parse` and `Template.Execute` in template/template.go)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

from gotmpl import api
from gotmpl import template as go
from gotmpl.errors import DataError, ExecError
from gotmpl.exec.limits import Limits
from gotmpl.ollama import capabilities, legacy
from gotmpl.ollama.collate import collate
from gotmpl.ollama.funcs import FUNCS
from gotmpl.ollama.identifiers import identifiers
from gotmpl.ollama.thinking import infer_tags
from gotmpl.ollama.tools import parse_tag
from gotmpl.ollama.values import CHAT, FILL_IN, LEGACY, chat_values, fill_in_values, legacy_values
from gotmpl.parse.node import ActionNode, CommandNode, FieldNode, PipeNode

__all__ = ["Template", "parse"]


class Template:
    """A prompt template of Ollama's.

    Attributes:
        text: The text it was parsed from.
        go: Go's template; where the text uses neither messages nor a response, ``{{ .Response }}`` ends it.
        vars: The names of all fields and variables, in lower case and in order (`Template.Vars`).
    """

    def __init__(self, text: str) -> None:
        """Parses a text.

        Raises:
            ParseError: The text does not parse, or has a ``{{template}}`` without an argument.
        """
        self.text = text
        self.go = go.Template("", funcs=FUNCS, missingkey="zero").parse(text)
        self.vars = identifiers(template.tree for template in self.go.templates if template.tree is not None)
        if "messages" not in self.vars and "response" not in self.vars:
            self.go.root.nodes.append(_response(len(text)))
            self.vars = sorted([*self.vars, "response"])

    def __repr__(self) -> str:
        return f"<ollama.Template {self.text[:40]!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return parse, (self.text,)

    def __str__(self) -> str:
        return self.text

    @cached_property
    def thinking_tags(self) -> tuple[str, str]:
        """The tags around what the model thought; empty where none are found (`InferTags` in thinking/template.go)."""
        return infer_tags(self.go.root)

    @cached_property
    def tool_call_tag(self) -> str:
        """What begins a tool call; ``{`` if nothing else does (`parseTag` in tools/template.go)."""
        return parse_tag(self.go.root)

    @property
    def capabilities(self) -> list[str]:
        """What the template can do: some of ``tools``, ``insert``, ``thinking``, in this order."""
        return capabilities.go_template_capabilities(self)

    @property
    def has_tool_round_trip(self) -> bool:
        """Whether it renders both the calls of tools and their answers, as far as Ollama can tell."""
        return capabilities.go_template_has_tool_round_trip(self)

    def render(
        self,
        messages: Iterable[Any] = (),
        *,
        tools: Iterable[Any] | None = None,
        prompt: str = "",
        suffix: str = "",
        think: bool | str | None = None,
        limits: Limits | None = None,
    ) -> str:
        """Renders the prompt as Ollama's `Template.Execute` does, with nothing put around it.

        With both a prompt and a suffix it renders those; else the messages, and the prompt goes unused.

        Args:
            messages: Messages in Ollama's or OpenAI's shape, as dicts or models.
            tools: Tools likewise. None stands for a request that has no tools: ``{{ .Tools }}`` prints ``null`` then,
                and ``[]`` for an empty list.
            prompt: What stands before the text to fill in.
            suffix: What stands behind it.
            think: True, False, a level (``low``, ``medium``, ``high``, ``max``), or None for unset.
            limits: Bounds of each run, for templates that nobody has read.

        Raises:
            DataError: A message, a tool or a value is none.
            ExecError: The template cannot be run to its end; or Ollama would crash on it.
        """
        _check_text(prompt=prompt, suffix=suffix)
        value = api.think_value(think)
        given, offered = api.messages(messages), api.tools(tools)
        if prompt and suffix:
            return self.go.render_as(FILL_IN, fill_in_values(prompt, suffix, value), limits=limits)
        system, collated = collate(given)
        if "messages" in self.vars:
            return self.go.render_as(CHAT, chat_values(system, collated, offered, value), limits=limits)
        return self._render_turns(legacy.turns(collated), value, limits)

    def _render_turns(self, turns: list[legacy.Turn], think: api.ThinkValue, limits: Limits | None) -> str:
        pieces: list[str] = []
        for i, turn in enumerate(turns, 1):
            template = self._cut if i == len(turns) else self.go
            try:
                pieces.append(template.render_as(LEGACY, legacy_values(*turn, think), limits=limits))
            except ExecError as error:
                error.output = "".join(pieces) + error.output
                raise
        return "".join(pieces)

    @cached_property
    def _cut(self) -> go.Template:
        return legacy.cut_at_response(self.go)


def _response(at: int) -> ActionNode:
    """Makes the node of ``{{ .Response }}`` without a source, at the end of a text."""
    field = FieldNode(at, at, at, ["Response"])
    return ActionNode(at, at, at, PipeNode(at, at, at, [CommandNode(at, at, at, [field])], []))


def _check_text(**values: Any) -> None:
    for name, value in values.items():
        if not isinstance(value, str):
            raise DataError(f"{name}: must be text, not {value!r}")


def parse(text: str) -> Template:
    """Parses a model's TEMPLATE. Templates of the same text are one object, as long as it is remembered.

    Raises:
        ParseError: The text does not parse, or has a ``{{template}}`` without an argument.
    """
    return Template(text) if len(text) > _MAX_CACHED else _parsed(text)


#: Longer texts are parsed each time, so that the cache stays small.
_MAX_CACHED = 100_000

_parsed = lru_cache(maxsize=256)(Template)
