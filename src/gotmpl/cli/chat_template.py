"""Hugging Face's chat templates as the file of a render: a Jinja text, a config, a model's folder, a GGUF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gotmpl.cli.bad_input import BadInput
from gotmpl.errors import TemplateError

if TYPE_CHECKING:
    from formats.jinja import ChatTemplate

__all__ = ["load_chat_template"]


def load_chat_template(name: str, text: str | None = None) -> ChatTemplate:
    """Reads a chat template from a text, or from the model of that path.

    Raises:
        BadInput: There is none, or it does not parse.
    """
    from formats import jinja

    try:
        return jinja.load(name) if text is None else jinja.loads(text, name)
    except TemplateError as error:
        raise BadInput(error, name if error.source else "") from None
