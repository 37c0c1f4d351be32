"""What is linted: a Modelfile with its template, or a template alone, and how places in the one lie in the other."""

from __future__ import annotations

from functools import cached_property

from gotmpl import modelfile
from gotmpl.errors import ModelfileError, line_and_column
from gotmpl.modelfile import Command, Modelfile
from gotmpl.modelfile.recognize import is_modelfile

__all__ = ["TEMPLATE_SUFFIXES", "Subject"]

TEMPLATE_SUFFIXES = (".gotmpl", ".tmpl")
"""How the names of files end that hold a template alone."""


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
        return self.command.kept_offsets(self.text)

    def in_file(self, offset: int) -> int:
        """Gives the place in the file of a place in the template."""
        if self.command is None:
            return offset
        return self._kept[min(offset, len(self._kept) - 1)]

    def place(self, offset: int) -> tuple[int, int]:
        """Gives the line and the column of a place in the file."""
        return line_and_column(self.text, offset)
