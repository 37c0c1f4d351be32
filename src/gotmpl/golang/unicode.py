"""The classes of characters that Go's ``unicode`` package knows, the same on every version of Python.

Python's own ``str.isalpha`` and its like follow the Unicode version of the interpreter and draw other lines
(``"²".isdigit()``), so the answers come from tables that were written by Go. Each function takes one character; the
lone surrogate that stands for an invalid byte belongs to no class.
"""

from __future__ import annotations

from bisect import bisect_right

from gotmpl.golang import unicode_tables

__all__ = ["is_digit", "is_graphic", "is_letter", "is_print", "is_space", "is_upper"]


def is_letter(char: str) -> bool:
    """Tells whether a character is a letter, category L (Go's ``unicode.IsLetter``)."""
    if char.isascii():
        return char.isalpha()
    return bisect_right(unicode_tables.LETTER, ord(char)) & 1 == 1


def is_digit(char: str) -> bool:
    """Tells whether a character is a decimal digit, category Nd (Go's ``unicode.IsDigit``)."""
    if char.isascii():
        return char.isdigit()
    return bisect_right(unicode_tables.DIGIT, ord(char)) & 1 == 1


def is_upper(char: str) -> bool:
    """Tells whether a character is an upper case letter, not a title case one (Go's ``unicode.IsUpper``)."""
    if char.isascii():
        return char.isupper()
    return bisect_right(unicode_tables.UPPER, ord(char)) & 1 == 1


def is_space(char: str) -> bool:
    """Tells whether a character has the property White_Space (Go's ``unicode.IsSpace``)."""
    return bisect_right(unicode_tables.SPACE, ord(char)) & 1 == 1


def is_print(char: str) -> bool:
    """Tells whether a character is printable: of L, M, N, P or S, or the ASCII space (Go's ``unicode.IsPrint``)."""
    if char.isascii():
        return " " <= char <= "~"
    return bisect_right(unicode_tables.PRINT, ord(char)) & 1 == 1


def is_graphic(char: str) -> bool:
    """Tells whether a character is printable or a space of category Zs (Go's ``unicode.IsGraphic``)."""
    return is_print(char) or bisect_right(unicode_tables.GRAPHIC_ONLY, ord(char)) & 1 == 1
