"""One command of a Modelfile, and the ways to write it down."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gotmpl.errors import ModelfileError
from gotmpl.golang.unicode import is_print

__all__ = ["COMMANDS", "ROLES", "Command", "is_kept"]

COMMANDS = (
    "from",
    "license",
    "template",
    "system",
    "adapter",
    "draft",
    "renderer",
    "parser",
    "parameter",
    "message",
    "requires",
)
"""The words that a command may begin with, in the order in which Ollama's error names them."""

ROLES = ("system", "user", "assistant")
"""The roles that a MESSAGE may have."""

_NAMES = frozenset(COMMANDS) - {"from", "parameter"} | {"model"}
_is_parameter_name = re.compile(r"[A-Za-z0-9_]*").fullmatch
_split_lines = re.compile(r"[\r\n]").split


def is_kept(char: str) -> bool:
    """Tells whether a character of a value survives the reading: the printable ones, tab and line ends do."""
    return char in "\t\n\r" or is_print(char)


@dataclass(frozen=True, slots=True)
class Command:
    """A command as Ollama holds it, and where it stands (`Command` in Ollama's parser.go).

    Commands are equal if their names and arguments are. The positions are offsets in characters in
    `Modelfile.source`; a command that was not parsed has none and keeps the zeros.

    Attributes:
        name: ``model`` for FROM, a parameter's own name for PARAMETER, else the command in lower case.
        args: The value without its quotes; for MESSAGE ``role: text``.
        offset: Where the command begins.
        end: Behind the value and its closing quote.
        value_offset: The value's first character, behind an opening quote; behind the role of a MESSAGE.
        value_end: Behind the value's last character. What stands between the two is the value, but for the characters
            that Ollama drops.
        value_line: The line, from 1, on which the value begins. Line n of the value is line ``value_line + n - 1``.
    """

    name: str
    args: str
    offset: int = field(default=0, compare=False, repr=False)
    end: int = field(default=0, compare=False, repr=False)
    value_offset: int = field(default=0, compare=False, repr=False)
    value_end: int = field(default=0, compare=False, repr=False)
    value_line: int = field(default=1, compare=False, repr=False)

    def __str__(self) -> str:
        """Writes the command as Ollama does, which not every value survives; see `to_text`."""
        keyword, value = self.keyword, self.args
        if self.name == "model":
            return f"FROM {value}"
        if self.name == "message":
            role, _, value = value.partition(": ")
            keyword = f"MESSAGE {role}"
        return f"{keyword} {_quote(value)}"

    @property
    def is_parameter(self) -> bool:
        """Whether Ollama takes the command for a parameter."""
        return self.name not in _NAMES

    @property
    def keyword(self) -> str:
        """The words before the value in Ollama's string form, such as ``FROM`` or ``PARAMETER stop``."""
        if self.is_parameter:
            return f"PARAMETER {self.name}"
        return "FROM" if self.name == "model" else self.name.upper()

    def kept_offsets(self, source: str) -> list[int]:
        """Gives the place in the source of each character of the value, for Ollama drops some, and of its end.

        Args:
            source: `Modelfile.source`.
        """
        return [at for at in range(self.value_offset, self.value_end) if is_kept(source[at])] + [self.value_end]

    def to_text(self) -> str:
        """Writes the command so that it is read back unchanged.

        Raises:
            ModelfileError: No Modelfile can hold this command.
        """
        keyword, value = self.keyword, self.args
        if not _is_parameter_name(self.name):
            raise ModelfileError(
                f"a Modelfile cannot hold the parameter {self.name!r}",
                hint="A parameter's name is made of the letters a to z, digits and underscores.",
            )
        if self.name == "message":
            role, separator, text = value.partition(": ")
            # PARAMETER message is the one way to a message without a role.
            keyword, value = (f"MESSAGE {role}", text) if separator and role in ROLES else ("PARAMETER message", value)
        return f"{keyword} {_quote_safely(value, keyword)}"


def _quote(value: str) -> str:
    if "\n" in value or value.startswith(" ") or value.endswith(" "):
        return f'"""{value}"""' if '"' in value else f'"{value}"'
    return value


def _quote_safely(value: str, keyword: str) -> str:
    """Quotes a value as its content needs, or refuses it; there are no escapes to fall back on."""
    dropped = [value.index(char) for char in set(value) if not is_kept(char)]
    if dropped:
        index = min(dropped)
        raise ModelfileError(
            f"a Modelfile cannot hold the value of {keyword}: it has a U+{ord(value[index]):04X} at character {index}",
            hint="Ollama drops the characters of a Modelfile that are not printable.",
        )
    *lines, _ = _split_lines(value)
    if not lines:
        if value and value[0] != '"' and value.strip(" \t") == value:
            return value
        return f'"""{value}"""' if value.startswith('"') else f'"{value}"'
    for number, line in enumerate(lines, 1):
        if line.rstrip(" \t").endswith('"""'):
            raise ModelfileError(
                f'a Modelfile cannot hold the value of {keyword}: its line {number} ends with """',
                hint="That would close the value early; a Modelfile has no escapes.",
            )
    return f'"""{value}"""'
