"""Findings as JUnit XML, which CI servers take: a suite a file, a case a finding.

The shape is that of Apache Ant's schema, which the others are wider than.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timezone
from xml.etree.ElementTree import Element, SubElement, tostring

from gotmpl.lint.diagnostic import Diagnostic, Severity
from gotmpl.lint.report import Checked

__all__ = ["junit_report"]

# XML 1.0 has no place for these, not even escaped.
_replace_forbidden = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]").sub


def junit_report(checked: Sequence[Checked]) -> str:
    """Gives findings as XML; one of severity info is a case that passes and stands in the suite's output."""
    suites = Element("testsuites")
    now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    for number, file in enumerate(checked):
        suites.append(_suite(file, number, now))
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(suites, encoding="unicode") + "\n"


def _suite(file: Checked, number: int, now: str) -> Element:
    name = _text(file.file) or "-"
    failures = sum(d.severity > Severity.INFO for d in file.found)
    counts = {"tests": str(max(1, len(file.found))), "failures": str(failures), "errors": "0"}
    about = {"id": str(number), "package": "gotmpl", "name": name, "timestamp": now, "hostname": "localhost"}
    suite = Element("testsuite", {**about, **counts, "time": "0"})
    SubElement(suite, "properties")
    if not file.found:
        SubElement(suite, "testcase", name="clean", classname=name, time="0")
    for d in file.found:
        title = f"{d.code} {d.name} {d.line}:{d.column}"
        case = SubElement(suite, "testcase", name=title, classname=name, time="0")
        if d.severity > Severity.INFO:
            failure = SubElement(case, "failure", message=_text(d.message), type=d.severity.label)
            failure.text = _details(d)
    notes = [_details(d) for d in file.found if d.severity is Severity.INFO]
    SubElement(suite, "system-out").text = "\n".join(notes)
    SubElement(suite, "system-err")
    return suite


def _details(d: Diagnostic) -> str:
    return _text(f"{d.file}:{d.line}:{d.column}: {d.message}\n{d.hint}".rstrip())


def _text(text: str) -> str:
    return _replace_forbidden("\ufffd", text)
