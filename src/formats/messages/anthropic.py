"""Anthropic's messages: `system` beside them, content in blocks, tools' results in messages of the user."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from formats.messages.conversation import Conversation
from formats.messages.tools import tool_schemas
from formats.record import fields_of
from gotmpl import api
from gotmpl.errors import DataError

__all__ = ["from_anthropic"]


def from_anthropic(document: Mapping[str, Any] | Iterable[Any]) -> Conversation:
    """Reads a request to Anthropic's Messages API, or only its messages.

    A tool's result becomes a message of role `tool` that knows the tool's name from the call. Signatures and
    redacted thinking have no place in a prompt and are left out.

    Raises:
        DataError: A message, a block or a tool is none.
    """
    system: Any = None
    tools = None
    if isinstance(document, Mapping):
        system, tools = document.get("system"), document.get("tools")
        document = document["messages"]
    messages: list[dict[str, Any]] = []
    if system:
        messages.append({"role": "system", "content": _text(system, "system")})
    names: dict[str, str] = {}
    for index, message in enumerate(document):
        fields = fields_of(message)
        if fields is None:
            raise DataError(f"messages[{index}]: must be an object, not {message!r}")
        messages += _read(fields, names, f"messages[{index}]")
    return Conversation(api.messages(messages), None if tools is None else tool_schemas(tools))


def _read(message: Mapping[str, Any], names: dict[str, str], path: str) -> list[dict[str, Any]]:
    """Gives a message without blocks, behind the results of tools that it brings; notes the names of called tools."""
    content = message.get("content")
    if content is None or isinstance(content, str):
        return [dict(message)]
    results: list[dict[str, Any]] = []
    texts: list[str] = []
    thoughts: list[str] = []
    images: list[str] = []
    calls: list[dict[str, Any]] = []
    for index, given in enumerate(content):
        block = fields_of(given) or {}
        kind = block.get("type")
        if kind == "text":
            texts.append(block["text"])
        elif kind == "image":
            images.append(_image(block, f"{path}.content[{index}]"))
        elif kind == "thinking":
            thoughts.append(block["thinking"])
        elif kind == "tool_use":
            names[block["id"]] = block["name"]
            calls.append({"id": block["id"], "function": {"name": block["name"], "arguments": block.get("input")}})
        elif kind == "tool_result":
            called = block["tool_use_id"]
            text = _text(block.get("content") or "", f"{path}.content[{index}]")
            results.append(
                {"role": "tool", "content": text, "tool_call_id": called, "tool_name": names.get(called, "")}
            )
        elif kind != "redacted_thinking":
            raise DataError(f"{path}.content[{index}].type: {kind!r} is no kind of block that a prompt has a place for")
    if results and not (texts or images):
        return results
    fields: dict[str, Any] = {"role": message.get("role"), "content": "\n\n".join(texts)}
    if thoughts:
        fields["thinking"] = "\n\n".join(thoughts)
    if images:
        fields["images"] = images
    if calls:
        fields["tool_calls"] = calls
    return [*results, fields]


def _image(block: Mapping[str, Any], path: str) -> str:
    source = fields_of(block.get("source")) or {}
    if source.get("type") != "base64":
        raise DataError(f"{path}.source: the image itself is needed, in base64")
    data: str = source["data"]
    return data


def _text(content: Any, path: str) -> str:
    """Gives text, or the joined texts of text blocks."""
    if isinstance(content, str):
        return content
    blocks = [fields_of(block) or {} for block in content]
    if any(block.get("type") != "text" for block in blocks):
        raise DataError(f"{path}: only text is possible here")
    return "\n\n".join(block["text"] for block in blocks)
