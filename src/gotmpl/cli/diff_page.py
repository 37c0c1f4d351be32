"""The findings of ``gotmpl diff`` as one HTML page that needs nothing else, not even scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from importlib import resources
from string import Template

from formats.comparison.comparison import Case
from gotmpl.blanks import BLANK, sign
from gotmpl.cli.diff_findings import Difference, Findings, Refusal
from gotmpl.cli.diff_sides import Given
from gotmpl.cli.diff_text import LABELS
from gotmpl.cli.diff_view import Line, View, view
from gotmpl.errors import TemplateError
from gotmpl.golang.utf8 import to_output
from gotmpl.ollama.special_tokens import SPECIAL_TOKEN

__all__ = ["page"]

_parts = re.compile(f"(?P<token>{SPECIAL_TOKEN})|(?P<blank>{BLANK})|[&<>\"']")


def page(findings: Findings) -> str:
    """Makes the page: the matrix with links, then each difference and each refusal once."""
    skeleton = Template((resources.files("gotmpl.cli") / "diff.html").read_text(encoding="utf-8"))
    return skeleton.substitute(
        title=_text(f"{findings.a.name} and {findings.b.name}"),
        summary=_text(findings.summary),
        a=_given(findings.a),
        b=_given(findings.b),
        notes="".join(f'<p class="note">{_text(note)}</p>\n' for note in findings.notes),
        matrix="\n".join(_row(findings, case) for case in findings.comparison.cases),
        differences=_section("Differences", (_difference(findings, each) for each in findings.differences)),
        refusals=_section("Refusals", (_refusal(findings, n, each) for n, each in enumerate(findings.refusals, 1))),
    )


def _text(text: str) -> str:
    return escape(to_output(text))


def _given(given: Given) -> str:
    return f"{_text(given.name)} <small>{_text(given.kind)}</small>"


def _section(title: str, articles: Iterable[str]) -> str:
    shown = "\n".join(articles)
    return f"<h2>{title}</h2>\n{shown}" if shown else ""


def _row(findings: Findings, case: Case) -> str:
    see = [f'<a href="#d{number}">{number}</a>' for number in findings.numbers(case)]
    see += [
        f'<a href="#r{number}">refusal {number}</a>'
        for number, refusal in enumerate(findings.refusals, 1)
        if any(case is own for own in refusal.cases)
    ]
    causes = "; ".join(cause.value for cause in case.causes)
    verdict = f'<span class="verdict {case.verdict.name.lower()}">{LABELS[case.verdict][0]}</span>'
    cells = (_text(case.title), verdict, _text(causes), ", ".join(see))
    return (
        f'<tr id="{_anchor(case)}"><th scope="row">{_text(case.name)}</th>'
        + "".join(f"<td>{cell}</td>" for cell in cells)
        + "</tr>"
    )


def _anchor(case: Case) -> str:
    return "c-" + re.sub(r"\s", "-", _text(case.name))


def _title(number: str, cases: tuple[Case, ...]) -> str:
    links = ", ".join(f'<a href="#{_anchor(case)}">{_text(case.name)}</a>' for case in cases)
    count = f" in {len(cases)} conversations" if len(cases) > 1 else ""
    return f"<header><h3>{number}{count}</h3><small>{links}</small></header>"


def _difference(findings: Findings, difference: Difference) -> str:
    shown = view(difference, whole=True)
    sides = (
        ("a", findings.a.place(difference.hunk.a_line), shown.a),
        ("b", findings.b.place(difference.hunk.b_line), shown.b),
    )
    columns = "".join(
        f'<div class="side {name}"><b>{_text(place)}</b><div class="code">'
        + "".join(_line(line, shown) for line in lines)
        + "</div></div>"
        for name, place, lines in sides
    )
    return (
        f'<article id="d{difference.number}">{_title(f"{difference.number}.", difference.cases)}'
        f'<div class="sides">{columns}</div></article>'
    )


def _line(line: Line, shown: View) -> str:
    opened = '<div class="changed">' if line.is_changed else "<div>"
    if not line.parts:
        return f'{opened}<span class="nothing">(nothing)</span></div>'
    parts = []
    for part in line.parts:
        if part.kind == "omitted":
            parts.append(f'<span class="omitted">{_text(part.text)}</span>')
        elif part.kind == "changed" and not shown.is_whole:
            parts.append(f"<mark>{_marked_up(part.text)}</mark>")
        else:
            parts.append(_marked_up(part.text))
    return f"{opened}{''.join(parts)}</div>"


def _marked_up(text: str) -> str:
    """Makes special tokens stand out, and blanks visible."""
    return _parts.sub(_mark, text)


def _mark(match: re.Match[str]) -> str:
    if match.lastgroup == "token":
        return f'<span class="token">{escape(match[0])}</span>'
    if match.lastgroup == "blank":
        # A long line is broken at blanks only if there is one.
        rest = "<wbr>" if match[0] in " \t" else ""
        return f'<span class="blank">{escape(sign(match[0]))}</span>{rest}'
    return escape(match[0])


def _refusal(findings: Findings, number: int, refusal: Refusal) -> str:
    sides = ((findings.a, refusal.a_error), (findings.b, refusal.b_error))
    reasons = "".join(_reason(given, error) for given, error in sides if error is not None)
    return f'<article id="r{number}">{_title(f"Refusal {number}", refusal.cases)}{reasons}</article>'


def _reason(given: Given, error: TemplateError) -> str:
    hint = f"<br><small>{_text(error.hint)}</small>" if error.hint else ""
    return f"<p><b>{_text(given.place(given.error_line(error)))}</b> {_text(error.message)}{hint}</p>"
