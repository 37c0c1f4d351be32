"""What a test renders: a template, alone or with the rest of its Modelfile around it."""

from __future__ import annotations

import copy
import os

from formats.comparison.comparison import side_of
from formats.comparison.files import chat_template_side
from formats.comparison.side import JinjaSide, Manner, OllamaSide, Side
from formats.jinja.chat_template import ChatTemplate
from gotmpl import modelfile, ollama
from gotmpl.errors import Note, TemplateError
from gotmpl.modelfile import Modelfile
from gotmpl.modelfile.recognize import is_chat_template
from gotmpl.ollama.scenarios import Scenario
from gotmpl.testing.files import TemplateFile, load, loaded
from gotmpl.testing.paths import find, shown

__all__ = ["Model", "Renderable", "read_model", "read_modelfile", "read_side", "read_template"]

Renderable = str | os.PathLike[str] | ollama.Template | Modelfile
"""A template: its text, if that has ``{{``, or the path to its file."""


class Model:
    """A template as Ollama's server runs it.

    Attributes:
        side: The template and what is around it.
        file: The file that it is from, or None.
    """

    def __init__(self, side: OllamaSide, file: TemplateFile | None = None) -> None:
        self.side = side
        self.file = file

    def prompt(self, scenario: Scenario) -> str:
        """Gives the prompt that the server makes of a request.

        Raises:
            DataError: The server refuses the request.
            ExecError: The template cannot be run to its end; a place in it is given in its file.
        """
        try:
            return self.side.render(scenario, Manner())
        except TemplateError as error:
            raise _located(error, self.file) from None


def read_template(given: Renderable) -> Model:
    """Reads a template; what is around it in a Modelfile is left out.

    Raises:
        ParseError: It does not parse; the place of the fault is given in its file.
        ModelfileError: Ollama refuses the Modelfile, or it has no TEMPLATE.
        OSError: There is no such file, or it cannot be read.
    """
    return _read(given, whole=False)


def read_model(given: Renderable) -> Model:
    """Reads a template, and the rest of its Modelfile if it is in one.

    Raises:
        ParseError: As `read_template`.
        ModelfileError: As `read_template`.
        OSError: As `read_template`.
    """
    return _read(given, whole=True)


def read_modelfile(path: str | os.PathLike[str]) -> Modelfile:
    """Reads a Modelfile, with or without a TEMPLATE.

    Raises:
        ModelfileError: Ollama refuses it.
        OSError: There is no such file, or it cannot be read.
    """
    found = find(path)
    file = modelfile.parse(found.read_bytes())
    if file.template:
        load(found)
    return file


def read_side(given: Renderable | ChatTemplate) -> Side:
    """Reads whatever can be compared: all that `read_model` reads, a chat template, or ``format:NAME``.

    Raises:
        ParseError: As `read_template`.
        ModelfileError: As `read_template`.
        FormatError: There is no format of that name, or no chat template in the file.
        OSError: As `read_template`.
    """
    if isinstance(given, ChatTemplate):
        return side_of(given)
    if isinstance(given, str):
        if given.startswith("format:"):
            return side_of(given.removeprefix("format:"))
        if _is_text(given) and is_chat_template("", given):
            return JinjaSide("the chat template", ChatTemplate(given))
    if isinstance(given, (str, os.PathLike)) and not _is_text(given):
        path = find(given)
        side = chat_template_side(path, shown(path))
        if side is not None:
            return side
    return read_model(given).side


def _read(given: Renderable, *, whole: bool) -> Model:
    if isinstance(given, Modelfile):
        return Model(_ollama_side(given))
    if isinstance(given, ollama.Template):
        file = next((file for file in reversed(loaded().values()) if file.text == given.text), None)
        return Model(OllamaSide("the template", given.text) if file is None else _side_of_file(file, whole=False), file)
    if _is_text(given):
        return Model(OllamaSide("the template", os.fspath(given)))
    file = load(find(given))
    try:
        return Model(_side_of_file(file, whole=whole), file)
    except TemplateError as error:
        raise _located(error, file) from None


def _side_of_file(file: TemplateFile, *, whole: bool) -> OllamaSide:
    name = shown(file.path)
    if whole and file.modelfile is not None:
        return _ollama_side(file.modelfile, name)
    return OllamaSide(name, file.text, line=file.line)


def _ollama_side(file: Modelfile, name: str = "") -> OllamaSide:
    side = side_of(file, name)
    assert isinstance(side, OllamaSide)
    return side


def _is_text(given: str | os.PathLike[str]) -> bool:
    """Tells the text of a template from a path."""
    return isinstance(given, str) and ("{{" in given or "{%" in given or "\n" in given)


def _located(error: TemplateError, file: TemplateFile | None) -> TemplateError:
    """Gives an error of a template with its place in its file."""
    if file is None or error.offset is None or error.source != file.text:
        return error
    moved = copy.copy(error)
    moved.name = shown(file.path)
    moved.source = file.source
    moved.offset = file.offset_in_file(error.offset)
    moved.end = None if error.end is None else file.offset_in_file(error.end)
    moved.notes = tuple(Note(file.offset_in_file(note.offset), note.text) for note in error.notes)
    return moved
