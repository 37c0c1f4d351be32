"""Go's package strconv: quoted strings and numbers as text.

Strings are Go strings, held as described in `gotmpl.golang.utf8`.
"""

from __future__ import annotations

import re
from functools import partial

from gotmpl.golang import utf8
from gotmpl.golang.error import GoError
from gotmpl.golang.ftoa import format_float
from gotmpl.golang.unicode import is_print

__all__ = [
    "can_backquote",
    "format_float",
    "format_int",
    "parse_float",
    "parse_int",
    "parse_uint",
    "quote",
    "quote_rune",
    "quote_rune_to_ascii",
    "quote_to_ascii",
    "unquote",
    "unquote_char",
]

# Quoting

_LETTER_OF = {"\a": "a", "\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t", "\v": "v"}
_CHAR_OF = {letter: char for char, letter in _LETTER_OF.items()} | {"\\": "\\"}
_quoted_sub = re.compile(r"[^ !#-\[\]-~]").sub
_never_backquoted = re.compile("[\0-\x08\n-\x1f`\x7f\ufeff\udc80-\udcff]").search


def quote(s: str) -> str:
    """Writes a string as a double-quoted Go literal (`strconv.Quote`)."""
    return f'"{_quoted_sub(_escape_match, utf8.canonical(s))}"'


def quote_to_ascii(s: str) -> str:
    """Writes a string as a double-quoted Go literal of ASCII (`strconv.QuoteToASCII`)."""
    return f'"{_quoted_sub(partial(_escape_match, ascii_only=True), utf8.canonical(s))}"'


def quote_rune(rune: int) -> str:
    """Writes a code point as a single-quoted Go literal (`strconv.QuoteRune`)."""
    return f"'{_escape(utf8.rune_string(rune), chr(39), False)}'"


def quote_rune_to_ascii(rune: int) -> str:
    """Writes a code point as a single-quoted Go literal of ASCII (`strconv.QuoteRuneToASCII`)."""
    return f"'{_escape(utf8.rune_string(rune), chr(39), True)}'"


def can_backquote(s: str) -> bool:
    """Tells whether a string can stand between backquotes on one line (`strconv.CanBackquote`)."""
    return not _never_backquoted(utf8.canonical(s))


def _escape_match(match: re.Match[str], ascii_only: bool = False) -> str:
    return _escape(match[0], '"', ascii_only)


def _escape(char: str, quote: str, ascii_only: bool) -> str:
    if char == quote or char == "\\":
        return "\\" + char
    if is_print(char) and not (ascii_only and char > "\x7f"):
        return char
    if char in _LETTER_OF:
        return "\\" + _LETTER_OF[char]
    point = ord(char)
    if 0xDC80 <= point <= 0xDCFF:
        return f"\\x{point - 0xDC00:02x}"
    if point < 0x20 or point == 0x7F:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


# Unquoting

_match_escape = re.compile(
    r"\\(?:([abfnrtv\\'\"])|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3}))", re.ASCII
).match


_match_plain = re.compile(r'[^"\\\n]+').match
_replace_bytes = re.compile("[\udc80-\udcff]").sub


def unquote_char(s: str, quote: str) -> tuple[int, bool, str]:
    """Reads the first character or escape of a literal's inside (`strconv.UnquoteChar`).

    Args:
        s: The text behind the opening quote.
        quote: ``'`` or ``"``: which quote may be escaped and not stand alone; anything else allows both to stand.

    Returns:
        The code point or the byte, whether it is a code point that must be encoded, and the text behind.

    Raises:
        GoError: ``invalid syntax``.
    """
    s = utf8.canonical(s)
    value, multibyte, end = _unquote_char(s, 0, quote)
    return value, multibyte, s[end:]


def _unquote_char(s: str, start: int, quote: str) -> tuple[int, bool, int]:
    char = s[start : start + 1]
    if not char or (char == quote and quote in "'\""):
        raise GoError("invalid syntax")
    if char != "\\":
        point = ord(char)
        return 0xFFFD if 0xDC80 <= point <= 0xDCFF else point, point >= 0x80, start + 1
    match = _match_escape(s, start)
    if match is None:
        raise GoError("invalid syntax")
    letter, byte, short, long, octal = match.groups()
    if letter:
        if letter in "'\"" and letter != quote:
            raise GoError("invalid syntax")
        return ord(_CHAR_OF.get(letter, letter)), False, match.end()
    value = int(octal, 8) if octal else int(byte or short or long, 16)
    if value > 0xFF if octal else not byte and not (value < 0xD800 or 0xDFFF < value <= 0x10FFFF):
        raise GoError("invalid syntax")
    return value, bool(short or long), match.end()


def unquote(s: str) -> str:
    """Gives what a Go literal in single, double or back quotes stands for (`strconv.Unquote`).

    Raises:
        GoError: ``invalid syntax``.
    """
    quote, inside = s[:1], s[1:-1]
    if len(s) < 2 or quote not in "'\"`" or s[-1] != quote:
        raise GoError("invalid syntax")
    if quote == "`":
        if "`" in inside:
            raise GoError("invalid syntax")
        return inside.replace("\r", "")
    inside = utf8.canonical(inside)
    parts: list[str] = []
    at, end = 0, len(inside)
    while at < end:
        if inside[at] == "\n" or (quote == "'" and parts):
            raise GoError("invalid syntax")
        if quote == '"' and (plain := _match_plain(inside, at)):
            parts.append(_replace_bytes(utf8.RUNE_ERROR, plain[0]))
            at = plain.end()
            continue
        value, multibyte, at = _unquote_char(inside, at, quote)
        parts.append(chr(value) if multibyte or value < 0x80 else chr(0xDC00 + value))
    return utf8.canonical("".join(parts))


# Integers

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_PREFIX_BASES = {"b": 2, "o": 8, "x": 16}


def format_int(i: int, base: int) -> str:
    """Writes an integer in a base from 2 to 36 (`strconv.FormatInt`, `strconv.FormatUint`)."""
    if base == 10:
        return str(i)
    rest, digits = abs(i), ""
    while rest >= base:
        rest, digit = divmod(rest, base)
        digits = _DIGITS[digit] + digits
    return f"{'-' if i < 0 else ''}{_DIGITS[rest]}{digits}"


def parse_uint(s: str, base: int = 0, bit_size: int = 64) -> int:
    """Reads an unsigned integer (`strconv.ParseUint`).

    Args:
        s: The text.
        base: 2 to 36, or 0 for Go's literals: a prefix tells the base, underscores may stand between digits.
        bit_size: How many bits the number may have.

    Raises:
        GoError: Go's text, such as ``strconv.ParseUint: parsing "x": invalid syntax``.
    """
    return _parse_magnitude(s, s, base, (1 << bit_size) - 1, "ParseUint")


def parse_int(s: str, base: int = 0, bit_size: int = 64) -> int:
    """Reads an integer with an optional sign (`strconv.ParseInt`); see `parse_uint`.

    Raises:
        GoError: Go's text, such as ``strconv.ParseInt: parsing "x": invalid syntax``.
    """
    sign = s[:1] if s[:1] in ("+", "-") else ""
    value = _parse_magnitude(s, s[len(sign) :], base, (1 << bit_size) - 1, "ParseInt")
    if value > (1 << (bit_size - 1)) - (sign != "-"):
        raise _number_error("ParseInt", s, "value out of range")
    return -value if sign == "-" else value


def _parse_magnitude(whole: str, s: str, base: int, limit: int, function: str) -> int:
    digits, literal = s, base == 0
    if literal:
        base = 10
        if s[:1] == "0":
            base = _PREFIX_BASES.get(s[1:2].lower(), 8) if len(s) >= 3 else 8
            digits = s[2:] if len(s) >= 3 and s[1:2].lower() in _PREFIX_BASES else s[1:]
    value = 0
    for char in digits:
        if char == "_" and literal:
            continue
        digit = _DIGITS.find(char.lower()) if char.isascii() else -1
        if not 0 <= digit < base:
            raise _number_error(function, whole, "invalid syntax")
        value = value * base + digit
        if value > limit:
            raise _number_error(function, whole, "value out of range")
    if not s or (literal and not _underscores_ok(s)):
        raise _number_error(function, whole, "invalid syntax")
    return value


def _number_error(function: str, s: str, reason: str) -> GoError:
    return GoError(f"strconv.{function}: parsing {quote(s)}: {reason}")


_bad_underscore = re.compile(r"(?<![0-9])_|_(?![0-9])").search
_bad_hex_underscore = re.compile(r"(?<![0-9a-fA-F])_|_(?![0-9a-fA-F])").search


def _underscores_ok(s: str) -> bool:
    """Tells whether each underscore stands between digits, or between a base prefix and a digit (`underscoreOK`)."""
    s = s[1:] if s[:1] in ("+", "-") else s
    if len(s) >= 2 and s[0] == "0" and s[1] in "bBoOxX":
        search = _bad_hex_underscore if s[1] in "xX" else _bad_underscore
        return not search("0" + s[2:])  # the prefix counts as a digit
    return not _bad_underscore(s)


# Floating-point numbers

_match_decimal = re.compile(r"[+-]?(?=[_.]*\d)[\d_]*\.?[\d_]*(?:[eE][+-]?\d[\d_]*)?", re.ASCII).fullmatch
_match_hex = re.compile(
    r"[+-]?0[xX](?=[_.]*[\da-fA-F])[\da-fA-F_]*\.?[\da-fA-F_]*[pP][+-]?\d[\d_]*", re.ASCII
).fullmatch
_match_special = re.compile(r"[+-]?inf(?:inity)?|nan", re.IGNORECASE | re.ASCII).fullmatch


def parse_float(s: str) -> float:
    """Reads a float64 (`strconv.ParseFloat`): Go's literals, ``inf``, ``infinity`` and ``nan``.

    Raises:
        GoError: Go's text, such as ``strconv.ParseFloat: parsing "x": invalid syntax``.
    """
    if _match_special(s):
        return float(s)
    is_hex = _match_hex(s)
    if not (is_hex or _match_decimal(s)) or not _underscores_ok(s):
        raise _number_error("ParseFloat", s, "invalid syntax")
    digits = s.replace("_", "")
    try:
        value = float.fromhex(digits) if is_hex else float(digits)
    except OverflowError:
        value = float("inf")
    if value in (float("inf"), float("-inf")):
        raise _number_error("ParseFloat", s, "value out of range")
    return value
