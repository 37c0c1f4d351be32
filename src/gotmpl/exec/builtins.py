"""The functions that every template has (Go's text/template/funcs.go).

`and`, `or` and `call` have their signatures here; the interpreter runs them, since they need the unevaluated
arguments or their text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gotmpl.exec.function import Function, python_function
from gotmpl.golang import escape, fmt
from gotmpl.golang.error import GoError
from gotmpl.golang.kind import BOOL, EMPTY_INTERFACE, INT, REFLECT_VALUE, STRING, Kind, Type, func_of
from gotmpl.golang.reflect import (
    FALSE,
    TRUE,
    Value,
    indirect,
    indirect_interface,
    is_true,
    zero,
)
from gotmpl.golang.utf8 import encode

__all__ = ["BUILTINS", "call", "printable_value"]


def printable_value(value: Value) -> Value | None:
    """Gives the value to print, pointers followed; None if it cannot be printed (`printableValue` in exec.go)."""
    if value.kind is Kind.POINTER:
        value, _ = indirect(value)
    if value.type is None:
        return Value(STRING, "<no value>")
    if value.kind in (Kind.CHAN, Kind.FUNC) and value.type.stringer is None:
        return None
    return value


# Indexing


def prepare_arg(value: Value, type: Type) -> Value:
    """Fits a value to the type of an argument or a map key (`prepareArg` in funcs.go)."""
    if value.type is None:
        if not type.kind.can_be_nil:
            raise GoError(f"value is nil; should be of type {type}")
        return zero(type)
    if value.type.assignable_to(type):
        return value
    if _int_like(value.kind) and _int_like(type.kind):
        return Value(type, value.obj)
    raise GoError(f"value has type {value.type}; should be {type}")


def _int_like(kind: Kind) -> bool:
    return kind.is_int or kind.is_uint


def _index_arg(index: Value, cap: int) -> int:
    if index.type is None:
        raise GoError("cannot index slice/array with nil")
    if not _int_like(index.kind):
        raise GoError(f"cannot index slice/array with type {index.type}")
    i = int(index.obj)
    if i > _MAX_INT64:
        i -= 1 << 64
    if not 0 <= i <= cap:
        raise GoError(f"index out of range: {i}")
    return i


_MAX_INT64 = (1 << 63) - 1


def _index(args: Sequence[Value]) -> Value:
    item = indirect_interface(args[0])
    if item.type is None:
        raise GoError("index of untyped nil")
    for index in args[1:]:
        index = indirect_interface(index)
        item, is_nil = indirect(item)
        if is_nil:
            raise GoError("index of nil pointer")
        if item.kind in (Kind.SLICE, Kind.STRING):
            item = item.index(_index_arg(index, item.len()))
        elif item.kind is Kind.MAP:
            item = _map_entry(item, index)
        else:
            raise GoError(f"can't index item of type {item.type}")
    return item


def _map_entry(item: Value, index: Value) -> Value:
    assert item.type is not None
    assert item.type.key is not None
    assert item.type.elem is not None
    found = item.map_index(prepare_arg(index, item.type.key))
    return found if found.is_valid() else zero(item.type.elem)


def _slice(args: Sequence[Value]) -> Value:
    item, indexes = indirect_interface(args[0]), args[1:]
    if item.type is None:
        raise GoError("slice of untyped nil")
    item, is_nil = indirect(item)
    if is_nil:
        raise GoError("slice of nil pointer")
    if len(indexes) > 3:
        raise GoError(f"too many slice indexes: {len(indexes)}")
    if item.kind is Kind.STRING and len(indexes) == 3:
        raise GoError("cannot 3-index slice a string")
    if item.kind not in (Kind.STRING, Kind.SLICE):
        raise GoError(f"can't slice item of type {item.type}")
    bounds = [0, item.len(), item.cap()]
    for n, index in enumerate(indexes):
        bounds[n] = _index_arg(index, item.cap())
    i, j, k = bounds
    if i > j:
        raise GoError(f"invalid slice index: {i} > {j}")
    if len(indexes) < 3:
        return item.slice(i, j)
    if j > k:
        raise GoError(f"invalid slice index: {j} > {k}")
    return item.slice(i, j, k)


def _len(args: Sequence[Value]) -> Value:
    item, is_nil = indirect(args[0])
    if is_nil:
        raise GoError("len of nil pointer")
    if item.kind in (Kind.CHAN, Kind.MAP, Kind.SLICE, Kind.STRING):
        return Value(INT, item.len())
    raise GoError(f"len of type {item.must_type()}")


# Calls


def call(name: str, args: Sequence[Value]) -> Value:
    """Calls its first argument with the others (`call` in funcs.go).

    Args:
        name: The text of the first argument, for errors.
        args: The function and its arguments.
    """
    function = indirect_interface(args[0])
    if function.type is None:
        raise GoError("call of nil")
    if function.kind is not Kind.FUNC:
        raise GoError(f"non-function {name} of type {function.type}")
    given = [indirect_interface(arg) for arg in args[1:]]
    type = function.type
    fixed = len(type.params) - type.variadic
    if type.variadic:
        if len(given) < fixed - type.optional:
            raise GoError(f"wrong number of args for {name}: got {len(given)} want at least {fixed - type.optional}")
    elif not fixed - type.optional <= len(given) <= fixed:
        raise GoError(f"wrong number of args for {name}: got {len(given)} want {fixed}")
    prepared = []
    for i, arg in enumerate(given):
        try:
            prepared.append(prepare_arg(arg, type.params[min(i, len(type.params) - 1)]))
        except GoError as error:
            raise GoError(f"arg {i}: {error}") from None
    return python_function(function.obj).call(prepared)


# Comparison

_BAD_COMPARISON_TYPE = "invalid type for comparison"


def _basic_kind(value: Value) -> str:
    kind = value.kind
    if kind is Kind.BOOL:
        return "bool"
    if kind.is_int:
        return "int"
    if kind.is_uint:
        return "uint"
    if kind.is_float:
        return "float"
    if kind.is_complex:
        return "complex"
    return "string" if kind is Kind.STRING else ""


def _incompatible(a: Value, b: Value) -> GoError:
    return GoError(f"incompatible types for comparison: {a.type} and {b.type}")


def _eq(args: Sequence[Value]) -> Value:
    if len(args) < 2:
        raise GoError("missing argument for comparison")
    first = indirect_interface(args[0])
    for arg in args[1:]:
        if _equal(first, indirect_interface(arg)):
            return TRUE
    return FALSE


def _equal(a: Value, b: Value) -> bool:
    kind_a, kind_b = _basic_kind(a), _basic_kind(b)
    if kind_a != kind_b:
        if {kind_a, kind_b} == {"int", "uint"}:
            return bool(a.obj == b.obj)
        if a.is_valid() and b.is_valid():
            raise _incompatible(a, b)
        return False
    if kind_a:
        return bool(a.obj == b.obj)
    if a.kind is not b.kind and a.is_valid() and b.is_valid():
        raise GoError(f"non-comparable types {fmt.sprintf('%s', [a])}: {a.type}, {b.type}: {fmt.sprintf('%v', [b])}")
    if _is_nil(a) or _is_nil(b):
        return _is_nil(a) == _is_nil(b)
    if not b.must_type().comparable:
        raise GoError(f"non-comparable type {fmt.sprintf('%s', [b])}: {b.type}")
    return a.type is b.type and (a.obj is b.obj if a.kind is Kind.POINTER else bool(a.obj == b.obj))


def _is_nil(value: Value) -> bool:
    return value.type is None or (value.kind.can_be_nil and value.is_nil())


def _ne(args: Sequence[Value]) -> Value:
    return FALSE if _eq(args) is TRUE else TRUE


def _less(args: Sequence[Value]) -> bool:
    a = indirect_interface(args[0])
    kind_a = _basic_kind(a)
    if not kind_a:
        raise GoError(_BAD_COMPARISON_TYPE)
    b = indirect_interface(args[1])
    kind_b = _basic_kind(b)
    if not kind_b:
        raise GoError(_BAD_COMPARISON_TYPE)
    if kind_a != kind_b and {kind_a, kind_b} != {"int", "uint"}:
        raise _incompatible(a, b)
    if kind_a in ("bool", "complex"):
        raise GoError(_BAD_COMPARISON_TYPE)
    if kind_a == "string":
        return encode(a.obj) < encode(b.obj)
    return bool(a.obj < b.obj)


def _lt(args: Sequence[Value]) -> Value:
    return TRUE if _less(args) else FALSE


def _le(args: Sequence[Value]) -> Value:
    return TRUE if _less(args) else _eq(args)


def _gt(args: Sequence[Value]) -> Value:
    return FALSE if _le(args) is TRUE else TRUE


def _ge(args: Sequence[Value]) -> Value:
    return FALSE if _less(args) else TRUE


def _not(args: Sequence[Value]) -> Value:
    return FALSE if is_true(indirect_interface(args[0])) else TRUE


# Text


def _operands(args: Sequence[Value]) -> list[Value]:
    """Takes operands out of their interfaces, as Go does when it passes them as `...any`."""
    return [indirect_interface(arg) for arg in args]


def _eval_args(args: Sequence[Value], width: int | None) -> str:
    operands = _operands(args)
    if len(operands) == 1 and operands[0].kind is Kind.STRING:
        return str(operands[0].obj)
    printable = [printable_value(arg) for arg in operands]
    operands = [operand if p is None else p for p, operand in zip(printable, operands, strict=True)]
    return fmt.sprint(operands, width=width)


def _print(args: Sequence[Value], *, width: int | None = None) -> Value:
    return Value(STRING, fmt.sprint(_operands(args), width=width))


def _println(args: Sequence[Value], *, width: int | None = None) -> Value:
    return Value(STRING, fmt.sprintln(_operands(args), width=width))


def _printf(args: Sequence[Value], *, width: int | None = None) -> Value:
    return Value(STRING, fmt.sprintf(args[0].obj, _operands(args[1:]), width=width))


def _html(args: Sequence[Value], *, width: int | None = None) -> Value:
    return Value(STRING, escape.html_escape(_eval_args(args, width)))


def _js(args: Sequence[Value], *, width: int | None = None) -> Value:
    return Value(STRING, escape.js_escape(_eval_args(args, width)))


def _urlquery(args: Sequence[Value], *, width: int | None = None) -> Value:
    return Value(STRING, escape.url_query_escape(_eval_args(args, width)))


def _not_called(args: Sequence[Value]) -> Value:
    raise AssertionError("the interpreter runs and, or and call itself")


def _builtin(call: Callable[..., Value], params: tuple[Type, ...], result: Type, *, variadic: bool = False) -> Function:
    bounded = call if result is STRING else None
    return Function(func_of(params, variadic, result), call, is_builtin=True, bounded=bounded)


#: Name -> function, with Go's signatures.
BUILTINS: dict[str, Function] = {
    "and": _builtin(_not_called, (REFLECT_VALUE, REFLECT_VALUE), REFLECT_VALUE, variadic=True),
    "call": _builtin(_not_called, (REFLECT_VALUE, REFLECT_VALUE), REFLECT_VALUE, variadic=True),
    "html": _builtin(_html, (EMPTY_INTERFACE,), STRING, variadic=True),
    "index": _builtin(_index, (REFLECT_VALUE, REFLECT_VALUE), REFLECT_VALUE, variadic=True),
    "slice": _builtin(_slice, (REFLECT_VALUE, REFLECT_VALUE), REFLECT_VALUE, variadic=True),
    "js": _builtin(_js, (EMPTY_INTERFACE,), STRING, variadic=True),
    "len": _builtin(_len, (REFLECT_VALUE,), INT),
    "not": _builtin(_not, (REFLECT_VALUE,), BOOL),
    "or": _builtin(_not_called, (REFLECT_VALUE, REFLECT_VALUE), REFLECT_VALUE, variadic=True),
    "print": _builtin(_print, (EMPTY_INTERFACE,), STRING, variadic=True),
    "printf": _builtin(_printf, (STRING, EMPTY_INTERFACE), STRING, variadic=True),
    "println": _builtin(_println, (EMPTY_INTERFACE,), STRING, variadic=True),
    "urlquery": _builtin(_urlquery, (EMPTY_INTERFACE,), STRING, variadic=True),
    "eq": _builtin(_eq, (REFLECT_VALUE, REFLECT_VALUE), BOOL, variadic=True),
    "ge": _builtin(_ge, (REFLECT_VALUE, REFLECT_VALUE), BOOL),
    "gt": _builtin(_gt, (REFLECT_VALUE, REFLECT_VALUE), BOOL),
    "le": _builtin(_le, (REFLECT_VALUE, REFLECT_VALUE), BOOL),
    "lt": _builtin(_lt, (REFLECT_VALUE, REFLECT_VALUE), BOOL),
    "ne": _builtin(_ne, (REFLECT_VALUE, REFLECT_VALUE), BOOL),
}
