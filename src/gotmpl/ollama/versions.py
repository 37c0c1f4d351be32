"""Since which Ollama a template may use a field or a function.

Source: the release tags of ollama/ollama up to v0.32.15; the first whose template/template.go (before v0.1.34,
server/images.go) or, for fields of structs, api/types.go has the name. Versions before 0.2.0 are not told apart.
"""

from __future__ import annotations

__all__ = ["field_version", "function_version", "newest"]

_OLDEST = "0.1.14"
_MESSAGES, _TOOLS = "0.2.2", "0.2.6"

_FIELDS = {
    ".System": _OLDEST,
    ".Prompt": _OLDEST,
    ".Response": _OLDEST,
    ".Messages": _MESSAGES,
    ".Messages[].ToolCalls": _TOOLS,
    ".Messages[].Thinking": "0.9.0",
    ".Messages[].ToolName": "0.9.6",
    ".Messages[].ToolCallID": "0.12.10",
    ".Messages[].ToolCalls[].ID": "0.12.10",
    ".Messages[].ToolCalls[].Function.Index": "0.4.7",
    ".Tools": _TOOLS,
    ".Tools[].Items": "0.6.6",
    ".Tools[].Function.Parameters.Defs": "0.6.6",
    ".Tools[].Function.Parameters.Items": "0.6.6",
    ".Tools[].Function.Parameters.Properties[].Items": "0.11.3",
    ".Tools[].Function.Parameters.Properties[].AnyOf": "0.11.3",
    ".Tools[].Function.Parameters.Properties[].ToTypeScriptType": "0.11.3",
    ".Tools[].Function.Parameters.Properties[].Properties": "0.13.5",
    ".Tools[].Function.Parameters.Properties[].Required": "0.20.0",
    ".Suffix": _TOOLS,
    ".Think": "0.9.0",
    ".IsThinkSet": "0.9.0",
    ".ThinkLevel": "0.11.0",
}
"""The paths with a version of their own; any other one has that of the longest of these that it begins with."""

_FUNCTIONS = {
    "json": _TOOLS,
    "currentDate": "0.11.0",
    "toTypeScriptType": "0.11.3",
    "yesterdayDate": "0.13.3",
}


def field_version(path: str) -> str | None:
    """Tells the first version of Ollama that has a path, such as ``.Messages[].Thinking``; None if none has it."""
    while path:
        if path in _FIELDS:
            return _FIELDS[path]
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return None


def function_version(name: str) -> str:
    """Tells the first version of Ollama that has a function; Go's own have always been there."""
    return _FUNCTIONS.get(name, _OLDEST)


def newest(versions: list[str]) -> str:
    """Gives the newest of some versions, and the oldest that is told apart if there are none."""
    return max([_OLDEST, *versions], key=lambda version: [int(part) for part in version.split(".")])
