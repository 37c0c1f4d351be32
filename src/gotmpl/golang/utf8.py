"""Go strings, which are bytes, held in Python strings.

A byte that is no part of valid UTF-8 is held as a lone surrogate U+DC80..U+DCFF (PEP 383, "surrogateescape"), so the
characters of such a string are what Go's ``for range`` visits, one a character. A string that was glued together may
hold a valid sequence as separate bytes; `canonical` joins them. Any other lone surrogate, which only a Python caller
can bring in, counts as U+FFFD, as in Go's JSON decoder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = [
    "RUNE_ERROR",
    "byte_len",
    "canonical",
    "decode",
    "encode",
    "rune_string",
    "runes",
    "to_output",
    "valid",
]

RUNE_ERROR = "\ufffd"

_find_surrogate = re.compile("[\ud800-\udfff]").search
_replace_bytes = re.compile("[\udc80-\udcff]").sub
_replace_others = re.compile("[\ud800-\udc7f\udd00-\udfff]").sub


def encode(s: str) -> bytes:
    """Gives the bytes of a Go string, `[]byte(s)`."""
    try:
        return s.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return _replace_others(RUNE_ERROR, s).encode("utf-8", "surrogateescape")


def decode(data: bytes) -> str:
    """Makes a Go string of bytes, `string(data)`."""
    return data.decode("utf-8", "surrogateescape")


def canonical(s: str) -> str:
    """Gives the one form of a Go string: bytes that form a character together become that character.

    Two Go strings are equal if and only if their canonical forms are.
    """
    if s.isascii() or not _find_surrogate(s):
        return s
    return decode(encode(s))


def byte_len(s: str) -> int:
    """Counts the bytes of a Go string, `len(s)`."""
    return len(s) if s.isascii() else len(encode(s))


def valid(s: str) -> bool:
    """Tells whether a Go string is valid UTF-8 (`utf8.ValidString`)."""
    return s.isascii() or not _find_surrogate(canonical(s))


def runes(s: str) -> Iterator[tuple[int, int]]:
    """Yields (byte offset, code point) as Go's `for i, r := range s`; an invalid byte counts as U+FFFD of width 1."""
    offset = 0
    for char in canonical(s):
        point = ord(char)
        if point < 0x80:
            yield offset, point
            offset += 1
        elif 0xDC80 <= point <= 0xDCFF:
            yield offset, 0xFFFD
            offset += 1
        else:
            yield offset, point
            offset += 2 if point < 0x800 else 3 if point < 0x10000 else 4


def rune_string(rune: int) -> str:
    """Makes the string of a code point, `string(rune)`; U+FFFD if there is no such character."""
    if 0 <= rune < 0xD800 or 0xDFFF < rune <= 0x10FFFF:
        return chr(rune)
    return RUNE_ERROR


def to_output(s: str) -> str:
    """Gives the text for a Python caller: it holds no surrogates, for each byte outside of valid UTF-8 is U+FFFD."""
    if s.isascii() or not _find_surrogate(s):
        return s
    return _replace_bytes(RUNE_ERROR, canonical(s))
