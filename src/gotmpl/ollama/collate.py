"""Messages of one role that follow each other become one (`collate` in template/template.go)."""

from __future__ import annotations

from collections.abc import Sequence

from gotmpl.api import Message

__all__ = ["BETWEEN", "collate"]

#: What stands between contents that are joined.
BETWEEN = "\n\n"


def collate(messages: Sequence[Message]) -> tuple[str, list[Message]]:
    """Joins the contents of neighbours of one role, but not of tools, and collects what the system messages say.

    Of merged messages the first one keeps everything else; what the later ones have beside their content is lost.

    Returns:
        The contents of all system messages, joined, and the messages: those that nothing was merged into are the
        same objects.
    """
    system: list[str] = []
    collated: list[Message] = []
    merged: list[str] = []
    for message in messages:
        if message.role == "system":
            system.append(message.content)
        if collated and collated[-1].role == message.role != "tool":
            merged.append(message.content)
            continue
        _merge(collated, merged)
        collated.append(message)
        merged = []
    _merge(collated, merged)
    return BETWEEN.join(system), collated


def _merge(collated: list[Message], contents: list[str]) -> None:
    if contents:
        first = collated[-1]
        collated[-1] = first.model_copy(update={"content": BETWEEN.join([first.content, *contents])})
