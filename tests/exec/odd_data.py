"""Python values that are nearly what Go values are made of, to put in the place of plain ones."""

from __future__ import annotations

import array
import collections
import decimal
import enum
import fractions
import random
import types
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import attrs
import pydantic

__all__ = ["Calls", "Odd"]


class Calls(collections.Counter[str]):
    """How often each method, property and function of the data was used."""


class Text(str):
    def __str__(self) -> str:
        return "not this"


class Number(int):
    def __repr__(self) -> str:
        return "not this"


class Colour(enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


class Kind(str, enum.Enum):
    USER = "user"


class Table(dict):  # type: ignore[type-arg]
    def get(self, key: Any, default: Any = None) -> Any:
        return "not this"


class Pairs(Mapping[str, Any]):
    def __init__(self, entries: dict[str, Any]) -> None:
        self._entries = entries

    def __getitem__(self, key: str) -> Any:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


class Row(Sequence[Any]):
    def __init__(self, items: list[Any]) -> None:
        self._items = items

    def __getitem__(self, index: Any) -> Any:
        return self._items[index]

    def __len__(self) -> int:
        return len(self._items)


class Bare:
    def __init__(self, items: list[Any]) -> None:
        self._items = items

    def __getitem__(self, index: Any) -> Any:
        return self._items[index]

    def __len__(self) -> int:
        return len(self._items)


@dataclass
class Record:
    Name: Any = None
    role: Any = None
    content: Any = None


@dataclass(frozen=True)
class Spot:
    x: int = 1
    y: int = 2

    def __str__(self) -> str:
        return f"({self.x}, {self.y})"


class Couple(NamedTuple):
    A: Any = None
    B: Any = None


@attrs.define
class Gauge:
    A: Any = None
    N: Any = None


class Model(pydantic.BaseModel):
    Role: Any = None
    Content: Any = None
    key: Any = None


class Plain:
    """An object with data, a property, methods and things that are nobody's business."""

    def __init__(self, calls: Calls, content: Any) -> None:
        self._calls = calls
        self.Content = content
        self.__secret = "secret"

    @property
    def Role(self) -> str:  # noqa: N802
        self._calls["Role"] += 1
        return "user"

    def Name(self) -> str:  # noqa: N802
        self._calls["Name"] += 1
        return "called"

    def A(self, *args: Any) -> int:  # noqa: N802
        self._calls["A"] += 1
        return len(args)

    def B(self) -> Any:  # noqa: N802
        self._calls["B"] += 1
        raise ValueError("refused")

    def lower(self) -> str:
        raise AssertionError("not exported")


_functions: dict[str, Any] = {}
_calls: dict[str, Calls] = {}


def _function(name: str) -> Any:
    def function(*args: Any) -> Any:
        _calls[name][name] += 1
        return args[0] if args else None

    return function


class Odd:
    """Makes odd values out of JSON, the same ones for the same seed.

    Attributes:
        calls: What the template has used.
    """

    def __init__(self, seed: int, rate: float) -> None:
        self.random = random.Random(seed)
        self.rate = rate
        self.calls = Calls()

    def function(self, name: str) -> Any:
        """A function that gives its first argument; the same object each time, for its address may be printed."""
        _calls[name] = self.calls
        return _functions.setdefault(name, _function(name))

    def value(self, data: Any) -> Any:
        if isinstance(data, dict):
            entries = {key: self.value(item) for key, item in data.items()}
            return self.mapping(entries) if self.random.random() < self.rate else entries
        if isinstance(data, list):
            items = [self.value(item) for item in data]
            return self.sequence(items) if self.random.random() < self.rate else items
        if self.random.random() >= self.rate:
            return data
        return self.text(data) if isinstance(data, str) else self.scalar(data)

    def mapping(self, entries: dict[str, Any]) -> Any:
        kind = self.random.randrange(14)
        if kind == 0:
            return Table(entries)
        if kind == 1:
            return collections.defaultdict(list, entries)
        if kind == 2:
            return collections.OrderedDict(entries)
        if kind == 3:
            return types.MappingProxyType(entries)
        if kind == 4:
            return collections.UserDict(entries)
        if kind == 5:
            return Pairs(entries)
        if kind == 6:
            return types.SimpleNamespace(**{key: item for key, item in entries.items() if key.isidentifier()})
        if kind == 7:
            return Record(*list(entries.values())[:3])
        if kind == 8:
            return Couple(*list(entries.values())[:2])
        if kind == 9:
            return Gauge(*list(entries.values())[:2])
        if kind == 10:
            return Model(**{key: item for key, item in entries.items() if key in ("Role", "Content")})
        if kind == 11:
            return Plain(self.calls, next(iter(entries.values()), None))
        if kind == 12:
            return {**entries, 1: "one", 2.5: "two", False: "three", None: "none", (1, 2): "tuple", b"b": "bytes"}
        return collections.ChainMap({}, entries)

    def sequence(self, items: list[Any]) -> Any:
        kind = self.random.randrange(13)
        if kind == 0:
            return tuple(items)
        if kind == 1:
            return collections.UserList(items)
        if kind == 2:
            return collections.deque(items)
        if kind == 3:
            return (item for item in items)
        if kind == 4:
            return iter(items)
        if kind == 5:
            return {item for item in items if isinstance(item, (str, int))}
        if kind == 6:
            return range(len(items))
        if kind == 7:
            return Row(items)
        if kind == 8:
            return Bare(items)
        if kind == 9:
            return array.array("q", [item for item in items if type(item) is int and abs(item) < 1 << 63])
        if kind == 10:
            return dict(enumerate(items)).values()
        if kind == 11:
            return type("Numbers", (list,), {})(items)
        return map(self.function("map"), items)

    def text(self, text: str) -> Any:
        kind = self.random.randrange(9)
        if kind == 0:
            return Text(text)
        if kind == 1:
            return text.encode()
        if kind == 2:
            return bytearray(text.encode())
        if kind == 3:
            return Kind.USER
        if kind == 4:
            return Colour.RED
        if kind == 5:
            return text + "\udcff\ud800"
        if kind == 6:
            return Plain(self.calls, text)
        if kind == 7:
            return self.function("function")
        return uuid.UUID(int=7)

    def scalar(self, number: Any) -> Any:
        return self.random.choice(
            [
                Number(number or 0),
                Level.HIGH,
                2**63,
                2**64 - 1,
                2**64,
                -(2**63) - 1,
                10**400,
                float("nan"),
                float("-inf"),
                1 + 2j,
                None,
                decimal.Decimal("1.50"),
                fractions.Fraction(1, 3),
                Spot(),
                Spot,
                types,
                object(),
                NotImplemented,
                self.function("function"),
                len,
            ]
        )
