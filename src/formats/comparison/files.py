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
from gotmpl.ollama.name import model_part

__all__ = ["modelfile_side", "side_of_file"]


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
    if is_model(path):
        return JinjaSide(name, load(path))
    data = path.read_bytes()
    text = decode(data)
    if is_modelfile(path.name, text):
        return modelfile_side(modelfile.parse(data), name)
    if is_chat_template(path.name, text):
        return JinjaSide(name, loads(text, name))
    return OllamaSide(name, text)


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
    # Ollama's own models are named for their family.
    return OllamaSide(name, file.template, modelfile=file, family=model_part(file.model).lower(), line=line)
