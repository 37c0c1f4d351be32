"""What is linted: a Modelfile with its template, or a template alone, and how places in the one lie in the other."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import PurePath

from gotmpl import modelfile
from gotmpl.errors import ModelfileError, line_and_column
from gotmpl.modelfile import COMMANDS, Command, Modelfile
from gotmpl.modelfile.command import is_kept

__all__ = ["TEMPLATE_SUFFIXES", "Subject", "is_modelfile"]

TEMPLATE_SUFFIXES = (".gotmpl", ".tmpl")
"""How the names of files end that hold a template alone."""

_begins_with_command = re.compile(rf"(?:\s*#[^\n]*\n)*\s*(?:{'|'.join(COMMANDS)})[ \t]", re.IGNORECASE).match
_has_from = re.compile(r"^(?:FROM|TEMPLATE)[ \t]", re.MULTILINE).search


def is_modelfile(name: str, text: str) -> bool:
    """Tells whether a file is a Modelfile, from its name, and if that tells nothing from its text."""
    path = PurePath(name)
    if "modelfile" in path.name.lower():
        return True
    if path.suffix.lower() in TEMPLATE_SUFFIXES:
        return False
    return bool(_begins_with_command(text) or _has_from(text))


class Subject:
    """A file to lint.

    Attributes:
        file: Its name.
        text: Its text, without a byte order mark.
        shift: How many characters the mark has, by which places in the file are behind those in `text`.
        modelfile: The Modelfile; None if the file holds a template alone, or Ollama refuses it.
        error: Why Ollama refuses the Modelfile.
        command: The TEMPLATE that counts, the last one.
        template: The text of the template; None if there is none.
    """

    def __init__(self, text: str, file: str = "", *, kind: str | None = None) -> None:
        """Reads a file.

        Args:
            text: Its text.
            file: Its name.
            kind: ``modelfile`` or ``template``; None to find out.
        """
        self.file = file
        self.text = text.removeprefix("\ufeff")
        self.shift = len(text) - len(self.text)
        self.modelfile: Modelfile | None = None
        self.error: ModelfileError | None = None
        self.command: Command | None = None
        self.template: str | None = None
        self.is_modelfile = is_modelfile(file, self.text) if kind is None else kind == "modelfile"
        if self.is_modelfile:
            self._read_modelfile()
        else:
            self.template = self.text

    def _read_modelfile(self) -> None:
        try:
            self.modelfile = modelfile.parse(self.text)
        except ModelfileError as error:
            self.error = error
            self.modelfile = self._without_from() if error.message == "no FROM line" else None
        if self.modelfile is not None:
            templates = [command for command in self.modelfile.commands if command.name == "template"]
            if templates and templates[-1].args:
                self.command = templates[-1]
                self.template = self.command.args

    def _without_from(self) -> Modelfile:
        """Reads what lacks nothing but a FROM, as a layer that someone puts below another model."""
        whole = modelfile.parse(f"{self.text}\nFROM scratch\n")
        return Modelfile(whole.commands[:-1], self.text)

    @cached_property
    def _kept(self) -> list[int]:
        """The place in the file of each character of the template; Ollama drops some of a Modelfile."""
        assert self.command is not None
        start, end = self.command.value_offset, self.command.value_end
        return [at for at in range(start, end) if is_kept(self.text[at])] + [end]

    def in_file(self, offset: int) -> int:
        """Gives the place in the file of a place in the template."""
        if self.command is None:
            return offset
        return self._kept[min(offset, len(self._kept) - 1)]

    def place(self, offset: int) -> tuple[int, int]:
        """Gives the line and the column of a place in the file."""
        return line_and_column(self.text, offset)
