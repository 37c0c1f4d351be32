"""The template files that tests load: Modelfiles and bare Go templates, each with its lines."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gotmpl import modelfile, ollama
from gotmpl.errors import ModelfileError, line_and_column
from gotmpl.modelfile import Modelfile
from gotmpl.modelfile.decode import decode
from gotmpl.modelfile.recognize import is_modelfile

__all__ = ["TemplateFile", "load", "loaded", "read"]


@dataclass(frozen=True)
class TemplateFile:
    """A file with a template.

    Attributes:
        path: The file.
        source: Its whole text, decoded.
        text: The template: all of `source`, or what Ollama takes of a Modelfile's last TEMPLATE.
        modelfile: The Modelfile, or None for a bare template.
    """

    path: Path
    source: str
    text: str
    modelfile: Modelfile | None = None

    @cached_property
    def template(self) -> ollama.Template:
        """The template, parsed.

        Raises:
            ParseError: It does not parse; the error's lines are those of `text`.
        """
        return ollama.parse(self.text)

    def line(self, offset: int) -> int:
        """Tells on which line of the file, from 1, a place in the template is."""
        return self.line_and_column(offset)[0]

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Tells on which line and in which column of the file, both from 1, a place in the template is."""
        return line_and_column(self.source, self.offset_in_file(offset))

    def offset_in_file(self, offset: int) -> int:
        """Gives the place in `source` of a place in the template, which lacks the characters that Ollama drops."""
        return offset if self.modelfile is None else self.modelfile.template_offset(offset)


_loaded: dict[Path, TemplateFile] = {}


def load(path: str | os.PathLike[str]) -> TemplateFile:
    """Reads a Modelfile or a bare Go template, and notes that it was read.

    Which of them a file is follows from its name, and if that tells nothing from its text.

    Args:
        path: The file.

    Raises:
        OSError: It cannot be read.
        ModelfileError: Ollama refuses the Modelfile, or it has no TEMPLATE.
    """
    file = read(Path(path), decode(Path(path).read_bytes()))
    _loaded[file.path.resolve()] = file
    return file


def loaded() -> dict[Path, TemplateFile]:
    """Gives all files that `load` has read in this process, by their resolved paths."""
    return dict(_loaded)


def read(path: Path, source: str) -> TemplateFile:
    """Makes a template file of a text.

    Args:
        path: The file that has the text.
        source: Its text, decoded.

    Raises:
        ModelfileError: Ollama refuses the Modelfile, or it has no TEMPLATE.
    """
    if not is_modelfile(path.name, source):
        return TemplateFile(path, source, source)
    file = modelfile.parse(source)
    if not file.template:
        raise _no_template(file)
    return TemplateFile(path, source, file.template, file)


def _no_template(file: Modelfile) -> ModelfileError:
    command = [command for command in file.commands if command.name == "model"][-1]
    return ModelfileError(
        f"no TEMPLATE: Ollama would use the one of {command.args}, which is not in this file",
        source=file.source,
        offset=command.value_offset,
        end=command.value_end,
        hint="Load a Modelfile with a TEMPLATE, such as `ollama show --modelfile` prints.",
    )
