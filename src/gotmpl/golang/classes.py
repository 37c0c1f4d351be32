"""Which Go type a Python object has.

COMPATIBILITY.md, "Python values as Go values", says the same in a table.
"""

from __future__ import annotations

import enum
import functools
import numbers
from collections.abc import Callable, Iterable, Iterator, Mapping, MappingView, Sequence, Set
from functools import lru_cache
from operator import attrgetter
from types import DynamicClassAttribute, ModuleType
from typing import Any, cast, get_type_hints

from gotmpl.golang.error import GoError, foreign
from gotmpl.golang.kind import (
    BOOL,
    COMPLEX128,
    EMPTY_INTERFACE,
    FLOAT64,
    INT,
    STRING,
    UINT8,
    UINT64,
    Field,
    Kind,
    Type,
    func_of,
    map_of,
    slice_of,
    struct_of,
)

__all__ = [
    "BYTES",
    "CHAN",
    "LIST",
    "STRING_MAP",
    "TOO_LARGE",
    "plain",
    "refuse_too_large",
    "type_of",
    "type_of_function",
]

BYTES = slice_of(UINT8)
LIST = slice_of(EMPTY_INTERFACE)
STRING_MAP = map_of(STRING, EMPTY_INTERFACE)
#: The type of an iterator or a generator: like a channel it is read once, and `range` counts what it reads.
CHAN = Type(Kind.CHAN, "<-chan interface {}", elem=EMPTY_INTERFACE)

_MIN_INT64 = -(1 << 63)
_MAX_INT64 = (1 << 63) - 1
_MAX_UINT64 = (1 << 64) - 1

_SHOWN_BITS = 256


def refuse_too_large(number: int) -> str:
    """Refuses an integer for which Go has no type.

    Raises:
        GoError: Always.
    """
    shown = str(number) if number.bit_length() <= _SHOWN_BITS else f"an integer of {number.bit_length()} bits"
    raise GoError(f"integer overflow: {shown} fits neither int64 nor uint64")


#: The type of an integer for which Go has none: it cannot be printed, and is of no use to a function.
TOO_LARGE = struct_of("big.Int", (), stringer=refuse_too_large, marshal_json=refuse_too_large)

_BASIC: dict[type, Type] = {
    bool: BOOL,
    float: FLOAT64,
    complex: COMPLEX128,
    str: STRING,
    bytes: BYTES,
    list: LIST,
    tuple: LIST,
}
_ANNOTATIONS: dict[Any, Type] = {
    bool: BOOL,
    int: INT,
    float: FLOAT64,
    complex: COMPLEX128,
    str: STRING,
    bytes: BYTES,
    list: LIST,
    dict: STRING_MAP,
}


def type_of(obj: Any) -> Type:
    """Gives the Go type of a Python object that `plain` returned; None has none."""
    basic = _BASIC.get(type(obj))
    if basic is not None:
        return basic
    if isinstance(obj, int):
        return _type_of_int(obj)
    if isinstance(obj, Mapping):
        return map_of(foreign(_type_of_keys, obj), EMPTY_INTERFACE)
    if isinstance(obj, Iterator):
        return CHAN
    if isinstance(obj, (ModuleType, type)):
        return _opaque(type(obj).__name__)
    cls: type = type(obj)
    if _is_sequence(cls):
        return LIST
    if callable(obj):
        return type_of_function(obj)
    return _type_of_struct(obj)


def plain(obj: Any) -> Any:
    """Strips what Go has no name for: a `str` subclass becomes str, an IntEnum int, a set a sorted list."""
    cls: type = type(obj)
    return obj if cls in _BASIC or cls is int or cls is dict or obj is None else foreign(_stripped, obj)


def _stripped(obj: Any) -> Any:
    cls: type = type(obj)
    if isinstance(obj, str):
        return str.__str__(obj)
    if isinstance(obj, bool):
        return bool(obj)
    if isinstance(obj, numbers.Integral):
        return int(obj)
    if isinstance(obj, float):
        return float.__float__(obj)
    if isinstance(obj, (bytes, bytearray, memoryview)):
        return bytes(obj)
    if isinstance(obj, MappingView):
        return [*cast(Iterable[Any], obj)]
    if isinstance(obj, Set):
        return _sorted_set(obj)
    if _is_iterable_only(cls):
        return iter(obj)
    return obj


def _type_of_int(obj: int) -> Type:
    if _MIN_INT64 <= obj <= _MAX_INT64:
        return INT
    if 0 <= obj <= _MAX_UINT64:
        return UINT64
    return TOO_LARGE


@lru_cache(maxsize=64)
def _opaque(name: str) -> Type:
    return struct_of(name, (), stringer=str)


def _type_of_keys(mapping: Mapping[Any, Any]) -> Type:
    types = {STRING if type(key) is str else type_of(plain(key)) for key in mapping if key is not None}
    if None in mapping or len(types) > 1:
        return EMPTY_INTERFACE
    return types.pop() if types else STRING


def _sorted_set(items: Iterable[Any]) -> list[Any]:
    return sorted(
        items, key=lambda item: (type(item).__name__, item if isinstance(item, (str, int, float)) else str(item))
    )


@lru_cache(maxsize=512)
def _is_sequence(cls: type) -> bool:
    """Whether the objects of a class act as a list: a Sequence, or `__len__` and `__getitem__` without fields."""
    if _declared_names(cls) is not None:
        return False
    return issubclass(cls, Sequence) or (_defines(cls, "__len__") and _defines(cls, "__getitem__"))


def _defines(cls: type, name: str) -> bool:
    """Whether a class or a base has a method; what its metaclass has does not count, as that of an enum."""
    return any(name in base.__dict__ for base in cls.__mro__)


@lru_cache(maxsize=512)
def _is_iterable_only(cls: type) -> bool:
    """Whether all that is known of the objects of a class is that they can be iterated over."""
    if _declared_names(cls) is not None or issubclass(cls, (Iterator, Mapping)) or isinstance(cls, enum.EnumMeta):
        return False
    return issubclass(cls, Iterable) and not _is_sequence(cls)


# Structs


def _type_of_struct(obj: Any) -> Type:
    cls: type = type(obj)
    names = _declared_names(cls)
    return _struct_of_class(cls, _instance_names(obj) if names is None else names)


@lru_cache(maxsize=512)
def _declared_names(cls: type) -> tuple[str, ...] | None:
    """The fields that a dataclass, attrs class, pydantic model or NamedTuple declares; None for other classes."""
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        names: Iterable[str] = cls._fields
    elif hasattr(cls, "__pydantic_fields__"):
        names = [*cls.__pydantic_fields__, *cast(Any, cls).__pydantic_decorators__.computed_fields]
    elif hasattr(cls, "__dataclass_fields__"):
        names = cls.__dataclass_fields__
    elif hasattr(cls, "__attrs_attrs__"):
        names = [attribute.name for attribute in cls.__attrs_attrs__]
    else:
        return None
    return tuple(name for name in names if not name.startswith("_"))


#: `name` and `value` of an enum are the second.
_PROPERTIES = (property, DynamicClassAttribute, functools.cached_property)


def _instance_names(obj: Any) -> tuple[str, ...]:
    """The public data of a plain object: its own attributes, then the properties of its class."""
    names: dict[str, None] = {}
    for cls in type(obj).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        names.update(dict.fromkeys([slots] if isinstance(slots, str) else slots))
    names = {name: None for name in names if hasattr(obj, name)}
    names.update(dict.fromkeys(getattr(obj, "__dict__", {})))
    for cls in type(obj).__mro__:
        names.update((name, None) for name, member in cls.__dict__.items() if isinstance(member, _PROPERTIES))
    return tuple(name for name in names if not name.startswith("_"))


@lru_cache(maxsize=1024)
def _struct_of_class(cls: type, names: tuple[str, ...]) -> Type:
    fields = [Field(go_name(name), EMPTY_INTERFACE, attrgetter(name), json_name=name) for name in names]
    modules = [part.replace("__main__", "main") for part in cls.__module__.split(".")]
    package = next((part for part in reversed(modules) if not part.startswith("_")), modules[-1])
    return struct_of(
        f"{package}.{cls.__name__}", fields, folds=True, methods=_exported_methods(cls), stringer=_stringer(cls)
    )


def go_name(name: str) -> str:
    """The Go name of a Python attribute: ``tool_calls`` is ``ToolCalls``, ``Name`` stays."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def _exported_methods(cls: type) -> dict[str, Callable[[Any], Callable[..., Any]]]:
    """The methods that a template may call: upper-case names, and those in the class's `__gotmpl_exported__`."""
    methods: dict[str, Callable[[Any], Callable[..., Any]]] = {}
    listed = frozenset(getattr(cls, "__gotmpl_exported__", ()))
    for base in cls.__mro__:
        for name, member in base.__dict__.items():
            if name.startswith("_") or isinstance(member, type):
                continue
            if not (callable(member) or isinstance(member, (staticmethod, classmethod))):
                continue
            if name in listed:
                methods.setdefault(name, attrgetter(name))
                methods.setdefault(go_name(name), attrgetter(name))
            elif name[0].isupper():
                methods.setdefault(name, attrgetter(name))
    return methods


def _stringer(cls: type) -> Callable[[Any], str] | None:
    """`str`, if the class says how it prints; what object, tuple and pydantic's BaseModel say does not count."""
    for base in cls.__mro__:
        if "__str__" in base.__dict__:
            return None if base is object or base.__module__.partition(".")[0] == "pydantic" else str
        if "__repr__" in base.__dict__ and base.__module__ in _SPOKEN_BY_REPR:
            return str
    return None


#: Standard modules whose classes print through `__repr__` alone.
_SPOKEN_BY_REPR = frozenset({"fractions", "ipaddress", "pathlib"})


# Functions


def _annotated(function: Callable[..., Any]) -> Any:
    """Gives what has the annotations of a callable."""
    if isinstance(function, functools.partial):
        return _annotated(function.func)
    return function if hasattr(function, "__annotations__") else type(function).__call__


@lru_cache(maxsize=512)
def _signature(function: Callable[..., Any]) -> tuple[tuple[Type, ...], bool, int, Type]:
    import inspect  # slow to import, and only needed for functions

    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # a builtin that does not tell: any arguments
        return (EMPTY_INTERFACE,), True, 0, EMPTY_INTERFACE
    try:
        hints = get_type_hints(_annotated(function))
    except (NameError, TypeError, AttributeError, SyntaxError):  # a name that is only known to type checkers
        hints = {}
    params: list[Type] = []
    optional = 0
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            params.append(_ANNOTATIONS.get(hints.get(parameter.name), EMPTY_INTERFACE))
            return tuple(params), True, optional, _result(hints)
        if parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_KEYWORD):
            continue
        params.append(_ANNOTATIONS.get(hints.get(parameter.name), EMPTY_INTERFACE))
        optional += parameter.default is not parameter.empty
    return tuple(params), False, optional, _result(hints)


def _result(hints: dict[str, Any]) -> Type:
    result = _ANNOTATIONS.get(hints.get("return"), EMPTY_INTERFACE)
    return result if result in (BOOL, INT, FLOAT64, COMPLEX128, STRING) else EMPTY_INTERFACE


def type_of_function(function: Callable[..., Any]) -> Type:
    """Gives the Go type of a Python callable; a parameter has the type of its annotation if Go knows it, else any."""
    try:
        params, variadic, optional, result = _signature(function)
    except TypeError:  # an unhashable callable
        params, variadic, optional, result = _signature.__wrapped__(function)
    return func_of(params, variadic, result, optional)
