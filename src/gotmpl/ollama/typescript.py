"""TypeScript types for the properties of tools (`ToTypeScriptType` in api/types.go)."""

from __future__ import annotations

from gotmpl.api import ToolProperty

__all__ = ["typescript_type"]

_TYPES = {
    "string": "string",
    "number": "number",
    "integer": "number",
    "boolean": "boolean",
    "array": "any[]",
    "object": "Record<string, any>",
    "null": "null",
}


def typescript_type(prop: ToolProperty) -> str:
    """Gives the TypeScript type of a property: its alternatives or its types, joined by bars."""
    if prop.any_of:
        return " | ".join([typescript_type(alternative) for alternative in prop.any_of])
    return " | ".join([_TYPES.get(name, "any") for name in prop.type or [""]])
