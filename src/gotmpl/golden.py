r"""Golden prompts as text: one file a test module, for people to read and to compare, exact to the byte.

    # The prompts that test_chat.py expects; pytest --gotmpl-update writes them.

    == test_turns[two]
    > <|im_start|>user
    > And lakes?<|im_end|>
    > <|im_start|>assistant
    \ A blank at the end:\x20
    ! no line end

``==`` names a case and ``>`` stands before each line of its prompt. In a line after ``\``, what an editor or git might
change, or nobody sees, is written as in Python: ``\x20`` for a blank at the end, ``\r``, ``\u200b``, ``\udcff`` for a
byte that is no UTF-8, and ``\\``. ``!`` says that the last line has no end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from gotmpl.errors import DataError

__all__ = ["format_goldens", "golden_path", "parse_goldens", "read_goldens"]

_NO_LINE_END = "! no line end"
_EMPTY = "! empty"

_hidden = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\xa0\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ud800-\udfff]|\s\Z"
)
_escape = re.compile(r"\\(?:(r|t|\\)|x([0-9a-f]{2})|u([0-9a-f]{4}))")
_NAMED = {"r": "\r", "t": "\t", "\\": "\\"}
_NAMES = {character: name for name, character in _NAMED.items()}


def golden_path(module: Path) -> Path:
    """Gives the golden file of a test module: ``goldens/`` beside it, with its name."""
    return module.parent / "goldens" / f"{module.stem}.golden"


def format_goldens(cases: Mapping[str, str], module: str) -> str:
    """Writes the text of a golden file.

    Args:
        cases: Name -> prompt.
        module: The name of the test module.
    """
    blocks = [f"# The prompts that {module} expects; pytest --gotmpl-update writes them.\n"]
    for name, prompt in sorted(cases.items()):
        *lines, last = prompt.split("\n")
        written = [_format_line(line) for line in lines]
        if last:
            written += [_format_line(last), _NO_LINE_END]
        blocks.append("\n".join([f"== {name}", *(written or [_EMPTY])]) + "\n")
    return "\n".join(blocks)


def _format_line(line: str) -> str:
    if _hidden.search(line):
        return "\\ " + _hidden.sub(lambda match: _escaped(match[0]), line.replace("\\", "\\\\"))
    return f"> {line}" if line else ">"


def _escaped(character: str) -> str:
    if character in _NAMES:
        return f"\\{_NAMES[character]}"
    number = ord(character)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


def parse_goldens(text: str, name: str) -> dict[str, str]:
    r"""Reads the text of a golden file; its line ends may be ``\r\n``.

    Args:
        text: The text.
        name: What errors call the file.

    Raises:
        DataError: A line is none of a golden file, or a name stands there twice.
    """
    cases: dict[str, str] = {}
    case: str | None = None
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        if line.startswith("== "):
            case = line[3:]
            if case in cases:
                raise _error(name, number, f"there are two prompts of the name {case!r}")
            cases[case] = ""
        elif case is None:
            raise _error(name, number, "no case begins here")
        elif line == _NO_LINE_END and cases[case].endswith("\n"):
            cases[case] = cases[case][:-1]
        elif line == ">" or line.startswith("> "):
            cases[case] += line[2:] + "\n"
        elif line.startswith("\\ "):
            cases[case] += _escape.sub(_unescaped, line[2:]) + "\n"
        elif line != _EMPTY:
            raise _error(name, number, f"{line[:40]!r} is no line of a golden file")
    return cases


def read_goldens(path: Path) -> dict[str, str]:
    """Reads a golden file; there are no cases in one that is not there.

    Raises:
        DataError: It is no golden file.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is no golden file: {error}") from None
    return parse_goldens(text, str(path))


def _unescaped(match: re.Match[str]) -> str:
    name, byte, number = match.groups()
    return _NAMED[name] if name else chr(int(byte or number, 16))


def _error(name: str, line: int, reason: str) -> DataError:
    return DataError(f"{name}:{line}: {reason}", hint="Mend the line, or delete the file and have it written again.")
