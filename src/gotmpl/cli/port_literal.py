"""Pieces of Python source, laid out as ruff leaves them at 88 columns and at 120."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator, Sequence

__all__ = ["WIDTH", "columns", "comment", "layout", "literal", "plain"]

WIDTH = 88
"""The length of lines that is kept to; formatters of longer lines join nothing that has a comma at its end."""

_LONGEST = 120
"""Up to here a text is left on one line, for formatters would join its pieces."""

_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}

#: Letters that linters take for slashes.
_MISTAKABLE = "\u30ce\u4e36\u4e3f"

Value = str | Sequence["Value"]
"""A text, a list, or a tuple of at least two."""


def plain(text: str) -> str:
    """Gives a text for a comment: what cannot be seen, or is easily mistaken for ASCII, is escaped as in Python."""
    return "".join(character if _is_clear(character) else _escaped(character) for character in text)


def _is_clear(character: str) -> bool:
    """Tells whether a character is what it looks like."""
    if character.isascii():
        return character.isprintable()
    if not character.isalpha() or character in _MISTAKABLE:
        return False
    parts = unicodedata.normalize("NFD", character)
    is_latin = len(parts) > 1 and parts[0].isascii()
    return is_latin or unicodedata.name(character, "").startswith(
        ("CJK UNIFIED", "HANGUL SYLLABLE", "HIRAGANA", "KATAKANA")
    )


def _escaped(character: str) -> str:
    number = ord(character)
    if character in _ESCAPES:
        return _ESCAPES[character]
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def literal(text: str) -> str:
    """Writes a text as a literal, in the quotes that need fewer escapes."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    return quote + plain(text.replace("\\", "\\\\").replace(quote, f"\\{quote}")) + quote


def columns(text: str) -> int:
    """Tells how wide a text is in a terminal, which is how formatters measure lines."""
    return len(text) if text.isascii() else sum(1 + (unicodedata.east_asian_width(each) in "WF") for each in text)


def comment(text: str, indent: int = 0) -> list[str]:
    """Writes a text as a comment."""
    margin = " " * indent
    text = plain(text)
    return textwrap.wrap(
        text,
        WIDTH if columns(text) == len(text) else WIDTH // 2,
        initial_indent=f"{margin}# ",
        subsequent_indent=f"{margin}#   ",
        break_on_hyphens=False,
    )


def layout(value: Value, *, indent: int = 0, before: str = "", behind: str = "") -> list[str]:
    """Writes a value with what stands before and behind it, on one line if it fits, else an element a line.

    Args:
        value: The value; a text for which a line is too short must be an element, with nothing before it.
        indent: How far it is indented.
        before: What stands before it on its line.
        behind: What stands behind it.
    """
    margin = " " * indent
    line = f"{margin}{before}{_flat(value)}{behind}"
    if columns(line) <= WIDTH:
        return [line]
    if isinstance(value, str):
        if columns(line) <= _LONGEST:
            return [line]
        pieces = (f"{margin}    {piece}" for piece in _pieces(value, WIDTH - indent - 4))
        return [f"{margin}(", *pieces, f"{margin}){behind}"]
    opening, closing = "()" if isinstance(value, tuple) else "[]"
    rows = [row for element in value for row in layout(element, indent=indent + 4, behind=",")]
    return [f"{margin}{before}{opening}", *rows, f"{margin}{closing}{behind}"]


def _flat(value: Value) -> str:
    if isinstance(value, str):
        return literal(value)
    opening, closing = "()" if isinstance(value, tuple) else "[]"
    return f"{opening}{', '.join(map(_flat, value))}{closing}"


def _pieces(text: str, width: int) -> Iterator[str]:
    """Writes a text as literals that stand one behind the other, cut at blanks where there are some."""
    while columns(literal(text)) > width:
        end = next(end for end in range(min(len(text), width), 0, -1) if columns(literal(text[:end])) <= width)
        end = text.rfind(" ", 1, end) + 1 or end
        yield literal(text[:end])
        text = text[end:]
    yield literal(text)
