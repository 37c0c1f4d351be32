"""What models answer in the formats for tools: text -> the calls in it.

Source of the behaviour: LangChain for Elixir 0.9, the answers that its ChatBumblebee reads for each of its formats; and
what the models' own chat templates print for a call. Where LangChain knows a part of a syntax only, all of it is read.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from gotmpl.api import ToolCall, ToolCallFunction

__all__ = ["Parser", "function_tag_call", "json_call", "json_calls_behind", "python_calls"]

#: Reads an answer; gives no calls if it is something else than calls, or is cut off.
Parser = Callable[[str], list[ToolCall]]


def _call(name: str, arguments: dict[str, Any], id: str = "") -> ToolCall:
    return ToolCall(id=id, function=ToolCallFunction(name=name, arguments=arguments))


def json_call(answer: str) -> list[ToolCall]:
    """Reads ``{"name": "f", "parameters": {"a": 1}}``, the answer in ``llama_3_1_json_tool_calling``.

    Several objects, one behind the other or with a semicolon between them, are several calls.
    """
    return list(_objects(answer, "parameters")) if answer.lstrip().startswith("{") else []


def _objects(text: str, key: str) -> Iterator[ToolCall]:
    """Reads JSON objects that have a name and, under `key` or its usual other name, arguments."""
    decoder = json.JSONDecoder()
    at = 0
    while match := re.compile(r"[\s;,]*(?=\{)").match(text, at):
        try:
            value, at = decoder.raw_decode(text, match.end())
        except json.JSONDecodeError:
            return
        arguments = value.get(key, value.get("arguments", value.get("parameters")))
        if isinstance(value.get("name"), str) and isinstance(arguments, dict):
            yield _call(value["name"], arguments, value["id"] if isinstance(value.get("id"), str) else "")


def function_tag_call(answer: str) -> list[ToolCall]:
    """Reads ``<function=f>{"a": 1}</function>``, the answer in ``llama_3_1_custom_tool_calling``."""
    match = re.fullmatch(r"\s*<function=([^>\s]+)>\s*(\{.*\})\s*(?:</function>)?\s*", answer, re.DOTALL)
    if match is None:
        return []
    try:
        arguments = json.loads(match[2])
    except json.JSONDecodeError:
        return []
    return [_call(match[1], arguments)]


_CONSTANTS = {"true": True, "false": False, "null": None}


def python_calls(answer: str) -> list[ToolCall]:
    """Reads ``[f(a=1, b='x'), g()]``, the answer in ``llama_3_2_custom_tool_calling``.

    Arguments are Python literals; JSON's `true`, `false` and `null` pass as well.
    """
    try:
        tree = ast.parse(answer.strip(), mode="eval").body
        calls = tree.elts if isinstance(tree, (ast.List, ast.Tuple)) else [tree]
        return [_call(_name(call), _arguments(call)) for call in calls]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _name(call: ast.expr) -> str:
    if not isinstance(call, ast.Call) or call.args:
        raise ValueError("no call with named arguments")
    return ast.unparse(call.func)


def _arguments(call: ast.expr) -> dict[str, Any]:
    assert isinstance(call, ast.Call)
    arguments = {}
    for keyword in call.keywords:
        if keyword.arg is None:
            raise ValueError("an argument without a name")
        arguments[keyword.arg] = _literal(keyword.value)
    return arguments


def _literal(node: ast.expr) -> Any:
    if isinstance(node, ast.Name) and node.id in _CONSTANTS:
        return _CONSTANTS[node.id]
    if isinstance(node, (ast.List, ast.Tuple)):
        return [_literal(item) for item in node.elts]
    if isinstance(node, ast.Dict) and None not in node.keys:
        return {
            ast.literal_eval(key): _literal(value) for key, value in zip(node.keys, node.values, strict=True) if key
        }
    value = ast.literal_eval(node)
    if not isinstance(value, (str, int, float, bool, type(None))):
        raise ValueError("no JSON value")
    return value


def json_calls_behind(tag: str, end: str = "") -> Parser:
    """Makes a parser of JSON objects, or a list of them, that follow a tag, each perhaps closed by an end tag.

    What stands in front of the first tag is text and is passed over.
    """

    def parse(answer: str) -> list[ToolCall]:
        calls: list[ToolCall] = []
        for part in answer.split(tag)[1:]:
            part = part.split(end)[0] if end else part
            calls += _objects(part.strip().removeprefix("["), "arguments")
        return calls

    return parse
