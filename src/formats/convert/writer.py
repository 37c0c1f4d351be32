"""The Jinja text of a template: tags on lines of their own, indented, and all text in strings.

Every tag strips the white space before it, so that lines and indentation are for the reader alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby

from formats.convert.term import Level, Term, text

__all__ = ["Writer"]

_WIDTH = 100
_INDENT = "    "


class Writer:
    """Writes tags and collects what is printed between them."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 0
        self._parts: list[Term] = []
        self._branch = ""

    def print(self, term: Term) -> None:
        """Prints a text."""
        self._parts += [part for part in term.parts or (term,) if part.constant != ""]

    def tag(self, code: str) -> None:
        """Writes a tag that stands alone."""
        self._flush()
        self._line(f"{{%- {code} %}}")

    @contextmanager
    def block(self, code: str, end: str) -> Iterator[None]:
        """Writes a tag, what is inside of it, and the tag at its end."""
        self.tag(code)
        self._depth += 1
        yield
        self._flush()
        self._branch = ""
        self._depth -= 1
        self.tag(end)

    def branch(self, code: str) -> None:
        """Writes a tag that divides a block, unless nothing comes between it and the end of the block."""
        self._flush()
        self._write_branch()
        self._branch = code

    def comment(self, text: str) -> None:
        """Writes a comment."""
        self._flush()
        lines = [line.strip() for line in text.replace("#}", "# }").strip().splitlines()]
        break_ = f"\n{_INDENT * (self._depth + 1)}"
        self._line(f"{{#- {break_.join(lines)} #}}")

    def source(self) -> str:
        """Gives all that was written."""
        self._flush()
        return "".join(f"{line}\n" for line in self.lines)

    def _write_branch(self) -> None:
        if self._branch:
            self.lines.append(f"{_INDENT * (self._depth - 1)}{{%- {self._branch} %}}")
            self._branch = ""

    def _line(self, code: str) -> None:
        self._write_branch()
        self.lines.append(f"{_INDENT * self._depth}{code}")

    def _flush(self) -> None:
        """Writes what is to be printed: in one tag if it fits, else in several."""
        width = _WIDTH - len(_INDENT) * self._depth
        row: list[Term] = []
        for part in self._pieces(width):
            longer = [*row[:-1], text(row[-1].constant + part.constant)] if _are_texts(row, part) else [*row, part]
            if row and len(_joined(longer)) > width:
                self._line(f"{{{{- {_joined(row)} }}}}")
                longer = [part]
            row = longer
        if row:
            self._line(f"{{{{- {_joined(row)} }}}}")
        self._parts = []

    def _pieces(self, width: int) -> Iterator[Term]:
        """Yields what is to be printed, long texts cut into lines."""
        for is_constant, parts in groupby(self._parts, lambda part: part.is_constant):
            if not is_constant:
                yield from parts
                continue
            joined = text("".join(part.constant for part in parts))
            if len(joined.code) > width:
                yield from map(text, re.findall(r"\n*[^\n]+\n*|\n+", joined.constant))
            else:
                yield joined


def _are_texts(row: list[Term], part: Term) -> bool:
    return bool(row) and row[-1].is_constant and part.is_constant


def _joined(row: list[Term]) -> str:
    return " + ".join(part.at(Level.ADD) for part in row) if len(row) > 1 else row[0].code
