"""The files that the command reads, and the template in one of them."""

from __future__ import annotations

import copy
import errno
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gotmpl import modelfile
from gotmpl.cli.bad_input import BadInput, unusable_file
from gotmpl.cli.chat_template import load_chat_template
from gotmpl.errors import Note, TemplateError
from gotmpl.modelfile import Command, Modelfile
from gotmpl.modelfile.decode import decode
from gotmpl.modelfile.recognize import is_chat_template, is_model, is_modelfile
from gotmpl.ollama.model import Model
from gotmpl.ollama.name import family_told

if TYPE_CHECKING:
    from formats.jinja import ChatTemplate

__all__ = ["STDIN", "STORE", "Source", "read_bytes", "read_model", "read_source"]

STDIN = "-"

STORE = "ollama://"
"""What the name of an installed model begins with."""


@dataclass(frozen=True)
class Source:
    """A template, and the file it stands in.

    Attributes:
        name: The file's name for errors.
        template: The template's text.
        modelfile: The Modelfile, if the file is one; made up for an installed model.
        family: The model's family, as far as it is known.
        weights: The file of the model's weights, if it is known.
        chat_template: The chat template, if the file has one of Hugging Face's instead.
    """

    name: str
    template: str
    modelfile: Modelfile | None = None
    family: str = ""
    weights: Path | None = None
    chat_template: ChatTemplate | None = None

    @property
    def renderer_note(self) -> str:
        """Says that the template goes unused, if a RENDERER is set; else empty."""
        if self.modelfile is None or not self.modelfile.renderer:
            return ""
        return f"RENDERER {self.modelfile.renderer} is set, so Ollama does not use this TEMPLATE"

    def line(self, offset: int) -> int:
        """Tells on which line of the file, from 1, a place in the template is."""
        if self.modelfile is None or not self.modelfile.source:
            return self.template.count("\n", 0, offset) + 1
        return self.modelfile.template_line(offset)

    def bad_input(self, error: TemplateError) -> BadInput:
        """Words an error of the template or the Modelfile, with its place in the file."""
        if self.modelfile is None or not self.modelfile.source or error.source != self.template:
            return BadInput(error, self.name)
        moved = copy.copy(error)
        moved_offset = self.modelfile.template_offset
        moved.source = self.modelfile.source
        moved.offset = None if error.offset is None else moved_offset(error.offset)
        moved.end = None if error.end is None else moved_offset(error.end)
        moved.notes = tuple(Note(moved_offset(note.offset), note.text) for note in error.notes)
        return BadInput(moved, self.name)


def read_bytes(name: str) -> bytes:
    """Reads a file, or stdin for ``-``.

    Raises:
        BadInput: The file cannot be read.
    """
    try:
        if name != STDIN:
            return Path(name).read_bytes()
        if sys.stdin is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return sys.stdin.buffer.read()
    except OSError as error:
        raise unusable_file("<stdin>" if name == STDIN else name, error) from None


def read_source(name: str, *, need_template: bool = True, chat_templates: bool = False) -> Source:
    """Reads a Modelfile, a bare template, or with ``ollama://NAME`` a model of the local store.

    Which of them a file is follows from its name, and if that tells nothing from its text.

    Args:
        name: The file.
        need_template: Whether a Modelfile without TEMPLATE is refused; if not, the template is empty.
        chat_templates: Whether the file may be a Jinja text, a config, a model's folder or a GGUF as well.

    Raises:
        BadInput: The file cannot be read, Ollama refuses the Modelfile, or the Modelfile has no TEMPLATE.
    """
    if name.startswith(STORE):
        return _installed(name, need_template)
    if chat_templates and name != STDIN and is_model(Path(name)):
        return Source(name, "", chat_template=load_chat_template(name))
    data = read_bytes(name)
    shown = "<stdin>" if name == STDIN else name
    text = decode(data)
    if not is_modelfile(name, text):
        is_jinja = chat_templates and is_chat_template(name, text)
        return Source(shown, text, chat_template=load_chat_template(shown, text) if is_jinja else None)
    try:
        file = modelfile.parse(data)
        # These two are looked at by `ollama create`, too.
        _ = file.parameters, file.requires
    except TemplateError as error:
        raise BadInput(error, shown) from None
    if not file.template and need_template:
        raise BadInput(_no_template(file), shown)
    weights = Path(name).parent / file.model if file.model.lower().endswith(".gguf") else None
    return Source(shown, file.template or "", file, family_told(file.model), weights)


def read_model(name: str, server: str, *, need_template: bool = True) -> Source:
    """Asks a running Ollama for a model.

    Args:
        name: The model.
        server: Where it listens.
        need_template: Whether a model without TEMPLATE is refused.

    Raises:
        BadInput: The server cannot be reached, or the model has no TEMPLATE.
    """
    from gotmpl.ollama.client import Client

    try:
        with Client(server) as client:
            model = client.show(name)
    except TemplateError as error:
        raise BadInput(error) from None
    return _source(model, name, need_template)


def _installed(name: str, need_template: bool) -> Source:
    from gotmpl.ollama.store import installed_model

    try:
        model = installed_model(name.removeprefix(STORE))
    except TemplateError as error:
        raise BadInput(error) from None
    return _source(model, name, need_template)


def _source(model: Model, name: str, need_template: bool) -> Source:
    if model.template is None and need_template:
        raise BadInput(TemplateError(f"{name} has no TEMPLATE: Ollama renders its GGUF's chat template"))
    single = {"system": model.system, "renderer": model.renderer, "parser": model.parser, "requires": model.requires}
    commands = [Command("model", model.name)]
    commands += [Command("template", model.template)] if model.template else []
    commands += [Command(keyword, value) for keyword, value in single.items() if value]
    commands += [Command("stop", word) for word in model.stop]
    commands += [Command("message", f"{message['role']}: {message['content']}") for message in model.messages]
    return Source(name, model.template or "", Modelfile(commands), model.family, model.weights)


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
