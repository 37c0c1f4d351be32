"""What a template sees of messages and tools: the types of template/template.go, with their Go names.

The Python object of a struct is a model of `gotmpl.api` as it is; nothing is copied. Where Ollama converts for the
template (`convertMessagesForTemplate`, `convertToolsForTemplate`) a field's getter does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gotmpl.api import Message, ThinkValue, Tool, ToolProperty
from gotmpl.exec.shape import Shape
from gotmpl.golang import fmt, json
from gotmpl.golang.classes import BYTES, LIST
from gotmpl.golang.error import GoError
from gotmpl.golang.kind import (
    BOOL,
    EMPTY_INTERFACE,
    INT,
    STRING,
    UINT8,
    Field,
    Kind,
    Type,
    pointer_to,
    slice_of,
    struct_of,
)
from gotmpl.golang.reflect import Value
from gotmpl.golang.utf8 import encode
from gotmpl.ollama.typescript import typescript_type

__all__ = [
    "CHAT",
    "FILL_IN",
    "LEGACY",
    "MESSAGE",
    "TOOL",
    "TOOL_CALL",
    "TOOL_PROPERTY",
    "chat_values",
    "fill_in_values",
    "legacy_values",
]

_STRINGS = slice_of(STRING)


def _numbers_as_floats(obj: Any) -> Any:
    """Gives a JSON value as Go's decoder leaves it in an `any`: every number is a float64."""
    cls = type(obj)
    if cls is int:
        return float(obj)
    if cls is dict:
        return {key: _numbers_as_floats(item) for key, item in obj.items()}
    if cls is list:
        return [_numbers_as_floats(item) for item in obj]
    return obj


def _json_field(name: str, attribute: str, **options: Any) -> Field:
    def get(obj: Any) -> Any:
        return _numbers_as_floats(getattr(obj, attribute))

    return Field(name, EMPTY_INTERFACE, get, **options)


def _prints_as_json(type: Type, *, when_nil: str = "null") -> None:
    """Gives a type the `String` that most of these types have, which is their JSON."""

    def string(obj: Any) -> str:
        return when_nil if obj is None else json.marshal(Value(type, obj))

    type.stringer = string
    type.methods = {"String": _method(STRING, string)}


def _method(result: Type, function: Callable[[Any], Any]) -> Callable[[Any], Callable[[], Value]]:
    """Makes a Go method without parameters of a function of the receiver."""
    return lambda obj: lambda: Value(result, function(obj))


# Tools

#: A JSON Schema type or a list of them (`PropertyType` in api/types.go).
PROPERTY_TYPE = Type(Kind.SLICE, "api.PropertyType", elem=STRING)
TOOL_PROPERTY = struct_of("api.ToolProperty", ())
#: `*ToolPropertiesMap`: a struct around an ordered map, whose Python object is a dict.
_ORDERED_MAP = struct_of("orderedmap.Map[string,github.com/ollama/ollama/api.ToolProperty]", ())
TOOL_PROPERTIES_MAP = struct_of("api.ToolPropertiesMap", [Field("om", pointer_to(_ORDERED_MAP), lambda obj: obj)])
#: What the template gets for a tool's properties: a Go map, whose keys are sorted.
TEMPLATE_PROPERTIES = Type(Kind.MAP, "template.templateProperties", key=STRING, elem=TOOL_PROPERTY)


def _property_type_string(types: list[str] | None) -> str:
    """Gives one type alone and several in brackets (`PropertyType.String`)."""
    if not types:
        return ""
    return types[0] if len(types) == 1 else fmt.sprint([Value(_STRINGS, types)])


def _property_type_json(types: list[str] | None) -> str:
    if types and len(types) == 1:
        return json.marshal(Value(STRING, types[0]))
    return json.marshal(Value(_STRINGS, types))


def _ordered_json(properties: dict[str, ToolProperty]) -> str:
    """Writes properties in the order of the request, as the package go-ordered-map does.

    It writes keys on its own, without the short forms of backspace and form feed.
    """
    members = []
    for name, value in properties.items():
        key = json.marshal(Value(STRING, name)).replace(r"\b", r"\u0008").replace(r"\f", r"\u000c")
        members.append(f"{key}:{json.marshal(Value(TOOL_PROPERTY, value))}")
    return f"{{{','.join(members)}}}"


PROPERTY_TYPE.stringer = _property_type_string
PROPERTY_TYPE.marshal_json = _property_type_json
PROPERTY_TYPE.methods = {
    "MarshalJSON": _method(BYTES, lambda types: encode(_property_type_json(types))),
    "String": _method(STRING, _property_type_string),
}


def _marshal_properties(properties: dict[str, ToolProperty] | None) -> bytes:
    if properties is None:
        raise GoError(
            "value method github.com/ollama/ollama/api.ToolPropertiesMap.MarshalJSON "
            "called using nil *ToolPropertiesMap pointer"
        )
    return encode(_ordered_json(properties))


TOOL_PROPERTIES_MAP.marshal_json = _ordered_json
TOOL_PROPERTIES_MAP.methods = {
    "Len": _method(INT, lambda properties: len(properties or ())),
    "MarshalJSON": _method(BYTES, _marshal_properties),
    "ToMap": _method(
        Type(Kind.MAP, "map[string]api.ToolProperty", key=STRING, elem=TOOL_PROPERTY), lambda properties: properties
    ),
}
TOOL_PROPERTY.fields = (
    Field("AnyOf", slice_of(TOOL_PROPERTY), "any_of", json_name="anyOf", omitempty=True),
    Field("Type", PROPERTY_TYPE, "type", json_name="type", omitempty=True),
    _json_field("Items", "items", json_name="items", omitempty=True),
    Field("Description", STRING, "description", json_name="description", omitempty=True),
    Field("Enum", LIST, lambda prop: _numbers_as_floats(prop.enum), json_name="enum", omitempty=True),
    Field("Properties", pointer_to(TOOL_PROPERTIES_MAP), "properties", json_name="properties", omitempty=True),
    Field("Required", _STRINGS, "required", json_name="required", omitempty=True),
)
TOOL_PROPERTY.methods = {"ToTypeScriptType": _method(STRING, typescript_type)}
_prints_as_json(TEMPLATE_PROPERTIES, when_nil="{}")

TOOL_FUNCTION_PARAMETERS = struct_of(
    "template.templateToolFunctionParameters",
    [
        Field("Type", STRING, "type", json_name="type"),
        _json_field("Defs", "defs", json_name="$defs", omitempty=True),
        _json_field("Items", "items", json_name="items", omitempty=True),
        Field("Required", _STRINGS, "required", json_name="required", omitempty=True),
        Field("Properties", TEMPLATE_PROPERTIES, "properties", json_name="properties"),
    ],
)
TOOL_FUNCTION = struct_of(
    "template.templateToolFunction",
    [
        Field("Name", STRING, "name", json_name="name"),
        Field("Description", STRING, "description", json_name="description"),
        Field("Parameters", TOOL_FUNCTION_PARAMETERS, "parameters", json_name="parameters"),
    ],
)
TOOL = struct_of(
    "template.templateTool",
    [
        Field("Type", STRING, "type", json_name="type"),
        _json_field("Items", "items", json_name="items", omitempty=True),
        Field("Function", TOOL_FUNCTION, "function", json_name="function"),
    ],
)
_prints_as_json(TOOL)
TEMPLATE_TOOLS = Type(Kind.SLICE, "template.templateTools", elem=TOOL)
_prints_as_json(TEMPLATE_TOOLS)

# Messages

TEMPLATE_ARGS = Type(Kind.MAP, "template.templateArgs", key=STRING, elem=EMPTY_INTERFACE)
_prints_as_json(TEMPLATE_ARGS, when_nil="{}")
TOOL_CALL_FUNCTION = struct_of(
    "template.templateToolCallFunction",
    [
        Field("Index", INT, "index"),
        Field("Name", STRING, "name"),
        Field("Arguments", TEMPLATE_ARGS, lambda function: _numbers_as_floats(function.arguments)),
    ],
)
TOOL_CALL = struct_of(
    "template.templateToolCall", [Field("ID", STRING, "id"), Field("Function", TOOL_CALL_FUNCTION, "function")]
)
IMAGE_DATA = Type(Kind.SLICE, "api.ImageData", elem=UINT8)
MESSAGE = struct_of(
    "template.templateMessage",
    [
        Field("Role", STRING, "role"),
        Field("Content", STRING, "content"),
        Field("Thinking", STRING, "thinking"),
        Field("Images", slice_of(IMAGE_DATA), "images"),
        Field("ToolCalls", slice_of(TOOL_CALL), lambda message: message.tool_calls or None),
        Field("ToolName", STRING, "tool_name"),
        Field("ToolCallID", STRING, "tool_call_id"),
    ],
)
_MESSAGES = slice_of(pointer_to(MESSAGE))

# The data of one execution: a map[string]any

_THINKING = {"Think": BOOL, "ThinkLevel": STRING, "IsThinkSet": BOOL}


def _shape_of_map(**entries: Type) -> Shape:
    """Says which entries a map has, so that compiled templates need not look."""
    fields = [Field(name, type, name) for name, type in (entries | _THINKING).items()]
    return Shape(Type(Kind.MAP, "map[string]interface {}", key=STRING, elem=EMPTY_INTERFACE, fields=fields))


#: What `fill_in_values`, `chat_values` and `legacy_values` give.
FILL_IN = _shape_of_map(Prompt=STRING, Suffix=STRING, Response=STRING)
CHAT = _shape_of_map(System=STRING, Messages=_MESSAGES, Tools=TEMPLATE_TOOLS, Response=STRING)
LEGACY = _shape_of_map(System=STRING, Prompt=STRING, Response=STRING)


def _boxed(type: Type, obj: Any) -> Value:
    """Makes a value of the `any` that the map holds."""
    return Value(EMPTY_INTERFACE, Value(type, obj))


def _thinking(think: ThinkValue) -> dict[str, Any]:
    return {"Think": think.think, "ThinkLevel": think.level, "IsThinkSet": think.is_set}


def fill_in_values(prompt: str, suffix: str, think: ThinkValue) -> dict[str, Any]:
    """Gives the data for filling in what is between a prompt and a suffix."""
    return {"Prompt": prompt, "Suffix": suffix, "Response": "", **_thinking(think)}


def chat_values(
    system: str, messages: Sequence[Message], tools: Sequence[Tool] | None, think: ThinkValue
) -> dict[str, Any]:
    """Gives the data for a template that knows messages; `tools` is None if the request has no such field."""
    return {
        "System": system,
        "Messages": _boxed(_MESSAGES, messages or None),
        "Tools": _boxed(TEMPLATE_TOOLS, tools),
        "Response": "",
        **_thinking(think),
    }


def legacy_values(system: str, prompt: str, response: str, think: ThinkValue) -> dict[str, Any]:
    """Gives the data of one turn for a template that knows no messages."""
    return {"System": system, "Prompt": prompt, "Response": response, **_thinking(think)}
