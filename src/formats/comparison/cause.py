"""What Ollama does around every template, so that no template is to blame for the difference."""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment

from formats.jinja.chat_template import ChatTemplate
from formats.jinja.environment import environment
from gotmpl import api
from gotmpl.api import Message
from gotmpl.golang import json as go_json
from gotmpl.golang.reflect import Value
from gotmpl.ollama.values import TEMPLATE_TOOLS

__all__ = ["BOS_TOKENS", "JSON_SPACE", "Cause", "ollama_tools", "sort_arguments", "sort_properties", "with_json_of"]


class Cause(enum.Enum):
    """Something that Ollama's pipeline does and Hugging Face's does not; the value says what, in a few words.

    Members are in the order in which they are looked for.
    """

    LEFT_OUT = "tools or thinking that neither template knows are refused"
    MODEL = "SYSTEM and MESSAGE of the Modelfile come first"
    THINKS = "a model that can think does so unless told not to"
    BOS = "the tokenizer puts BOS in front"
    IMAGES = "images are marked with [img-N]"
    MERGED = "neighbours of one role are merged"
    SORTED = "keys are sorted"
    REBUILT = "tools are rebuilt with Ollama's own fields"
    COMPACT = "JSON has no spaces"
    ESCAPED = "JSON writes <, > and & as \\u003c, \\u003e and \\u0026"


#: What tokenizers put in front of a prompt, where a template has it in its own text.
BOS_TOKENS = (
    "<s>",
    "<bos>",
    "<|begin_of_text|>",
    "<|startoftext|>",
    "<｜begin▁of▁sentence｜>",
    "<|begin▁of▁sentence|>",
    "<BOS_TOKEN>",
    "<|START|>",
    "[BOS]",
    "[gMASK]<sop>",
)

JSON_SPACE = "\ufdd0"
"""Stands where JSON may have a space or not; no text has this character."""

_escaped = re.compile("[<>&\u2028\u2029]")


def sort_arguments(messages: Iterable[Message]) -> list[Message]:
    """Sorts the keys of the arguments of calls at every depth, as Go does with the keys of maps."""
    return [message if not message.tool_calls else _with_sorted_calls(message) for message in messages]


def _with_sorted_calls(message: Message) -> Message:
    calls = []
    for call in message.tool_calls or ():
        function = call.function.model_copy(update={"arguments": _sorted(call.function.arguments)})
        calls.append(call.model_copy(update={"function": function}))
    return message.model_copy(update={"tool_calls": calls})


def _sorted(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value


def sort_properties(tools: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Sorts the parameters of tools by name; Ollama keeps the order of what is below them."""
    return [_with_sorted_properties(tool) for tool in tools]


def _with_sorted_properties(tool: Mapping[str, Any]) -> dict[str, Any]:
    function = tool.get("function")
    if not isinstance(function, Mapping):
        return dict(tool)
    parameters = function.get("parameters") or {}
    properties = parameters.get("properties") or {}
    in_order = {name: properties[name] for name in sorted(properties)}
    return {**tool, "function": {**function, "parameters": {**parameters, "properties": in_order}}}


def ollama_tools(tools: Iterable[Any]) -> list[dict[str, Any]]:
    """Gives tools with the fields, and in the order, in which Ollama writes them.

    Raises:
        DataError: A tool is none.
    """
    rebuilt: list[dict[str, Any]] = json.loads(go_json.marshal(Value(TEMPLATE_TOOLS, api.tools(tools))))
    return rebuilt


def with_json_of(template: ChatTemplate, *, compact: bool, escaped: bool) -> ChatTemplate:
    """Gives a chat template whose `tojson` writes JSON as Go does.

    Args:
        template: The template.
        compact: Whether `JSON_SPACE` stands for the spaces, for templates of Ollama's mix Go's JSON with their own.
        escaped: Whether Go's escapes are written.
    """
    return _Twin(template, _environment(compact, escaped))


class _Twin(ChatTemplate):
    def __init__(self, template: ChatTemplate, environment: jinja2.Environment) -> None:
        self._own_environment = environment
        super().__init__(template.sources, special_tokens=template.special_tokens, clock=template.clock)

    def _environment(self) -> jinja2.Environment:
        return self._own_environment


@lru_cache(maxsize=4)
def _environment(compact: bool, escaped: bool) -> ImmutableSandboxedEnvironment:
    made = environment().overlay()
    tojson: Callable[..., str] = made.filters["tojson"]

    def like_go(
        value: Any, ensure_ascii: bool = False, indent: Any = None, separators: Any = None, sort_keys: bool = False
    ) -> str:
        if compact:
            indent, separators = None, (f",{JSON_SPACE}", f":{JSON_SPACE}")
        text = tojson(value, ensure_ascii, indent, separators, sort_keys)
        return _escaped.sub(lambda match: f"\\u{ord(match[0]):04x}", text) if escaped else text

    made.filters = {**made.filters, "tojson": like_go}
    assert isinstance(made, ImmutableSandboxedEnvironment)
    return made
