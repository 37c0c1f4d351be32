"""Findings as JUnit XML, which CI servers take: a suite a file, a case a finding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from gotmpl.lint.diagnostic import Severity
from gotmpl.lint.report import Checked

__all__ = ["junit_report"]

# XML 1.0 has no place for these, not even escaped.
_replace_forbidden = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]").sub


def junit_report(checked: Sequence[Checked]) -> str:
    """Gives findings as XML; one of severity info is a case that passes and says so."""
    suites = Element("testsuites", name="gotmpl lint")
    for file in checked:
        failures = sum(d.severity > Severity.INFO for d in file.found)
        suite = SubElement(
            suites,
            "testsuite",
            name=_text(file.file),
            tests=str(max(1, len(file.found))),
            failures=str(failures),
            errors="0",
        )
        if not file.found:
            SubElement(suite, "testcase", name="clean", classname=_text(file.file))
        for d in file.found:
            name = _text(f"{d.code} {d.name} {d.line}:{d.column}")
            case = SubElement(suite, "testcase", name=name, classname=_text(file.file))
            details = _text(f"{file.file}:{d.line}:{d.column}: {d.message}\n{d.hint}".rstrip())
            if d.severity > Severity.INFO:
                failure = SubElement(case, "failure", message=_text(d.message), type=d.severity.label)
                failure.text = details
            else:
                SubElement(case, "system-out").text = details
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(suites, encoding="unicode") + "\n"


def _text(text: str) -> str:
    return _replace_forbidden("\ufffd", text)
