"""The findings of ``gotmpl diff`` for GitHub Actions: annotations beside the code, and a summary of the job."""

from __future__ import annotations

import os
import re
from pathlib import Path

from formats.comparison.comparison import Case
from gotmpl.blanks import visible
from gotmpl.cli.bad_input import unusable_file
from gotmpl.cli.diff_findings import Difference, Findings, listed
from gotmpl.cli.diff_sides import Given
from gotmpl.cli.diff_text import LABELS
from gotmpl.cli.diff_view import view
from gotmpl.golang.utf8 import to_output

__all__ = ["SUMMARY", "commands", "write_summary"]

#: The environment variable that names the file of the job's summary.
SUMMARY = "GITHUB_STEP_SUMMARY"

_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}
#: Markdown that would make something of a text in a table.
_markdown = re.compile(r"[\\`*_{}\[\]<>#|~&]").sub


def commands(findings: Findings) -> str:
    """Gives a command a difference and a refusal by one side, on the file of A or, if it has no lines, on that of B."""
    lines = []
    for each in findings.differences:
        message = "\n".join([_says(findings, each), f"In {listed(each.cases)}."])
        lines.append(_command(findings, each.hunk.a_line, each.hunk.b_line, _title("difference", each.cases), message))
    for refusal in findings.refusals:
        if refusal.by_both:
            continue
        a_error, b_error = refusal.a_error, refusal.b_error
        reasons = [
            f"{given.name} refuses: {error.message}"
            for given, error in ((findings.a, a_error), (findings.b, b_error))
            if error is not None
        ]
        a_line = None if a_error is None else findings.a.error_line(a_error)
        b_line = None if b_error is None else findings.b.error_line(b_error)
        message = "\n".join([*reasons, f"In {listed(refusal.cases)}."])
        lines.append(_command(findings, a_line, b_line, _title("refusal", refusal.cases), message))
    lines.append(f"{findings.summary}\n")
    return "".join(lines)


def _title(what: str, cases: tuple[Case, ...]) -> str:
    return f"gotmpl diff: {what} in {len(cases)} conversation{'s' * (len(cases) != 1)}"


def _says(findings: Findings, difference: Difference) -> str:
    shown = view(difference)
    sides = []
    for given, lines in ((findings.a, shown.a), (findings.b, shown.b)):
        text = "".join(part.text for line in lines for part in line.parts)
        sides.append(f"{given.name} has {visible(text) or 'nothing'}")
    return "\n".join(sides)


def _command(findings: Findings, a_line: int | None, b_line: int | None, title: str, message: str) -> str:
    given, line = (findings.a, a_line) if findings.a.has_lines or not findings.b.has_lines else (findings.b, b_line)
    properties = {"file": given.name, "line": str(line)} if line is not None and _is_file(given) else {}
    properties["title"] = title
    shown = ",".join(f"{name}={_escaped(value, _PROPERTY)}" for name, value in properties.items())
    return f"::error {shown}::{_escaped(message, _DATA)}\n"


def _is_file(given: Given) -> bool:
    return given.has_lines and given.name != "<stdin>"


def _escaped(text: str, escapes: dict[str, str]) -> str:
    return re.sub("|".join(escapes), lambda match: escapes[match[0]], to_output(text))


def write_summary(findings: Findings) -> None:
    """Appends the matrix to the job's summary, if there is one.

    Raises:
        BadInput: The summary cannot be written.
    """
    name = os.environ.get(SUMMARY)
    if not name:
        return
    try:
        with Path(name).open("a", encoding="utf-8", newline="\n") as file:
            file.write(_summary(findings))
    except OSError as error:
        raise unusable_file(name, error) from None


def _summary(findings: Findings) -> str:
    lines = [f"### {_plain(findings.a.name)} and {_plain(findings.b.name)}", "", f"{_plain(findings.summary)}", ""]
    lines += [f"- {_plain(note)}" for note in findings.notes]
    lines += ["", "| conversation | verdict | set aside, for Ollama does it | differences |", "|---|---|---|---|"]
    for case in findings.comparison.cases:
        causes = "; ".join(cause.value for cause in case.causes)
        numbers = ", ".join(map(str, findings.numbers(case)))
        reasons = "; ".join(error.message for error in (case.a_error, case.b_error) if error is not None)
        cells = (case.name, LABELS[case.verdict][0], causes, numbers or reasons)
        lines.append("| " + " | ".join(map(_plain, cells)) + " |")
    for each in findings.differences:
        lines += ["", f"**{each.number}.** {_plain(listed(each.cases))}", "", *_diff(findings, each)]
    return "\n".join(lines) + "\n\n"


def _plain(text: str) -> str:
    return _markdown(lambda match: f"&#{ord(match[0])};", " ".join(to_output(text).split()))


def _diff(findings: Findings, difference: Difference) -> list[str]:
    """Shows a difference as a block of code that GitHub colours."""
    shown = view(difference)
    hunk = difference.hunk
    lines = [f"@@ {findings.a.place(hunk.a_line)} @@ {findings.b.place(hunk.b_line)} @@"]
    for marker, side in (("-", shown.a), ("+", shown.b)):
        for line in side:
            text = visible("".join(part.text for part in line.parts)) if line.parts else "(nothing)"
            lines.append(f"{marker if line.is_changed else ' '} {text}")
    fence = "`" * max(3, 1 + max((len(ticks) for ticks in re.findall("`+", "\n".join(lines))), default=0))
    return [f"{fence}diff", *lines, fence]
