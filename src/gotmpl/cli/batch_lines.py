"""The lines of a batch: a chat a line comes in, a prompt a line goes out. This is what a worker process does."""

from __future__ import annotations

from json import JSONEncoder
from typing import NamedTuple

from gotmpl import ollama
from gotmpl.cli.bad_input import BadInput
from gotmpl.cli.prompt import make_prompt
from gotmpl.cli.request import read_line
from gotmpl.cli.source import Source
from gotmpl.errors import DataError
from gotmpl.golang.utf8 import to_output

__all__ = ["Chunk", "Problem", "Rendered", "render_lines"]

_LINE = "the line"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_json = JSONEncoder(ensure_ascii=False).encode


class Chunk(NamedTuple):
    """Lines that follow each other.

    Attributes:
        number: The number of the first one in its file, from 1.
        lines: The lines with their ends.
    """

    number: int
    lines: list[bytes]


class Problem(NamedTuple):
    """What is wrong with a line.

    Attributes:
        place: The number of the line, and the column if that is known.
        message: What is wrong.
        hint: What to do.
    """

    place: str
    message: str
    hint: str


class Rendered(NamedTuple):
    """What became of a chunk.

    Attributes:
        output: A line for each line that was done.
        size: The bytes of the lines that were done.
        lines: Their number.
        problems: What was wrong with some of them; or, if that is fatal, with the one behind them.
    """

    output: bytes
    size: int
    lines: int
    problems: list[Problem]


def render_lines(source: Source, chunk: Chunk, skip: bool) -> Rendered:
    """Renders a chunk: a line ``{"prompt": ...}`` for each chat, and an empty one for an empty one.

    Args:
        source: The template.
        chunk: The lines.
        skip: Whether a bad line becomes ``{"error": ...}``; if not, it ends the work.
    """
    output: list[str] = []
    problems: list[Problem] = []
    size = 0
    for number, line in enumerate(chunk.lines, chunk.number):
        try:
            output.append(_render(source, line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line))
        except BadInput as bad:
            problem = _problem(bad, number)
            problems.append(problem)
            if not skip:
                break
            output.append(f'{{"error": {_json(to_output(problem.message))}}}\n')
        size += len(line)
    return Rendered("".join(output).encode(), size, len(output), problems)


def _render(source: Source, line: bytes) -> str:
    text = _decoded(line)
    if not text:
        return "\n"
    # The compiled template is what makes it fast, and it knows no limits.
    prompt = make_prompt(source, read_line(text, _LINE), ollama.parse, limits=None)
    return f'{{"prompt": {_json(to_output(prompt))}}}\n'


def _decoded(line: bytes) -> str:
    try:
        return line.decode().strip("\r\n\t ")
    except UnicodeDecodeError as error:
        text, offset = line.decode(errors="replace"), len(line[: error.start].decode())
        message = f"{_LINE} is not JSON: byte 0x{line[error.start]:02x} is not part of UTF-8 text"
        raise BadInput(DataError(message, source=text, offset=offset), _LINE) from None


def _problem(bad: BadInput, number: int) -> Problem:
    error = bad.error
    if bad.file == _LINE or error.line is None:
        place = f"{number}:{error.column}" if error.column else str(number)
        return Problem(place, error.message, error.hint)
    return Problem(str(number), f"{error.message} (in {bad.file}:{error.line}:{error.column})", error.hint)
