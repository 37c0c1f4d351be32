"""A Python function as a tool: type hints and docstring become the JSON schema that models are shown.

Source of the behaviour: transformers 5.24, utils/chat_template_utils.py, `get_json_schema`.
"""

from __future__ import annotations

import enum
import inspect
import json
import re
import types
from collections.abc import Callable
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from gotmpl.errors import DataError

__all__ = ["get_json_schema"]

_Schema = dict[str, Any]

_SCALARS: dict[type, str] = {int: "integer", float: "number", str: "string", bool: "boolean", type(None): "null"}
_CONTAINERS: dict[type, str] = {list: "array", tuple: "array", dict: "object"}
_CHOICES = re.compile(r"\(choices:\s*(.*?)\)\s*\Z", re.IGNORECASE | re.DOTALL)
_SECTION = re.compile(r"Args:|Returns:|Raises:")
_ARGUMENT = re.compile(r"([ \t]*)(\w+)(?:[ \t]*\([^()\n]*\))?:")


def get_json_schema(function: Callable[..., Any]) -> _Schema:
    """Describes a function as transformers does: ``{"type": "function", "function": {...}}``.

    Args:
        function: It has a docstring in Google's style that describes each argument, and a type hint for each. A
            description may end in ``(choices: ["a", "b"])``, which becomes the schema's ``enum``.

    Returns:
        The name, the description, the parameters as a JSON schema, and ``return`` if there is a hint for it.

    Raises:
        DataError: A docstring, a hint or a description is missing, or a hint has no counterpart in JSON schema.
    """
    name = getattr(function, "__name__", "operation")
    docstring = (inspect.getdoc(function) or "").strip()
    if not docstring:
        raise DataError(f"the function {name} has no docstring, so there is nothing to describe it to a model")
    description, described, returned = _parse_docstring(docstring)
    properties, required, result = _hinted(function, name)
    for argument, schema in properties.items():
        if argument not in described:
            raise DataError(f"the docstring of {name} has no description of the argument {argument}")
        text = described[argument]
        choices = _CHOICES.search(text)
        if choices:
            schema["enum"] = _parse_choices(choices.group(1), name, argument)
            text = text[: choices.start()].strip()
        schema["description"] = text
    parameters: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        parameters["required"] = required
    tool: dict[str, Any] = {"name": name, "description": description, "parameters": parameters}
    if result is not None:
        tool["return"] = result if returned is None else {**result, "description": returned}
    return {"type": "function", "function": tool}


def _parse_choices(text: str, name: str, argument: str) -> list[Any]:
    try:
        choices = json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(f"the choices of {argument} in the docstring of {name} are no JSON: {error}") from None
    if not isinstance(choices, list):
        raise DataError(f"the choices of {argument} in the docstring of {name} are no list")
    return [choice.strip() if isinstance(choice, str) else choice for choice in choices]


# The docstring


def _parse_docstring(docstring: str) -> tuple[str, dict[str, str], str | None]:
    """Gives the description, each argument's description, and that of the result."""
    first = _SECTION.search(docstring)
    description = docstring[: first.start() if first else None].strip()
    block = _section(docstring, r"\n\s*Args:\n", r"Returns:|Raises:")
    returned = _section(docstring, r"\n\s*Returns:\n\s*", r"Raises:")
    return description, _arguments(block or ""), None if returned is None else returned.strip()


def _section(docstring: str, opening: str, closing: str) -> str | None:
    begin = re.search(opening, docstring)
    if begin is None:
        return None
    end = re.compile(closing).search(docstring, begin.end())
    return docstring[begin.end() : end.start() if end else None]


def _arguments(block: str) -> dict[str, str]:
    """Splits the lines below ``Args:``; a line that is indented deeper than an argument belongs to it."""
    arguments: dict[str, list[str]] = {}
    indent = ""
    current: list[str] | None = None
    for line in filter(str.strip, block.rstrip().split("\n")):
        header = _ARGUMENT.match(line)
        is_empty_so_far = current is not None and not any(current)
        if header and not is_empty_so_far and (current is None or not re.match(rf"{indent}[ \t]", line)):
            indent = header.group(1)
            current = arguments[header.group(2)] = [line[header.end() :].strip()]
        elif current is not None:
            current.append(line.strip())
    return {name: " ".join(filter(None, lines)) for name, lines in arguments.items()}


# The type hints


def _hinted(function: Callable[..., Any], name: str) -> tuple[dict[str, _Schema], list[str], _Schema | None]:
    """Gives the schemas of the arguments, the names of those without a default, and the schema of the result."""
    try:
        hints = get_type_hints(function)
    except NameError as error:
        raise DataError(f"a type hint of {name} cannot be looked up: {error}") from None
    parameters = dict(inspect.signature(function).parameters)
    first = next(iter(parameters), None)
    if first in ("self", "cls") and parameters[first].annotation is inspect.Parameter.empty:
        del parameters[first]
        hints.pop(first, None)
    for parameter in parameters.values():
        if parameter.annotation is inspect.Parameter.empty:
            raise DataError(f"the argument {parameter.name} of {name} has no type hint")
    required = [parameter.name for parameter in parameters.values() if parameter.default is inspect.Parameter.empty]
    result: _Schema | None = None
    if "return" in hints:
        try:
            result = _schema(hints.pop("return"))
        except DataError:  # a model never writes the result, so a hint that says nothing costs nothing
            result = None
    return {argument: _schema(hint) for argument, hint in hints.items()}, required, result


def _schema(hint: Any) -> _Schema:
    origin, args = get_origin(hint), get_args(hint)
    if origin is None:
        return _schema_of_class(hint)
    if origin is Union or origin is types.UnionType:
        return _schema_of_union(args)
    if origin is Literal:
        return _schema_of_values(list(args), hint)
    if origin in _CONTAINERS and not args:
        return {"type": _CONTAINERS[origin]}
    if origin is list:
        return {"type": "array", "items": _schema(args[0])}
    if origin is tuple:
        if len(args) == 1 or ... in args:
            raise DataError(f"the type hint {hint} has no JSON schema: take list[…] for as many items as there may be")
        return {"type": "array", "prefixItems": [_schema(arg) for arg in args]}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(args[1])}
    raise DataError(f"the type hint {hint} has no JSON schema")


def _schema_of_class(hint: Any) -> _Schema:
    if hint is Any:
        return {}
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return _schema_of_values([member.value for member in hint], hint)
    name = {**_SCALARS, **_CONTAINERS}.get(hint) if isinstance(hint, type) else None
    if name is None:
        raise DataError(
            f"the type hint {hint!r} has no JSON schema",
            hint="int, float, str, bool, Enum classes, Literal, and list, tuple, dict and unions of them have one; "
            "for anything else write the tool's schema by hand.",
        )
    return {"type": name}


def _schema_of_union(args: tuple[Any, ...]) -> _Schema:
    members = [_schema(arg) for arg in args if arg is not type(None)]
    schema: _Schema
    if len(members) == 1:
        schema = members[0]
    elif all(member.keys() == {"type"} and isinstance(member["type"], str) for member in members):
        names = sorted({member["type"] for member in members})
        schema = {"type": names[0] if len(names) == 1 else names}
    else:
        schema = {"anyOf": members}
    return {**schema, "nullable": True} if type(None) in args else schema


def _schema_of_values(values: list[Any], hint: Any) -> _Schema:
    if not values or any(type(value) not in _SCALARS for value in values):
        raise DataError(f"the type hint {hint} has no JSON schema: its values must be int, float, str, bool or None")
    names = list(dict.fromkeys(_SCALARS[type(value)] for value in values))
    return {"type": names[0] if len(names) == 1 else names, "enum": values}
