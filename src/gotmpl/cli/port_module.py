"""The text of a test module that holds a template to what it does now."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from formats.comparison.comparison import Case
from gotmpl.cli.port_facts import DAY, Facts
from gotmpl.cli.port_literal import WIDTH, columns, comment, layout, literal, plain
from gotmpl.lint import Diagnostic

__all__ = ["PROMPT_TEST", "Module"]

PROMPT_TEST = "test_prompt"
"""The test whose golden prompts are in the file."""

_MOST_SHOWN = 40
"""How many characters of a difference stand in a comment at most."""


@dataclass(frozen=True)
class Module:
    """A test module.

    Attributes:
        name: What the template is called in the name of the module.
        facts: What it does.
        template: The path of the template's file, from the folder of the module.
        file: The name of that file in comments.
        origin: What the file was written from; empty if it was there.
        chat_template: The path of the chat template; empty if there is none.
    """

    name: str
    facts: Facts
    template: str
    file: str
    origin: str = ""
    chat_template: str = ""

    def __str__(self) -> str:
        parts = [self._head(), self._fixtures(), self._prompts(), self._refusals(), self._reading()]
        parts += [self._linting(), self._equivalence()]
        blocks = [block for part in parts for block in part]
        return "\n\n\n".join("\n".join(lines) for lines in blocks) + "\n"

    def _head(self) -> Iterator[list[str]]:
        name = f" of {self.name}" if plain(self.name) == self.name else ""
        yield [
            f'"""What Ollama makes{name}: its prompts and its refusals, as they are now.',
            "",
            *textwrap.wrap(self._about(), WIDTH, break_on_hyphens=False, break_long_words=False),
            '"""',
            "",
            *self._imports(),
            "",
            *self._constants(),
        ]

    def _about(self) -> str:
        about = "Written by `gotmpl port`. Each case is one of the scenarios in `gotmpl.ollama.scenarios`"
        if self.facts.prompts:
            about += (
                ", and its prompt stands in the folder goldens. When the template is changed on purpose, write the "
                "prompts anew with `pytest --gotmpl-update`, and look at what has changed in them"
            )
        return f"{about}."

    def _imports(self) -> Iterator[str]:
        facts = self.facts
        if facts.refusals:
            yield "import re"
        yield f"from collections.abc import Callable{', Iterator' * facts.is_dated}"
        if facts.is_dated:
            yield "from datetime import date"
        yield "from pathlib import Path"
        yield ""
        yield "import pytest"
        yield "from gotmpl import ollama"
        if facts.refusals:
            yield "from gotmpl.errors import TemplateError"
        if facts.is_dated:
            yield "from gotmpl.ollama.day import fixed_day"
        names = ["Golden"] * bool(facts.prompts) + ["Matrix"] * self._has_matrix
        names += ["assert_equivalent"] * (facts.comparison is not None) + ["assert_lint_clean"]
        yield f"from gotmpl.testing import {', '.join(names)}"

    @property
    def _has_matrix(self) -> bool:
        return bool(self.facts.prompts or self.facts.refusals)

    def _constants(self) -> Iterator[str]:
        if self.origin:
            yield from comment(f"A copy of {self.origin}.")
        yield from self._doubts([each for each in self.facts.findings if not self._is_listed(each)])
        if not self.facts.prompts:
            yield from self._left_out()
        yield from _path("TEMPLATE", self.template)
        if self.facts.comparison is not None:
            yield from _path("CHAT_TEMPLATE", self.chat_template)

    def _is_listed(self, finding: Diagnostic) -> bool:
        """Tells whether the scenario that proves a finding is in one of the lists."""
        listed = {*self.facts.refusals, *self.facts.prompts}
        if self.facts.prompts:
            listed.update(self.facts.unsteady)
        return finding.evidence is not None and finding.evidence.scenario in listed

    def _doubts(self, findings: Iterable[Diagnostic], indent: int = 0) -> Iterator[str]:
        for each in findings:
            yield from comment(f"{each.code} {self.file}:{each.line}: {each.message}", indent)

    def _fixtures(self) -> Iterator[list[str]]:
        if self.facts.is_dated:
            yield [
                "@pytest.fixture(autouse=True)",
                "def day() -> Iterator[None]:",
                f'    """Lets it be {DAY}, for the date is part of the prompt."""',
                f"    with fixed_day(date({DAY.year}, {DAY.month}, {DAY.day})):",
                "        yield",
            ]
        yield [
            '@pytest.fixture(scope="module")',
            "def template(ollama_template: Callable[[Path], ollama.Template]) -> ollama.Template:",
            '    """The template."""',
            "    return ollama_template(TEMPLATE)",
        ]
        if self._has_matrix:
            yield [
                '@pytest.fixture(scope="module")',
                "def matrix(render_matrix: Callable[[Path], Matrix]) -> Matrix:",
                '    """The template over all scenarios, with what is around it in its Modelfile."""',
                "    return render_matrix(TEMPLATE)",
            ]

    def _prompts(self) -> Iterator[list[str]]:
        if not self.facts.prompts:
            return
        yield [
            "@pytest.mark.parametrize(",
            '    "scenario",',
            "    [",
            *self._cases(self.facts.prompts),
            *self._left_out(8),
            "    ],",
            ")",
            f"def {PROMPT_TEST}(matrix: Matrix, golden: Golden, scenario: str) -> None:",
            "    golden(matrix.prompt(scenario))",
        ]

    def _cases(self, names: Iterable[str]) -> Iterator[str]:
        for name in names:
            yield from self._proofs(name)
            yield f"        {literal(name)},"

    def _left_out(self, indent: int = 0) -> Iterator[str]:
        for name in self.facts.unsteady:
            if indent:
                yield from self._proofs(name)
            yield from comment(f"Not {name}: there is an address in its prompt, another one each time.", indent)

    def _proofs(self, scenario: str) -> Iterator[str]:
        findings = [each for each in self.facts.findings if each.evidence and each.evidence.scenario == scenario]
        yield from self._doubts(findings, 8)

    def _refusals(self) -> Iterator[list[str]]:
        if not self.facts.refusals:
            return
        rows: list[str] = []
        for name, words in self.facts.refusals.items():
            rows += self._proofs(name)
            rows += layout((name, words), indent=8, behind=",")
        yield [
            "@pytest.mark.parametrize(",
            '    ("scenario", "words"),',
            "    [",
            *rows,
            "    ],",
            ")",
            "def test_refusal(matrix: Matrix, scenario: str, words: str) -> None:",
            "    with pytest.raises(TemplateError, match=re.escape(words)):",
            "        matrix.prompt(scenario)",
        ]

    def _reading(self) -> Iterator[list[str]]:
        template = self.facts.template
        tag = layout(template.tool_call_tag, indent=4, before="assert template.tool_call_tag == ")
        if columns(tag[0]) > WIDTH or len(tag) > 1:
            tag = layout([template.tool_call_tag], indent=4, before="assert [template.tool_call_tag] == ")
        yield [
            "def test_what_ollama_reads_in_it(template: ollama.Template) -> None:",
            *layout(template.capabilities, indent=4, before="assert template.capabilities == "),
            *layout(template.thinking_tags, indent=4, before="assert template.thinking_tags == "),
            *tag,
        ]

    def _linting(self) -> Iterator[list[str]]:
        if not self.facts.ignored:
            yield ["def test_template_is_lint_clean() -> None:", "    assert_lint_clean(TEMPLATE)"]
            return
        call = layout(self.facts.ignored, indent=4, before="assert_lint_clean(TEMPLATE, ignore=", behind=")")
        if len(call) > 1:
            call = ["    assert_lint_clean(", "        TEMPLATE,"]
            call += [*layout(self.facts.ignored, indent=8, before="ignore=", behind=","), "    )"]
        yield ["def test_linter_finds_nothing_else() -> None:", *call]

    def _equivalence(self) -> Iterator[list[str]]:
        if self.facts.comparison is None:
            return
        title = "def test_chat_template_says_the_same() -> None:"
        different = [case for case in self.facts.comparison.cases if not case.is_equal]
        if not different:
            yield [title, "    assert_equivalent(TEMPLATE, CHAT_TEMPLATE)"]
            return
        yield [
            title,
            "    assert_equivalent(",
            "        TEMPLATE,",
            "        CHAT_TEMPLATE,",
            "        allow=[",
            *(row for case in different for row in self._allowed(case)),
            "        ],",
            "    )",
        ]

    def _allowed(self, case: Case) -> list[str]:
        return [f"            # {self._difference(case)}", f"            {literal(case.name)},"]

    def _difference(self, case: Case) -> str:
        """Says in a line what differs."""
        room = WIDTH - len("            # ")
        if case.a_error is not None:
            return _clipped(f"Ollama refuses: {case.a_error}", room)
        if case.b_error is not None:
            return _clipped(f"Jinja refuses: {case.b_error}", room)
        first, more = case.hunks[0], len(case.hunks) - 1
        place = _clipped(self.file if first.a_line is None else f"{self.file}:{first.a_line}", room // 2)
        rest = f", {more} more" * bool(more)
        sizes = range(_MOST_SHOWN, 0, -1)
        lines = (f"{place}: Go {_shown(first.a, size)}, Jinja {_shown(first.b, size)}{rest}" for size in sizes)
        return next((line for line in lines if columns(line) <= room), place)


def _clipped(text: str, most: int) -> str:
    text = plain(text)
    if columns(text) <= most:
        return text
    return next(f"{text[:end]}..." for end in range(most - 3, 0, -1) if columns(text[:end]) <= most - 3)


def _shown(text: str, most: int) -> str:
    """Shows a piece of a prompt; of a long one its begin."""
    if not text:
        return "nothing"
    return literal(text) if len(text) <= most else f"{literal(text[:most])}..."


def _path(name: str, path: str) -> list[str]:
    line = f"{name} = Path(__file__).parent / {literal(path)}"
    if columns(line) <= WIDTH:
        return [line]
    return [f"{name} = Path(__file__).parent.joinpath(", *layout(path, indent=4, behind=","), ")"]
