"""What a template that nobody has read can reach: data and exported methods, nothing else."""

from __future__ import annotations

import contextlib
import functools
import io
import re
import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest

import gotmpl
from exec.odd_data import Bare, Colour, Couple, Gauge, Kind, Model, Pairs, Plain, Record, Row, Spot, Table, Text
from gotmpl.exec import interpreter
from gotmpl.exec.access import field
from gotmpl.exec.shape import ANY
from gotmpl.golang.classes import go_name
from gotmpl.golang.error import GoError
from gotmpl.golang.reflect import value_of


def generator() -> Iterator[int]:
    yield 1


class Owner:
    """Has what must not be reached beside what may."""

    class_attribute = "shared"

    def __init__(self) -> None:
        self.Name = "open"
        self._secret = "secret"
        self.__mangled = "secret"

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"asked for {name}")

    @property
    def _hidden(self) -> str:
        raise AssertionError("asked for _hidden")

    def _Private(self) -> str:  # noqa: N802
        raise AssertionError("called")

    def lower(self) -> str:
        raise AssertionError("called")

    def Upper(self) -> str:  # noqa: N802
        return "exported"


class Listing(Owner):
    __gotmpl_exported__ = ("lower", "_Private")

    def lower(self) -> str:
        return "listed"


ZOO: dict[str, tuple[Any, set[str]]] = {
    "str": ("text", set()),
    "bytes": (b"data", set()),
    "int": (1, set()),
    "float": (1.5, set()),
    "list": ([1], set()),
    "tuple": ((1,), set()),
    "dict": ({"a": 1}, {"a"}),
    "dict subclass": (Table(a=1), {"a"}),
    "mapping": (Pairs({"a": 1}), {"a"}),
    "str subclass": (Text("a"), set()),
    "str enum": (Kind.USER, set()),
    "enum": (Colour.RED, {"Name", "Value"}),
    "row": (Row([1]), set()),
    "bare": (Bare([1]), set()),
    "set": ({1}, set()),
    "range": (range(3), set()),
    "generator": (generator(), set()),
    "file": (io.StringIO("a"), set()),
    "function": (generator, set()),
    "lambda": (lambda: 1, set()),
    "builtin": (len, set()),
    "method": (Owner().lower, set()),
    "partial": (functools.partial(len), set()),
    "class": (Owner, set()),
    "metaclass": (type, set()),
    "module": (sys, set()),
    "code": (generator.__code__, set()),
    "frame": (sys._getframe(), set()),
    "exception": (ValueError("a"), set()),
    "pattern": (re.compile("a"), set()),
    "object": (object(), set()),
    "slice": (slice(1), set()),
    "owner": (Owner(), {"Name", "Upper"}),
    "listing": (Listing(), {"Name", "Upper", "lower", "Lower"}),
    "plain": (Plain({}, 1), {"Content", "Role", "Name", "A", "B"}),  # type: ignore[arg-type]
    "dataclass": (Record(), {"Name", "Role", "Content"}),
    "frozen": (Spot(), {"X", "Y"}),
    "named tuple": (Couple(), {"A", "B"}),
    "attrs": (Gauge(), {"A", "N"}),
    "pydantic": (Model(), {"Role", "Content", "Key"}),
    "namespace": (types.SimpleNamespace(a=1, _b=2), {"A"}),
}


@pytest.mark.parametrize("kind", ZOO)
def test_no_attribute_but_the_public_data_and_methods_can_be_reached(kind: str):
    obj, reachable = ZOO[kind]
    value = value_of(obj)
    names = {name for cls in type(obj).__mro__ for name in vars(cls)} | set(dir(type(obj))) | set(vars(type))
    if not isinstance(obj, Owner):
        names |= set(dir(obj))
    found = set()
    for name in sorted(names | {go_name(name) for name in names} | {name.title() for name in names} | {"a"}):
        try:
            method, entry = field(value, name, has_args=False, missingkey="error")
        except GoError:
            continue
        assert method is not None or entry.is_valid()
        found.add(name)
    assert {name.lower() for name in found} <= {name.lower() for name in reachable}
    assert not any(name.startswith("_") for name in found)


@pytest.mark.parametrize(
    "text",
    [
        "{{.__class__}}",
        "{{.o.__class__.__mro__}}",
        "{{.o.__init__.__globals__}}",
        "{{.o._secret}}",
        "{{.o._Owner__mangled}}",
        "{{.o._hidden}}",
        "{{.o._Private}}",
        "{{.o.Private}}",
        "{{.o.lower}}",
        "{{.o.Lower}}",
        "{{.o.class_attribute}}",
        "{{.o.ClassAttribute}}",
        '{{index .o "Name"}}',
        "{{index .o 0}}",
        "{{call .o}}",
        "{{call .o.Name}}",
        "{{call .c}}",
        "{{.c.Upper}}",
        "{{call .f.__call__}}",
        "{{.f.__globals__}}",
        "{{(call .f).gi_frame}}",
        "{{.m.modules}}",
        "{{.m.Exit}}",
        "{{.s.format}}",
        "{{.s.Format .o}}",
        '{{call .s.format "x"}}',
        "{{.l.append 1}}",
        "{{.l.Append 1}}",
        "{{.d.clear}}{{.d.nope.x}}{{.d.pop 1}}",
        "{{len .o}}",
        "{{range .o}}{{end}}",
        "{{slice .o 1}}",
    ],
)
@pytest.mark.parametrize("compile", [False, True], ids=["interpreted", "compiled"])
def test_attempts_to_get_out_fail(text: str, compile: bool):
    data = {"o": Owner(), "c": Owner, "f": generator, "m": sys, "s": "text", "l": [], "d": {}}
    template = gotmpl.parse(text, funcs={"shout": str.upper})
    code = template.compiled(ANY) if compile else None
    pieces: list[str] = []
    with contextlib.suppress(gotmpl.ExecError):
        if code is None:
            interpreter.execute(template, pieces.append, data)
        else:
            code.execute(pieces.append, data)
    assert "".join(pieces) in ("", "<no value>", "<no value><no value>")
    assert data["l"] == []


def test_printing_an_object_shows_its_public_data_alone():
    assert gotmpl.parse("{{.}}|{{printf `%+v` .}}|{{html .}}").render(Owner()) == "{open}|{Name:open}|{open}"


def test_formats_are_gos_and_not_pythons():
    data = {"f": "{0.__class__} {}", "o": Owner()}
    assert gotmpl.parse("{{printf .f .o}}").render(data) == "{0.__class__} {}%!(EXTRA test_untrusted.Owner={open})"


def test_the_generated_code_holds_no_text_of_a_template_but_as_literals():
    name = "x'\"\n\\\u2028{}"
    text = "N{{define `N`}}{{.}}'''{{end}}{{template `N` `N`}}{{(index . `N`)}}".replace("N", name)
    assert gotmpl.parse(text, name=f"{name}!").render({name: name}) == f"{name}{name}'''{name}"


@pytest.mark.parametrize(
    "name", ["root", "w", "steps", "lift", "None", "class", "é", "F", "Z", "__import__", "t1", "v1"]
)
def test_names_of_a_template_are_no_names_of_python(name: str):
    text = "{{$N := .N}}{{$N}}{{range $N, $y := .L}}{{$N}}{{end}}{{$N}}".replace("N", name)
    assert gotmpl.parse(text).render({name: 7, "L": [1, 2]}) == "7017"
