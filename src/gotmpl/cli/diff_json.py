"""The findings of ``gotmpl diff`` as JSON; docs/diff.md says what stands where."""

from __future__ import annotations

import json
from typing import Any

from formats.comparison.comparison import Case, Verdict
from formats.comparison.difference import Hunk
from gotmpl.cli.diff_findings import Findings
from gotmpl.cli.diff_sides import Given
from gotmpl.errors import TemplateError
from gotmpl.golang.utf8 import to_output

__all__ = ["report"]


def report(findings: Findings) -> str:
    """Gives everything: the prompts, how they compare, and why."""
    comparison = findings.comparison
    document = {
        "a": _given(findings.a),
        "b": _given(findings.b),
        "strict": findings.is_strict,
        "equal": comparison.is_equal,
        "compared": comparison.compared,
        "counts": {verdict.name.lower(): comparison.count(verdict) for verdict in Verdict},
        "guessed_tokens": dict(comparison.tokens),
        "cases": [_case(findings, case) for case in comparison.cases],
        "differences": [
            {
                "number": each.number,
                "cases": [case.name for case in each.cases],
                "places": each.places,
                **_hunk(each.hunk),
            }
            for each in findings.differences
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _given(given: Given) -> dict[str, Any]:
    return {"name": given.name, "kind": given.kind, "lines": "file" if given.has_lines else "template"}


def _case(findings: Findings, case: Case) -> dict[str, Any]:
    return {
        "name": case.name,
        "title": case.title,
        "verdict": case.verdict.name.lower(),
        "causes": [cause.name.lower() for cause in case.causes],
        "ending": case.ending,
        "a": None if case.a is None else to_output(case.a),
        "b": None if case.b is None else to_output(case.b),
        "a_error": _error(findings.a, case.a_error),
        "b_error": _error(findings.b, case.b_error),
        "hunks": [_hunk(hunk) for hunk in case.hunks],
        "differences": findings.numbers(case),
    }


def _error(given: Given, error: TemplateError | None) -> dict[str, Any] | None:
    if error is None:
        return None
    return {"message": to_output(error.message), "line": given.error_line(error), "hint": error.hint}


def _hunk(hunk: Hunk) -> dict[str, Any]:
    return {name: to_output(value) if isinstance(value, str) else value for name, value in hunk._asdict().items()}
