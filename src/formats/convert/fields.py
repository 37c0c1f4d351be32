"""Where Hugging Face has what an Ollama template reads: the fields of messages, calls and tools, and the root."""

from __future__ import annotations

from typing import NamedTuple, cast

from formats.convert.term import Level, Term, member, nothing, text
from gotmpl.golang.kind import BOOL, STRING, Kind, Type, pointer_to, slice_of
from gotmpl.ollama.values import MESSAGE, TEMPLATE_TOOLS, TOOL, TOOL_CALL, TOOL_PROPERTY

__all__ = [
    "ARGUMENTS",
    "CALL_FUNCTION",
    "MESSAGES",
    "PARAMETERS",
    "PROPERTIES",
    "PROPERTY_TYPE",
    "TOOLS",
    "TOOL_CALLS",
    "TOOL_FUNCTION",
    "Missing",
    "field",
    "root_field",
    "struct_of",
]


def _inner(type: Type, name: str) -> Type:
    field = type.field_by_name(name)
    assert field is not None
    return field.type


MESSAGES = slice_of(pointer_to(MESSAGE))
TOOLS = TEMPLATE_TOOLS
TOOL_CALLS = _inner(MESSAGE, "ToolCalls")
CALL_FUNCTION = _inner(TOOL_CALL, "Function")
ARGUMENTS = _inner(CALL_FUNCTION, "Arguments")
TOOL_FUNCTION = _inner(TOOL, "Function")
PARAMETERS = _inner(TOOL_FUNCTION, "Parameters")
PROPERTIES = _inner(PARAMETERS, "Properties")
PROPERTY_TYPE = _inner(TOOL_PROPERTY, "Type")

#: The keys of the messages that the prelude makes; each has them all.
_MESSAGE_KEYS = {
    "Role": "role",
    "Content": "content",
    "Thinking": "reasoning_content",
    "Images": "images",
    "ToolCalls": "tool_calls",
    "ToolName": "name",
    "ToolCallID": "tool_call_id",
}
_CALL_KEYS = {"ID": "id", "Function": "function", "Name": "name", "Arguments": "arguments"}
#: What the keys of calls and tools are never without.
_GIVEN = frozenset(
    [
        (TOOL_CALL, "Function"),
        (CALL_FUNCTION, "Name"),
        (CALL_FUNCTION, "Arguments"),
        (TOOL, "Function"),
        (TOOL_FUNCTION, "Name"),
    ]
)


class Missing(NamedTuple):
    """A field that cannot be had.

    Attributes:
        reason: Why not.
        in_go: Whether Go refuses it as well.
    """

    reason: str
    in_go: bool


def struct_of(type: Type) -> Type | None:
    """Gives the struct that a value is or points to; None if it is something else."""
    if type.kind is Kind.POINTER:
        type = cast(Type, type.elem)
    return type if type.kind is Kind.STRUCT else None


def field(term: Term, type: Type, name: str) -> Term | Missing:
    """Reads a field of a struct.

    Args:
        term: The struct, or what points to it.
        type: Its type, one of those that the term can have.
        name: Go's name of the field.
    """
    struct = struct_of(type)
    assert struct is not None
    found = struct.field_by_name(name)
    if found is None:
        return Missing(f"can't evaluate field {name} in type {type}", in_go=name not in struct.methods)
    if struct is MESSAGE:
        return Term(member(term, _MESSAGE_KEYS[name]), (found.type,))
    key = _CALL_KEYS.get(name) if struct in (TOOL_CALL, CALL_FUNCTION) else found.json_name
    if key is None:
        return Missing("the messages of Hugging Face do not have the index of a call", in_go=False)
    return Term(member(term.value, key), (found.type,), fallback="" if (struct, name) in _GIVEN else _empty(found.type))


def _empty(type: Type) -> str:
    """Writes what a field of this type holds if nobody gave it."""
    if type.kind is Kind.STRING:
        return "''"
    return {Kind.SLICE: "[]", Kind.MAP: "{}", Kind.POINTER: "{}", Kind.STRUCT: "{}"}.get(type.kind, "")


_THINKING = {
    "Think": Term("enable_thinking", (BOOL,), fallback="false"),
    "ThinkLevel": Term("reasoning_effort | default('medium' if enable_thinking else '')", (STRING,), Level.FILTER),
    "IsThinkSet": Term("enable_thinking is defined", (BOOL,), Level.FILTER),
}
_CHAT = {
    "System": Term("chat.system", (STRING,)),
    "Messages": Term("chat.messages", (MESSAGES,)),
    "Tools": Term("tools", (TOOLS,), fallback="[]"),
    "Response": text(""),
    **_THINKING,
}
_TURN = {
    "System": Term("turn.system", (STRING,)),
    "Prompt": Term("turn.prompt", (STRING,)),
    "Response": Term("turn.response", (STRING,)),
    **_THINKING,
}


def root_field(name: str, *, legacy: bool) -> Term:
    """Reads an entry of the data that Ollama gives to a template.

    Args:
        name: Its name.
        legacy: Whether the template knows no messages and is rendered turn by turn.
    """
    return (_TURN if legacy else _CHAT).get(name) or nothing()
