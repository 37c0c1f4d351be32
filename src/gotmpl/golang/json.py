"""Values as JSON, after Go's encoding/json (`json.Marshal`), which since Go 1.27 works by encoding/json/v2."""

from __future__ import annotations

import base64
import re
from json.encoder import encode_basestring
from typing import Any, cast

from gotmpl.golang import utf8
from gotmpl.golang.classes import LIST, STRING_MAP, plain
from gotmpl.golang.error import GoError
from gotmpl.golang.kind import BOOL, FLOAT64, INT, STRING, Kind, Type
from gotmpl.golang.reflect import Value, indirect_interface, value_of
from gotmpl.golang.strconv import format_float

__all__ = ["marshal"]

#: Values that need no Value for each of their parts.
_PLAIN_TYPES = frozenset({STRING, BOOL, INT, FLOAT64, LIST, STRING_MAP})
_PLAIN_CLASSES = frozenset({str, bool, int, float, list, tuple, dict})
#: Which numbers are written without an exponent: 1e-6 to 1e21, as float64 and as float32.
_PLAIN_FLOATS = {64: (1e-6, 1e21), 32: (float.fromhex("0x1.0c6f7ap-20"), float.fromhex("0x1.b1ae4ep+69"))}

_find_special = re.compile("[<>&\u2028\u2029\ud800-\udfff]").search
_escape_html = re.compile("[<>&\u2028\u2029]").sub
_space_outside_strings = re.compile(r'("(?:[^"\\]|\\.)*")|[ \t\r\n]+').sub


def marshal(value: Value) -> str:
    """Writes a value as JSON; keys are sorted, ``<``, ``>``, ``&``, U+2028 and U+2029 escaped (`json.Marshal`).

    Raises:
        GoError: Go's text for a value that JSON has no form for, such as ``json: unsupported value: NaN``. That a map's
            keys are no strings or numbers is told in the words of Go before 1.27, which do not count bytes.
    """
    value = indirect_interface(value)
    if value.type is None:
        return "null"
    if value.type in _PLAIN_TYPES and type(value.obj) in _PLAIN_CLASSES:
        return _any(value.obj)
    kind = value.kind
    if value.type.marshal_json is not None:
        text = _space_outside_strings(lambda match: match[1] or "", value.type.marshal_json(value.obj))
        return _escape_html(_escape, text)
    if kind is Kind.STRING:
        return _string(value.obj)
    if kind is Kind.BOOL:
        return "true" if value.obj else "false"
    if kind.is_int or kind.is_uint:
        return str(value.obj)
    if kind.is_float:
        return _float(value.obj, 32 if kind is Kind.FLOAT32 else 64)
    if kind is Kind.STRUCT:
        return _struct(value)
    if kind not in (Kind.MAP, Kind.SLICE, Kind.ARRAY, Kind.POINTER):
        raise GoError(f"json: unsupported type: {value.type}")
    if value.obj is None:
        return "null"
    if kind is Kind.POINTER:
        return marshal(value.elem())
    if kind is Kind.MAP:
        return _map(value)
    elem = cast(Type, value.type.elem)
    if elem.kind is Kind.UINT8:
        return f'"{base64.b64encode(bytes(value.obj)).decode()}"'
    if elem.kind is Kind.INTERFACE:
        return _any(list(value.obj))
    return f"[{','.join([marshal(Value(elem, plain(item))) for item in value.obj])}]"


def _any(obj: Any) -> str:
    """Writes what an interface holds, without a Value for each part."""
    cls = type(obj)
    if cls is str:
        return _string(obj)
    if obj is None:
        return "null"
    if cls is bool:
        return "true" if obj else "false"
    if cls is int and -(1 << 63) <= obj < 1 << 64:
        return str(obj)
    if cls is float:
        return _float(obj, 64)
    if cls is list or cls is tuple:
        return f"[{','.join([_any(item) for item in obj])}]"
    if cls is dict and all(type(key) is str for key in obj):
        keys = sorted(obj)
        if not "".join(keys).isascii():
            keys.sort(key=utf8.encode)
        return f"{{{','.join([f'{_string(key)}:{_any(obj[key])}' for key in keys])}}}"
    return marshal(value_of(obj))


def _string(s: str) -> str:
    if not _find_special(s):
        return encode_basestring(s)
    return _escape_html(_escape, encode_basestring(utf8.to_output(s)))


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def _float(f: float, bits: int) -> str:
    """Writes a number as ECMAScript does."""
    if f - f != 0:
        raise GoError(f"json: unsupported value: {format_float(f, 'g', -1)}")
    low, high = _PLAIN_FLOATS[bits]
    if f == 0 or low <= abs(f) < high:
        return format_float(f, "f", -1, bits)
    mantissa, sign, exponent = format_float(f, "e", -1, bits).rpartition("e-")
    return f"{mantissa}{sign}{exponent.lstrip('0')}" if sign else exponent


def _map(value: Value) -> str:
    entries = [(_key(key, value), item) for key, item in value.sorted_entries()]
    if cast(Type, cast(Type, value.type).key).kind is not Kind.STRING:
        entries.sort(key=lambda entry: utf8.encode(utf8.to_output(entry[0])))
    return f"{{{','.join([f'{_string(key)}:{marshal(item)}' for key, item in entries])}}}"


def _key(key: Value, map: Value) -> str:
    key = indirect_interface(key)
    if key.kind is Kind.STRING:
        return cast(str, key.obj)
    if key.kind.is_int or key.kind.is_uint or key.kind.is_float:
        return marshal(key)
    raise GoError(f"json: unsupported type: {map.type}")


def _struct(value: Value) -> str:
    members: list[str] = []
    for field in cast(Type, value.type).fields:
        if not field.json_name:
            continue
        item = value.field(field)
        if not (field.omitempty and _is_empty(item)):
            members.append(f"{_string(field.json_name)}:{marshal(item)}")
    return f"{{{','.join(members)}}}"


def _is_empty(value: Value) -> bool:
    """Whether ``omitempty`` leaves a value out: false, 0, a nil, and what has no elements."""
    if value.kind in (Kind.MAP, Kind.SLICE, Kind.ARRAY, Kind.STRING):
        return value.len() == 0
    return value.obj is None or (value.kind not in (Kind.INTERFACE, Kind.POINTER, Kind.STRUCT) and not value.obj)
