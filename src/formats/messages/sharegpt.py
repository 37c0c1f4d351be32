"""ShareGPT's rows: turns with `from` and `value`, as data sets for fine-tuning have them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from formats.messages.conversation import Conversation
from formats.messages.tools import tool_schemas
from gotmpl import api
from gotmpl.errors import DataError

__all__ = ["TURNS", "from_sharegpt"]

#: The keys under which a row has its turns.
TURNS = ("conversations", "conversation")

_ROLES = {
    "system": "system",
    "human": "user",
    "user": "user",
    "gpt": "assistant",
    "chatgpt": "assistant",
    "assistant": "assistant",
    "model": "assistant",
    "bing": "assistant",
    "bard": "assistant",
    "function_call": "assistant",
    "observation": "tool",
    "function_response": "tool",
    "tool": "tool",
}


def from_sharegpt(row: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> Conversation:
    """Reads a row with its `conversations`, or only these.

    A row's `system` goes in front, its `tools` may be JSON text; a `function_call` becomes a call of a tool.

    Raises:
        DataError: A turn has no `value` or comes from nobody who is known.
    """
    system = tools = None
    turns: Any = row
    if isinstance(row, Mapping):
        system, tools = row.get("system"), row.get("tools")
        turns = row[next((key for key in TURNS if key in row), TURNS[0])]
    messages: list[dict[str, Any]] = [{"role": "system", "content": system}] if system else []
    messages += [_message(turn, index) for index, turn in enumerate(turns)]
    if isinstance(tools, str):
        tools = _json(tools, "tools") if tools.strip() else None
    return Conversation(api.messages(messages), None if tools is None else tool_schemas(tools))


def _message(turn: Mapping[str, Any], index: int) -> dict[str, Any]:
    path = f"conversations[{index}]"
    who, value = turn.get("from"), turn.get("value")
    role = _ROLES.get(str(who).lower())
    if role is None:
        raise DataError(f"{path}.from: {who!r} is none of {', '.join(_ROLES)}")
    if not isinstance(value, str):
        raise DataError(f"{path}.value: must be text, not {value!r}")
    if who != "function_call":
        return {"role": role, "content": value}
    calls = _json(value, f"{path}.value")
    calls = calls if isinstance(calls, list) else [calls]
    return {"role": role, "content": "", "tool_calls": [{"function": call} for call in calls]}


def _json(text: str, path: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(f"{path}: is no JSON: {error}") from None
