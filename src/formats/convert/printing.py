"""What Go prints of a value, as a Jinja expression: for an action, for ``print`` and ``printf``, and as JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from formats.convert.fields import (
    ARGUMENTS,
    CALL_FUNCTION,
    PARAMETERS,
    PROPERTIES,
    PROPERTY_TYPE,
    TOOL_CALLS,
    TOOL_FUNCTION,
    TOOLS,
)
from formats.convert.term import NEVER, NOTHING, Level, Refused, Term, text
from gotmpl.golang.kind import BOOL, EMPTY_INTERFACE, FLOAT64, INT, STRING, Kind, Type
from gotmpl.ollama.values import TOOL, TOOL_CALL, TOOL_PROPERTY

__all__ = ["Caller", "as_json", "as_text"]


class Caller(Protocol):
    """Where an expression stands."""

    @property
    def innermost_loop(self) -> object:
        """The loop that ``loop`` means; None outside of loops."""

    def note(self, text: str) -> None:
        """Tells a reader of the result something."""

    def call(self, piece: str, *arguments: Term) -> str:
        """Writes the call of a piece of the prelude, and sees to it that the piece is there."""


_PRINTED = {
    TOOLS: "tools_json",
    TOOL: "tool_json",
    ARGUMENTS: "json",
    PROPERTIES: "properties_json",
    PROPERTY_TYPE: "type_text",
    TOOL_FUNCTION: "function_text",
    PARAMETERS: "parameters_text",
    TOOL_CALLS: "calls_text",
    FLOAT64: "go_text",
    EMPTY_INTERFACE: "go_text",
}
_MARSHALED = {
    **dict.fromkeys((STRING, BOOL, INT, FLOAT64, ARGUMENTS, EMPTY_INTERFACE), "json"),
    TOOLS: "tools_json",
    TOOL: "tool_json",
    TOOL_FUNCTION: "function_json",
    PARAMETERS: "parameters_json",
    PROPERTIES: "properties_json",
    TOOL_PROPERTY: "property_json",
    PROPERTY_TYPE: "type_json",
    TOOL_CALLS: "calls_json",
}
_NAMES = {
    Kind.STRUCT: "a whole struct",
    Kind.POINTER: "a whole message",
    Kind.MAP: "a whole map",
    Kind.SLICE: "a whole list",
}


def as_text(caller: Caller, term: Term) -> Term:
    """Writes what Go prints of a value.

    Raises:
        Refused: That cannot be said.
    """
    if len(term.types) > 1:
        if set(term.types) <= {STRING, INT}:
            return term.value.filter("string", STRING)
        if set(term.types) <= {STRING, BOOL, EMPTY_INTERFACE, FLOAT64}:
            return Term(caller.call("go_text", term), (STRING,))
        raise Refused("what it prints may be text or something else")
    type = term.types[0]
    if type is NEVER:
        return replace(term, types=(STRING,))
    if type is STRING:
        return term.value
    if type is NOTHING:
        return text("<no value>")
    if type is BOOL:
        if term.is_constant:
            return text("true" if term.constant else "false")
        return Term(f"'true' if {term.condition.at(Level.OR)} else 'false'", (STRING,), Level.CHOICE)
    if type in (INT, FLOAT64) and term.is_constant:
        return text(term.code)
    if type is INT:
        return term.filter("string", STRING)
    if type is TOOLS:
        return Term(caller.call("tools_json", replace(term, fallback="")), (STRING,))
    if type in _PRINTED:
        return Term(caller.call(_PRINTED[type], term), (STRING,))
    if type.elem is STRING:
        return Term(f"'[' + {term.value.at(Level.FILTER)} | join(' ') + ']'", (STRING,), Level.ADD)
    raise Refused(_why_not(type), "Print the fields that are needed one by one.")


def as_json(caller: Caller, term: Term) -> Term:
    """Writes a value as JSON.

    Raises:
        Refused: That cannot be said.
    """
    type = term.type
    if type is NOTHING:
        return text("null")
    if type is PROPERTIES and term.fallback:  # those that nobody gave are null
        call = caller.call("properties_json", replace(term, fallback=""))
        return Term(f"{call} if {term.at(Level.ATOM)} is mapping else 'null'", (STRING,), Level.CHOICE)
    if type is not None and (type in _MARSHALED or type.elem is STRING):
        argument = replace(term, fallback="") if type is TOOLS else term
        if term.fallback and type.elem is STRING:  # a list that nobody gave is null
            argument = Term(f"{term.at(Level.FILTER)} | default(none)", term.types, Level.FILTER)
        return Term(caller.call(_MARSHALED.get(type, "json"), argument), (STRING,))
    if set(term.types) <= {STRING, BOOL, INT, ARGUMENTS, EMPTY_INTERFACE}:
        return Term(caller.call("json", term), (STRING,))
    raise Refused("its JSON has fields that Hugging Face does not have", "Print the fields that are needed one by one.")


def _why_not(type: Type) -> str:
    if type in (TOOL_CALL, CALL_FUNCTION):
        return "it prints the index of a call, which the messages of Hugging Face do not have"
    return f"it prints {_NAMES.get(type.kind, 'what Jinja does not have')} as Go does"
