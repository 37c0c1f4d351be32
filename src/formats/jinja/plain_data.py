"""What a chat template gets to see of messages, tools and options: plain JSON types and nothing else.

Source of the behaviour: transformers 5.24, utils/chat_template_utils.py, `_normalize_chat_messages`,
`_plain_template_data` and `_alias_reasoning_fields`.
"""

from __future__ import annotations

from collections.abc import Iterable
from inspect import isfunction, ismethod
from typing import Any

from formats.jinja.json_schema import get_json_schema
from formats.record import fields_of
from gotmpl.errors import DataError

__all__ = ["REASONING_FIELDS", "plain", "plain_messages", "plain_tools"]

#: The keys under which callers pass what an assistant thought; the first is the one that templates read.
REASONING_FIELDS = ("reasoning_content", "thinking", "reasoning")


def plain(value: Any) -> Any:
    """Rebuilds a value out of JSON types; what is none of them becomes a text such as ``<Image>``.

    A template comes from strangers, so an object with methods never reaches it.
    """
    if value is None or type(value) in (str, int, float, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int.__int__(value)
    if isinstance(value, float):
        return float.__float__(value)
    fields = fields_of(value)
    if fields is not None:
        return {plain(key): plain(item) for key, item in fields.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value] if isinstance(value, list) else tuple(plain(item) for item in value)
    if type(value).__module__ == "numpy" and getattr(value, "ndim", None) == 0:
        return plain(value.item())
    return f"<{type(value).__name__}>"


def plain_messages(messages: Iterable[Any]) -> list[dict[str, Any]]:
    """Gives messages as dicts, without the keys whose value is None, and reasoning under each of its names.

    Args:
        messages: Dicts, dataclasses or pydantic models, such as those of the OpenAI client.

    Raises:
        DataError: A message is none of these.
    """
    chat = []
    for index, message in enumerate(messages):
        fields = fields_of(message)
        if fields is None:
            raise DataError(f"message {index}: a dict, a dataclass or a pydantic model is needed, not {message!r}")
        present: dict[str, Any] = {plain(key): plain(item) for key, item in fields.items() if item is not None}
        reasoning = next((present[key] for key in REASONING_FIELDS if key in present), None)
        if reasoning is not None:
            present = {"thinking": reasoning, **present, "reasoning_content": reasoning}
        chat.append(present)
    return chat


def plain_tools(tools: Iterable[Any] | None) -> list[dict[str, Any]] | None:
    """Gives tools as JSON schemas.

    Args:
        tools: Schemas as dicts or pydantic models, or Python functions, whose type hints and docstring say the same.

    Raises:
        DataError: A tool is none of these, or a function's hints or docstring do not say enough.
    """
    if tools is None:
        return None
    schemas = []
    for index, tool in enumerate(tools):
        if isfunction(tool) or ismethod(tool):
            schemas.append(get_json_schema(tool))
            continue
        fields = fields_of(tool)
        if fields is None:
            raise DataError(
                f"tool {index}: a JSON schema as a dict, or a function with type hints and a docstring, is needed, "
                f"not {tool!r}"
            )
        schemas.append(plain(fields))
    return schemas
