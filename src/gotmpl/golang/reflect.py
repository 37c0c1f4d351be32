"""Values as Go sees them: a Python object together with its Go type, after Go's package reflect.

`Value(type, obj)` is Go's `reflect.Value`. The Python object of a pointer is what it points to (or None), of an
interface what is in it (or None for nil), of a slice a list or a `SliceView`, of a nil map or slice None.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from operator import contains, getitem
from typing import Any, cast

from gotmpl.golang.classes import plain, type_of
from gotmpl.golang.error import GoError, foreign
from gotmpl.golang.kind import (
    BOOL,
    EMPTY_INTERFACE,
    STRING,
    UINT8,
    Field,
    Kind,
    Type,
)
from gotmpl.golang.utf8 import encode

__all__ = [
    "FALSE",
    "TRUE",
    "ZERO",
    "SliceView",
    "Value",
    "indirect",
    "indirect_interface",
    "is_true",
    "value_of",
    "zero",
]


class SliceView(Sequence[Any]):
    """A Go slice of a longer list: elements `start` to `stop`, and room up to `capacity` behind `start`."""

    __slots__ = ("base", "capacity", "start", "stop")

    def __init__(self, base: Sequence[Any], start: int, stop: int, capacity: int) -> None:
        self.base = base
        self.start = start
        self.stop = stop
        self.capacity = capacity

    def __len__(self) -> int:
        return self.stop - self.start

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self.base[self.start : self.stop][index]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self.base[self.start + index % len(self)]

    def __iter__(self) -> Iterator[Any]:
        base = self.base
        return (base[i] for i in range(self.start, self.stop))


class Value:
    """A Go value (`reflect.Value`).

    Attributes:
        type: The Go type; None in the one invalid value, `ZERO`.
        obj: The Python object.
    """

    __slots__ = ("obj", "type")

    def __init__(self, type: Type | None, obj: Any) -> None:
        self.type = type
        self.obj = obj

    def __repr__(self) -> str:
        return f"<Value {self.type} {self.obj!r}>"

    def __bool__(self) -> bool:
        return is_true(indirect_interface(self))

    @property
    def kind(self) -> Kind:
        """The kind; INVALID for `ZERO`."""
        return Kind.INVALID if self.type is None else self.type.kind

    def is_valid(self) -> bool:
        """Whether there is a value at all."""
        return self.type is not None

    def must_type(self) -> Type:
        """The type, as Go's `Value.Type`.

        Raises:
            GoError: On the invalid value, where Go panics.
        """
        if self.type is None:
            raise GoError("reflect: call of reflect.Value.Type on zero Value")
        return self.type

    def is_nil(self) -> bool:
        """Whether it is the nil of its type; only for kinds that can be nil."""
        return self.obj is None

    def elem(self) -> Value:
        """What an interface holds or a pointer points to; `ZERO` if that is nil."""
        if self.obj is None:
            return ZERO
        if self.kind is Kind.INTERFACE:
            return value_of(self.obj)
        return Value(cast(Type, cast(Type, self.type).elem), self.obj)

    def len(self) -> int:
        """The number of bytes of a string, elements of a slice, entries of a map."""
        if self.obj is None or self.kind is Kind.CHAN:
            return 0
        if self.kind is Kind.STRING and not self.obj.isascii():
            return len(encode(self.obj))
        return foreign(len, self.obj)

    def cap(self) -> int:
        """A slice's capacity."""
        return self.obj.capacity if isinstance(self.obj, SliceView) else self.len()

    def index(self, i: int) -> Value:
        """Element i of a slice, byte i of a string.

        Raises:
            GoError: Where Go's `Value.Index` panics.
        """
        if not 0 <= i < self.len():
            raise GoError(f"reflect: {'string' if self.kind is Kind.STRING else 'slice'} index out of range")
        if self.kind is Kind.STRING:
            return Value(UINT8, encode(self.obj)[i])
        return Value(cast(Type, self.type).elem, foreign(getitem, self.obj, i))

    def slice(self, i: int, j: int, k: int | None = None) -> Value:
        """The part [i:j] of a string or slice, [i:j:k] of a slice; the bounds have been checked."""
        if self.kind is Kind.STRING:
            if self.obj.isascii():
                return Value(self.type, self.obj[i:j])
            return Value(self.type, encode(self.obj)[i:j].decode("utf-8", "surrogateescape"))
        if self.obj is None:
            return self
        view, capacity = self.obj, self.cap()
        base, start = (view.base, view.start) if isinstance(view, SliceView) else (view, 0)
        return Value(self.type, SliceView(base, start + i, start + j, (capacity if k is None else k) - i))

    def map_index(self, key: Value) -> Value:
        """The entry of a key, or `ZERO`; the key's type has been checked.

        Python takes 1, 1.0 and True for one key and Go does not: of such keys the one with the key's own type counts.

        Raises:
            GoError: A key that has no hash, where Go panics.
        """
        held = indirect_interface(key)
        if held.type is not None and not held.type.comparable:
            raise GoError(f"runtime error: hash of unhashable type {held.type}")
        if self.obj is None:
            return ZERO
        type = cast(Type, self.type)
        if not foreign(contains, self.obj, held.obj):
            return ZERO
        mixed = type.key is EMPTY_INTERFACE and not isinstance(held.obj, str)
        if mixed and not any(k == held.obj and value_of(k).type is held.type for k in self.obj):
            return ZERO
        return Value(type.elem, foreign(getitem, self.obj, held.obj))

    def sorted_entries(self) -> list[tuple[Value, Value]]:
        """The keys and elements of a map in Go's order (`internal/fmtsort`)."""
        if self.obj is None:
            return []
        key, elem = cast(Type, cast(Type, self.type).key), cast(Type, self.type).elem
        entries = [(Value(key, plain(k)), Value(elem, v)) for k, v in self._items()]
        if key is STRING:
            return sorted(entries, key=lambda entry: encode(entry[0].obj))
        by_key = functools.cmp_to_key(compare)
        return sorted(entries, key=lambda entry: by_key(entry[0]))

    def _items(self) -> list[tuple[Any, Any]]:
        return foreign(list, self.obj.items())

    def field(self, field: Field) -> Value:
        """The value of a struct's field; the struct that is the zero value of its type has no Python object."""
        if self.obj is None:
            return zero(field.type)
        return Value(field.type, plain(foreign(field.get, self.obj)))


#: Go's zero reflect.Value: no value at all.
ZERO = Value(None, None)
TRUE = Value(BOOL, True)
FALSE = Value(BOOL, False)


def value_of(obj: Any) -> Value:
    """Gives the Go value of a Python object; of None it is `ZERO` (`reflect.ValueOf`)."""
    if isinstance(obj, Value):
        return indirect_interface(obj)
    if obj is None:
        return ZERO
    obj = plain(obj)
    return Value(type_of(obj), obj)


def zero(type: Type) -> Value:
    """Gives the zero value of a type (`reflect.Zero`)."""
    kind = type.kind
    if kind is Kind.STRING:
        return Value(type, "")
    if kind is Kind.BOOL:
        return FALSE
    if kind.is_int or kind.is_uint:
        return Value(type, 0)
    if kind.is_float:
        return Value(type, 0.0)
    return Value(type, None)


def indirect(value: Value) -> tuple[Value, bool]:
    """Follows pointers and interfaces to the end; says whether that end is a nil one (`indirect` in exec.go)."""
    while value.kind in (Kind.POINTER, Kind.INTERFACE):
        if value.obj is None:
            return value, True
        value = value.elem()
    return value, False


def indirect_interface(value: Value) -> Value:
    """Gives what is in an interface, `ZERO` for a nil one (`indirectInterface` in exec.go)."""
    return value.elem() if value.kind is Kind.INTERFACE else value


def is_true(value: Value) -> bool:
    """Whether a value is true: not the zero of its type (`isTrue` in exec.go)."""
    kind = value.kind
    if kind is Kind.INVALID:
        return False
    if kind in (Kind.MAP, Kind.SLICE, Kind.STRING):
        return value.len() > 0
    if kind is Kind.STRUCT:
        return True
    if kind.can_be_nil:
        return value.obj is not None
    return bool(value.obj)


def compare(a: Value, b: Value) -> int:
    """Orders two map keys as Go prints maps: -1, 0 or 1 (`compare` in internal/fmtsort).

    Go orders keys of different types by where the types lie in memory; here it is by the types' names.
    """
    a, b = indirect_interface(a), indirect_interface(b)
    if a.type is None or b.type is None:
        return (a.type is not None) - (b.type is not None)
    if a.type is not b.type:
        return -1 if a.type.name < b.type.name else 1
    if a.kind is Kind.STRING:
        return _order(encode(a.obj), encode(b.obj))
    if a.kind.is_float and (a.obj != a.obj or b.obj != b.obj):
        return int(b.obj != b.obj) - int(a.obj != a.obj)
    if a.kind is Kind.COMPLEX128:
        return _order((a.obj.real, a.obj.imag), (b.obj.real, b.obj.imag))
    if a.kind is Kind.STRUCT:
        return next((c for f in a.type.fields if (c := compare(a.field(f), b.field(f)))), 0)
    if a.kind is Kind.SLICE:
        lengths = a.len(), b.len()
        return next((c for i in range(min(lengths)) if (c := compare(a.index(i), b.index(i)))), _order(*lengths))
    return _order(a.obj, b.obj)


def _order(x: Any, y: Any) -> int:
    return int(bool(x > y)) - int(bool(x < y))
