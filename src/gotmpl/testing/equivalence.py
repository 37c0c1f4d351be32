"""Where two templates make different prompts, for the message of a failed test."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from formats.comparison.comparison import Case, Comparison, Conversation, Verdict, compare_sides
from formats.comparison.difference import Hunk
from formats.comparison.side import Side
from gotmpl.blanks import harmless, visible
from gotmpl.errors import TemplateError
from gotmpl.ollama.scenarios import SCENARIOS

__all__ = ["faults"]

_MOST_SHOWN = 3
"""How many differences are shown."""

_MOST_HUNKS = 3
_MOST_COLUMNS = 120
_BESIDE = 30
"""How many equal characters are shown on either side of a difference."""


def faults(
    a: Side,
    b: Side,
    scenarios: Mapping[str, Conversation] | Collection[str] | None = None,
    *,
    strict: bool = False,
    allow: Collection[str] = (),
) -> list[str]:
    """Says how two sides differ; the other arguments are those of `assert_equivalent`.

    Raises:
        ValueError: There is no scenario of such a name.
    """
    __tracebackhide__ = True
    comparison = compare_sides(a, b, _scenarios(scenarios), strict=strict)
    names = [case.name for case in comparison.cases]
    unknown = [name for name in allow if name not in names]
    if unknown:
        raise ValueError(f"allow: no conversation {unknown[0]!r} was compared, but {', '.join(names)}")
    found = []
    if not comparison.compared:
        found.append("\n".join(_nothing_compared(comparison)))
    different = [case for case in comparison.cases if not case.is_equal and case.name not in allow]
    if different:
        found.append("\n".join(_report(comparison, different, allow)))
    same = [case.name for case in comparison.cases if case.is_equal and case.name in allow]
    if same:
        found.append(f"allow: {', '.join(same)} may differ, but do not; take them out")
    return found


def _nothing_compared(comparison: Comparison) -> Iterator[str]:
    if not comparison.cases:
        yield f"{comparison.a} and {comparison.b}: there is no conversation to compare"
        return
    yield f"{comparison.a} and {comparison.b}: no conversation that both render"
    refused = [case for case in comparison.cases if case.verdict is Verdict.BOTH_REFUSED]
    for case in refused[:1]:
        yield f"  {case.name}"
        yield from (f"    {line}" for line in _refusals(comparison, case))


def _scenarios(given: Mapping[str, Conversation] | Collection[str] | None) -> Mapping[str, Conversation]:
    __tracebackhide__ = True
    if given is None:
        return SCENARIOS
    if isinstance(given, Mapping):
        return given
    unknown = [name for name in given if name not in SCENARIOS]
    if unknown:
        raise ValueError(f"there is no scenario {unknown[0]!r}, but {', '.join(SCENARIOS)}")
    return {name: SCENARIOS[name] for name in given}


def _report(comparison: Comparison, different: Sequence[Case], allow: Collection[str]) -> Iterator[str]:
    yield f"{comparison.a} and {comparison.b} differ in {len(different)} of {len(comparison.cases)} conversations"
    for verdict in Verdict:
        names = [case.name for case in comparison.cases if case.verdict is verdict and case.name not in allow]
        if names:
            yield f"  {len(names):>2} {_WORDS[verdict]}: {', '.join(names)}"
    if allow:
        yield f"  {len(allow):>2} allowed to differ: {', '.join(sorted(allow))}"
    groups: dict[tuple[str, ...], list[str]] = {}
    for case in different:
        groups.setdefault(tuple(_case(comparison, case)), []).append(case.name)
    # What most conversations have in common comes first.
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    for lines, names in ordered[:_MOST_SHOWN]:
        yield ""
        yield f"  {', '.join(names)}"
        yield from (f"    {line}" for line in lines)
    if len(ordered) > _MOST_SHOWN:
        yield ""
        command = f"gotmpl diff {comparison.a} {comparison.b}"
        yield f"  and {len(ordered) - _MOST_SHOWN} other differences; `{command}` shows all"


_WORDS = {
    Verdict.EQUAL: "equal",
    Verdict.SPACE: "different in white space",
    Verdict.DIFFERENT: "different",
    Verdict.REFUSED: "refused by one",
    Verdict.BOTH_REFUSED: "refused by both",
}


def _case(comparison: Comparison, case: Case) -> Iterator[str]:
    if case.verdict is Verdict.REFUSED:
        yield from _refusals(comparison, case)
        return
    for hunk in case.hunks[:_MOST_HUNKS]:
        yield from _hunk(comparison, hunk)
    if len(case.hunks) > _MOST_HUNKS:
        yield f"and {len(case.hunks) - _MOST_HUNKS} more places"


def _refusals(comparison: Comparison, case: Case) -> Iterator[str]:
    yield from _refusal(comparison.a, case.a_error)
    yield from _refusal(comparison.b, case.b_error)


def _refusal(name: str, error: TemplateError | None) -> Iterator[str]:
    if error is not None:
        place = "" if error.line is None else f", line {error.line} of the template"
        yield f"{name} refuses{place}: {harmless(str(error))}"


def _hunk(comparison: Comparison, hunk: Hunk) -> Iterator[str]:
    places = [_place(comparison.a, hunk.a_line), _place(comparison.b, hunk.b_line)]
    width = max(map(len, places))
    before = _last(hunk.before)
    for place, sign, text in zip(places, "-+", (hunk.a, hunk.b), strict=True):
        yield f"{place:<{width}}  {sign} {before}{_middle(text)}{_first(hunk.after)}"
        if text:
            yield f"{'':<{width}}    {' ' * len(before)}{'^' * len(_middle(text))}"


def _place(name: str, line: int | None) -> str:
    return name if line is None else f"{name}:{line}"


def _last(text: str) -> str:
    return visible(text) if len(text) <= _BESIDE else "…" + visible(text[-_BESIDE:])


def _first(text: str) -> str:
    return visible(text) if len(text) <= _BESIDE else visible(text[:_BESIDE]) + "…"


def _middle(text: str) -> str:
    half = _MOST_COLUMNS // 2
    return visible(text) if len(text) <= _MOST_COLUMNS else f"{visible(text[:half])}…{visible(text[-half:])}"
