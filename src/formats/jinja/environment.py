"""The Jinja environment that chat templates are written for.

Source of the behaviour: transformers 5.24, utils/chat_template_utils.py, `_cached_compile_jinja_template`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, NoReturn

import jinja2
from jinja2 import nodes
from jinja2.ext import Extension, LoopControlExtension
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace

__all__ = ["GenerationSpans", "environment", "recording"]


class GenerationSpans:
    """Where the text inside `{% generation %}` blocks came to stand in a render.

    Attributes:
        pieces: What the template has written so far.
        spans: Start and end of each block's text, in characters of the whole.
    """

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.spans: list[tuple[int, int]] = []

    def add(self, text: str) -> None:
        """Notes a block's text that is about to be written."""
        start = sum(map(len, self.pieces))
        self.spans.append((start, start + len(text)))


_recorder: ContextVar[GenerationSpans | None] = ContextVar("_recorder", default=None)


@contextmanager
def recording(spans: GenerationSpans) -> Iterator[None]:
    """Lets `{% generation %}` blocks note their places in `spans` while it is open."""
    token = _recorder.set(spans)
    try:
        yield
    finally:
        _recorder.reset(token)


class GenerationExtension(Extension):
    """The tag ``{% generation %} … {% endgeneration %}``, which marks what the assistant has written.

    It renders its body as a call block does, so a `set` inside does not reach outside.
    """

    tags = {"generation"}  # noqa: RUF012 - jinja2 declares it so

    def parse(self, parser: Parser) -> nodes.Node:
        """Reads the block behind its tag."""
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.CallBlock(self.call_method("_record"), [], [], body).set_lineno(line)

    def _record(self, caller: Callable[[], str]) -> str:
        text = caller()
        recorder = _recorder.get()
        if recorder is not None:
            recorder.add(text)
        return text


class _DictFactory:
    """What the name `dict` means in a template: the constructor and `fromkeys`, and no way to the class itself."""

    def __call__(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return dict(*args, **kwargs)

    def fromkeys(self, *args: Any) -> dict[Any, Any]:
        """Gives a dict that has the same value under every key."""
        return dict.fromkeys(*args)


class _GuardedNamespace(Namespace):
    """A `namespace` without attributes that begin with an underscore."""

    def __init__(*args: Any, **kwargs: Any) -> None:  # no `self`, so that namespace(self=…) works
        self, *rest = args
        attributes = dict(*rest, **kwargs)
        for name in attributes:
            _refuse_underscore(name)
        Namespace.__init__(self, attributes)

    def __setitem__(self, name: str, value: Any) -> None:
        _refuse_underscore(name)
        super().__setitem__(name, value)


def _refuse_underscore(name: object) -> None:
    if isinstance(name, str) and name.startswith("_"):
        raise jinja2.exceptions.SecurityError(f"a namespace takes no attribute that begins with _: {name!r}")


def _raise_exception(message: str) -> NoReturn:
    raise jinja2.TemplateError(message)


def _tojson(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | str | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    """JSON in plain text: neither ASCII nor HTML escapes, unlike jinja2's own filter of that name."""
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


@lru_cache(maxsize=1)
def environment() -> ImmutableSandboxedEnvironment:
    """Gives the environment; templates bring what differs between them as globals of their own."""
    env = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[GenerationExtension, LoopControlExtension]
    )
    env.filters["tojson"] = _tojson
    env.globals["raise_exception"] = _raise_exception
    env.globals["dict"] = _DictFactory()
    env.globals["namespace"] = _GuardedNamespace
    return env
