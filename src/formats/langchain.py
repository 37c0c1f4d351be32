"""The formats of LangChain's ChatTemplates, with their rules for messages.

Source of the behaviour: LangChain for Elixir 0.9, lib/utils/chat_templates.ex. What differs is in COMPATIBILITY.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from formats.base import Format, ToolUse
from formats.messages.openai import text_of
from formats.messages.tools import tool_schemas
from formats.record import fields_of
from formats.view import tojson
from gotmpl.api import Message
from gotmpl.errors import DataError, FormatError

__all__ = [
    "LangChainFormat",
    "llama_3_1_custom_tool_calling_parameter_conversion",
    "prep_and_validate_messages",
    "pretty_json",
]

_Fields = Mapping[str, Any]


def prep_and_validate_messages(
    messages: Iterable[Any],
) -> tuple[dict[str, Any] | None, dict[str, Any], list[dict[str, Any]]]:
    """Checks messages by LangChain's rules and takes them apart.

    There may be one system message, which comes first; then the user speaks; then users, assistants and tools, in any
    order.

    Returns:
        The system message or None, the first message of the user, the rest. In each the content is the joined text,
        or None if there is none.

    Raises:
        FormatError: A rule is broken; the text is LangChain's.
        DataError: A message is none.
    """
    system, first, rest = _split(messages)
    return None if system is None else _plain(system), _plain(first), [_plain(message) for message in rest]


def _plain(message: _Fields) -> dict[str, Any]:
    return {**message, "content": text_of(message.get("content")) or None}


def _split(messages: Iterable[Any]) -> tuple[_Fields | None, _Fields, list[_Fields]]:
    given: list[_Fields] = []
    for index, message in enumerate(messages):
        fields = fields_of(message)
        if fields is None:
            raise DataError(f"messages[{index}]: must be an object, not {message!r}")
        given.append(fields)
    if not given:
        raise FormatError("Messages are required.")
    system, rest = (given[0], given[1:]) if given[0].get("role") == "system" else (None, given)
    if system is not None and (not rest or rest[0].get("role") != "user"):
        raise FormatError("Messages must include a user prompt after a system message.")
    if rest[0].get("role") != "user":
        raise FormatError("Messages must start with either a system or user message.")
    roles = [message.get("role") for message in rest]
    if "system" in roles:
        raise FormatError("Only a single system message is expected and it must be first")
    if not set(roles) <= {"user", "assistant", "tool"}:
        raise FormatError("Conversation roles must be either user or assistant.")
    return system, rest[0], rest[1:]


@dataclass(frozen=True, kw_only=True, repr=False)
class LangChainFormat(Format):
    """A format that takes messages by LangChain's rules.

    Attributes:
        unprinted: The roles whose messages are passed over, so that they need no text.
    """

    unprinted: frozenset[str] = frozenset()

    def _check_tools(self, schemas: Sequence[Any] | None) -> None:
        if schemas is not None and self.tools is ToolUse.NONE:
            raise FormatError(f"the format {self.name} has no place for tools")
        super()._check_tools(schemas)

    def _read(self, given: list[Any]) -> list[Message]:
        system, first, rest = _split(given)
        messages = [first, *rest] if system is None else [system, first, *rest]
        return [Message(role=m["role"], content=self._text(m, index)) for index, m in enumerate(messages)]

    def _text(self, message: _Fields, index: int) -> str:
        content, results = message.get("content"), message.get("tool_results")
        if results and message["role"] == "tool" and self.tools is ToolUse.REQUIRED:
            content = results[0].get("content")
        text = text_of(content)
        if text is None and message["role"] not in self.unprinted:
            raise FormatError(
                f"message {index} ({message['role']}) has no content to print",
                hint="A message that only calls tools has no place in this format; give it a text.",
            )
        return text or ""


# The tool-calling formats of Llama 3

_PARAM_TYPES = {"integer": "int", "number": "float", "boolean": "bool"}


def llama_3_1_custom_tool_calling_parameter_conversion(tools: Iterable[Any]) -> list[dict[str, Any]]:
    """Describes tools as the custom tool-calling formats of Llama 3.1 and 3.2 do.

    Returns:
        For each tool `description`, `name` and `parameters`: for each property, by name, `description`,
        `param_type` (``int``, ``float``, ``bool``, and ``string`` for all else) and `required`.

    Raises:
        DataError: A tool is none.
    """
    return [_converted(schema["function"]) for schema in tool_schemas(tools)]


def _converted(function: Mapping[str, Any]) -> dict[str, Any]:
    schema = function.get("parameters") or {}
    properties = schema.get("properties") or {}
    required = schema.get("required") or ()
    return {
        "description": function.get("description"),
        "name": function["name"],
        "parameters": {
            name: {
                "description": properties[name].get("description", ""),
                "param_type": _param_type(properties[name].get("type")),
                "required": name in required,
            }
            for name in sorted(properties)
        },
    }


def _param_type(type: object) -> str:
    return _PARAM_TYPES.get(type, "string") if isinstance(type, str) else "string"


_escape = re.compile(r"\\(?:u([0-9a-f]{4})|.)")


def pretty_json(value: Any) -> str:
    """Writes a value as LangChain's JSON library does, with indents that fit into ``llama_3_1_json_tool_calling``.

    An object's further lines are indented by six more, the place that they have in the list of tools; and the
    numbers of control characters are in upper case.
    """
    text = tojson(value, indent=2).replace("\n", "\n      ")
    return _escape.sub(lambda match: f"\\u{match[1].upper()}" if match[1] else match[0], text)
