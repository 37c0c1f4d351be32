"""What a rule finds: where, how bad, what will happen, and what to do about it."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Diagnostic", "Edit", "Evidence", "Finding", "Severity", "apply_edits"]


class Severity(enum.IntEnum):
    """How bad a finding is; the order is that of weight."""

    INFO = 0
    WARNING = 1
    ERROR = 2

    @property
    def label(self) -> str:
        """The word for it in reports."""
        return self.name.lower()


class Edit(NamedTuple):
    """A change of a text.

    Attributes:
        offset: The first character that goes.
        end: Behind the last one.
        text: What comes instead.
    """

    offset: int
    end: int
    text: str


class Evidence(NamedTuple):
    """The rendered text that proves a finding.

    Attributes:
        scenario: The name of the conversation in `gotmpl.ollama.scenarios`.
        text: What the template made of it, or the part that matters.
    """

    scenario: str
    text: str


class Finding(NamedTuple):
    """What a rule yields; the offsets are in the text that the rule reads, the template or the Modelfile.

    Attributes:
        offset: The first character that a person would change.
        end: Behind the last one.
        message: What will happen to the user's model.
        hint: What to do.
        evidence: The rendering that proves it.
        edits: The one right change; empty if there are several or none.
    """

    offset: int
    end: int
    message: str
    hint: str = ""
    evidence: Evidence | None = None
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True)
class Diagnostic:
    """A finding in a file.

    Attributes:
        code: The rule's code, such as ``GT103``.
        name: The rule's name, such as ``go-struct-print``.
        severity: How bad it is.
        message: What will happen to the user's model.
        hint: What to do; may be empty.
        file: The file's name.
        offset: The first character at fault, in the file's text.
        end: Behind the last one.
        line: The line of `offset`, from 1.
        column: Its column, from 1 and in characters.
        end_line: The line of `end`.
        end_column: Its column.
        evidence: The rendering that proves it, or None.
        edits: What ``--fix`` changes, in the file's text; empty if there is no one right answer.
    """

    code: str
    name: str
    severity: Severity
    message: str
    hint: str
    file: str
    offset: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    evidence: Evidence | None = None
    edits: tuple[Edit, ...] = ()


def apply_edits(text: str, diagnostics: Iterable[Diagnostic]) -> str:
    """Makes the changes of diagnostics; of two that overlap only the first in the text is made."""
    taken: list[Edit] = []
    for diagnostic in sorted(
        diagnostics, key=lambda diagnostic: min((edit.offset for edit in diagnostic.edits), default=0)
    ):
        if not any(_clash(edit, other) for edit in diagnostic.edits for other in taken):
            taken += diagnostic.edits
    for edit in sorted(taken, reverse=True):
        text = text[: edit.offset] + edit.text + text[edit.end :]
    return text


def _clash(edit: Edit, other: Edit) -> bool:
    if edit.offset == edit.end or other.offset == other.end:
        return other.offset <= edit.offset <= other.end or edit.offset <= other.offset <= edit.end
    return edit.offset < other.end and other.offset < edit.end
