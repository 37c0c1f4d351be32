"""JSON that the command is given, and where in it a value stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder
from typing import Any, NoReturn

from gotmpl.cli.bad_input import BadInput
from gotmpl.cli.source import STDIN, read_bytes
from gotmpl.errors import DataError

__all__ = ["JsonInput", "parse_json", "read_json"]

_after_blanks = re.compile(r"[ \t\n\r]*").match
_constants = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)').finditer


@dataclass(frozen=True)
class JsonInput:
    """The values of a JSON text, of which a JSON Lines text has several.

    Attributes:
        name: The file's name for errors.
        text: The whole text.
        values: Each value.
        offsets: Where each of them begins in the text.
    """

    name: str
    text: str
    values: list[Any]
    offsets: list[int]

    def bad_input(self, message: str, path: Sequence[str | int], hint: str = "") -> BadInput:
        """Words what is wrong with the value at a path, or with the last one on the way there that exists.

        Args:
            message: What is wrong.
            path: The index of a value of the text, then keys and indices in it.
            hint: What to do.
        """
        offset, end = _locate(self.text, self.offsets[int(path[0])], path[1:])
        return BadInput(DataError(message, source=self.text, offset=offset, end=end, hint=hint), self.name)


def read_json(argument: str, option: str) -> JsonInput:
    """Reads JSON or JSON Lines from a file, from stdin for ``-``, or from the argument itself.

    Args:
        argument: What stands behind the option; JSON itself if it begins with a bracket or a brace.
        option: The option, which names inline JSON in errors.

    Raises:
        BadInput: The file cannot be read or is no JSON.
    """
    if argument.lstrip().startswith(("[", "{")):
        return parse_json(argument, option)
    name = "<stdin>" if argument == STDIN else argument
    data = read_bytes(argument)
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        text = data.decode(encoding, "replace")
        offset = len(data[: error.start].decode(encoding))
        message = f"{name} is not JSON: byte 0x{data[error.start]:02x} is not part of UTF-8 text"
        raise BadInput(DataError(message, source=text, offset=offset), name) from None
    return parse_json(text, name)


def parse_json(text: str, name: str) -> JsonInput:
    """Reads JSON or JSON Lines from a text.

    Args:
        text: The text.
        name: What errors call it.

    Raises:
        BadInput: It is no JSON.
    """
    values: list[Any] = []
    offsets: list[int] = []
    at = _skip_blanks(text, 0)
    try:
        while at < len(text) or not values:
            value, end = _decode(text, at)
            values.append(value)
            offsets.append(at)
            at = _skip_blanks(text, end)
            if at < len(text) and not isinstance(value, dict):
                raise JSONDecodeError("there is more behind the value", text, at)
    except JSONDecodeError as error:
        message = f"{name} is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        hint = _hint(text, error.pos)
        raise BadInput(DataError(message, source=text, offset=error.pos, hint=hint), name) from None
    except RecursionError:
        raise BadInput(DataError(f"{name} is nested too deeply"), name) from None
    return JsonInput(name, text, values, offsets)


def _integer(digits: str) -> int | float:
    """Reads an integer; one beyond any float64 is infinite rather than beyond what Python reads."""
    return int(digits) if len(digits) < 400 else float(digits)


def _constant(name: str) -> NoReturn:
    """Refuses the numbers that Python's JSON has and no other."""
    raise _ConstantError(name)


class _ConstantError(ValueError):
    pass


_decoder = JSONDecoder(parse_int=_integer, parse_constant=_constant)


def _decode(text: str, offset: int) -> tuple[Any, int]:
    """Reads the value at an offset; gives it and the offset behind it."""
    try:
        return _decoder.raw_decode(text, offset)
    except _ConstantError as error:
        at = next(match.start(1) for match in _constants(text, offset) if match[1])
        raise JSONDecodeError(f"there is no {error} in JSON", text, at) from None


def _hint(text: str, offset: int) -> str:
    """Names the usual slip that leads to a fault at an offset."""
    rest = text[offset:]
    if not rest.strip():
        return "The text ends early: something that was opened is not closed." if text.strip() else "It is empty."
    if rest[0] == "'":
        return 'JSON strings stand in double quotes: "text".'
    if re.match(r"#|//|/\*", rest):
        return "JSON has no comments."
    if re.match(r"True|False|None", rest):
        return "JSON writes true, false and null."
    # Python 3.13 points at the comma itself, the versions before it at what follows.
    if re.match(r",\s*[]}]", rest) or (rest[0] in "]}," and text[:offset].rstrip().endswith(",")):
        return "There is one comma too many."
    return ""


def _skip_blanks(text: str, offset: int) -> int:
    match = _after_blanks(text, offset)
    assert match is not None
    return match.end()


def _locate(text: str, offset: int, path: Sequence[str | int]) -> tuple[int, int]:
    """Finds the begin and the end of a value below the one at `offset`, or of the last one on the way that exists."""
    end = _decode(text, offset)[1]
    for step in path:
        found = [(start, stop) for key, start, stop in _children(text, offset) if key == step]
        if not found:
            break
        offset, end = found[-1]  # of two equal keys the last one counts
    return offset, end


def _children(text: str, offset: int) -> Iterator[tuple[str | int, int, int]]:
    """Yields key or index, begin and end of all that is in a list or an object."""
    opening = text[offset]
    if opening not in "[{":
        return
    at = _skip_blanks(text, offset + 1)
    index = 0
    while text[at] not in "]}":
        key: str | int = index
        if opening == "{":
            key, at = _decode(text, at)
            at = _skip_blanks(text, _skip_blanks(text, at) + 1)
        end = _decode(text, at)[1]
        yield key, at, end
        at = _skip_blanks(text, end)
        if text[at] == ",":
            at = _skip_blanks(text, at + 1)
        index += 1
