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


def typescript_type(prop: ToolProperty | None) -> str:
    """Gives the TypeScript type of a property: its alternatives or its types, joined by bars.

    None is the zero property, of which nothing is known.
    """
    if prop is None:
        return "any"
    if prop.any_of:
        return " | ".join([typescript_type(alternative) for alternative in prop.any_of])
    return " | ".join([_TYPES.get(name, "any") for name in prop.type or [""]])
