"""The two things that ``gotmpl diff`` compares: where they come from, and where their lines are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from formats.comparison.side import FormatSide, JinjaSide, OllamaSide, Side
from formats.registry import get
from gotmpl.cli.bad_input import BadInput
from gotmpl.cli.source import STORE, Source, read_model, read_source
from gotmpl.errors import FormatError, TemplateError
from gotmpl.modelfile.recognize import MODEL_FILES, is_model

__all__ = ["FORMAT", "Given", "ollama_side", "read_side"]

FORMAT = "format:"


@dataclass(frozen=True)
class Given:
    """One side as it was given.

    Attributes:
        side: What renders.
        kind: What it is, in a few words.
        source: Where its template stands; None for a named format.
        has_lines: Whether the lines of the template are those of a file that a person edits.
    """

    side: Side
    kind: str
    source: Source | None = None
    has_lines: bool = False

    @property
    def name(self) -> str:
        """What reports call it."""
        return self.side.name

    def place(self, line: int | None) -> str:
        """Words a line of it; the name alone if the line is not known."""
        if line is None:
            return self.name
        return f"{self.name}:{line}" if self.has_lines else f"{self.name}, line {line} of its template"

    def error_line(self, error: TemplateError) -> int | None:
        """Tells the line on which it refuses a conversation, or None if the template has no part in it."""
        if error.offset is None:
            return None
        return error.line if self.source is None or self.source.chat_template else self.source.line(error.offset)


def read_side(name: str, server: str | None) -> Given:
    """Reads a side.

    Args:
        name: A file, a folder, ``-``, ``format:NAME`` or ``ollama://NAME``.
        server: The Ollama that is asked for models; their files are read if not given.

    Raises:
        BadInput: There is nothing that renders.
    """
    if name.startswith(FORMAT):
        try:
            return Given(FormatSide(name, get(name.removeprefix(FORMAT))), "a named format")
        except TemplateError as error:
            raise BadInput(error) from None
    is_model = name.startswith(STORE)
    if is_model and server is not None:
        source = read_model(name.removeprefix(STORE), server)
    else:
        _check_kind(name)
        source = read_source(name, chat_templates=True)
    if source.chat_template is not None:
        # In a config or a GGUF the template is a value somewhere inside.
        has_lines = source.template in source.chat_template.sources.values()
        return Given(JinjaSide(source.name, source.chat_template), "a Hugging Face chat template", source, has_lines)
    kind = "a model of Ollama's" if is_model else "a Modelfile" if source.modelfile else "a template of Ollama's"
    return Given(ollama_side(source), kind, source, not is_model)


def ollama_side(source: Source) -> OllamaSide:
    """Makes a side of a template of Ollama's.

    Raises:
        BadInput: It does not parse.
    """
    try:
        return OllamaSide(
            source.name, source.template, modelfile=source.modelfile, family=source.family, line=source.line
        )
    except TemplateError as error:
        raise source.bad_input(error) from None


def _check_kind(name: str) -> None:
    """Refuses what is not of the kind that its name promises, and would be read as something else.

    Raises:
        BadInput: It is a folder that is no model's, or a ``.gguf`` that is no GGUF.
    """
    path = Path(name)
    if path.is_dir() and not is_model(path):
        hint = f"A model's folder has one of {', '.join(MODEL_FILES)}; of another folder, name the file in it."
        raise BadInput(FormatError(f"there is no chat template in the folder {name}", hint=hint))
    if path.suffix.lower() == ".gguf" and path.is_file() and not is_model(path):
        hint = "Is it whole? Files of Git LFS are pointers until `git lfs pull`."
        raise BadInput(FormatError(f"{name} is no GGUF", hint=hint))
