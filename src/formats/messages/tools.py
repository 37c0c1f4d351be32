"""Tools in the shapes that people have them in, as JSON schemas of OpenAI's shape."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import isfunction, ismethod
from typing import Any

from formats.jinja.json_schema import get_json_schema
from formats.record import fields_of
from gotmpl import api
from gotmpl.errors import DataError

__all__ = ["tool_schemas"]

#: What a tool that is not wrapped in ``function`` calls its parameters: LangChain, Anthropic, OpenAI.
_PARAMETERS = ("parameters_schema", "input_schema", "parameters")


def tool_schemas(tools: Iterable[Any]) -> list[dict[str, Any]]:
    """Gives each tool as ``{"type": "function", "function": {...}}``; such a one stays as it is.

    Args:
        tools: OpenAI's or Ollama's tools, bare functions ``{"name", "description", "parameters"}``, Anthropic's
            ``input_schema``, LangChain's ``parameters_schema``, or Python functions with type hints and a docstring.

    Raises:
        DataError: One of them is no tool.
    """
    return [_schema(tool, index) for index, tool in enumerate(tools)]


def _schema(tool: Any, index: int) -> dict[str, Any]:
    if isfunction(tool) or ismethod(tool):
        return get_json_schema(tool)
    fields = tool.model_dump(by_alias=True, exclude_none=True) if isinstance(tool, api.Tool) else fields_of(tool)
    if fields is None:
        raise DataError(f"tools[{index}]: must be a JSON schema or a function, not {tool!r}")
    if isinstance(fields.get("function"), dict):
        return dict(fields)
    if not isinstance(fields.get("name"), str):
        raise DataError(
            f"tools[{index}]: a tool needs a name", hint='Such as {"type": "function", "function": {"name": …}}.'
        )
    function = {"name": fields["name"]}
    if "description" in fields:
        function["description"] = fields["description"]
    parameters = next((key for key in _PARAMETERS if key in fields), None)
    if parameters is not None:
        function["parameters"] = fields[parameters]
    return {"type": "function", "function": function}
