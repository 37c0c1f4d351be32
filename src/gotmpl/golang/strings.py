"""Functions of Go's package strings that are not what Python's methods of `str` are."""

from __future__ import annotations

__all__ = ["to_lower", "trim_left_space", "trim_space"]

#: The characters with the property White_Space. Python counts U+001C to U+001F as well.
_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


def trim_space(text: str) -> str:
    """Cuts space at both ends (`strings.TrimSpace`)."""
    return text.strip(_SPACE)


def trim_left_space(text: str) -> str:
    """Cuts space at the front (`strings.TrimLeftFunc` with `unicode.IsSpace`)."""
    return text.lstrip(_SPACE)


def to_lower(text: str) -> str:
    """Lower-cases each character by itself, without regard to its place in the word (`strings.ToLower`)."""
    return text.lower() if text.isascii() else "".join([char.lower()[0] for char in text])
