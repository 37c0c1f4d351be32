"""Which Go type a Python object has."""

from __future__ import annotations

import array
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import io
import ipaddress
import pathlib
import re
import types
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Optional

import attrs
import pydantic
import pytest

from gotmpl.golang.classes import plain, type_of, type_of_function
from gotmpl.golang.error import GoError
from gotmpl.golang.fmt import sprint
from gotmpl.golang.kind import Kind
from gotmpl.golang.reflect import value_of


class Text(str):
    pass


class Number(int):
    pass


class Colour(enum.Enum):
    RED = 1


class Level(enum.IntEnum):
    HIGH = 3


class Role(str, enum.Enum):
    USER = "user"


class Flag(enum.Flag):
    A = 1


class Pairs(Mapping[str, int]):
    def __getitem__(self, key: str) -> int:
        return {"b": 2, "a": 1}[key]

    def __iter__(self) -> Iterator[str]:
        return iter(["b", "a"])

    def __len__(self) -> int:
        return 2


class Row(Sequence[int]):
    def __getitem__(self, index: Any) -> Any:
        return [1, 2][index]

    def __len__(self) -> int:
        return 2


class Bare:
    def __getitem__(self, index: int) -> int:
        return [1, 2][index]

    def __len__(self) -> int:
        return 2


class Iterable:
    def __iter__(self) -> Iterator[int]:
        return iter([1, 2])


class Slots:
    __slots__ = ("_hidden", "a", "unset")

    def __init__(self) -> None:
        self.a = 1
        self._hidden = 2


class Plain:
    shared = "of the class"

    def __init__(self) -> None:
        self.tool_calls = [1]
        self.Name = "n"
        self._private = "p"
        self.__mangled = "m"

    @property
    def length(self) -> int:
        return 7

    @property
    def _secret(self) -> int:
        return 8

    def Method(self) -> str:  # noqa: N802
        return "M"

    def method(self) -> str:
        return "m"

    @staticmethod
    def Static() -> str:  # noqa: N802
        return "S"

    @classmethod
    def Class(cls) -> str:  # noqa: N802
        return cls.__name__

    class Inner:
        pass


class Listed:
    __gotmpl_exported__ = ("do_it",)

    def do_it(self) -> str:
        return "done"

    def other(self) -> str:
        return "no"


class Child(Listed, Plain):
    pass


@dataclasses.dataclass
class Record:
    role: str = "user"
    tool_calls: int = 1
    _private: int = 2

    @property
    def twice(self) -> int:
        return 2


@dataclasses.dataclass
class Spoken(Record):
    def __str__(self) -> str:
        return "spoken"


class Couple(NamedTuple):
    first: int = 1
    second: str = "b"


@attrs.define
class Gauge:
    level: int = 1


class Model(pydantic.BaseModel):
    role: str = "user"
    _private: int = 2

    @pydantic.computed_field  # type: ignore[prop-decorator]
    @property
    def twice(self) -> int:
        return 4


@pytest.mark.parametrize(
    ("obj", "name", "text"),
    [
        (True, "bool", "true"),
        (1, "int", "1"),
        (-(2**63), "int", "-9223372036854775808"),
        (2**63, "uint64", "9223372036854775808"),
        (2**64 - 1, "uint64", "18446744073709551615"),
        (1.5, "float64", "1.5"),
        (1e21, "float64", "1e+21"),
        (1 - 2j, "complex128", "(1-2i)"),
        ("é", "string", "é"),
        (b"ab", "[]uint8", "[97 98]"),
        (bytearray(b"ab"), "[]uint8", "[97 98]"),
        (memoryview(b"ab"), "[]uint8", "[97 98]"),
        ([1, "a", None], "[]interface {}", "[1 a <nil>]"),
        ((1, 2), "[]interface {}", "[1 2]"),
        ({}, "map[string]interface {}", "map[]"),
        ({"b": 1, "a": None}, "map[string]interface {}", "map[a:<nil> b:1]"),
        ({2: "b", -1: "a"}, "map[int]interface {}", "map[-1:a 2:b]"),
        ({1.5: 1}, "map[float64]interface {}", "map[1.5:1]"),
        ({True: 1, False: 0}, "map[bool]interface {}", "map[false:0 true:1]"),
        ({"a": 1, 1: 2, None: 3}, "map[interface {}]interface {}", "map[<nil>:3 1:2 a:1]"),
        ({(1, 2): "t"}, "map[[]interface {}]interface {}", "map[[1 2]:t]"),
        (collections.OrderedDict(b=1, a=2), "map[string]interface {}", "map[a:2 b:1]"),
        (collections.defaultdict(list, a=1), "map[string]interface {}", "map[a:1]"),
        (collections.Counter("aab"), "map[string]interface {}", "map[a:2 b:1]"),
        (types.MappingProxyType({"a": 1}), "map[string]interface {}", "map[a:1]"),
        (collections.UserDict(a=1), "map[string]interface {}", "map[a:1]"),
        (collections.ChainMap({"a": 1}, {"b": 2}), "map[string]interface {}", "map[a:1 b:2]"),
        (Pairs(), "map[string]interface {}", "map[a:1 b:2]"),
        (Row(), "[]interface {}", "[1 2]"),
        (Bare(), "[]interface {}", "[1 2]"),
        (range(3), "[]interface {}", "[0 1 2]"),
        (collections.deque([1, 2]), "[]interface {}", "[1 2]"),
        (collections.UserList([1, 2]), "[]interface {}", "[1 2]"),
        (array.array("i", [1, 2]), "[]interface {}", "[1 2]"),
        ({3, 1, 2}, "[]interface {}", "[1 2 3]"),
        (frozenset("ba"), "[]interface {}", "[a b]"),
        ({"b": 1, "a": 2}.keys(), "[]interface {}", "[b a]"),
        ({"b": 1, "a": 2}.values(), "[]interface {}", "[1 2]"),
        ({"b": 1}.items(), "[]interface {}", "[[b 1]]"),
        (Text("t"), "string", "t"),
        (Number(3), "int", "3"),
        (Level.HIGH, "int", "3"),
        (Role.USER, "string", "user"),
        (Colour.RED, "test_classes.Colour", "Colour.RED"),
        (Flag.A, "test_classes.Flag", "Flag.A"),
        (decimal.Decimal("1.50"), "decimal.Decimal", "1.50"),
        (fractions.Fraction(1, 3), "fractions.Fraction", "1/3"),
        (datetime.date(2024, 1, 2), "datetime.date", "2024-01-02"),
        (datetime.datetime(2024, 1, 2, 3, 4), "datetime.datetime", "2024-01-02 03:04:00"),
        (datetime.timedelta(hours=1), "datetime.timedelta", "1:00:00"),
        (uuid.UUID(int=1), "uuid.UUID", "00000000-0000-0000-0000-000000000001"),
        (pathlib.PurePosixPath("/a"), "pathlib.PurePosixPath", "/a"),
        (ipaddress.ip_address("::1"), "ipaddress.IPv6Address", "::1"),
        (ValueError("wrong"), "builtins.ValueError", "wrong"),
        (Record(), "test_classes.Record", "{user 1}"),
        (Spoken(), "test_classes.Spoken", "spoken"),
        (Couple(), "test_classes.Couple", "{1 b}"),
        (Gauge(), "test_classes.Gauge", "{1}"),
        (Model(), "test_classes.Model", "{user 4}"),
        (types.SimpleNamespace(a=1, _b=2), "types.SimpleNamespace", "{1}"),
        (Slots(), "test_classes.Slots", "{1}"),
        (Plain(), "test_classes.Plain", "{[1] n 7}"),
        (object(), "builtins.object", "{}"),
        (Plain, "type", str(Plain)),
        (re, "module", str(re)),
    ],
)
def test_an_object_has_a_type_and_prints_as_it(obj: Any, name: str, text: str):
    value = value_of(obj)
    assert str(value.type) == name
    assert sprint([value]) == text


@pytest.mark.parametrize("obj", [iter([1]), (i for i in [1]), map(str, [1]), Iterable(), io.StringIO("a"), zip([1])])
def test_what_is_read_once_is_a_channel(obj: Any):
    assert value_of(obj).kind is Kind.CHAN


def test_types_are_unique():
    assert type_of(Plain()) is type_of(Plain())
    assert type_of({"a": 1}) is type_of({"b": 2})
    assert type_of(Plain) is type_of(Slots)
    assert type_of(types.SimpleNamespace(a=1)) is not type_of(types.SimpleNamespace(b=1))


def test_a_default_dict_gains_no_keys():
    counts = collections.defaultdict(int)
    assert not value_of(counts).map_index(value_of("a")).is_valid()
    assert counts == {}


@pytest.mark.parametrize("number", [2**64, -(2**63) - 1, pytest.param(10**5000, id="huge")])
def test_an_integer_that_is_too_large_has_a_type_but_cannot_be_printed(number: int):
    value = value_of(number)
    assert str(value.type) == "big.Int"
    with pytest.raises(GoError, match=r"integer overflow: .* fits neither int64 nor uint64"):
        sprint([value])


@pytest.mark.parametrize(
    ("obj", "fields"),
    [
        (Record(), ["Role", "ToolCalls"]),
        (Couple(), ["First", "Second"]),
        (Gauge(), ["Level"]),
        (Model(), ["Role", "Twice"]),
        (Slots(), ["A"]),
        (Plain(), ["ToolCalls", "Name", "Length"]),
        (types.SimpleNamespace(a_b=1, C=2), ["AB", "C"]),
        (Colour.RED, ["Name", "Value"]),
    ],
)
def test_fields_are_the_public_data(obj: Any, fields: list[str]):
    assert [field.name for field in type_of(obj).fields] == fields


@pytest.mark.parametrize(
    ("name", "found"),
    [("ToolCalls", "ToolCalls"), ("Toolcalls", "ToolCalls"), ("TOOLCALLS", "ToolCalls"), ("Name", "Name")]
    + [(name, None) for name in ("toolCalls", "tool_calls", "name", "Private", "_private", "Shared", "Nope", "")],
)
def test_a_field_is_found_by_its_go_name_or_one_that_differs_in_case(name: str, found: str | None):
    field = type_of(Plain()).field_by_name(name)
    assert (None if field is None else field.name) == found


@pytest.mark.parametrize(
    ("obj", "methods"),
    [
        (Plain(), {"Method", "Static", "Class"}),
        (Listed(), {"do_it", "DoIt"}),
        (Child(), {"do_it", "DoIt", "Method", "Static", "Class"}),
        (Record(), set()),
        ("text", set()),
        ({}, set()),
    ],
)
def test_methods_are_those_with_upper_case_names_and_those_that_the_class_lists(obj: Any, methods: set[str]):
    assert set(type_of(obj).methods) == methods


def takes(a: int, b: str = "", *, c: int = 0) -> str:
    return ""


def takes_rest(a: float, *rest: bool, **more: int) -> int:
    return 0


def takes_any(a, b: list, c: dict, d: bytes, e: complex, f: Optional[str], g: Unknown) -> None:  # type: ignore  # noqa: F821, UP045
    return None


def takes_some(b: list, c: dict, d: bytes, e: complex, f: Optional[str]) -> list:  # type: ignore[type-arg]  # noqa: UP045
    return []


class Callable:
    def __call__(self, a: int) -> bool:
        return True


@pytest.mark.parametrize(
    ("function", "name", "optional"),
    [
        (takes, "func(int, string) string", 1),
        (takes_rest, "func(float64, ...bool) int", 0),
        (
            takes_some,
            "func([]interface {}, map[string]interface {}, []uint8, complex128, interface {}) interface {}",
            0,
        ),
        (takes_any, f"func({', '.join(['interface {}'] * 7)}) interface {{}}", 0),
        (lambda: 1, "func() interface {}", 0),
        (lambda x, y=1: 1, "func(interface {}, interface {}) interface {}", 1),
        (Plain().Method, "func() string", 0),
        (functools.partial(takes, 1), "func(string) string", 1),
        (Callable(), "func(int) bool", 0),
        (len, "func(interface {}) interface {}", 0),
        (max, "func(...interface {}) interface {}", 0),
    ],
)
def test_a_callable_has_the_type_that_its_signature_tells(function: Any, name: str, optional: int):
    type = type_of_function(function)
    assert str(type) == name
    assert type.optional == optional
    assert type_of(function) is type


def test_plain_takes_away_what_go_does_not_know():
    assert type(plain(Text("a"))) is str
    assert type(plain(Number(1))) is int
    assert plain(Level.HIGH) == 3
    assert plain({2, 10, 1}) == [1, 2, 10]
    assert plain({"a", 1, 2.5}) == [2.5, 1, "a"]
    same: list[Any] = [[], {}, Row(), None, 1.5, Record()]
    assert all(plain(obj) is obj for obj in same)


class Refusing(Mapping[str, int]):
    def __getitem__(self, key: str) -> int:
        raise RuntimeError("no entries")

    def __iter__(self) -> Iterator[str]:
        raise RuntimeError("no keys")

    def __len__(self) -> int:
        raise RuntimeError("no length")


def test_an_exception_of_an_object_is_an_error_of_go():
    with pytest.raises(GoError, match="no keys"):
        value_of(Refusing())
