"""Ollama's and OpenAI's messages, which `gotmpl.api` reads, and what neither has any more or not yet.

Beside what `gotmpl.api.Message` takes: the roles `function` and the key `function_call` that OpenAI had before
`tool_calls`; the parts `input_text`, `output_text` and `refusal`; `reasoning_content`; LangChain's `tool_results` and
its parts for images and thoughts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from formats.messages.conversation import Conversation
from formats.messages.tools import tool_schemas
from formats.record import fields_of
from gotmpl import api
from gotmpl.api import Message
from gotmpl.errors import DataError

__all__ = ["from_openai", "text_of"]

_TEXT_PARTS = {"text": "text", "input_text": "text", "output_text": "text", "refusal": "refusal"}


def from_openai(document: Mapping[str, Any] | Iterable[Any]) -> Conversation:
    """Reads messages in Ollama's or OpenAI's shape, or a request that has them under `messages`.

    Raises:
        DataError: A message or a tool is none.
    """
    tools = None
    if isinstance(document, Mapping):
        tools = document.get("tools")
        document = document["messages"]
    if isinstance(document, (str, bytes)) or not isinstance(document, Iterable):
        raise DataError(f"messages: must be a list, not {document!r}")
    messages: list[Any] = []
    for message in document:
        if isinstance(message, Message):
            messages.append(message)
        else:
            fields = fields_of(message)
            messages.extend([message] if fields is None else _modern(fields))
    return Conversation(api.messages(messages), None if tools is None else tool_schemas(tools))


def _modern(message: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Gives a message as `gotmpl.api` knows it; one that has several tools' results becomes several."""
    fields = dict(message)
    if isinstance(fields.get("content"), list):
        parts = [fields_of(part) or part for part in fields["content"] if part is not None]
        thoughts = [part["text"] for part in parts if _kind(part) == "thinking"]
        fields["content"] = [_part(part) for part in parts if _kind(part) != "thinking"]
        if thoughts:
            fields.setdefault("thinking", "\n\n".join(thoughts))
    if fields.get("role") == "function":
        fields["role"] = "tool"
    if fields.get("reasoning_content") is not None:
        fields.setdefault("thinking", fields["reasoning_content"])
    call = fields.pop("function_call", None)
    if call is not None and not fields.get("tool_calls"):
        fields["tool_calls"] = [{"function": call}]
    results = fields.get("tool_results")
    if not results:
        yield fields
        return
    for result in results:
        answer = {"role": "tool", "content": text_of(result.get("content")) or ""}
        if result.get("name"):
            answer["tool_name"] = result["name"]
        if result.get("tool_call_id"):
            answer["tool_call_id"] = result["tool_call_id"]
        yield answer


def _kind(part: Any) -> str | None:
    kind = part.get("type") if isinstance(part, Mapping) else None
    return kind if isinstance(kind, str) else None


def _part(part: Any) -> Any:
    """Gives a part as `gotmpl.api` knows it."""
    kind = _kind(part)
    if kind in _TEXT_PARTS:
        return {"type": "text", "text": part[_TEXT_PARTS[kind]]}
    if kind == "image" and "data" in part:
        return {"type": "image_url", "image_url": part["data"]}
    return part


def text_of(content: Any) -> str | None:
    """Joins the texts of a list of parts by an empty line; other parts do not count. Text stays as it is."""
    if content is None or isinstance(content, str):
        return content
    parts = [part for part in map(fields_of, content) if part is not None and part.get("type") == "text"]
    return "\n\n".join(str(part.get("text") or "") for part in parts)
