"""The executions of a template that make up one render, and which messages stand behind their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from gotmpl import template as go
from gotmpl.api import Message, ThinkValue, Tool
from gotmpl.ollama import legacy
from gotmpl.ollama.collate import collate
from gotmpl.ollama.template import Template
from gotmpl.ollama.values import chat_values, fill_in_values, legacy_values

__all__ = ["Execution", "ExecutionMode", "Sources", "executions"]

ExecutionMode = Literal["messages", "fill_in", "turn", "last_turn"]
"""All messages at once; prompt and suffix; a turn that is over; the turn that the model is to continue."""

Sources = dict[str, tuple[int, ...]]
"""Path in the data -> indexes of the messages that the value there comes from."""

_TURN_ROLES = {"System": "system", "Prompt": "user", "Response": "assistant"}


class Execution(NamedTuple):
    """One execution of a template.

    Attributes:
        mode: What it renders.
        program: The template that is run; for the last turn one that is cut.
        data: Its data.
        sources: Where the values come from.
    """

    mode: ExecutionMode
    program: go.Template
    data: dict[str, Any]
    sources: Sources


def executions(
    template: Template,
    messages: Sequence[Message],
    tools: Sequence[Tool] | None,
    prompt: str,
    suffix: str,
    think: ThinkValue,
) -> Iterator[Execution]:
    """Yields the executions that `Template.render` makes, whose outputs together are the prompt.

    Raises:
        ExecError: The template cannot be cut for the last turn; the executions before have been yielded.
    """
    if prompt and suffix:
        yield Execution("fill_in", template.go, fill_in_values(prompt, suffix, think), {})
        return
    system, collated = collate(messages)
    if "messages" in template.vars:
        yield Execution("messages", template.go, chat_values(system, collated, tools, think), _chat_sources(messages))
        return
    *done, last = legacy.turns(collated)
    sources = _turn_sources(messages, collated)
    for turn, source in zip(done, sources, strict=False):
        yield Execution("turn", template.go, legacy_values(*turn, think), source)
    cut = legacy.cut_at_response(template.go)
    yield Execution("last_turn", cut, legacy_values(*last, think), sources[len(done)])


def _groups(messages: Sequence[Message]) -> list[list[int]]:
    """Gives the indexes of the messages that `collate` makes one of."""
    groups: list[list[int]] = []
    for i, message in enumerate(messages):
        if groups and messages[i - 1].role == message.role != "tool":
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def _chat_sources(messages: Sequence[Message]) -> Sources:
    sources: Sources = {".System": tuple(i for i, message in enumerate(messages) if message.role == "system")}
    for n, group in enumerate(_groups(messages)):
        # Of merged messages the later ones lose all but their content.
        sources[f".Messages[{n}]"] = (group[0],)
        sources[f".Messages[{n}].Content"] = tuple(group)
    return sources


def _turn_sources(messages: Sequence[Message], collated: Sequence[Message]) -> list[Sources]:
    """Gives what stands behind System, Prompt and Response in each turn."""
    groups = _groups(messages)
    sources: list[Sources] = []
    for n, message in enumerate(collated):
        number = len(legacy.turns(collated[: n + 1]))
        sources += [{} for _ in range(len(sources), number)]
        for name, role in _TURN_ROLES.items():
            if message.role == role:
                sources[number - 1][f".{name}"] = tuple(groups[n])
    return sources or [{}]
