"""White space and control characters of a prompt as signs that can be seen."""

from __future__ import annotations

import re

__all__ = ["BLANK", "harmless", "sign", "visible"]

BLANK = r"[\x00-\x20\x7f-\xa0\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ud800-\udfff]"
"""A regular expression for a character that cannot be seen, or that steers a terminal; it has no groups."""

_SIGNS = {" ": "·", "\t": "→", "\n": "↵", "\r": "␍", "\u00a0": "⍽"}

_PICTURES = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n"}
_PICTURES |= {0x7F: 0x2421} | dict.fromkeys(range(0x80, 0xA0), 0xFFFD)

_substitute = re.compile(BLANK).sub


def sign(character: str) -> str:
    """Gives what stands for such a character: ``·``, ``→``, ``↵``, ``␍``, ``⍽``, or its number as in ``<200B>``."""
    return _SIGNS.get(character) or f"<{ord(character):02X}>"


def visible(text: str) -> str:
    """Gives a text on one line, with a sign for each character that cannot be seen."""
    return _substitute(lambda match: sign(match[0]), text)


def harmless(text: str) -> str:
    """Gives a text of lines with a picture, as wide as it, for each control character on which a terminal would act."""
    return text.translate(_PICTURES)
