"""Floating-point numbers as text, after Go's internal/strconv/ftoa.go."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

__all__ = ["format_float"]

#: Up to where the shortest form of a float64 is what Python's `repr` writes.
_PLAIN_BELOW = {"g": 1e6, "G": 1e6, "f": 1e16}


def format_float(f: float, fmt: str, prec: int, bit_size: int = 64) -> str:
    """Writes a number (Go's `strconv.FormatFloat`).

    Args:
        f: The number.
        fmt: One of ``b e E f g G x X``.
        prec: The precision as Go counts it for `fmt`; -1 is the fewest digits that give `f` back.
        bit_size: 32 if the number is a float32, else 64.
    """
    if prec < 0 and bit_size == 64 and 1e-4 <= abs(f) < _PLAIN_BELOW.get(fmt, 0):
        return repr(f).removesuffix(".0")
    if bit_size == 32:
        f = _float32(f)
    if not math.isfinite(f):
        return "NaN" if f != f else "+Inf" if f > 0 else "-Inf"
    if fmt in "xX":
        return _format_hex(f, fmt, prec)
    if fmt == "b":
        return _format_binary(f, bit_size)
    if prec >= 0 and fmt in "eEf":
        return f"{f:.{prec}{fmt}}"  # Python rounds the exact value half to even, as Go does
    sign, f = ("-", -f) if math.copysign(1, f) < 0 else ("", f)
    if f == 0:
        digits, point = "", 0
    elif prec >= 0:
        mantissa, _, exponent = f"{f:.{max(prec, 1) - 1}e}".partition("e")
        digits, point = mantissa.replace(".", "").rstrip("0"), int(exponent) + 1
        prec = max(prec, 1)
    else:
        digits, point = _shortest(f) if bit_size == 64 else _shortest32(f)
    return sign + _layout(digits, point, prec, fmt)


def _layout(digits: str, point: int, prec: int, fmt: str) -> str:
    """Lays out digits with the decimal point behind the first `point` of them (`fmtEFG` in Go)."""
    count = len(digits)
    if fmt in "gG":
        threshold = 6 if prec < 0 else count if prec > count >= point else prec
        exponent = point - 1
        if exponent < -4 or exponent >= threshold:
            prec = (count if prec < 0 else min(prec, count)) - 1
            fmt = "e" if fmt == "g" else "E"
        else:
            prec = max((count if prec < 0 or prec > point else prec) - point, 0)
            fmt = "f"
    elif prec < 0:
        prec = max(count - (point if fmt == "f" else 1), 0)
    if fmt == "f":
        whole = digits[: max(point, 0)].ljust(point, "0") or "0"
        fraction = ("0" * -point + digits[max(point, 0) :])[:prec].ljust(prec, "0")
        return f"{whole}.{fraction}" if fraction else whole
    exponent = point - 1 if digits else 0
    fraction = digits[1 : prec + 1].ljust(prec, "0")
    return (
        f"{digits[:1] or '0'}{'.' if fraction else ''}{fraction}{fmt}{'-' if exponent < 0 else '+'}{abs(exponent):02d}"
    )


def _shortest(f: float) -> tuple[str, int]:
    """Gives the fewest digits that stand for a positive float64, and where the decimal point is."""
    mantissa, _, exponent = repr(f).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    return digits.rstrip("0"), len(digits) - len(fraction) + int(exponent or 0)


def _float32(f: float) -> float:
    try:
        return float(struct.unpack("<f", struct.pack("<f", f))[0])
    except OverflowError:
        return math.copysign(math.inf, f)


def _shortest32(f: float) -> tuple[str, int]:
    """Does for a float32 what `_shortest` does for a float64; Python has no float32 to ask."""
    bits = struct.unpack("<I", struct.pack("<f", f))[0]
    exact = Fraction(f)
    above = Fraction(struct.unpack("<f", struct.pack("<I", bits + 1))[0]) if bits < 0x7F7FFFFF else 2 * exact
    below = Fraction(struct.unpack("<f", struct.pack("<I", bits - 1))[0])
    if bits == 0x7F7FFFFF:
        above = exact + (exact - below)
    low, high = (below + exact) / 2, (exact + above) / 2
    inclusive = bits & 1 == 0
    point = math.floor(math.log10(f)) + 1
    for count in range(1, 10):
        unit = Fraction(10) ** (point - count)
        floor = exact // unit
        near = [n for n in (floor, floor + 1) if low < n * unit < high or (inclusive and n * unit in (low, high))]
        if near:
            digits = str(min(near, key=lambda n: (abs(n * unit - exact), n & 1)))
            return digits.rstrip("0"), point + len(digits) - count
    raise AssertionError("nine digits tell any two float32 apart")


def _mantissa_and_exponent(f: float, bits: int) -> tuple[int, int]:
    """Splits |f| into m * 2**e, with m of `bits` bits unless f is subnormal."""
    lowest = -1074 if bits == 53 else -149
    fraction, exponent = math.frexp(abs(f))
    exponent = max(exponent - bits, lowest)
    return int(math.ldexp(abs(f), -exponent)) if fraction else 0, exponent


def _format_binary(f: float, bit_size: int) -> str:
    mantissa, exponent = _mantissa_and_exponent(f, 24 if bit_size == 32 else 53)
    if not mantissa:
        exponent = -149 if bit_size == 32 else -1074
    return f"{'-' if math.copysign(1, f) < 0 else ''}{mantissa}p{exponent:+d}"


def _format_hex(f: float, fmt: str, prec: int) -> str:
    mantissa, exponent = math.frexp(abs(f))
    digits = int(math.ldexp(mantissa, 53))  # 1 bit, then 52 that are 13 hexadecimal digits
    exponent = exponent - 1 if digits else 0
    if 0 <= prec < 13:
        dropped = 4 * (13 - prec)
        digits, rest = digits >> dropped, digits & ((1 << dropped) - 1)
        digits += rest | (digits & 1) > 1 << (dropped - 1)
        digits <<= dropped
        if digits >> 53:
            digits >>= 1
            exponent += 1
    fraction = f"{digits & ((1 << 52) - 1):013x}"
    fraction = fraction.rstrip("0") if prec < 0 else fraction[:prec].ljust(prec, "0")
    sign = "-" if math.copysign(1, f) < 0 else ""
    text = (
        f"{sign}0x{digits >> 52}{'.' if fraction else ''}{fraction}p{'-' if exponent < 0 else '+'}{abs(exponent):02d}"
    )
    return text.upper() if fmt == "X" else text
