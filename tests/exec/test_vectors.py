"""What Go makes of the cases in tests/oracle/exec_vector_cases.py, and what both engines make of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from oracle.exec_cases import Answer, Case, compiled, interpreted

VECTORS = Path(__file__).parent.parent / "vectors"
SHARED = json.loads((VECTORS / "exec-data.json").read_text())


def vectors() -> dict[str, list[tuple[Case, Answer]]]:
    groups: dict[str, list[tuple[Case, Answer]]] = {}
    for text in (VECTORS / "exec.jsonl").read_text().splitlines():
        line: dict[str, Any] = json.loads(text)
        group = line.pop("group")
        answer = Answer(line.pop("output"), line.pop("error", None), line.pop("parse_error", None))
        if line.get("data") == "shared":
            line["data"] = SHARED
        groups.setdefault(group, []).append((Case(**line), answer))
    return groups


GROUPS = vectors()


@pytest.mark.parametrize("group", GROUPS)
def test_the_interpreter_agrees_with_go(group):
    for case, answer in GROUPS[group]:
        assert interpreted(case) == answer, case.template


@pytest.mark.parametrize("group", GROUPS)
def test_compiled_code_agrees_with_go(group):
    for case, answer in GROUPS[group]:
        got = compiled(case)
        assert got is None or got == answer, case.template


def test_most_vectors_are_compiled():
    cases = [case for group in GROUPS.values() for case, answer in group if answer.parse_error is None]
    assert sum(compiled(case) is not None for case in cases) > 0.9 * len(cases)
