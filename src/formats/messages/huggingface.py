"""Messages as Hugging Face's chat templates expect them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gotmpl.api import Message, ToolCall

__all__ = ["thinking_options", "to_huggingface"]


def to_huggingface(messages: Iterable[Message]) -> list[dict[str, Any]]:
    """Gives messages as dicts: `reasoning_content` for thoughts, `name` for the tool, calls with their `type`.

    Images become parts of the content in front of the text, as processors put them.
    """
    return [_message(message) for message in messages]


def thinking_options(think: bool | str | None) -> dict[str, Any]:
    """Gives the options under which transformers passes on whether and how much to think; `think` is Ollama's."""
    if think is None:
        return {}
    return {"enable_thinking": bool(think), **({"reasoning_effort": think} if isinstance(think, str) else {})}


def _message(message: Message) -> dict[str, Any]:
    fields: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.images:
        fields["content"] = [{"type": "image"} for _ in message.images] + [{"type": "text", "text": message.content}]
    if message.thinking:
        fields["reasoning_content"] = message.thinking
    if message.tool_calls:
        fields["tool_calls"] = [_call(call) for call in message.tool_calls]
    if message.tool_name:
        fields["name"] = message.tool_name
    if message.tool_call_id:
        fields["tool_call_id"] = message.tool_call_id
    return fields


def _call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.function.name, "arguments": call.function.arguments or {}}
    fields: dict[str, Any] = {"type": "function", "function": function}
    return {"id": call.id, **fields} if call.id else fields
