"""What tests assert of prompts and templates; what fails says where and why, and how white space differs."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from gotmpl.errors import TemplateError
from gotmpl.testing.hidden import hidden, no_prompt

if TYPE_CHECKING:
    from formats.comparison.comparison import Conversation
    from formats.jinja import ChatTemplate
    from gotmpl.testing.golden import Golden
    from gotmpl.testing.model import Renderable

__all__ = ["assert_equivalent", "assert_lint_clean", "assert_prompt"]


@hidden
def assert_prompt(
    rendered: str | TemplateError,
    expected: str | None = None,
    *,
    contains: str | Iterable[str] = (),
    not_contains: str | Iterable[str] = (),
    starts_with: str = "",
    ends_with: str = "",
    golden: Golden | None = None,
) -> None:
    """Asserts what a prompt is, or what is in it; at least one thing must be expected.

    Args:
        rendered: The prompt, or why there is none, as a `Matrix` has it, which is a failure.
        expected: The whole prompt.
        contains: A text that it has, or several.
        not_contains: A text that it has not, or several.
        starts_with: How it begins.
        ends_with: How it ends.
        golden: The fixture `golden`: the prompt is the one in the test's golden file.

    Raises:
        AssertionError: With all that is not as expected.
        TypeError: Nothing is expected, or the prompt is no text.
    """
    __tracebackhide__ = True
    from gotmpl.testing.expectation import Expectation

    expectation = Expectation(expected, _texts(contains), _texts(not_contains), starts_with, ends_with)
    if golden is None and not expectation:
        raise TypeError("assert_prompt needs something to expect: the prompt, contains, ends_with, golden, …")
    if isinstance(rendered, TemplateError):
        raise AssertionError(no_prompt(rendered))
    if not isinstance(rendered, str):
        raise TypeError(f"the prompt must be text, not {rendered!r}")
    faults = expectation.faults(rendered)
    if golden is not None:
        faults += golden.faults(rendered)
    _fail(faults)


@hidden
def assert_equivalent(
    go: Renderable | ChatTemplate,
    jinja: Renderable | ChatTemplate,
    *,
    scenarios: Mapping[str, Conversation] | Collection[str] | None = None,
    strict: bool = False,
    allow: Collection[str] = (),
) -> None:
    """Asserts that two templates make the same prompts of conversations; see `formats.compare`.

    Args:
        go: A template of Ollama's: a path, a text that has ``{{``, a `Template` or a `Modelfile`.
        jinja: Most often a chat template: a path, a text that has ``{%``, or a `ChatTemplate`; ``format:NAME`` is a
            named format.
        scenarios: Name -> conversation, a `Scenario` or messages; or names of the documented ones; all of these if
            not given.
        strict: Whether what Ollama does around each template counts as a difference.
        allow: Names of conversations that may differ; one that does not is a failure, too.

    Raises:
        AssertionError: A conversation differs that may not, or the other way round; or none could be compared.
        ValueError: There is no scenario of such a name.
        ParseError: A template does not parse.
        ModelfileError: A Modelfile is refused, or has no TEMPLATE.
        FormatError: There is no chat template in a file, or no format of that name.
        OSError: A file cannot be read.
    """
    __tracebackhide__ = True
    from gotmpl.testing.equivalence import faults
    from gotmpl.testing.model import read_side

    _fail(faults(read_side(go), read_side(jinja), scenarios, strict=strict, allow=allow))


@hidden
def assert_lint_clean(
    path: str | os.PathLike[str], *, select: Collection[str] = (), ignore: Collection[str] = ()
) -> None:
    """Asserts that ``gotmpl lint`` finds nothing in a Modelfile or a template that is more than an info.

    The settings in pyproject.toml are not read.

    Args:
        path: The file.
        select: Codes, beginnings of codes or names of the rules to ask; all if empty.
        ignore: Likewise, what is left out of these.

    Raises:
        AssertionError: With the findings as ``gotmpl lint`` prints them.
        ValueError: There is no such rule.
        OSError: The file cannot be read.
    """
    __tracebackhide__ = True
    from gotmpl.testing.linting import faults

    _fail(faults(path, select, ignore))


def _texts(given: str | Iterable[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _fail(faults: Iterable[str]) -> None:
    message = "\n\n".join(faults)
    if message:
        raise AssertionError(message)
