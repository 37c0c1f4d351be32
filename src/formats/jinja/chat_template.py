"""A chat template: messages in, prompt out, as `apply_chat_template` of transformers gives it."""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

import jinja2
from jinja2 import meta

from formats.jinja.environment import GenerationSpans, environment, recording
from formats.jinja.final_message import FinalMessage
from formats.jinja.lines import line_by_line
from formats.jinja.plain_data import plain, plain_messages, plain_tools
from gotmpl.errors import DataError, FormatError
from gotmpl.ollama.day import now

__all__ = ["ChatTemplate"]

#: What code in a template can raise besides jinja2's own errors.
_TEMPLATE_FAULTS = (
    jinja2.TemplateError,
    ArithmeticError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
_FILE_NAME = "<template>"  # what jinja2 calls a template that came from a string


class ChatTemplate:
    """A Hugging Face chat template, or several under names of which one is chosen per render.

    Args:
        source: The Jinja text; or texts by name, of which ``tool_use`` serves when there are tools and ``default``
            otherwise.
        special_tokens: What `bos_token`, `eos_token` and the like stand for in the template.
        clock: Gives the time for `strftime_now`; the local time if not given.

    Raises:
        FormatError: A text is no Jinja template.

    Source of the behaviour: transformers 5.24, `apply_chat_template` in tokenization_utils_base.py and
    utils/chat_template_utils.py. It differs in one point: no messages at all are rendered, not refused.
    """

    def __init__(
        self,
        source: str | Mapping[str, str],
        *,
        special_tokens: Mapping[str, Any] | None = None,
        clock: Callable[[], datetime.datetime] = now,
    ) -> None:
        self.sources: Mapping[str, str] = MappingProxyType(
            {"default": source} if isinstance(source, str) else dict(source)
        )
        self.special_tokens: Mapping[str, Any] = MappingProxyType(dict(special_tokens or {}))
        self.clock = clock
        self._compiled = {name: self._compile(text, self._environment()) for name, text in self.sources.items()}

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> ChatTemplate:
        """Reads a template from a file or a model's folder; see `formats.jinja.load`."""
        from formats.jinja.sources import load

        return load(path)

    def __repr__(self) -> str:
        return f"<ChatTemplate {', '.join(self.sources)}>"

    @property
    def source(self) -> str:
        """The text that serves when there are no tools.

        Raises:
            FormatError: There are several texts and none is called ``default``.
        """
        return self.sources[self._choose(None, has_tools=False)]

    @cached_property
    def variables(self) -> frozenset[str]:
        """The names that the templates read and neither set themselves nor find in the environment."""
        names: set[str] = set()
        for text in self.sources.values():
            names |= meta.find_undeclared_variables(environment().parse(text))
        return frozenset(names - environment().globals.keys() - {"strftime_now"})

    def render(
        self,
        messages: Iterable[Any],
        *,
        tools: Iterable[Any] | None = None,
        documents: Iterable[Mapping[str, Any]] | None = None,
        add_generation_prompt: bool = False,
        continue_final_message: bool | str = False,
        chat_template: str | None = None,
        **options: Any,
    ) -> str:
        """Renders messages.

        Args:
            messages: Dicts with `role` and `content`, or dataclasses or pydantic models that have the same fields.
            tools: JSON schemas, or Python functions with type hints and a docstring.
            documents: Dicts with `title` and `text`, for templates that know them.
            add_generation_prompt: Whether the prompt ends in what opens the assistant's turn.
            continue_final_message: Whether the prompt ends in the last message's text, so that the model goes on
                with it; or the name of the key that holds the text.
            chat_template: Which of several templates serves.
            **options: What else the template reads; goes before the special tokens of that name.

        Raises:
            FormatError: The template refuses the messages or fails; `line` is the template's, the text the reason.
            DataError: A message, a tool or a document is none.
        """
        if continue_final_message and add_generation_prompt:
            raise DataError("continue_final_message and add_generation_prompt exclude each other")
        name, context = self._prepare(messages, tools, documents, chat_template, options)
        context["add_generation_prompt"] = add_generation_prompt
        if not continue_final_message:
            return self._run(name, lambda template: template.render(context))
        final = FinalMessage.mark(context["messages"], continue_final_message, self.sources[name])
        return final.cut(self._run(name, lambda template: template.render(context)))

    def render_with_spans(
        self,
        messages: Iterable[Any],
        *,
        tools: Iterable[Any] | None = None,
        documents: Iterable[Mapping[str, Any]] | None = None,
        add_generation_prompt: bool = False,
        chat_template: str | None = None,
        **options: Any,
    ) -> tuple[str, list[tuple[int, int]]]:
        """Renders messages and tells where the text of ``{% generation %}`` blocks stands, in characters.

        Raises:
            FormatError: As `render`.
            DataError: As `render`.
        """
        name, context = self._prepare(messages, tools, documents, chat_template, options)
        context["add_generation_prompt"] = add_generation_prompt
        spans = GenerationSpans()

        def write(template: jinja2.Template) -> str:
            with recording(spans):
                for piece in template.generate(context):
                    spans.pieces.append(piece)
            return "".join(spans.pieces)

        return self._run(name, write), spans.spans

    def render_with_lines(
        self,
        messages: Iterable[Any],
        *,
        tools: Iterable[Any] | None = None,
        add_generation_prompt: bool = False,
        **options: Any,
    ) -> list[tuple[str, int]]:
        """Renders messages piece by piece and tells which line of the template, from 1, each piece was written on.

        What a macro or a captured block writes belongs to the line that prints it.

        Raises:
            FormatError: As `render`.
            DataError: As `render`.
        """
        name, context = self._prepare(messages, tools, None, None, options)
        context["add_generation_prompt"] = add_generation_prompt
        pieces: list[tuple[str, int]] = []

        def write(template: jinja2.Template) -> str:
            writer = template.root_render_func(template.new_context(context))
            for piece in writer:
                # The generator stands at the yield that gave the piece.
                line = writer.gi_frame.f_lineno  # type: ignore[attr-defined]
                pieces.append((piece, template.get_corresponding_lineno(line)))
            return ""

        self._run(name, lambda _: write(self._line_by_line[name]))
        return pieces

    @cached_property
    def _line_by_line(self) -> Mapping[str, jinja2.Template]:
        made = line_by_line(self._environment())
        return {name: self._compile(text, made) for name, text in self.sources.items()}

    def _prepare(
        self,
        messages: Iterable[Any],
        tools: Iterable[Any] | None,
        documents: Iterable[Mapping[str, Any]] | None,
        chat_template: str | None,
        options: Mapping[str, Any],
    ) -> tuple[str, dict[str, Any]]:
        """Gives the name of the template that serves, and what it sees."""
        schemas = plain_tools(tools)
        context = {
            **self.special_tokens,
            **plain(options),
            "messages": plain_messages(messages),
            "tools": schemas,
            "documents": None if documents is None else [_document(document) for document in documents],
        }
        return self._choose(chat_template, has_tools=schemas is not None), context

    def _run(self, name: str, write: Callable[[jinja2.Template], str]) -> str:
        try:
            return write(self._compiled[name])
        except _TEMPLATE_FAULTS as error:
            raise _fault(error, self.sources[name]) from None

    def _choose(self, name: str | None, *, has_tools: bool) -> str:
        if name is not None:
            if name in self.sources:
                return name
            raise FormatError(f"there is no chat template of the name {name!r} but {', '.join(sorted(self.sources))}")
        if has_tools and "tool_use" in self.sources:
            return "tool_use"
        if "default" in self.sources:
            return "default"
        raise FormatError(
            f"there are several chat templates and none is called default: {', '.join(sorted(self.sources))}",
            hint="Say which with chat_template=…",
        )

    def _environment(self) -> jinja2.Environment:
        return environment()

    def _compile(self, source: str, environment: jinja2.Environment) -> jinja2.Template:
        try:
            return environment.from_string(source, globals={"strftime_now": self._strftime_now})
        except jinja2.TemplateSyntaxError as error:
            raise _error(error.message or "not a Jinja template", source, error.lineno) from None
        except (SyntaxError, ValueError, ArithmeticError, RecursionError) as error:  # what Python says to jinja2's code
            raise FormatError(f"the template cannot be compiled: {error}", source=source) from None

    def _strftime_now(self, format: str) -> str:
        return self.clock().strftime(format)


def _fault(error: Exception, source: str) -> FormatError:
    """Words what went wrong in a template, at the innermost line of it that ran."""
    line = None
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == _FILE_NAME:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    hint = ""
    if isinstance(error, jinja2.exceptions.SecurityError):
        hint = "Chat templates run in a sandbox, here as in transformers."
    elif isinstance(error, jinja2.TemplateError) and not isinstance(error, jinja2.TemplateRuntimeError):
        hint = "The template itself refuses these messages (raise_exception)."
    return _error(str(error) or type(error).__name__, source, line, hint)


def _document(document: object) -> Any:
    if not isinstance(document, Mapping):
        raise DataError(f"a document must be a dict with title and text, not {document!r}")
    return plain(document)


def _error(message: str, source: str, line: int | None, hint: str = "") -> FormatError:
    """Words an error that knows its line: the caret goes under that line's first character."""
    if line is None:
        return FormatError(message, source=source, hint=hint)
    lines = source.split("\n")
    text = lines[line - 1] if line <= len(lines) else ""
    start = sum(len(before) + 1 for before in lines[: line - 1])
    offset = min(start + len(text) - len(text.lstrip()), len(source))
    return FormatError(message, source=source, offset=offset, end=offset + len(text.strip()), hint=hint)
