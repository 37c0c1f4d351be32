"""Files that make prompts: a Modelfile, a bare template, a chat template and what holds one."""

from __future__ import annotations

import os
from pathlib import Path

from formats.comparison.side import JinjaSide, OllamaSide, Side
from formats.jinja.sources import load, loads
from gotmpl import modelfile
from gotmpl.errors import ModelfileError
from gotmpl.modelfile import Modelfile
from gotmpl.modelfile.decode import decode
from gotmpl.modelfile.recognize import is_chat_template, is_model, is_modelfile
from gotmpl.ollama.name import family_told

__all__ = ["chat_template_side", "modelfile_side", "side_of_file"]


def side_of_file(path: str | os.PathLike[str], name: str = "") -> Side:
    """Makes a side of a file, or of a model's folder; `name` is what reports call it.

    Raises:
        ParseError: The template does not parse.
        ModelfileError: The Modelfile is refused, or has no TEMPLATE.
        FormatError: There is no chat template in the file.
        OSError: The file cannot be read.
    """
    path = Path(path)
    name = name or str(path)
    side = chat_template_side(path, name)
    if side is not None:
        return side
    data = path.read_bytes()
    text = decode(data)
    return modelfile_side(modelfile.parse(data), name) if is_modelfile(path.name, text) else OllamaSide(name, text)


def chat_template_side(path: Path, name: str) -> JinjaSide | None:
    """Makes a side of a file or a folder with a chat template; None if the file holds something else.

    Raises:
        FormatError: There is no chat template in the file.
        OSError: The file cannot be read.
    """
    if is_model(path):
        return JinjaSide(name, load(path))
    text = decode(path.read_bytes())
    if is_modelfile(path.name, text) or not is_chat_template(path.name, text):
        return None
    return JinjaSide(name, loads(text, name))


def modelfile_side(file: Modelfile, name: str) -> Side:
    """Makes a side of a Modelfile.

    Raises:
        ParseError: Its template does not parse.
        ModelfileError: It has no TEMPLATE.
    """
    if not file.template:
        raise ModelfileError(
            f"no TEMPLATE: Ollama would use the one of {file.model}, which is not in this file",
            hint="Compare with the Modelfile that `ollama show --modelfile` prints; it has the template.",
        )
    line = file.template_line if file.source else None
    return OllamaSide(name, file.template, modelfile=file, family=family_told(file.model), line=line)
