"""The request that a render answers: one to ``/api/chat`` or one to ``/api/generate``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import click

from gotmpl import api
from gotmpl.cli.bad_input import BadInput
from gotmpl.cli.json_input import JsonInput, parse_json, read_json
from gotmpl.errors import DataError

__all__ = ["Request", "read_line", "read_request"]

_CHAT = ("model", "messages", "tools", "think")
_GENERATE = ("model", "prompt", "suffix", "system", "template", "images", "think", "raw", "context")

_MESSAGES_HINT = (
    "--messages takes a list of messages, one message a line, or one request with a list `messages` or a `prompt`."
)
_LINE_HINT = "A line is a list of messages, or one request with a list `messages` or a `prompt`."
_TOOLS_HINT = "--tools takes a list of tools, one tool a line, or one object with a list `tools`."

_path = re.compile(r"(\w+)((?:\.[^.\[\]:]+|\[\d+\])*)").match
_steps = re.compile(r"\.([^.\[\]:]+)|\[(\d+)\]").findall


@dataclass
class Request:
    """The fields of a request, and where they come from.

    Attributes:
        values: Field -> value, for those that are set.
        places: Field -> the JSON that it stands in, and the path to it there.
    """

    values: dict[str, Any] = field(default_factory=dict)
    places: dict[str, tuple[JsonInput, tuple[str | int, ...]]] = field(default_factory=dict)

    @property
    def is_chat(self) -> bool:
        """Whether it is for ``/api/chat`` rather than ``/api/generate``."""
        return "messages" in self.values

    def take(self, json: JsonInput, name: str, path: tuple[str | int, ...], value: Any) -> None:
        """Sets a field from JSON; null leaves it unset."""
        if value is not None:
            self.values[name] = value
            self.places[name] = json, path

    def override(self, options: Mapping[str, str | bool | None]) -> None:
        """Sets the fields that the command line itself gives."""
        for name, value in options.items():
            if value is not None:
                self.values[name] = value
                self.places.pop(name, None)

    def bad_input(self, error: DataError, field: str = "") -> BadInput:
        """Words an error of the request, with its place if that is known.

        Args:
            error: What is wrong.
            field: The field that is bad; if not given, the text begins with the path to the bad value.
        """
        match = _path(field or error.message)
        if match is None or match[1] not in self.places:
            return BadInput(error)
        json, path = self.places[match[1]]
        below = tuple(name or int(index) for name, index in _steps(match[2]))
        return json.bad_input(error.message, path + below, error.hint)


def read_request(messages: str | None, tools: str | None, options: Mapping[str, str | bool | None]) -> Request:
    """Reads the request that the command line asks for.

    Args:
        messages: What ``--messages`` was given: messages or a whole request.
        tools: What ``--tools`` was given.
        options: Fields that stand on the command line themselves, which win over those of the request; among them are
            prompt, suffix and system.

    Raises:
        BadInput: A file cannot be read, or holds something else than it should.
        click.UsageError: The options do not make a request.
    """
    request = Request()
    if messages is not None:
        _take_messages(request, read_json(messages, "--messages"))
    if tools is not None:
        _take_tools(request, read_json(tools, "--tools"))
    request.override(options)
    if request.is_chat:
        _check_chat(request, options)
    elif "prompt" not in request.values:
        raise click.UsageError("Nothing to render: give --messages for a chat, or --prompt.")
    elif "tools" in request.values:
        raise click.UsageError("/api/generate takes no tools: give --messages instead of --prompt.")
    _check_types(request)
    return request


def read_line(line: str, name: str) -> Request:
    """Reads a line of a batch: a list of messages or a whole request.

    Args:
        line: The JSON.
        name: What errors call it.

    Raises:
        BadInput: It is no JSON, or something else than a request.
    """
    request, json = Request(), parse_json(line, name)
    value = json.values[0]
    is_request = isinstance(value, dict) and bool(value.keys() & {"messages", "prompt"})
    if len(json.values) > 1 or not (is_request or isinstance(value, list)):
        raise json.bad_input("neither a list of messages nor a request", (len(json.values) - 1,), _LINE_HINT)
    _take_messages(request, json)
    if not request.is_chat and "prompt" not in request.values:
        raise json.bad_input("neither messages nor a prompt", (0,), _LINE_HINT)
    _check_types(request)
    return request


def _take_messages(request: Request, json: JsonInput) -> None:
    value = json.values[0]
    if isinstance(value, list):
        request.take(json, "messages", (0,), value)
        return
    if isinstance(value, dict) and len(json.values) == 1 and value.keys() & {"messages", "prompt"}:
        for name in _CHAT if "messages" in value else _GENERATE:
            request.take(json, name, (0, name), value.get(name))
        return
    for index, message in enumerate(json.values):
        # One object alone might be anything, but one of several is a message, if it has no messages itself.
        is_message = isinstance(message, dict) and "messages" not in message
        if not is_message or (len(json.values) == 1 and "role" not in message):
            raise json.bad_input(f"{json.name} has neither messages nor a prompt", (index,), _MESSAGES_HINT)
    request.take(json, "messages", (), json.values)


def _take_tools(request: Request, json: JsonInput) -> None:
    value = json.values[0]
    if isinstance(value, list):
        request.take(json, "tools", (0,), value)
    elif not isinstance(value, dict):
        raise json.bad_input(f"{json.name} has no tools", (0,), _TOOLS_HINT)
    elif len(json.values) == 1 and "tools" in value:
        request.take(json, "tools", (0, "tools"), value["tools"])
    else:
        request.take(json, "tools", (), json.values)


def _check_chat(request: Request, options: Mapping[str, str | bool | None]) -> None:
    for name in ("prompt", "suffix"):
        if options[name] is not None:
            raise click.UsageError(f"--{name} is for /api/generate; it cannot go with messages.")
    messages = request.values["messages"]
    first = messages[0] if isinstance(messages, list) and messages else None
    if options["system"] is not None and isinstance(first, dict) and str(first.get("role")).lower() == "system":
        raise click.UsageError("--system would not be used: the messages begin with a system message.")


def _check_types(request: Request) -> None:
    """Checks the fields that the library takes as they are."""
    values = request.values
    for name in ("model", "prompt", "suffix", "system", "template"):
        if not isinstance(values.get(name, ""), str):
            raise request.bad_input(DataError(f"{name}: must be text"))
    if not isinstance(values.get("images", []), list):
        raise request.bad_input(DataError("images: must be a list"))
    if not isinstance(values.get("raw", False), bool):
        raise request.bad_input(DataError("raw: must be true or false"))
    try:
        api.think_value(values.get("think"))
    except DataError as error:
        raise request.bad_input(error, "think") from None
    if "context" in values:
        hint = "It is deprecated; give the earlier turns as messages."
        raise request.bad_input(DataError("context: only the model's own tokenizer can read it", hint=hint))
