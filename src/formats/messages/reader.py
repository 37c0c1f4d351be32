"""Reading messages without being told their shape."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from formats.messages.alpaca import from_alpaca
from formats.messages.anthropic import from_anthropic
from formats.messages.conversation import Conversation
from formats.messages.openai import from_openai
from formats.messages.sharegpt import TURNS, from_sharegpt
from formats.record import fields_of
from gotmpl.errors import DataError

__all__ = ["SHAPES", "read", "shape_of"]

_READERS: dict[str, Callable[[Any], Conversation]] = {
    "alpaca": from_alpaca,
    "anthropic": from_anthropic,
    "openai": from_openai,
    "sharegpt": from_sharegpt,
}
#: The shapes that are read; ``openai`` is Ollama's, too.
SHAPES = tuple(_READERS)

_ANTHROPIC_BLOCKS = {"tool_use", "tool_result", "thinking", "redacted_thinking", "image"}


def read(document: Any, *, shape: str | None = None) -> Conversation:
    """Reads a conversation.

    Args:
        document: Messages, a request that has some, or a row of a data set.
        shape: One of `SHAPES`; found out if not given.

    Raises:
        DataError: It is no conversation of that shape, or of any.
    """
    if shape is not None and shape not in _READERS:
        raise DataError(f"{shape!r} is no shape of messages; there are {', '.join(SHAPES)}")
    if not isinstance(document, Mapping) and fields_of(document) is None and isinstance(document, Iterable):
        document = document if isinstance(document, (str, bytes)) else list(document)
    shape = shape or shape_of(document)
    try:
        return _READERS[shape](document)
    except KeyError as error:
        raise DataError(f"this is no conversation in the shape {shape}: the key {error} is missing") from None
    except (AttributeError, TypeError, ValueError) as error:
        raise DataError(f"this is no conversation in the shape {shape}: {error}") from None


def shape_of(document: Any) -> str:
    """Tells the shape of a document by what only that shape has.

    Raises:
        DataError: It has none of the keys that a conversation has.
    """
    if isinstance(document, Mapping):
        if any(key in document for key in TURNS):
            return "sharegpt"
        if "instruction" in document:
            return "alpaca"
        if "messages" not in document:
            raise DataError(
                "there are no messages in it", hint="A list of messages, or an object that has one, is needed."
            )
        if "system" in document or any("input_schema" in (fields_of(t) or {}) for t in document.get("tools") or ()):
            return "anthropic"
        return shape_of(document["messages"])
    if not isinstance(document, list):
        raise DataError(f"messages must be a list, not {document!r}")
    records = [fields_of(item) or {} for item in document]
    if any("from" in record and "value" in record for record in records):
        return "sharegpt"
    if any("instruction" in record for record in records):
        raise DataError("these are several rows, each a conversation of its own", hint="Give one of them.")
    blocks = [fields_of(block) or {} for record in records for block in _blocks(record)]
    return "anthropic" if any(_is_anthropic(block) for block in blocks) else "openai"


def _blocks(record: Mapping[str, Any]) -> list[Any]:
    content = record.get("content")
    return content if isinstance(content, list) else []


def _is_anthropic(block: Mapping[str, Any]) -> bool:
    """Whether a part of the content is one that only Anthropic has; LangChain's images and thoughts have other keys."""
    kind = block.get("type")
    return kind in _ANTHROPIC_BLOCKS and (kind in block or "id" in block or "tool_use_id" in block or "source" in block)
