"""What a template does now, as far as tests can hold on to it."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from formats.comparison.comparison import Comparison, compare_sides
from formats.comparison.side import JinjaSide, Manner, OllamaSide
from gotmpl import ollama
from gotmpl.errors import TemplateError
from gotmpl.lint import Diagnostic, Selection, Severity, check
from gotmpl.ollama.day import fixed_day
from gotmpl.ollama.scenarios import SCENARIOS

__all__ = ["DAY", "Facts", "find_facts"]

DAY = datetime.date(2025, 1, 15)
"""The day on which everything is rendered."""

#: How Go prints a pointer; which number it is, nobody can tell before.
_ADDRESS = re.compile(r"0x[0-9a-f]{6,}")


@dataclass(frozen=True)
class Facts:
    """What a template does.

    Attributes:
        template: The template.
        prompts: The prompts that can be relied on: scenario -> prompt.
        unsteady: The scenarios whose prompts are other ones each time, for an address of the memory is in them.
        refusals: Scenario -> in which words Ollama refuses it.
        findings: What the linter finds that is more than an info.
        ignored: The codes of rules to ignore, for the linter to find no more than infos.
        comparison: How it compares with the chat template; None if there is none, or nothing could be compared.
        is_dated: Whether one of the templates may print the date.
    """

    template: ollama.Template
    prompts: Mapping[str, str]
    unsteady: Sequence[str]
    refusals: Mapping[str, str]
    findings: Sequence[Diagnostic]
    ignored: Sequence[str]
    comparison: Comparison | None
    is_dated: bool


def find_facts(side: OllamaSide, text: str, file: str, chat_template: JinjaSide | None) -> Facts:
    """Renders, lints and compares a template.

    Args:
        side: The template with what is around it.
        text: The text of its file.
        file: The name of its file.
        chat_template: The chat template to compare it with.
    """
    is_dated = re.search("currentDate|yesterdayDate", text) is not None
    comparison = None
    with fixed_day(DAY):
        prompts, refusals = _render(side)
        if chat_template is not None:
            comparison = compare_sides(side, chat_template)
            sources = chat_template.template.sources.values()
            is_dated = is_dated or any("strftime_now" in source for source in sources)
    known = {*_ADDRESS.findall(text)}
    unsteady = [name for name, prompt in prompts.items() if not known.issuperset(_ADDRESS.findall(prompt))]
    found = [each for each in check(text, file=file) if each.severity > Severity.INFO]
    return Facts(
        side.template,
        {name: prompt for name, prompt in prompts.items() if name not in unsteady},
        unsteady,
        {name: _ADDRESS.split(words)[0] for name, words in refusals.items()},
        found,
        _ignored(found, text, file),
        comparison if comparison is not None and comparison.compared else None,
        is_dated,
    )


def _render(side: OllamaSide) -> tuple[dict[str, str], dict[str, str]]:
    """Gives the prompts, and the words of the refusals."""
    prompts, refusals = {}, {}
    for name, scenario in SCENARIOS.items():
        try:
            prompts[name] = side.render(scenario, Manner())
        except TemplateError as error:
            refusals[name] = str(error)
    return prompts, refusals


def _ignored(found: Sequence[Diagnostic], text: str, file: str) -> list[str]:
    """Gives the codes to ignore; a finding that is ignored may have kept another one from being told."""
    codes: set[str] = set()
    while new := {each.code for each in found if each.severity > Severity.INFO}:
        codes |= new
        found = check(text, file=file, selection=Selection(ignore=codes))
    return sorted(codes)
