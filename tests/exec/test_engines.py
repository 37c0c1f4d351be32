"""Compiled code and the interpreter do the same: the same text, the same error, the same calls of what is not ours."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gotmpl
from exec.odd_data import Odd
from gotmpl import Limits
from gotmpl.exec import interpreter
from gotmpl.exec.shape import ANY
from oracle.exec_cases import Case
from oracle.exec_data import FUNCS
from oracle.programs import Programs

ADDRESS = re.compile("0x[0-9a-f]{6,}", re.IGNORECASE)


def parsed(case: Case, odd: Odd) -> gotmpl.Template:
    funcs = FUNCS | {name: odd.function(name) for name in ("same", "none")}
    delims = tuple(case.delims) or ("{{", "}}")
    template = gotmpl.Template(case.name, funcs=funcs, missingkey=case.missingkey or "default", delims=delims)
    template.parse(case.template)
    for name, text in case.more:
        template.new(name).parse(text)
    return template


def outcome(
    case: Case, seed: int, rate: float, *, compile: bool, limits: Limits | None = None
) -> tuple[Any, ...] | None:
    """The text, the error and what was called; None if the template is left to the interpreter."""
    odd = Odd(seed, rate)
    data = odd.value(case.data)
    template = parsed(case, odd)
    pieces: list[str] = []
    error = ""
    try:
        if compile:
            code = template.compiled(ANY)
            if code is None:
                return None
            code.execute(pieces.append, data)
        else:
            interpreter.execute(template, pieces.append, data, limits)
    except gotmpl.ExecError as raised:
        error = str(raised)
    return ADDRESS.sub("0x", "".join(pieces)), ADDRESS.sub("0x", error), odd.calls


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.integers(0, 1 << 32), st.sampled_from([0.0, 0.1, 0.3, 0.7]))
def test_compiled_code_does_what_the_interpreter_does(source: random.Random, seed: int, rate: float):
    programs = Programs(source)
    case = programs.case(json_only=True)
    try:
        expected = outcome(case, seed, rate, compile=False)
    except gotmpl.ParseError:
        return
    got = outcome(case, seed, rate, compile=True)
    assert got is None or got == expected


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.integers(0, 1 << 32))
def test_limits_that_are_not_reached_change_nothing(source: random.Random, seed: int):
    case = Programs(source).case(json_only=True)
    try:
        free = outcome(case, seed, 0.1, compile=False)
    except gotmpl.ParseError:
        return
    assert outcome(case, seed, 0.1, compile=False, limits=Limits()) == free


class Counted:
    """Counts how often it is asked for what."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    @property
    def Field(self) -> str:  # noqa: N802
        self.calls.append("Field")
        return "field"

    def Method(self, *args: Any) -> str:  # noqa: N802
        self.calls.append(f"Method {args}")
        return "method"


@pytest.mark.parametrize("compile", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("{{f 1}}", ["f 1"]),
        ("{{f 1}}{{f 2}}", ["f 1", "f 2"]),
        ("{{if f 1}}{{f 2}}{{end}}", ["f 1", "f 2"]),
        ("{{if not (f 1)}}{{end}}", ["f 1"]),
        ("{{with f 1}}{{.}}{{.}}{{end}}", ["f 1"]),
        ("{{$x := f 1}}{{$x}}{{$x}}", ["f 1"]),
        ("{{range f .L}}{{f .}}{{end}}", ["f [1, 2]", "f 1", "f 2"]),
        ("{{range $i, $x := f .L}}{{$i}}{{end}}", ["f [1, 2]"]),
        ("{{range f .M}}{{.}}{{end}}", ["f {'a': 1}"]),
        ("{{and 0 (f 1)}}{{or 1 (f 2)}}", []),
        ("{{and 1 (f 1) (f 0) (f 2)}}", ["f 1", "f 0"]),
        ("{{or (f 0) (f 1) (f 2)}}", ["f 0", "f 1"]),
        ("{{if and 0 (f 1)}}{{end}}{{if or 1 (f 2)}}{{end}}", []),
        ("{{if or (f 0) (f 1) (f 2)}}{{end}}", ["f 0", "f 1"]),
        ("{{with or (f 0) (f `a`) (f 2)}}{{.}}{{end}}", ["f 0", "f a"]),
        ("{{f 1 | and (f 0)}}", ["f 1", "f 0"]),
        ("{{eq (f 1) (f 1) (f 2)}}", ["f 1", "f 1", "f 2"]),
        ("{{eq (f `a`) (f 1)}}", ["f a", "f 1"]),
        ("{{lt (f 1) (f 2)}}{{f 2 | lt (f 1)}}", ["f 1", "f 2", "f 2", "f 1"]),
        ("{{eq (f 1.5) (f 1.5)}}{{ne (f nil) (f .O)}}", ["f 1.5", "f 1.5", "f None", "f O"]),
        ("{{index (f .L) (f 0)}}{{index (f .M) (f `a`)}}", ["f [1, 2]", "f 0", "f {'a': 1}", "f a"]),
        ("{{index (f .L) (f 9)}}", ["f [1, 2]", "f 9"]),
        ("{{index (f .S) (f 0)}}{{f 0 | index (f .L)}}", ["f é", "f 0", "f 0", "f [1, 2]"]),
        ("{{len (slice (f .L) (f 1))}}", ["f [1, 2]", "f 1"]),
        ("{{len (slice (f .L) (f 5))}}", ["f [1, 2]", "f 5"]),
        ("{{len (slice (f .S) (f 1))}}", ["f é", "f 1"]),
        ("{{len (f .L)}}{{len (f .S)}}{{len (f 1)}}", ["f [1, 2]", "f é", "f 1"]),
        ("{{not (f .L)}}{{not (f .O)}}", ["f [1, 2]", "f O"]),
        ("{{printf `%v%v` (f 1) (f .M)}}", ["f 1", "f {'a': 1}"]),
        ("{{print (f 1).X}}", ["f 1"]),
        ("{{(f .M).a}}{{(f .M).b}}", ["f {'a': 1}", "f {'a': 1}"]),
        ('{{template "t" (f 1)}}{{define "t"}}{{.}}{{.}}{{end}}', ["f 1"]),
        ("{{block `t` f 1}}{{.}}{{.}}{{end}}", ["f 1"]),
        ("{{call .F 1}}{{call (f .F) 2}}", ["F 1", "f F", "F 2"]),
        ("{{.O.Field}}{{.O.Field}}", ["Field", "Field"]),
        ("{{if .O.Field}}{{.O.Field}}{{end}}", ["Field", "Field"]),
        ("{{with .O.Field}}{{.}}{{end}}{{len .O.Field}}{{eq .O.Field `field`}}", ["Field", "Field", "Field"]),
        ("{{.O.Method}}{{.O.Method 1}}{{2 | .O.Method 1}}", ["Method ()", "Method (1,)", "Method (1, 2)"]),
        ("{{and 0 .O.Field}}{{or 1 .O.Method}}", []),
        ("{{if .O.Method}}{{end}}{{range .O.Method}}{{end}}", ["Method ()", "Method ()"]),
        ("{{.O.Nope}}{{f 1}}", []),
        ("{{f 1 2}}", []),
        ("{{f (boom)}}{{f 2}}", ["boom"]),
        ("{{boom}}", ["boom"]),
        ("{{if boom}}{{end}}", ["boom"]),
        ("{{and (f 1) (boom) (f 2)}}", ["f 1", "boom"]),
    ],
)
def test_what_is_not_ours_is_called_once_and_only_if_needed(text: str, calls: list[str], compile: bool):
    counted = Counted()

    def f(x: Any) -> Any:
        counted.calls.append(f"f {'O' if x is counted else 'F' if callable(x) else x}")
        return x

    def boom() -> Any:
        counted.calls.append("boom")
        raise ValueError("boom")

    def called(x: Any) -> Any:
        counted.calls.append(f"F {x}")
        return x

    data = {"L": [1, 2], "M": {"a": 1}, "S": "é", "O": counted, "F": called}
    template = gotmpl.parse(text, funcs={"f": f, "boom": boom})
    try:
        if compile:
            code = template.compiled(ANY)
            assert code is not None
            code.execute([].append, data)
        else:
            interpreter.execute(template, [].append, data)
    except gotmpl.ExecError:
        pass
    assert counted.calls == calls
