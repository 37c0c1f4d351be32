"""The rows of "Differs, and why" in COMPATIBILITY.md for Go's text/template."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import gotmpl

DOCUMENT = Path(__file__).parent.parent / "COMPATIBILITY.md"


def rendered(text: str, data: Any = None, **options: Any) -> str:
    return gotmpl.parse(text, **options).render(data)


def error_of(text: str, data: Any = None, **options: Any) -> str:
    with pytest.raises(gotmpl.ExecError) as raised:
        rendered(text, data, **options)
    return str(raised.value)


@dataclass
class Spot:
    x: Any = 1
    _hidden: int = 2


def addresses() -> None:
    items = [len]
    assert rendered("{{printf `%p` .}}", items) == hex(id(items))
    assert rendered("{{.}}", items) == f"[{hex(id(len))}]"


def percent_in_a_name() -> None:
    assert error_of("{{.X}}", 1, name="100%d") == (
        'template: 100%d:1:2: executing "100%d" at <.X>: can\'t evaluate field X in type int'
    )


def keys_of_several_types() -> None:
    assert rendered("{{.}}", {"a": 1, 2: 2, 1.5: 3, None: 4, "b": 5}) == "map[<nil>:4 1.5:3 2:2 a:1 b:5]"


def equal_keys() -> None:
    data = dict([(1, "int"), (1.0, "float"), (True, "bool"), ("a", "text")])  # noqa: C406 - equal keys
    assert rendered("{{index . 1}}{{index . 1.0}}{{index . true}}", data) == "bool<no value><no value>"


def large_integers() -> None:
    assert rendered("{{if .}}{{printf `%T` .}}{{end}}", 1 << 64) == "big.Int"
    for text in ("{{.}}", "{{printf `%d` .}}", "{{print .}}", "{{html .}}"):
        assert error_of(text, 1 << 64).endswith("integer overflow: 18446744073709551616 fits neither int64 nor uint64")
    assert "expected int; got big.Int" in error_of("{{f .}}", 1 << 64, funcs={"f": add_one})


def deep_expressions() -> None:
    assert rendered("{{" + "(" * 150 + "1" + ")" * 150 + "}}") == "1"
    assert error_of("{{" + "(" * 5000 + "1" + ")" * 5000 + "}}").endswith("expression or data nested too deeply")


def deep_data() -> None:
    items: list[Any] = []
    items.append(items)
    assert rendered("{{len .}}", items) == "1"
    assert error_of("{{.}}", items).endswith("expression or data nested too deeply")


def invalid_utf_8() -> None:
    assert rendered("{{slice . 0 1}}|{{slice . 1}}|{{slice . 0 1}}{{slice . 1}}", "é") == "\ufffd|\ufffd|é"


class Writer(io.StringIO):
    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []

    def write(self, text: str, /) -> int:
        self.written.append(text)
        return len(text)


def writing() -> None:
    writer = Writer()
    gotmpl.parse("a{{.}}b").execute(writer, 1)
    assert writer.written == ["a1b"]


def structs() -> None:
    assert error_of("{{.X.Y}}", Spot(None)).endswith("nil pointer evaluating interface {}.Y")
    for name in ("hidden", "_hidden", "Hidden", "x"):
        assert error_of(f"{{{{.{name}}}}}", Spot()).endswith(
            f"can't evaluate field {name} in type test_compatibility.Spot"
        )


def comparing_structs() -> None:
    assert rendered("{{eq .A .B}} {{eq .A .C}}", {"A": Spot([1]), "B": Spot([1]), "C": Spot(2)}) == "true false"


def values_through_functions() -> None:
    funcs = {"same": lambda x: x}
    assert rendered("{{printf `%T %T` (index . 0) (same (index . 0))}}", "a", funcs=funcs) == "uint8 int"


def add_one(n: int) -> int:
    return n + 1


def types_of_functions() -> None:
    assert rendered("{{printf `%T` .}}", add_one) == "func(int) int"


def lies() -> int:
    return "text"  # type: ignore[return-value]


def annotations() -> None:
    assert rendered("{{f}} {{printf `%T` f}}", funcs={"f": lies}) == "text string"


def defaults() -> None:
    assert rendered("{{f 1}}{{f 1 2}}", funcs={"f": lambda a, b=5: a + b}) == "63"
    assert error_of("{{f}}", funcs={"f": lambda a, b=5: a + b}).endswith(
        "wrong number of args for f: want 1 to 2 got 0"
    )


def raising(error: Exception) -> Callable[[], str]:
    def function() -> str:
        raise error

    return function


def exceptions() -> None:
    assert error_of("{{f}}", funcs={"f": raising(ValueError("no luck"))}).endswith("error calling f: no luck")
    assert error_of("{{f}}", funcs={"f": raising(ValueError())}).endswith("error calling f: ValueError")


def ranging_over_functions() -> None:
    def letters() -> Any:
        yield from "ab"

    assert "range can't iterate over 0x" in error_of("{{range .}}{{end}}", letters)
    assert rendered("{{range $i, $x := .}}{{$i}}{{$x}}{{end}}", letters()) == "0a1b"


def wrong_use() -> None:
    with pytest.raises(ValueError, match="is not a valid identifier"):
        gotmpl.parse("", funcs={"a-b": len})
    with pytest.raises(ValueError, match="missingkey must be one of"):
        gotmpl.parse("", missingkey="none")


def changing_a_tree() -> None:
    template = gotmpl.parse("unchanged")
    tree = template.tree.copy()
    tree.root.nodes[0].text = "changed"
    assert template.render() == "unchanged"
    template.add_parse_tree("", tree)
    assert template.render() == "changed"
    assert gotmpl.parse("unchanged").render() == "unchanged"


ROWS = [
    addresses,
    percent_in_a_name,
    keys_of_several_types,
    equal_keys,
    large_integers,
    deep_expressions,
    deep_data,
    invalid_utf_8,
    writing,
    structs,
    comparing_structs,
    values_through_functions,
    types_of_functions,
    annotations,
    defaults,
    exceptions,
    ranging_over_functions,
    wrong_use,
    changing_a_tree,
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.__name__)
def test_what_differs(row: Callable[[], None]):
    row()


def test_each_row_of_the_document_has_a_test():
    section = DOCUMENT.read_text().partition("### Differs, and why")[2].partition("###")[0]
    names = re.findall(r"^\| ([^|]+) \|", section, re.MULTILINE)[2:]
    assert [re.sub(r"[ -]", "_", name.lower()) for name in names] == [row.__name__ for row in ROWS]
