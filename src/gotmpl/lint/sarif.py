"""Findings as SARIF 2.1.0, which code scanning takes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from gotmpl.lint.codes import all_rules
from gotmpl.lint.diagnostic import Diagnostic, Severity
from gotmpl.lint.report import Checked
from gotmpl.lint.rule import Rule

__all__ = ["sarif_report"]

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif_report(checked: Sequence[Checked]) -> str:
    """Gives findings as a SARIF log with one run."""
    codes = list(all_rules())
    results = [_result(file, d, codes) for file in checked for d in file.found]
    driver = {"name": "gotmpl", "rules": [_descriptor(rule) for rule in all_rules().values()]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2) + "\n"


def _descriptor(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.text.partition("\nBad:")[0].strip()},
        "help": {"text": rule.page, "markdown": rule.page},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(file: Checked, d: Diagnostic, codes: list[str]) -> dict[str, Any]:
    artifact = {"uri": quote(PurePath(file.file).as_posix())}
    region = {
        "startLine": d.line,
        "startColumn": d.column,
        "endLine": d.end_line,
        "endColumn": d.end_column,
        "charOffset": d.offset,
        "charLength": d.end - d.offset,
    }
    text = f"{d.message}. {d.hint}".rstrip()
    result: dict[str, Any] = {
        "ruleId": d.code,
        "ruleIndex": codes.index(d.code),
        "level": _LEVELS[d.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
    }
    if d.evidence is not None:
        result["properties"] = {"scenario": d.evidence.scenario, "rendered": d.evidence.text}
    if d.edits:
        replacements = [
            {
                "deletedRegion": {"charOffset": edit.offset, "charLength": edit.end - edit.offset},
                "insertedContent": {"text": edit.text},
            }
            for edit in sorted(d.edits)
        ]
        changes = [{"artifactLocation": artifact, "replacements": replacements}]
        result["fixes"] = [{"description": {"text": d.hint or d.message}, "artifactChanges": changes}]
    return result
