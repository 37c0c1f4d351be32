"""Values of a Go template as Jinja expressions: what they are written as, and which Go types they can have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from gotmpl.golang.kind import BOOL, INT, STRING, Kind, Type
from gotmpl.golang.utf8 import to_output

__all__ = [
    "NEVER",
    "NOTHING",
    "ROOT",
    "Fails",
    "Level",
    "Refused",
    "Term",
    "boolean",
    "failing",
    "integer",
    "is_true",
    "literal",
    "member",
    "nothing",
    "text",
    "union",
]

NOTHING = Type(Kind.INVALID, "nil")
"""What an entry that the root of the data lacks is: it is false and prints ``<no value>``."""

NEVER = Type(Kind.INVALID, "error")
"""What an expression gives that Go refuses."""

ROOT = Type(Kind.MAP, "map[string]interface {}")
"""The data itself, `$`, of which only the entries can be had; it is never empty."""


class Refused(Exception):  # noqa: N818 - becomes a FormatError where the place is known
    """A value or a function that cannot be said in Jinja; the text says why.

    Attributes:
        hint: What to do.
    """

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.hint = hint


class Fails(Exception):  # noqa: N818 - becomes a part of the result
    """A value that Go refuses whenever it is looked at; the text is what Go says."""


class Level(IntEnum):
    """How tightly an expression of Jinja's holds together, the loosest first."""

    CHOICE = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARE = 4
    ADD = 5
    MULTIPLY = 6
    FILTER = 7
    ATOM = 8


class _Unknown:
    """Stands for a value that is not the same in every render."""


_UNKNOWN: Any = _Unknown()


@dataclass(frozen=True)
class Term:
    """A value.

    Attributes:
        code: The Jinja expression.
        types: The Go types that it can have.
        level: How tightly the expression holds together.
        constant: The value, if it is the same in every render; else `is_constant` is false.
        fallback: What stands for it where Jinja has nothing or none; empty if that cannot be.
        truth: What stands for it in a condition, if that is something else.
        parts: The texts that it is put together of.
        length_of: The text whose length it is.
        loop: The loop that it belongs to: of a loop's number, and of what is left of a list from there on.
        holds: Expressions that are true where it is, beside itself.
    """

    code: str
    types: tuple[Type, ...]
    level: Level = Level.ATOM
    constant: Any = _UNKNOWN
    fallback: str = ""
    truth: str = ""
    parts: tuple[Term, ...] = ()
    length_of: Term | None = None
    loop: object = None
    holds: frozenset[str] = frozenset()

    @property
    def is_constant(self) -> bool:
        """Whether it is the same in every render."""
        return self.constant is not _UNKNOWN

    @property
    def type(self) -> Type | None:
        """The Go type; None if it can have several."""
        return self.types[0] if len(self.types) == 1 else None

    @property
    def value(self) -> Term:
        """The value itself, with what stands for it where Jinja has nothing."""
        if not self.fallback:
            return self
        return replace(self, code=f"{self.at(Level.AND)} or {self.fallback}", level=Level.OR, fallback="")

    @property
    def condition(self) -> Term:
        """What is true in Jinja where the value is true in Go."""
        return replace(self, code=self.truth, fallback="", truth="") if self.truth else replace(self, fallback="")

    @property
    def truths(self) -> frozenset[str]:
        """The expressions that are true where it is."""
        return self.holds | {self.code}

    def at(self, level: Level) -> str:
        """Writes the expression where no looser one may stand."""
        return f"({self.code})" if self.level < level else self.code

    def filter(self, name: str, type: Type, **details: Any) -> Term:
        """Sends the value through a filter."""
        return Term(f"{self.value.at(Level.FILTER)} | {name}", (type,), Level.FILTER, **details)


_METHODS = frozenset(dir(dict))
_is_name = re.compile(r"[A-Za-z][A-Za-z0-9_]*").fullmatch


def member(term: Term, key: str) -> str:
    """Writes the access to a key, in the short form unless Jinja would find a method of a dict."""
    operand = term.at(Level.ATOM)
    return f"{operand}.{key}" if _is_name(key) and key not in _METHODS else f"{operand}.get({literal(key)})"


#: What Jinja, and llama.cpp's Jinja as well, can escape; it has no escapes by number.
_ESCAPES = str.maketrans({"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f", "\v": "\\v"})


def literal(text: str) -> str:
    """Writes a text as a string of Jinja's.

    Raises:
        Refused: The text is not UTF-8.
    """
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise Refused("it has bytes that are not UTF-8, and a Jinja text can have none")
    quote = '"' if "'" in text and '"' not in text else "'"
    escaped = text.translate(_ESCAPES).replace(quote, f"\\{quote}")
    return f"{quote}{escaped}{quote}"


def text(value: str) -> Term:
    """Makes a constant text."""
    return Term(literal(value), (STRING,), constant=value)


def boolean(value: bool) -> Term:
    """Makes a constant true or false."""
    return Term("true" if value else "false", (BOOL,), constant=value)


def integer(value: int) -> Term:
    """Makes a constant whole number."""
    return Term(str(value), (INT,), constant=value)


def nothing() -> Term:
    """Makes the value that is not there."""
    return Term("none", (NOTHING,), constant=None)


def failing(message: str) -> Term:
    """Makes the value that fails where Go does."""
    return Term(f"raise_exception({literal(to_output(message))})", (NEVER,))


def union(terms: Iterable[Term]) -> tuple[Type, ...]:
    """Gives the types that any of some values can have."""
    types = dict.fromkeys(type for term in terms for type in term.types)
    return tuple(type for type in types if type is not NEVER) or (NEVER,)


def is_true(term: Term) -> bool | None:
    """Tells the truth of a value in Go; None if it is not always the same."""
    if term.is_constant:
        return bool(term.constant)
    return True if all(type is ROOT or type.kind in (Kind.STRUCT, Kind.POINTER) for type in term.types) else None
