"""Findings as text, as JSON, and as the annotations of GitHub Actions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from gotmpl.blanks import harmless
from gotmpl.errors import excerpt
from gotmpl.lint.diagnostic import Diagnostic, Severity

__all__ = ["Checked", "as_dict", "github_report", "json_report", "summary", "text_report"]

_escape_data: Mapping[str, str] = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_escape_property: Mapping[str, str] = {**_escape_data, ":": "%3A", ",": "%2C"}
_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


class Checked(NamedTuple):
    """A file and what was found in it.

    Attributes:
        file: The file's name.
        text: Its text.
        found: The findings.
    """

    file: str
    text: str
    found: Sequence[Diagnostic]


def text_report(checked: Sequence[Checked], style: Callable[..., str] = lambda text, **_: text) -> str:
    """Words findings for a person: the place, what will happen, the line with carets, the proof, what to do.

    Args:
        checked: The files.
        style: Colours a text, as `click.style` does; by default nothing is coloured.
    """
    colors = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}
    blocks: list[str] = []
    for file in checked:
        for d in file.found:
            severity = style(d.severity.label, fg=colors[d.severity], bold=True)
            lines = [f"{file.file}:{d.line}:{d.column}: {severity} {d.code} {d.name}: {harmless(d.message)}"]
            shown = harmless(excerpt(file.text, d.offset, d.end))
            lines += [f"  {line}" for line in shown.split("\n")]
            if d.evidence is not None and d.evidence.text:
                lines.append(f'  the scenario "{d.evidence.scenario}" renders:')
                lines += [f"    > {line}" for line in harmless(d.evidence.text).split("\n")]
            if d.hint:
                lines.append(f"  {harmless(d.hint)}")
            blocks.append("\n".join(lines))
    return "\n\n".join([*blocks, summary(checked)]) + "\n"


def summary(checked: Sequence[Checked]) -> str:
    """Counts findings in a line."""
    found = [d for file in checked for d in file.found]
    files = f"{len(checked)} file{'s' * (len(checked) != 1)}"
    if not found:
        return f"{files}: nothing found"
    counts = [
        f"{n} {severity.label}{'s' * (n != 1)}"
        for severity in sorted(Severity, reverse=True)
        if (n := sum(d.severity is severity for d in found))
    ]
    fixable = sum(bool(d.edits) for d in found)
    return f"{files}: {', '.join(counts)}" + (f"; --fix can change {fixable}" if fixable else "")


def as_dict(d: Diagnostic) -> dict[str, Any]:
    """Gives a finding as plain data; offsets and columns count characters, lines and columns from 1."""
    return {
        "file": d.file,
        "line": d.line,
        "column": d.column,
        "end_line": d.end_line,
        "end_column": d.end_column,
        "offset": d.offset,
        "end": d.end,
        "code": d.code,
        "name": d.name,
        "severity": d.severity.label,
        "message": d.message,
        "hint": d.hint,
        "evidence": None if d.evidence is None else d.evidence._asdict(),
        "edits": [edit._asdict() for edit in d.edits],
    }


def json_report(checked: Sequence[Checked]) -> str:
    """Gives findings as a JSON list."""
    return json.dumps([as_dict(d) for file in checked for d in file.found], ensure_ascii=False, indent=2) + "\n"


def github_report(checked: Sequence[Checked]) -> str:
    """Gives findings as the commands that make GitHub Actions show them beside the code."""
    lines = []
    for file in checked:
        for d in file.found:
            properties = {
                "file": file.file,
                "line": d.line,
                "endLine": d.end_line,
                "col": d.column,
                "endColumn": d.end_column,
                "title": f"{d.code} {d.name}",
            }
            shown = ",".join(f"{key}={_escaped(str(value), _escape_property)}" for key, value in properties.items())
            message = _escaped(f"{d.message}\n{d.hint}".rstrip(), _escape_data)
            lines.append(f"::{_GITHUB[d.severity]} {shown}::{message}\n")
    return "".join(lines)


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    return re.sub("|".join(map(re.escape, escapes)), lambda match: escapes[match[0]], text)
