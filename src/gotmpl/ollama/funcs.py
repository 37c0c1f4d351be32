"""The four functions that Ollama adds to Go's (`funcs` in template/template.go)."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence

from gotmpl.exec.function import Function
from gotmpl.golang import json
from gotmpl.golang.error import GoError
from gotmpl.golang.kind import EMPTY_INTERFACE, STRING, Type, func_of
from gotmpl.golang.reflect import Value, indirect, indirect_interface
from gotmpl.ollama.day import now
from gotmpl.ollama.typescript import typescript_type
from gotmpl.ollama.values import TOOL_PROPERTY

__all__ = ["FUNCS"]


def _json(args: Sequence[Value]) -> Value:
    """Writes a value as JSON; nothing if that cannot be done, for Ollama passes over the error."""
    try:
        return Value(STRING, json.marshal(args[0]))
    except GoError:
        return Value(STRING, "")


def _current_date(args: Sequence[Value]) -> Value:
    """Gives the local date as YYYY-MM-DD, whatever the arguments say."""
    return Value(STRING, now().date().isoformat())


def _yesterday_date(args: Sequence[Value]) -> Value:
    return Value(STRING, (now().date() - datetime.timedelta(days=1)).isoformat())


def _to_typescript_type(args: Sequence[Value]) -> Value:
    """Gives the TypeScript type of a property, and ``any`` for any other value."""
    value, is_nil = indirect(indirect_interface(args[0]))
    return Value(STRING, typescript_type(value.obj) if value.type is TOOL_PROPERTY and not is_nil else "any")


def _function(call: Callable[[Sequence[Value]], Value], param: Type, *, variadic: bool = False) -> Function:
    return Function(func_of((param,), variadic, STRING), call, is_pure=True)


#: Name -> function, with Go's signatures.
FUNCS: dict[str, Function] = {
    "json": _function(_json, EMPTY_INTERFACE),
    "currentDate": _function(_current_date, STRING, variadic=True),
    "yesterdayDate": _function(_yesterday_date, STRING, variadic=True),
    "toTypeScriptType": _function(_to_typescript_type, EMPTY_INTERFACE),
}
