"""The exceptions of the package, and where in a text they point.

    TemplateError            every error that this package raises on purpose
    ├── ParseError           the template does not parse: Go's words, then ours
    ├── ExecError            the template failed while it ran
    ├── ModelfileError       the Modelfile is refused
    ├── DataError            a message, tool or option that is none
    └── FormatError          a chat format or a Jinja template refuses the messages

Positions are offsets in characters. A line or a column is worked out only when an error is worded, as in Go.
"""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["DataError", "ExecError", "FormatError", "ModelfileError", "Note", "ParseError", "TemplateError"]


class Note(NamedTuple):
    """A second place that explains an error, such as where an unclosed block was opened.

    Attributes:
        offset: Character offset in the error's source.
        text: What is to be seen there, in plain words.
    """

    offset: int
    text: str


def line_and_column(source: str, offset: int) -> tuple[int, int]:
    """Gives the line and the column, both from 1 and in characters, of an offset in a text."""
    return source.count("\n", 0, offset) + 1, offset - (source.rfind("\n", 0, offset) + 1) + 1


#: How many characters of a long line are shown on either side of a place.
_AROUND = 100


def excerpt(source: str, offset: int, end: int | None = None, *, first_line: int = 1) -> str:
    """Shows the line of an offset with its number and a caret under the place; of a long line what is around it.

    Args:
        source: The whole text.
        offset: Where the caret begins, in characters.
        end: Where it ends; one caret if not given. It never leaves the line.
        first_line: The number of the text's first line in the file that the user edits.
    """
    line, column = line_and_column(source, offset)
    start = offset - (column - 1)
    stop = source.find("\n", start)
    stop = len(source) if stop < 0 else stop
    end = min(offset + 1 if end is None else end, offset + _AROUND, stop)
    first, last = max(start, offset - _AROUND), min(stop, max(end, offset) + _AROUND)
    before = "…" * (first > start) + source[first:offset]
    text = before + source[offset:last].rstrip("\r") + "…" * (last < stop)
    number = str(line + first_line - 1)
    indent = "".join("\t" if c == "\t" else " " for c in before)
    width = max(1, min(end - offset, len(text) - len(before)))
    return f"{number} | {text}\n{' ' * len(number)} | {indent}{'^' * width}"


class TemplateError(Exception):
    """An error of this package; ``str()`` of it is Go's or Ollama's own text where they have one.

    Attributes:
        message: The text.
        name: The template's name.
        source: The text that the offsets point into; empty if there is none.
        offset: Character offset of the fault in `source`, or None.
        end: Character offset behind the fault, or None.
        hint: Plain words on what to do; may be empty.
        notes: Other places in `source` that explain the error.
    """

    def __init__(
        self,
        message: str,
        *,
        name: str = "",
        source: str = "",
        offset: int | None = None,
        end: int | None = None,
        hint: str = "",
        notes: tuple[Note, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.name = name
        self.source = source
        self.offset = offset
        self.end = end
        self.hint = hint
        self.notes = notes

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).__new__, (type(self), self.message), self.__dict__ | {"args": self.args}

    def __str__(self) -> str:
        return self.message

    @property
    def line(self) -> int | None:
        """The line of the fault, from 1, or None if the error has no place."""
        return None if self.offset is None else line_and_column(self.source, self.offset)[0]

    @property
    def column(self) -> int | None:
        """The column of the fault, from 1 and in characters, or None if the error has no place."""
        return None if self.offset is None else line_and_column(self.source, self.offset)[1]

    def explain(self, *, first_line: int = 1) -> str:
        """Words the error for a person: the message, the line with a caret, the notes, the hint.

        Args:
            first_line: The number of the source's first line in the file that the user edits.
        """
        parts = [self.message]
        if self.offset is not None:
            parts.append(excerpt(self.source, self.offset, self.end, first_line=first_line))
        for note in self.notes:
            parts += [note.text, excerpt(self.source, note.offset, first_line=first_line)]
        if self.hint:
            parts.append(self.hint)
        return "\n".join(parts)


class ParseError(TemplateError):
    """The template does not parse."""


class ExecError(TemplateError):
    """The template failed while it ran.

    Attributes:
        output: What had been written before.
    """

    output: str = ""


class ModelfileError(TemplateError):
    """The Modelfile is refused."""


class DataError(TemplateError):
    """A message, a tool or an option is not what it should be."""


class FormatError(TemplateError):
    """A chat format or a Jinja template refuses the messages."""
