"""Go's kinds and types, as far as a template can meet them.

A `Type` is what Go's `reflect.Type` is: it has a kind, the name that Go prints, and the types of its parts. Types
made here are unique: two types are the same if and only if they are the same object.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

__all__ = [
    "BOOL",
    "COMPLEX128",
    "EMPTY_INTERFACE",
    "FLOAT64",
    "INT",
    "REFLECT_VALUE",
    "STRING",
    "UINT8",
    "UINT64",
    "Field",
    "Kind",
    "Type",
    "func_of",
    "map_of",
    "pointer_to",
    "slice_of",
    "struct_of",
]


class Kind(enum.IntEnum):
    """Go's `reflect.Kind`, in Go's order."""

    INVALID = 0
    BOOL = 1
    INT = 2
    INT8 = 3
    INT16 = 4
    INT32 = 5
    INT64 = 6
    UINT = 7
    UINT8 = 8
    UINT16 = 9
    UINT32 = 10
    UINT64 = 11
    UINTPTR = 12
    FLOAT32 = 13
    FLOAT64 = 14
    COMPLEX64 = 15
    COMPLEX128 = 16
    ARRAY = 17
    CHAN = 18
    FUNC = 19
    INTERFACE = 20
    MAP = 21
    POINTER = 22
    SLICE = 23
    STRING = 24
    STRUCT = 25

    @property
    def is_int(self) -> bool:
        """Whether it is one of int, int8, …, int64."""
        return Kind.INT <= self <= Kind.INT64

    @property
    def is_uint(self) -> bool:
        """Whether it is one of uint, uint8, …, uintptr."""
        return Kind.UINT <= self <= Kind.UINTPTR

    @property
    def is_float(self) -> bool:
        """Whether it is float32 or float64."""
        return self in (Kind.FLOAT32, Kind.FLOAT64)

    @property
    def is_complex(self) -> bool:
        """Whether it is complex64 or complex128."""
        return self in (Kind.COMPLEX64, Kind.COMPLEX128)

    @property
    def can_be_nil(self) -> bool:
        """Whether a value of this kind can be nil (`canBeNil` in Go's text/template/exec.go)."""
        return self in _NILLABLE


_NILLABLE = frozenset({Kind.CHAN, Kind.FUNC, Kind.INTERFACE, Kind.MAP, Kind.POINTER, Kind.SLICE})


class Field:
    """A field of a struct type.

    Attributes:
        name: Go's name of the field.
        type: Its type.
        get: Takes the Python object and returns the field's Python value.
        attribute: The Python attribute that `get` reads; empty if it does more than that.
        json_name: The key in JSON; empty if the field is left out there.
        omitempty: Whether JSON leaves an empty value out.
    """

    __slots__ = ("attribute", "get", "json_name", "name", "omitempty", "type")

    def __init__(
        self,
        name: str,
        type: Type,
        get: str | Callable[[Any], Any],
        *,
        json_name: str | None = None,
        omitempty: bool = False,
    ) -> None:
        self.name = name
        self.type = type
        self.get: Callable[[Any], Any] = attrgetter(get) if isinstance(get, str) else get
        self.attribute = get if isinstance(get, str) and get.isidentifier() else ""
        self.json_name = name if json_name is None else json_name
        self.omitempty = omitempty


class Type:
    """A Go type. Make one with `slice_of`, `map_of`, `pointer_to`, `struct_of` or `func_of`.

    Attributes:
        kind: The kind.
        name: The name as Go's reflect prints it, such as ``map[string]interface {}``.
        elem: The type of what a pointer, slice or map holds.
        key: The type of a map's keys.
        fields: A struct's fields in order; of a map the entries that are known beforehand, as of Ollama's root.
        params: A function's parameters; the last one stands for the rest if `variadic`.
        variadic: Whether the last parameter takes any number of arguments.
        optional: How many of the last parameters may be left out (Python defaults; Go has none).
        result: What a function returns.
        methods: Exported methods: Go's name -> a function of the Python object that returns a callable.
        folds: Whether `field_by_name` ignores case where no field has exactly the name (Python classes only).
        stringer: The type's `String() string` or `Error() string`, as a function of the Python object.
        marshal_json: The type's `MarshalJSON`, as a function from the Python object to JSON text.
    """

    __slots__ = (
        "elem",
        "fields",
        "folds",
        "key",
        "kind",
        "marshal_json",
        "methods",
        "name",
        "optional",
        "params",
        "result",
        "stringer",
        "variadic",
    )

    def __init__(
        self,
        kind: Kind,
        name: str,
        *,
        elem: Type | None = None,
        key: Type | None = None,
        fields: Sequence[Field] = (),
        folds: bool = False,
        params: Sequence[Type] = (),
        variadic: bool = False,
        optional: int = 0,
        result: Type | None = None,
        methods: dict[str, Callable[[Any], Callable[..., Any]]] | None = None,
        stringer: Callable[[Any], str] | None = None,
        marshal_json: Callable[[Any], str] | None = None,
    ) -> None:
        self.kind = kind
        self.name = name
        self.elem = elem
        self.key = key
        self.fields = tuple(fields)
        self.folds = folds
        self.params = tuple(params)
        self.variadic = variadic
        self.optional = optional
        self.result = result
        self.methods = methods or {}
        self.stringer = stringer
        self.marshal_json = marshal_json

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a Go type is known by its identity and cannot be pickled")

    def __repr__(self) -> str:
        return f"<Type {self.name}>"

    @property
    def comparable(self) -> bool:
        """Whether Go's == works on values of this type (`reflect.Type.Comparable`)."""
        if self.kind in (Kind.FUNC, Kind.MAP, Kind.SLICE):
            return False
        return self.kind is not Kind.STRUCT or all(f.type.comparable for f in self.fields)

    def field_by_name(self, name: str) -> Field | None:
        """The struct field of this name, or None."""
        for field in self.fields:
            if field.name == name:
                return field
        if self.folds and name[:1].isupper():
            folded = name.casefold()
            for field in self.fields:
                if field.name.casefold() == folded:
                    return field
        return None

    def assignable_to(self, other: Type) -> bool:
        """Whether a value of this type can be stored in the other one, as far as templates need it."""
        return self is other or other is EMPTY_INTERFACE


BOOL = Type(Kind.BOOL, "bool")
INT = Type(Kind.INT, "int")
UINT8 = Type(Kind.UINT8, "uint8")
UINT64 = Type(Kind.UINT64, "uint64")
FLOAT64 = Type(Kind.FLOAT64, "float64")
COMPLEX128 = Type(Kind.COMPLEX128, "complex128")
STRING = Type(Kind.STRING, "string")
EMPTY_INTERFACE = Type(Kind.INTERFACE, "interface {}")
#: The parameter type of the builtins: they take the `reflect.Value` itself.
REFLECT_VALUE = Type(Kind.STRUCT, "reflect.Value")


@cache
def slice_of(elem: Type) -> Type:
    """The type of a slice of such elements."""
    return Type(Kind.SLICE, f"[]{elem.name}", elem=elem)


@cache
def map_of(key: Type, elem: Type) -> Type:
    """The type of a map from such keys to such elements."""
    return Type(Kind.MAP, f"map[{key.name}]{elem.name}", key=key, elem=elem)


@cache
def pointer_to(elem: Type) -> Type:
    """The type of a pointer; its Python value is the pointed-to object itself, or None."""
    return Type(Kind.POINTER, f"*{elem.name}", elem=elem, stringer=elem.stringer, methods=elem.methods)


def struct_of(
    name: str,
    fields: Sequence[Field],
    *,
    folds: bool = False,
    methods: dict[str, Callable[[Any], Callable[..., Any]]] | None = None,
    stringer: Callable[[Any], str] | None = None,
    marshal_json: Callable[[Any], str] | None = None,
) -> Type:
    """A new named struct type, such as ``template.templateMessage``."""
    return Type(
        Kind.STRUCT,
        name,
        fields=fields,
        folds=folds,
        methods=methods,
        stringer=stringer,
        marshal_json=marshal_json,
    )


@cache
def func_of(params: tuple[Type, ...], variadic: bool, result: Type, optional: int = 0) -> Type:
    """The type of a function."""
    names = [p.name for p in params]
    if variadic:
        names[-1] = "..." + names[-1]
    return Type(
        Kind.FUNC,
        f"func({', '.join(names)}) {result.name}",
        params=params,
        variadic=variadic,
        result=result,
        optional=optional,
    )
