"""Two sides over the scenarios: what of them is equal, and why the rest is not."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from formats.base import ChatFormat
from formats.comparison.cause import Cause
from formats.comparison.difference import Hunk, distance, hunks, same_but_for_space, settled
from formats.comparison.files import modelfile_side, side_of_file
from formats.comparison.side import FormatSide, JinjaSide, Manner, OllamaSide, Side
from formats.comparison.surroundings import Surrounded
from formats.comparison.tokens import guess_tokens
from formats.jinja.chat_template import ChatTemplate
from formats.registry import get
from gotmpl import api, ollama
from gotmpl.errors import DataError, FormatError, TemplateError
from gotmpl.modelfile import Modelfile
from gotmpl.ollama.scenarios import SCENARIOS, Scenario

__all__ = ["Case", "Comparison", "Conversation", "Verdict", "compare", "compare_sides", "side_of"]

Renderable = Side | ollama.Template | Modelfile | ChatTemplate | ChatFormat | Callable[..., str] | str | PathLike[str]
"""What can be compared; a text is the name of a format, a path a file."""

Conversation = Scenario | Iterable[Mapping[str, Any]]
"""What both sides render: a request, or messages alone."""


class Verdict(enum.Enum):
    """How the two prompts of a conversation compare; the value says it in words."""

    EQUAL = "equal"
    SPACE = "differs only in white space"
    DIFFERENT = "differs"
    REFUSED = "one refuses"
    BOTH_REFUSED = "both refuse"


@dataclass(frozen=True)
class Case:
    """One conversation on both sides.

    Attributes:
        name: The scenario's name.
        title: What it is, in a few words.
        verdict: How they compare, once the causes are set aside.
        causes: What of the difference is Ollama's pipeline's doing and was set aside: the other side did it as well.
        ending: How the side that is not Ollama's was told to end the prompt; see `ENDINGS`.
        hunks: The differences that are left.
        a: The prompt of the one side as it was compared, after the causes; None if it refuses.
        b: The prompt of the other.
        a_error: Why the one refuses.
        b_error: Why the other does.
    """

    name: str
    title: str
    verdict: Verdict
    causes: tuple[Cause, ...] = ()
    ending: str = "opened"
    hunks: tuple[Hunk, ...] = ()
    a: str | None = None
    b: str | None = None
    a_error: TemplateError | None = None
    b_error: TemplateError | None = None

    @property
    def is_equal(self) -> bool:
        """Whether there is no difference to fix: the prompts are equal, or neither side has one."""
        return self.verdict in (Verdict.EQUAL, Verdict.BOTH_REFUSED)


@dataclass(frozen=True)
class Comparison:
    """Two sides over some conversations.

    Attributes:
        a: What the one side is called.
        b: What the other is called.
        cases: The conversations, in order.
        tokens: The special tokens that no file tells and that were guessed: name -> token.
    """

    a: str
    b: str
    cases: tuple[Case, ...]
    tokens: Mapping[str, str]

    @property
    def is_equal(self) -> bool:
        """Whether no conversation differs."""
        return all(case.is_equal for case in self.cases)

    @property
    def compared(self) -> int:
        """How many conversations both sides rendered."""
        return sum(case.a is not None and case.b is not None for case in self.cases)

    def count(self, verdict: Verdict) -> int:
        """Counts the conversations of a verdict."""
        return sum(case.verdict is verdict for case in self.cases)

    def __str__(self) -> str:
        width = max((len(case.name) for case in self.cases), default=0)
        return "\n".join(f"{case.name:<{width}}  {case.verdict.value}" for case in self.cases)


def compare(
    a: Renderable,
    b: Renderable,
    scenarios: Mapping[str, Conversation] = SCENARIOS,
    *,
    strict: bool = False,
) -> Comparison:
    """Renders conversations on two sides and tells where they differ.

    If one side is Ollama's and the other is not, what Ollama does around every template is done on the other side as
    well before they are compared, as far as it brings them closer, and is named in the case.

    Args:
        a: A Modelfile, a template of Ollama's, a Hugging Face chat template, another format or a function of messages;
            the name of a format; or a path to a file of these.
        b: The other one.
        scenarios: Name -> conversation: a `Scenario`, or messages.
        strict: Whether what Ollama does around the template counts as a difference.

    Raises:
        ParseError: A template does not parse.
        ModelfileError: A Modelfile is refused, or has no TEMPLATE.
        FormatError: There is no format of that name, or no chat template in a file.
        DataError: A conversation is none.
        OSError: A file cannot be read.
    """
    return compare_sides(side_of(a), side_of(b), scenarios, strict=strict)


def side_of(given: Renderable, name: str = "") -> Side:
    """Makes a side of anything that can be compared; `name` is what reports call it.

    Raises:
        ParseError: As `compare`.
        ModelfileError: As `compare`.
        FormatError: As `compare`.
        OSError: As `compare`.
    """
    if isinstance(given, ollama.Template):
        return OllamaSide(name or "the template", given.text)
    if isinstance(given, Modelfile):
        return modelfile_side(given, name or "the Modelfile")
    if isinstance(given, ChatTemplate):
        return JinjaSide(name or "the chat template", given)
    if isinstance(given, str):
        return FormatSide(name or f"format:{given}", _named(given))
    if isinstance(given, PathLike):
        return side_of_file(given, name or str(given))
    if isinstance(given, Side):
        return given
    if isinstance(given, ChatFormat) or callable(given):
        return FormatSide(name or getattr(given, "name", repr(given)), given)
    raise FormatError(f"nothing that renders messages: {given!r}")


def _named(name: str) -> Any:
    try:
        return get(name)
    except FormatError as error:
        hint = f"There is a file of that name: give it as Path({name!r})." if Path(name).is_file() else error.hint
        raise FormatError(error.message, hint=hint) from None


def compare_sides(
    a: Side, b: Side, scenarios: Mapping[str, Conversation] = SCENARIOS, *, strict: bool = False
) -> Comparison:
    """Does what `compare` does with two sides.

    Raises:
        DataError: A conversation is none.
    """
    requests = {name: _scenario(name, given) for name, given in scenarios.items()}
    given = {name: scenario for name, scenario in requests.items() if a.takes(scenario) and b.takes(scenario)}
    a, a_tokens = _with_tokens(a, b, given)
    b, b_tokens = _with_tokens(b, a, given)
    if isinstance(a, OllamaSide) and not b.is_ollama:
        b = Surrounded(b, a)
    elif isinstance(b, OllamaSide) and not a.is_ollama:
        a = Surrounded(a, b)
    causes = frozenset() if strict or a.is_ollama == b.is_ollama else frozenset(Cause)
    cases = tuple(_case(a, b, name, scenario, causes) for name, scenario in given.items())
    return Comparison(a.name, b.name, cases, {**a_tokens, **b_tokens})


def _scenario(name: str, given: Conversation) -> Scenario:
    if isinstance(given, Scenario):
        return given
    if isinstance(given, (str, Mapping)) or not isinstance(given, Iterable):
        raise DataError(f"the conversation {name!r} must be a Scenario or a list of messages, not {given!r}")
    messages = tuple(given)
    try:
        api.messages(messages)
    except DataError as error:
        raise DataError(f"the conversation {name!r}: {error.message}", hint=error.hint) from None
    return Scenario("your own", messages)


def _with_tokens(side: Side, other: Side, scenarios: Mapping[str, Scenario]) -> tuple[Side, dict[str, str]]:
    """Gives a side that knows the special tokens which it prints, and those that were guessed."""
    if not isinstance(side, JinjaSide) or not side.unknown_tokens:
        return side, {}
    guessed = guess_tokens(side, other, scenarios)
    return side.with_tokens(guessed), guessed


def _case(a: Side, b: Side, name: str, scenario: Scenario, causes: frozenset[Cause]) -> Case:
    manners = [Manner(causes, ending) for ending in _endings(a, b, scenario)]
    made = [(_attempt(a, scenario, manner), _attempt(b, scenario, manner)) for manner in manners]
    pairs = [
        _Pair(manner, one, other)
        for manner, (one, other) in zip(manners, made, strict=True)
        if isinstance(one, str) and isinstance(other, str)
    ]
    if not pairs:
        less = _without_unknown(a, b, scenario) if Cause.LEFT_OUT in causes else None
        if less is None:
            return _refusal(name, scenario, *made[0])
        case = _case(a, b, name, less, causes - {Cause.LEFT_OUT})
        return replace(case, causes=(Cause.LEFT_OUT, *case.causes))
    pair = min(pairs, key=lambda pair: pair.distance) if len(pairs) > 1 else pairs[0]
    for cause in Cause:
        fewer = _with_fewer(a, b, scenario, pair.manner, cause)
        if fewer is not None and fewer.is_no_farther(pair):
            pair = fewer
    kept = tuple(cause for cause in Cause if cause in pair.manner.causes)
    verdict, found = Verdict.EQUAL, list[Hunk]()
    if pair.a != pair.b:
        verdict = Verdict.SPACE if same_but_for_space(pair.a, pair.b) else Verdict.DIFFERENT
        traced = a.trace(scenario, pair.manner).settled(pair.a), b.trace(scenario, pair.manner).settled(pair.b)
        found = hunks(*traced)
    return Case(name, scenario.title, verdict, kept, pair.manner.ending, tuple(found), pair.a, pair.b)


def _without_unknown(a: Side, b: Side, scenario: Scenario) -> Scenario | None:
    """Gives a request without the tools and the thinking that only Ollama minds; None if they are not the reason.

    Ollama refuses them where a template does not know them; transformers then drops them without a word.
    """
    ours, other = (a, b) if a.is_ollama else (b, a)
    manner = Manner(ending=other.endings(scenario)[0])
    known = _attempt(other, scenario, manner)
    without_tools = replace(scenario, tools=None)
    for less in (replace(scenario, think=None), without_tools, replace(without_tools, think=None)):
        if less == scenario:
            continue
        is_missed = not isinstance(known, str) or known != _attempt(other, less, manner)
        if not is_missed and isinstance(_attempt(ours, less, manner), str):
            return less
    return None


class _Pair:
    """Two prompts, and the manner in which they were made."""

    def __init__(self, manner: Manner, a: str, b: str) -> None:
        self.manner = manner
        self.a = settled(a, b)
        self.b = settled(b, a)

    @cached_property
    def distance(self) -> int:
        """How far apart the prompts are."""
        return distance(self.a, self.b)

    def is_no_farther(self, other: _Pair) -> bool:
        """Whether the prompts are as close as others, or closer; for most causes they are the same ones."""
        return (self.a, self.b) == (other.a, other.b) or self.distance <= other.distance


def _with_fewer(a: Side, b: Side, scenario: Scenario, manner: Manner, cause: Cause) -> _Pair | None:
    """Gives the pair without one of the causes; None if it was none of them, or if a side refuses."""
    if cause not in manner.causes:
        return None
    fewer = Manner(manner.causes - {cause}, manner.ending)
    one, other = _attempt(a, scenario, fewer), _attempt(b, scenario, fewer)
    return _Pair(fewer, one, other) if isinstance(one, str) and isinstance(other, str) else None


def _endings(a: Side, b: Side, scenario: Scenario) -> tuple[str, ...]:
    """Gives the endings that a side which can be told is told; the same for both if both can."""
    return max(a.endings(scenario), b.endings(scenario), key=len)


def _attempt(side: Side, scenario: Scenario, manner: Manner) -> str | TemplateError:
    try:
        return side.render(scenario, manner)
    except TemplateError as error:
        return error


def _refusal(name: str, scenario: Scenario, one: str | TemplateError, other: str | TemplateError) -> Case:
    return Case(
        name,
        scenario.title,
        Verdict.REFUSED if isinstance(one, str) or isinstance(other, str) else Verdict.BOTH_REFUSED,
        a=one if isinstance(one, str) else None,
        b=other if isinstance(other, str) else None,
        a_error=one if isinstance(one, TemplateError) else None,
        b_error=other if isinstance(other, TemplateError) else None,
    )
