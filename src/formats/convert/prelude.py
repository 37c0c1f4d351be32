"""What Ollama does around a template, written out in Jinja: the pieces that stand in front of the converted text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from importlib.resources import files

__all__ = ["macro_names", "prelude"]

_called = re.compile(r"\b\w+(?=\()").findall
_macro_name = re.compile(r"\{%- macro (\w+)\(").search


def prelude(
    macros: Iterable[str], keys: Collection[str], *, messages: bool, system: bool, turns: bool, variables: bool
) -> str:
    """Writes what stands in front of a converted template.

    Args:
        macros: Those that the template calls.
        keys: The keys of messages that it reads.
        messages: Whether it reads the messages.
        system: Whether it reads the system text.
        turns: Whether it is rendered turn by turn.
        variables: Whether it needs a namespace for its variables.
    """
    texts = _macros()
    parts = [texts[name] for name in _with_called(macros)]
    if messages or turns or system:
        parts.append(_collated(keys, messages=messages or turns, system=system))
    if turns:
        parts.append(_read("turns.jinja").strip())
    if variables:
        parts.append("{#- The variables that are set in loops. #}\n{%- set ns = namespace() %}")
    return "".join(f"{part}\n\n" for part in parts)


def macro_names() -> Collection[str]:
    """Gives the names of all macros that there are."""
    return _macros().keys()


@lru_cache(maxsize=1)
def _macros() -> dict[str, str]:
    """Reads the macros by name; each calls none but itself and those before it."""
    found = {}
    for part in _read("macros.jinja").strip().split("\n\n"):
        name = _macro_name(part)
        assert name is not None
        found[name[1]] = part
    return found


def _read(name: str) -> str:
    return (files("formats.convert") / name).read_text(encoding="utf-8")


def _with_called(wanted: Iterable[str]) -> list[str]:
    """Gives macros with all that they call, in their order."""
    texts = _macros()
    found = set(wanted)
    for name in reversed(texts):
        if name in found:
            found.update(called for called in _called(texts[name]) if called in texts)
    return [name for name in texts if name in found]


_TEXT = r"""    {%- set content = message.content if message.content is string else (message.content or [])
        | selectattr('type', 'equalto', 'text') | map(attribute='text') | join('\n\n') %}"""
_IMAGES = """    {%- set images = [] if message.content is string else (message.content or [])
        | rejectattr('type', 'equalto', 'text') | list %}"""
_SYSTEM = """    {%- if message.role == 'system' %}
        {%- set chat.system = chat.system + [content] %}
    {%- endif %}"""
#: The keys of the messages that templates get -> their values.
_VALUES = {
    "role": "message.role",
    "content": "content",
    "reasoning_content": "message.reasoning_content or ''",
    "images": "images",
    "tool_calls": "message.tool_calls or []",
    "name": "message.name or ''",
    "tool_call_id": "message.tool_call_id or ''",
}


def _collated(keys: Collection[str], *, messages: bool, system: bool) -> str:
    """Writes the loop that makes of the messages what Ollama gives to a template (`collate`)."""
    said = [
        *(["neighbours of one role, but not of tools, become one message"] if messages else []),
        *(["all system texts are joined"] if system else []),
    ]
    start = [*(["messages=[]"] if messages else []), *(["system=[]"] if system else [])]
    lines = [
        f"{{#- As Ollama does: {', and '.join(said)}. #}}",
        f"{{%- set chat = namespace({', '.join(start)}) %}}",
        "{%- for message in messages %}",
        _TEXT,
        *([_IMAGES] if "images" in keys else []),
        *([_SYSTEM] if system else []),
        *(_joined(keys) if messages else []),
        "{%- endfor %}",
        *([r"{%- set chat.system = chat.system | join('\n\n') %}"] if system else []),
    ]
    return "\n".join(lines)


def _joined(keys: Collection[str]) -> list[str]:
    wanted = [key for key in _VALUES if key in keys or key in ("role", "content")]
    again = {key: f"last.{key}" for key in wanted} | {"content": r"last.content + '\n\n' + content"}
    return [
        "    {%- set last = chat.messages[-1] if chat.messages else {'role': none} %}",
        "    {%- if message.role == last.role and message.role != 'tool' %}",
        f"        {{%- set joined = {_dict({key: again[key] for key in wanted})} %}}",
        "        {%- set chat.messages = chat.messages[:-1] + [joined] %}",
        "    {%- else %}",
        f"        {{%- set new = {_dict({key: _VALUES[key] for key in wanted})} %}}",
        "        {%- set chat.messages = chat.messages + [new] %}",
        "    {%- endif %}",
    ]


def _dict(members: dict[str, str]) -> str:
    return "{" + ", ".join(f"'{key}': {value}" for key, value in members.items()) + "}"
