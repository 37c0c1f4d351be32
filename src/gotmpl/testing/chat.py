"""Conversations for tests, one step after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any

__all__ = ["Chat"]


class Chat:
    """A conversation; each step gives a new one, so that one beginning serves many tests.

    It can be iterated over, and given as the messages to whatever renders some.
    """

    def __init__(self, messages: Iterable[Mapping[str, Any]] = ()) -> None:
        self._messages = tuple(deepcopy(dict(message)) for message in messages)

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The messages in the shape of Ollama's API."""
        return deepcopy(list(self._messages))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.messages)

    def __len__(self) -> int:
        return len(self._messages)

    def __eq__(self, other: object) -> bool:
        return self._messages == other._messages if isinstance(other, Chat) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        steps = (f".{message['role']}({message['content']!r})" for message in self._messages)
        return "chat" + "".join(steps)

    def system(self, content: str) -> Chat:
        """Adds a system message."""
        return self._with("system", content)

    def user(self, content: str, *, images: Iterable[str | bytes] = ()) -> Chat:
        """Adds a question; images are bytes or base64."""
        return self._with("user", content, images=list(images))

    def assistant(self, content: str = "", *, thinking: str = "", tool_calls: Iterable[Mapping[str, Any]] = ()) -> Chat:
        """Adds an answer.

        Args:
            content: Its text.
            thinking: What the model thought before.
            tool_calls: What it calls; `call` makes such a call. Each gets its place in the list as its index.
        """
        calls = []
        for index, call in enumerate(tool_calls):
            function = {"index": index, **call.get("function", {})}
            calls.append({**call, "function": function})
        return self._with("assistant", content, thinking=thinking, tool_calls=calls)

    def tool(self, content: str, *, name: str = "", tool_call_id: str = "") -> Chat:
        """Adds what a tool has answered.

        Args:
            content: The answer.
            name: Which tool it is.
            tool_call_id: Which call it answers.
        """
        return self._with("tool", content, tool_name=name, tool_call_id=tool_call_id)

    @staticmethod
    def call(name: str, /, **arguments: Any) -> dict[str, Any]:
        """Makes a call of a tool, for `assistant`."""
        return {"function": {"name": name, "arguments": arguments}}

    @staticmethod
    def function_tool(function: Callable[..., Any]) -> dict[str, Any]:
        """Makes a tool of a Python function with type hints and a docstring in Google's style, as transformers does.

        Raises:
            DataError: A docstring, a hint or a description is missing, or a hint has no counterpart in JSON schema.
        """
        from formats.jinja import get_json_schema

        return get_json_schema(function)

    def _with(self, role: str, content: str, **fields: Any) -> Chat:
        given = {key: value for key, value in fields.items() if value}
        return Chat([*self._messages, {"role": role, "content": content, **given}])
