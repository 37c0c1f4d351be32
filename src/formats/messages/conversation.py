"""What every shape of messages is read into."""

from __future__ import annotations

from typing import Any, NamedTuple

from gotmpl.api import Message

__all__ = ["Conversation"]


class Conversation(NamedTuple):
    """Messages, and the tools that came with them.

    Attributes:
        messages: The messages, in Ollama's model.
        tools: JSON schemas in OpenAI's shape, as they were given; None if the document says nothing of tools.
    """

    messages: list[Message]
    tools: list[dict[str, Any]] | None = None
