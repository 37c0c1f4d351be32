"""The files that the command reads, and the template in one of them."""

from __future__ import annotations

import copy
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from gotmpl import modelfile
from gotmpl.cli.bad_input import BadInput, unusable_file
from gotmpl.errors import Note, TemplateError
from gotmpl.modelfile import COMMANDS, Command, Modelfile
from gotmpl.modelfile.command import is_kept
from gotmpl.modelfile.decode import decode

__all__ = ["STDIN", "Source", "read_bytes", "read_source"]

STDIN = "-"

_TEMPLATE_SUFFIXES = (".gotmpl", ".tmpl", ".txt")

_begins_with_command = re.compile(rf"(?:\s*#[^\n]*\n)*\s*(?:{'|'.join(COMMANDS)})[ \t]", re.IGNORECASE).match
_has_from = re.compile(r"^(?:FROM|TEMPLATE)[ \t]", re.MULTILINE).search


@dataclass(frozen=True)
class Source:
    """A template, and the file it stands in.

    Attributes:
        name: The file's name for errors.
        template: The template's text.
        modelfile: The Modelfile, if the file is one.
        command: Its TEMPLATE.
    """

    name: str
    template: str
    modelfile: Modelfile | None = None
    command: Command | None = None

    def bad_input(self, error: TemplateError) -> BadInput:
        """Words an error of the template or the Modelfile, with its place in the file."""
        if self.modelfile is None or self.command is None or error.source != self.template:
            return BadInput(error, self.name)
        moved = copy.copy(error)
        moved.source = self.modelfile.source
        moved.offset = None if error.offset is None else self._offset_in_file(error.offset)
        moved.end = None if error.end is None else self._offset_in_file(error.end)
        moved.notes = tuple(Note(self._offset_in_file(note.offset), note.text) for note in error.notes)
        return BadInput(moved, self.name)

    def _offset_in_file(self, offset: int) -> int:
        """Gives the place in the Modelfile of a place in the template, which lacks the characters that Ollama drops."""
        assert self.modelfile is not None
        assert self.command is not None
        at, end = self.command.value_offset, self.command.value_end
        text = self.modelfile.source
        while at < end and (offset > 0 or not is_kept(text[at])):
            offset -= is_kept(text[at])
            at += 1
        return at


def read_bytes(name: str) -> bytes:
    """Reads a file, or stdin for ``-``.

    Raises:
        BadInput: The file cannot be read.
    """
    try:
        if name == STDIN:
            return sys.stdin.buffer.read()
        return Path(name).read_bytes()
    except OSError as error:
        raise unusable_file(name, error) from None


def read_source(name: str) -> Source:
    """Reads a Modelfile or a bare template.

    Which of them a file is follows from its name, and if that tells nothing from its text.

    Raises:
        BadInput: The file cannot be read, Ollama refuses the Modelfile, or the Modelfile has no TEMPLATE.
    """
    data = read_bytes(name)
    shown = "<stdin>" if name == STDIN else name
    text = decode(data)
    if not _is_modelfile(name, text):
        return Source(shown, text)
    try:
        file = modelfile.parse(data)
        # These two are looked at by `ollama create`, too.
        _ = file.parameters, file.requires
    except TemplateError as error:
        raise BadInput(error, shown) from None
    if not file.template:
        raise BadInput(_no_template(file), shown)
    command = [command for command in file.commands if command.name == "template"][-1]
    return Source(shown, file.template, file, command)


def _is_modelfile(name: str, text: str) -> bool:
    path = Path(name)
    if "modelfile" in path.name.lower():
        return True
    if path.suffix.lower() in _TEMPLATE_SUFFIXES:
        return False
    return bool(_begins_with_command(text) or _has_from(text))


def _no_template(file: Modelfile) -> TemplateError:
    command = [command for command in file.commands if command.name == "model"][-1]
    if re.search(r"^[./~\\]|^[A-Za-z]:\\|\.(?:gguf|safetensors)$", command.args):
        owner, name = "the file or folder named in FROM", "NAME"
    else:
        owner, name = "the model named in FROM", command.args
    return TemplateError(
        f"no TEMPLATE: Ollama would use the one of {command.args}, which is not in this file",
        source=file.source,
        offset=command.value_offset,
        end=command.value_end,
        hint=f"Add a TEMPLATE, or render the Modelfile that `ollama show --modelfile {name}` prints; "
        f"it has the template of {owner}.",
    )
