"""The front door: messages and the name of a format, or a format itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from formats.base import DEFAULT, ChatFormat, Default, Format, default_generation_prompt
from formats.jinja.chat_template import ChatTemplate
from formats.messages.huggingface import to_huggingface
from formats.registry import get
from gotmpl.api import Message

__all__ = ["apply_chat_template"]


def apply_chat_template(
    messages: Iterable[Any],
    format: str | ChatFormat | Callable[..., str],
    *,
    add_generation_prompt: bool | Default | None = DEFAULT,
    tools: Iterable[Any] | None = None,
    **options: Any,
) -> str:
    """Renders messages in a format.

    Args:
        messages: Messages, in the shapes that the format takes.
        format: The name of a format; a format, such as a `formats.jinja.ChatTemplate`; or a function, which is called
            with the messages and those of the other arguments that were given, and whose answer is given as it is.
        add_generation_prompt: Whether the prompt ends in what opens the assistant's turn; if nothing is said, it
            does after the user and after a tool. None counts as False. Some formats do not ask.
        tools: The tools that the model may call. A format for tools needs them, if only an empty list.
        **options: What else the format takes.

    Raises:
        FormatError: There is no such format, or it does not take these messages or tools.
        DataError: A message or a tool is none.
    """
    chosen: ChatFormat | Callable[..., str] = get(format) if isinstance(format, str) else format
    if not isinstance(chosen, ChatFormat):
        if add_generation_prompt is not DEFAULT:
            options["add_generation_prompt"] = add_generation_prompt
        if tools is not None:
            options["tools"] = tools
        return chosen(messages, **options)
    if isinstance(chosen, Format):
        return chosen.render(messages, tools=tools, add_generation_prompt=add_generation_prompt, **options)
    given = list(messages)
    if add_generation_prompt is DEFAULT:
        add_generation_prompt = default_generation_prompt(given)
    if isinstance(chosen, ChatTemplate):
        given = [to_huggingface([message])[0] if isinstance(message, Message) else message for message in given]
    return chosen.render(given, tools=tools, add_generation_prompt=bool(add_generation_prompt), **options)
