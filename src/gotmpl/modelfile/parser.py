"""Reads a Modelfile the way Ollama's parser.go does, state for state.

Ollama's machine looks at one rune at a time and is always in one of six states; here each state is a method that reads
on until the machine would leave it. Line ends are CR and LF, each on its own; spaces are the blank and the tab.
"""

from __future__ import annotations

import re
import string
from collections.abc import Container

from gotmpl.errors import ModelfileError, Note
from gotmpl.modelfile import explain
from gotmpl.modelfile.command import COMMANDS, ROLES, Command, is_kept

__all__ = ["parse_commands"]

_BAD_COMMAND = "command must be one of " + ", ".join(f'"{name}"' for name in COMMANDS[:-1]) + f', or "{COMMANDS[-1]}"'
_BAD_ROLE = 'message role must be one of "system", "user", or "assistant"'
_UNEXPECTED_EOF = "unexpected EOF"

_LETTERS = frozenset(string.ascii_letters)
_PARAMETER_LETTERS = _LETTERS | frozenset(string.digits + "_")
_SPACES = frozenset(" \t")
_BLANKS = frozenset(" \t\r\n")

_find_line_end = re.compile(r"[\r\n]").search


class _Kept(dict[int, int | None]):
    """For `str.translate`: drops what Ollama drops from a value."""

    def __missing__(self, code: int) -> int | None:
        self[code] = kept = code if is_kept(chr(code)) else None
        return kept


def parse_commands(source: str) -> list[Command]:
    """Reads the commands of a Modelfile (`ParseFile`).

    Args:
        source: The decoded text.

    Raises:
        ModelfileError: With Ollama's text.
    """
    commands = _Parser(source).parse()
    if not any(command.name == "model" for command in commands):
        hint, notes = explain.no_from(source, commands)
        raise ModelfileError("no FROM line", source=source, hint=hint, notes=notes)
    return commands


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.commands: list[Command] = []
        self.kept = _Kept()
        self.line = 1
        self.line_counted_to = 0

    def parse(self) -> list[Command]:
        while self._skip_to_command():
            offset = self.at
            name, role = self._name(), ""
            if name == "from":
                name = "model"
            elif name == "parameter":
                name = self._parameter()
            elif name == "message":
                role = self._message()
            self._value(name, role, offset)
        return self.commands

    def _skip_to_command(self) -> bool:
        """Reads blanks and comments (stateNil, stateComment); tells whether a command follows."""
        self._skip(_BLANKS)
        while self.source.startswith("#", self.at):
            self.at = self._end_of_line(self.at)
            self._skip(_BLANKS)
        return self.at < len(self.source)

    def _name(self) -> str:
        """Reads a command's name and the space behind it (stateName)."""
        offset = self.at
        self.at += 1  # the first rune is taken whatever it is
        self._skip(_LETTERS)
        if self.at == len(self.source):
            raise self._error(_UNEXPECTED_EOF, offset, explain.cut_off(self.source[offset:]))
        name = self._keep(self.source[offset : self.at]).lower()
        if self.source[self.at] not in _SPACES or name not in COMMANDS:
            hint, notes = explain.bad_command(self.source, offset, self.at, self.commands)
            raise self._numbered_error(_BAD_COMMAND, offset, hint, notes)
        self.at += 1
        return name

    def _parameter(self) -> str:
        """Reads a parameter's name and the space behind it (stateParameter)."""
        offset = self.at
        self._skip(_PARAMETER_LETTERS)
        if not self._at_space():
            raise self._word_error(offset, explain.bad_parameter(self.source, offset, self.at))
        self.at += 1
        return self.source[offset : self.at - 1]

    def _message(self) -> str:
        """Reads a message's role and the space behind it (stateMessage)."""
        offset = self.at
        self._skip(_LETTERS)
        role = self.source[offset : self.at]
        if not self._at_space():
            raise self._word_error(offset, explain.bad_message(self.source, offset, self.at))
        if role not in ROLES:
            raise self._numbered_error(_BAD_ROLE, offset, explain.bad_role(role))
        self.at += 1
        return role

    def _value(self, name: str, role: str, offset: int) -> None:
        """Reads a value and adds the command (stateValue).

        Only a line end ends a value, and only if the text up to there is not a quoted one that is still open.
        """
        start = self.at
        end = self._end_of_line(start)
        value = self._keep(self.source[start:end]).strip(" \t")
        quote = '"""' if value.startswith('"""') else '"' if value.startswith('"') else ""
        if quote and not (value.endswith(quote) and len(value) >= 2 * len(quote)):
            end = self._closing_line_end(start, end, quote)
            value = self._keep(self.source[start:end]).strip(" \t")
        value = value[len(quote) : len(value) - len(quote)]
        self.at = end
        self._add(name, f"{role}: {value}" if role else value, offset, start, end, len(quote))

    def _closing_line_end(self, start: int, at: int, quote: str) -> int:
        """Finds the line end, behind the one at `at`, before which a value's quotes are closed."""
        while (mark := self.source.find('"', at)) >= 0:
            at = self._end_of_line(mark)
            if self._keep(self.source[mark:at]).rstrip(" \t").endswith(quote):
                return at
        hint, notes = explain.unclosed(self.source, self.source.index('"', start), quote)
        self.at = len(self.source)
        raise self._error(_UNEXPECTED_EOF, self.at, hint, notes)

    def _add(self, name: str, args: str, offset: int, start: int, end: int, quotes: int) -> None:
        """Adds a command whose value stands between `start` and `end` with padding around it."""
        first = start
        while first < end and self._is_padding(first):
            first += 1
        if first == end:  # there is no value: it counts as standing right behind the name
            first = end = start - 1
        while end > first and self._is_padding(end - 1):
            end -= 1
        last = end
        for _ in range(quotes):
            first, last = self.source.index('"', first) + 1, self.source.rindex('"', 0, last)
        self.line += self.source.count("\n", self.line_counted_to, first)
        self.line_counted_to = first
        self.commands.append(Command(name, args, offset, end, first, last, self.line))

    def _is_padding(self, at: int) -> bool:
        return self.source[at] in _SPACES or self.kept[ord(self.source[at])] is None

    def _keep(self, text: str) -> str:
        return text.translate(self.kept)

    def _skip(self, chars: Container[str]) -> None:
        while self.at < len(self.source) and self.source[self.at] in chars:
            self.at += 1

    def _at_space(self) -> bool:
        return self.at < len(self.source) and self.source[self.at] in _SPACES

    def _end_of_line(self, at: int) -> int:
        match = _find_line_end(self.source, at)
        return match.start() if match else len(self.source)

    def _error(self, message: str, offset: int, hint: str, notes: tuple[Note, ...] = ()) -> ModelfileError:
        return ModelfileError(message, source=self.source, offset=offset, end=self.at, hint=hint, notes=notes)

    def _word_error(self, offset: int, hint: str) -> ModelfileError:
        """Makes the error for a parameter's name or a role that is not followed by a space."""
        word = "" if self.at == len(self.source) else f": {self.source[offset : self.at]}"
        return self._error(_UNEXPECTED_EOF + word, offset, hint)

    def _numbered_error(self, message: str, offset: int, hint: str, notes: tuple[Note, ...] = ()) -> ModelfileError:
        """Makes an error with Ollama's line, which counts CR and LF each and the line end that was read last."""
        read = self.source[: self.at + 1]
        number = 1 + read.count("\n") + read.count("\r")
        error = self._error(f"(line {number}): {message}", offset, hint, notes)
        if error.line != number:
            error.hint = f"{hint} Ollama's count is off: it is line {error.line}.".lstrip()
        return error
