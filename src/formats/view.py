"""What a format's Go template sees: the names of Ollama's, so that the same text serves in a Modelfile.

The fields are those of template/template.go in Ollama; a field that is not there is an error here as well. Tools keep
all that their schemas say, for `json` prints them as they were given.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gotmpl.api import Message, ToolProperty
from gotmpl.ollama.typescript import typescript_type

__all__ = ["message_views", "to_typescript_type", "tojson", "tojson_tools_indented", "tool_views"]


@dataclass(frozen=True)
class _FunctionCall:
    Index: int
    Name: str
    Arguments: Mapping[str, Any]


@dataclass(frozen=True)
class _ToolCall:
    ID: str
    Function: _FunctionCall


@dataclass(frozen=True)
class _Message:
    Role: str
    Content: str
    Thinking: str
    Images: Sequence[bytes]
    ToolCalls: Sequence[_ToolCall]
    ToolName: str
    ToolCallID: str


@dataclass(frozen=True)
class _Schema:
    """A part of a tool, which prints as what it was made of."""

    _given: Mapping[str, Any]


@dataclass(frozen=True)
class _Property(_Schema):
    Type: Any
    Items: Any
    Description: str
    Enum: Sequence[Any]
    Properties: Mapping[str, Any]
    Required: Sequence[str]
    AnyOf: Sequence[Any]


@dataclass(frozen=True)
class _Parameters(_Schema):
    Type: Any
    Defs: Any
    Items: Any
    Required: Sequence[str]
    Properties: Mapping[str, _Property]


@dataclass(frozen=True)
class _Function(_Schema):
    Name: str
    Description: str
    Parameters: _Parameters


@dataclass(frozen=True)
class _Tool(_Schema):
    Type: str
    Items: Any
    Function: _Function


def message_views(messages: Sequence[Message]) -> list[_Message]:
    """Gives messages as ``.Messages`` has them."""
    return [
        _Message(
            Role=message.role,
            Content=message.content,
            Thinking=message.thinking,
            Images=message.images or (),
            ToolCalls=[
                _ToolCall(
                    call.id, _FunctionCall(call.function.index, call.function.name, call.function.arguments or {})
                )
                for call in message.tool_calls or ()
            ],
            ToolName=message.tool_name,
            ToolCallID=message.tool_call_id,
        )
        for message in messages
    ]


def tool_views(schemas: Sequence[Mapping[str, Any]]) -> list[_Tool]:
    """Gives tools, which are schemas in OpenAI's shape, as ``.Tools`` has them."""
    return [_tool(schema) for schema in schemas]


def _tool(schema: Mapping[str, Any]) -> _Tool:
    function = schema["function"]
    parameters = function.get("parameters") or {}
    return _Tool(
        schema,
        Type=schema.get("type", "function"),
        Items=schema.get("items"),
        Function=_Function(
            function,
            Name=function["name"],
            Description=function.get("description"),
            Parameters=_Parameters(
                parameters,
                Type=parameters.get("type", ""),
                Defs=parameters.get("$defs"),
                Items=parameters.get("items"),
                Required=parameters.get("required") or (),
                Properties=_properties(parameters),
            ),
        ),
    )


def _properties(schema: Mapping[str, Any]) -> dict[str, _Property]:
    properties = schema.get("properties") or {}
    return {name: _property(value) for name, value in properties.items() if isinstance(value, Mapping)}


def _property(schema: Mapping[str, Any]) -> _Property:
    return _Property(
        schema,
        Type=schema.get("type", ""),
        Items=schema.get("items"),
        Description=schema.get("description", ""),
        Enum=schema.get("enum") or (),
        Properties=_properties(schema),
        Required=schema.get("required") or (),
        AnyOf=schema.get("anyOf") or (),
    )


def tojson(value: Any, indent: int | None = None) -> str:
    """Writes a value as the filter of that name in chat templates does: neither ASCII nor HTML escapes."""
    return json.dumps(value, ensure_ascii=False, indent=indent, default=_as_given)


def tojson_tools_indented(value: Any) -> str:
    """Writes tools over several lines, indented by four, and anything else on one line."""
    return tojson(value, indent=4 if isinstance(value, (list, _Schema)) else None)


def _as_given(value: Any) -> Mapping[str, Any]:
    if isinstance(value, _Schema):
        return value._given
    raise TypeError(f"a {type(value).__name__} has no JSON")


def to_typescript_type(value: Any) -> str:
    """Gives the TypeScript type of a property, and ``any`` for any other value, as Ollama's function does."""
    return typescript_type(ToolProperty.model_validate(value._given)) if isinstance(value, _Property) else "any"
