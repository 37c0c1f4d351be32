"""What ``gotmpl diff`` has found, put together: each difference once, the commonest first."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from formats.comparison.cause import Cause
from formats.comparison.comparison import Case, Comparison, Verdict
from formats.comparison.difference import Hunk
from gotmpl.cli.diff_sides import Given
from gotmpl.errors import TemplateError

__all__ = ["Difference", "Findings", "Refusal", "find", "listed"]


#: How a prompt was ended -> what transformers is told for that.
_TOLD = {"continued": "continue_final_message=True", "closed": "add_generation_prompt=False"}


class Difference(NamedTuple):
    """A difference that is the same in some conversations.

    Attributes:
        number: Its number in the report, from 1.
        cases: The conversations.
        places: In how many places of them it is.
        hunk: How it looks in the first of them.
    """

    number: int
    cases: tuple[Case, ...]
    places: int
    hunk: Hunk

    @property
    def first(self) -> Case:
        """The conversation in which it is shown."""
        return self.cases[0]

    @property
    def is_cut_before(self) -> bool:
        """Whether the text in front of it goes on to the left on its line."""
        assert self.first.a is not None
        start = self.hunk.a_start - len(self.hunk.before)
        return start > 0 and self.first.a[start - 1] != "\n"

    @property
    def is_cut_behind(self) -> bool:
        """Whether the line goes on behind the text that is shown."""
        assert self.first.a is not None
        assert self.first.b is not None
        rest = len(self.hunk.after)
        a, b = (
            text[start : start + size + rest]
            for text, start, size in (
                (self.first.a, self.hunk.a_start, len(self.hunk.a)),
                (self.first.b, self.hunk.b_start, len(self.hunk.b)),
            )
        )
        return not (a.endswith("\n") or self.hunk.a_start + len(a) == len(self.first.a)) or not (
            b.endswith("\n") or self.hunk.b_start + len(b) == len(self.first.b)
        )


class Refusal(NamedTuple):
    """Conversations that are refused for the same reason.

    Attributes:
        cases: The conversations.
        a_error: Why the one side refuses; None if it does not.
        b_error: Why the other does.
    """

    cases: tuple[Case, ...]
    a_error: TemplateError | None
    b_error: TemplateError | None

    @property
    def by_both(self) -> bool:
        """Whether no side has a prompt, so that there is nothing to fix."""
        return self.a_error is not None and self.b_error is not None


class Findings(NamedTuple):
    """All that is reported.

    Attributes:
        comparison: The comparison.
        a: The one side.
        b: The other.
        is_strict: Whether nothing was to be set aside.
        differences: What differs, the commonest first.
        refusals: What is refused: by one side, then by both, the commonest first.
    """

    comparison: Comparison
    a: Given
    b: Given
    is_strict: bool
    differences: tuple[Difference, ...]
    refusals: tuple[Refusal, ...]

    def of(self, verdict: Verdict) -> list[Case]:
        """Gives the conversations of a verdict."""
        return [case for case in self.comparison.cases if case.verdict is verdict]

    @property
    def causes(self) -> dict[Cause, list[Case]]:
        """What was set aside -> the conversations for which it was."""
        cases = self.comparison.cases
        found = {cause: [case for case in cases if cause in case.causes] for cause in Cause}
        return {cause: each for cause, each in found.items() if each}

    @property
    def notes(self) -> list[str]:
        """What a reader must know to trust the rest."""
        said = []
        guessed = self.comparison.tokens
        for token in sorted(set(guessed.values())):
            names = [name for name in guessed if guessed[name] == token]
            verb = "is" if len(names) == 1 else "are"
            said.append(f"{' and '.join(names)} {verb} told by no file; taken to be {token or 'empty'}")
        for ending, told in _TOLD.items():
            cases = [case for case in self.comparison.cases if case.ending == ending]
            if cases:
                said.append(f"{listed(cases)}: rendered with {told}, where both are most alike")
        return said

    def numbers(self, case: Case) -> list[int]:
        """Gives the numbers of the differences that a conversation has."""
        return [each.number for each in self.differences if any(case is own for own in each.cases)]

    @property
    def summary(self) -> str:
        """Counts the conversations in a line."""
        comparison = self.comparison
        equal, both = comparison.count(Verdict.EQUAL), comparison.count(Verdict.BOTH_REFUSED)
        space, different = comparison.count(Verdict.SPACE), comparison.count(Verdict.DIFFERENT)
        counts = [f"{equal} of {len(comparison.cases)} equal"]
        counts += [f"{space} differ{'s' * (space == 1)} in white space"] * bool(space)
        counts += [f"{different} differ{'s' * (different == 1)}"] * bool(different)
        for given, errors in (
            (self.a, [case.a_error for case in comparison.cases if case.verdict is Verdict.REFUSED]),
            (self.b, [case.b_error for case in comparison.cases if case.verdict is Verdict.REFUSED]),
        ):
            refused = sum(error is not None for error in errors)
            counts += [f"{refused} refused by {given.name}"] * bool(refused)
        counts += [f"{both} refused by both"] * bool(both)
        return ", ".join(counts)


def listed(cases: Iterable[Case]) -> str:
    """Lists the names of conversations."""
    return ", ".join(case.name for case in cases)


def find(comparison: Comparison, a: Given, b: Given, *, is_strict: bool) -> Findings:
    """Puts together what is the same in several conversations."""
    differences: dict[Hashable, tuple[list[Case], list[Hunk]]] = {}
    refusals: dict[Hashable, list[Case]] = {}
    for case in comparison.cases:
        for hunk in case.hunks:
            cases, hunks = differences.setdefault((hunk.a, hunk.b, hunk.a_line, hunk.b_line), ([], []))
            if not cases or cases[-1] is not case:
                cases.append(case)
            hunks.append(hunk)
        if case.a_error or case.b_error:
            refusals.setdefault((_reason(case.a_error), _reason(case.b_error)), []).append(case)
    return Findings(
        comparison,
        a,
        b,
        is_strict,
        tuple(
            Difference(number, tuple(cases), len(hunks), hunks[0])
            for number, (cases, hunks) in enumerate(_by_size(differences.values()), 1)
        ),
        tuple(
            Refusal(tuple(cases), cases[0].a_error, cases[0].b_error)
            for cases in sorted(refusals.values(), key=lambda cases: (cases[0].is_equal, -len(cases)))
        ),
    )


def _by_size(found: Iterable[tuple[list[Case], list[Hunk]]]) -> list[tuple[list[Case], list[Hunk]]]:
    return sorted(found, key=lambda each: (len(each[0]), len(each[1])), reverse=True)


def _reason(error: TemplateError | None) -> Hashable:
    return None if error is None else (error.message, error.offset)
