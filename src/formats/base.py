"""What a chat format is: messages go in, a prompt comes out."""

from __future__ import annotations

import datetime
import enum
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol, runtime_checkable

from formats.answers import Parser
from formats.jinja.chat_template import ChatTemplate
from formats.messages.huggingface import to_huggingface
from formats.messages.reader import read
from formats.messages.tools import tool_schemas
from formats.record import fields_of
from formats.view import message_views, to_typescript_type, tojson, tool_views
from gotmpl import api
from gotmpl.api import Message, ToolCall
from gotmpl.errors import FormatError
from gotmpl.template import Template

__all__ = ["DEFAULT", "ChatFormat", "Default", "Format", "ToolUse", "default_generation_prompt"]


class Default(enum.Enum):
    """The one value that says that nothing was said."""

    DEFAULT = "default"


DEFAULT = Default.DEFAULT


@runtime_checkable
class ChatFormat(Protocol):
    """Anything that makes a prompt of messages: a named format, a Hugging Face template, one of your own."""

    def render(
        self, messages: Iterable[Any], *, tools: Iterable[Any] | None = None, add_generation_prompt: bool
    ) -> str:
        """Renders messages.

        Args:
            messages: Messages, in the shapes that the format takes.
            tools: The tools that the model may call.
            add_generation_prompt: Whether the prompt ends in what opens the assistant's turn.
        """


class ToolUse(enum.Enum):
    """What a format makes of tools."""

    NONE = "no"
    OPTIONAL = "yes"
    REQUIRED = "required"


def default_generation_prompt(messages: Sequence[Any]) -> bool:
    """Whether the assistant is to speak next, if nobody says: after the user and after a tool."""
    last = (fields_of(messages[-1]) or {}) if messages else {}
    return last.get("role") in ("user", "tool")


@dataclass(frozen=True, kw_only=True)
class Format:
    """A chat format that is written as a Go template, with what else a model of that family needs.

    The template sees what Ollama's do. It opens the assistant's turn after the user and after a tool, and leaves the
    first token out, which Ollama puts in front on its own. A render puts it in front as well, and adds what opens the
    turn or takes it away, if it is told to.

    Attributes:
        name: What it is asked for by.
        template: The Go template.
        jinja: The same as a Hugging Face chat template; empty if there is none.
        title: The models that are prompted so.
        aliases: Other names.
        stop: Texts that end an answer, for ``PARAMETER stop``.
        bos: What the prompt begins with, the token that tokenizers put there.
        eos: What ends a turn of the assistant.
        generation_prompt: What opens the assistant's turn; empty if the user's turn has it at its end, or nothing has.
        no_thinking: What follows it if the model is told not to think.
        opens_always: Whether the turn is opened after the user whatever is said.
        tools: What it makes of tools.
        thinking: Whether it has a place for thoughts.
        stripped: The roles whose texts lose white space at both ends, which no template of Ollama's can do.
        marks: Texts that templates and prompts of this format have and few others.
        json: What ``json`` writes in the template.
        parser: Reads the calls of tools in an answer.
    """

    name: str
    template: str
    jinja: str = ""
    title: str = ""
    aliases: tuple[str, ...] = ()
    stop: tuple[str, ...] = ()
    bos: str = ""
    eos: str = ""
    generation_prompt: str = ""
    no_thinking: str = ""
    opens_always: bool = False
    tools: ToolUse = ToolUse.NONE
    thinking: bool = False
    stripped: frozenset[str] = frozenset()
    marks: tuple[str, ...] = ()
    json: Callable[[Any], str] = tojson
    parser: Parser | None = None

    def __repr__(self) -> str:
        return f"<Format {self.name}>"

    def render(
        self,
        messages: Iterable[Any],
        *,
        tools: Iterable[Any] | None = None,
        add_generation_prompt: bool | Default | None = DEFAULT,
        think: bool | str | None = None,
        date: datetime.date | None = None,
    ) -> str:
        """Renders messages.

        Args:
            messages: Messages in any shape that `formats.messages.read` knows.
            tools: The tools that the model may call, in any shape that `formats.messages.tool_schemas` knows.
            add_generation_prompt: Whether the prompt ends in what opens the assistant's turn; if nothing is said, it
                does after the user and after a tool. None counts as False.
            think: Whether the model should think, or how much, for formats that know; None for what it does anyway.
            date: The day that the prompt tells; today in UTC if not given.

        Raises:
            FormatError: The format does not take these messages or tools.
            DataError: A message or a tool is none.
        """
        prompt = self._prepare(messages, tools, add_generation_prompt)
        thinking = api.think_value(think)
        data: dict[str, Any] = {
            "System": "\n\n".join(message.content for message in prompt.messages if message.role == "system"),
            "Messages": message_views(prompt.messages),
            "Tools": tool_views(prompt.tools),
            "Response": "",
            "Think": thinking.think,
            "ThinkLevel": thinking.level,
            "IsThinkSet": thinking.is_set,
        }
        with _on(date):
            text = self.bos + self._go.render(data)
        opening = self.generation_prompt + (self.no_thinking if thinking.is_set and not thinking.think else "")
        is_open = default_generation_prompt(prompt.messages)
        if prompt.opens_turn and not is_open:
            return text + opening
        if is_open and not prompt.opens_turn and not self.opens_always:
            return text.removesuffix(opening)
        return text

    def tool_calls(self, answer: str) -> list[ToolCall]:
        """Reads the calls of tools in a model's answer.

        Args:
            answer: What the model wrote, with or without the token that ends it.

        Returns:
            The calls; none if the answer is something else, or is cut off.

        Raises:
            FormatError: The format has no way to call tools.
        """
        if self.parser is None:
            raise FormatError(f"the format {self.name} has no way to call tools")
        return self.parser(answer.strip().removesuffix(self.eos))

    def render_jinja(
        self,
        messages: Iterable[Any],
        *,
        tools: Iterable[Any] | None = None,
        add_generation_prompt: bool | Default | None = DEFAULT,
        think: bool | str | None = None,
        date: datetime.date | None = None,
    ) -> str:
        """Renders messages by the Jinja text, which gives what `render` gives; neither has a place for images.

        Raises:
            FormatError: There is no such text, or as `render`.
            DataError: As `render`.
        """
        if not self.jinja:
            raise FormatError(f"the format {self.name} has no Jinja text")
        prompt = self._prepare(messages, tools, add_generation_prompt)
        options: dict[str, Any] = {} if think is None else {"enable_thinking": bool(think)}
        with _on(date):
            return self._twin.render(
                to_huggingface(message.model_copy(update={"images": None}) for message in prompt.messages),
                tools=prompt.tools or None,
                add_generation_prompt=prompt.opens_turn,
                **options,
            )

    @cached_property
    def _go(self) -> Template:
        return Template(self.name, funcs={**_FUNCS, "json": self.json}, missingkey="zero").parse(self.template)

    @cached_property
    def _twin(self) -> ChatTemplate:
        return ChatTemplate(self.jinja, special_tokens={"bos_token": self.bos, "eos_token": self.eos}, clock=_noon)

    def _prepare(
        self, messages: Iterable[Any], tools: Iterable[Any] | None, add_generation_prompt: bool | Default | None
    ) -> _Prompt:
        given = list(messages)
        schemas = None if tools is None else tool_schemas(tools)
        self._check_tools(schemas)
        read = self._read(given)
        if add_generation_prompt is DEFAULT:
            add_generation_prompt = default_generation_prompt(read)
        return _Prompt(read, schemas or [], bool(add_generation_prompt))

    def _check_tools(self, schemas: Sequence[Any] | None) -> None:
        if schemas and self.tools is ToolUse.NONE:
            raise FormatError(f"the format {self.name} has no place for tools")
        if schemas is None and self.tools is ToolUse.REQUIRED:
            raise FormatError(
                f"the format {self.name} is for tools and none were given", hint="Give tools=[] for none."
            )

    def _read(self, given: list[Any]) -> list[Message]:
        return [
            message.model_copy(update={"content": message.content.strip()})
            if message.role in self.stripped
            else message
            for message in read(given).messages
        ]


class _Prompt(NamedTuple):
    """What is to be rendered."""

    messages: list[Message]
    tools: list[dict[str, Any]]
    opens_turn: bool


_day: ContextVar[datetime.date] = ContextVar("_day")


@contextmanager
def _on(date: datetime.date | None) -> Iterator[None]:
    """Lets templates see a day; today in UTC if none is given."""
    token = _day.set(date or datetime.datetime.now(datetime.timezone.utc).date())
    try:
        yield
    finally:
        _day.reset(token)


def _noon() -> datetime.datetime:
    return datetime.datetime.combine(_day.get(), datetime.time(12))


def _current_date(*_: str) -> str:
    return _day.get().isoformat()


def _yesterday_date(*_: str) -> str:
    return (_day.get() - datetime.timedelta(days=1)).isoformat()


_FUNCS: dict[str, Callable[..., Any]] = {
    "currentDate": _current_date,
    "yesterdayDate": _yesterday_date,
    "toTypeScriptType": to_typescript_type,
}
