"""What a numeric constant is worth (`newNumber` in Go's text/template/parse/node.go)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from gotmpl.golang.error import GoError
from gotmpl.golang.strconv import parse_float, parse_int, parse_uint, quote, unquote_char
from gotmpl.parse.lexer import NUMBER_RUN
from gotmpl.parse.node import NumberNode
from gotmpl.parse.token import Item

__all__ = ["new_number"]

T = TypeVar("T")

_match_float = re.compile(
    r"[+-]?[iI]?(?:0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?"
    r"|[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?)"
).match

_is_short_int = re.compile("[1-9][0-9]{0,17}|0").fullmatch


def new_number(item: Item) -> NumberNode:
    """Makes the node of a number, a complex number or a character constant.

    Raises:
        GoError: It is none, or too large.
    """
    text = item.value
    if _is_short_int(text):
        value = int(text)
        return NumberNode(item.pos, item.pos, item.end, text, int64=value, uint64=value, float64=float(value))
    if text[0] == "'":
        rune, _, tail = unquote_char(text[1:], text[0])
        if tail != "'":
            raise GoError(f"malformed character constant: {text}")
        return NumberNode(item.pos, item.pos, item.end, text, int64=rune, uint64=rune, float64=float(rune))
    if NUMBER_RUN.fullmatch(text) is None:
        return _complex_number(item, _scan_complex(text))
    if text.endswith("i"):
        imaginary = _try(parse_float, text[:-1])
        if imaginary is not None:
            return _complex_number(item, complex(0, imaginary))
    return _real_number(item)


def _scan_complex(text: str) -> complex:
    """Reads a real and an imaginary part as `fmt.Sscan` does."""
    real = _match_float(text)
    if real and text[real.end() : real.end() + 1] in ("+", "-"):
        imaginary = _match_float(text, real.end() + 1)
        if imaginary and text.startswith("i", imaginary.end()):
            return complex(parse_float(real[0]), parse_float(text[real.end() : imaginary.end()]))
    raise GoError("syntax error scanning complex number")


def _complex_number(item: Item, value: complex) -> NumberNode:
    """Makes a complex number, which is also a real one if it has no imaginary part (`simplifyComplex`)."""
    real = value.real if value.imag == 0 else None
    return NumberNode(
        item.pos,
        item.pos,
        item.end,
        item.value,
        int64=_int64(real),
        uint64=_uint64(real),
        float64=real,
        complex128=value,
    )


def _real_number(item: Item) -> NumberNode:
    text = item.value
    uint64 = _try(parse_uint, text)
    int64 = _try(parse_int, text)
    if int64 == 0:
        uint64 = 0  # -0
    if int64 is not None:
        float64: float | None = float(int64)
    elif uint64 is not None:
        float64 = float(uint64)
    else:
        float64 = _try(parse_float, text)
        if float64 is not None:
            if not any(char in text for char in ".eEpP"):
                raise GoError(f"integer overflow: {quote(text)}")
            int64, uint64 = _int64(float64), _uint64(float64)
    if float64 is None:
        raise GoError(f"illegal number syntax: {quote(text)}")
    return NumberNode(item.pos, item.pos, item.end, text, int64=int64, uint64=uint64, float64=float64)


def _try(parse: Callable[[str], T], text: str) -> T | None:
    try:
        return parse(text)
    except GoError:
        return None


def _int64(value: float | None) -> int | None:
    """Gives a float as an int64, or None if it is none."""
    return int(value) if value is not None and value.is_integer() and -(2.0**63) <= value < 2.0**63 else None


def _uint64(value: float | None) -> int | None:
    """Gives a float as a uint64, or None if it is none."""
    return int(value) if value is not None and value.is_integer() and 0 <= value < 2.0**64 else None
