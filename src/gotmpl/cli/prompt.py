"""The prompt of a request to a model that is made of a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from gotmpl import ollama
from gotmpl.cli.bad_input import BadInput
from gotmpl.cli.request import Request
from gotmpl.cli.source import Source
from gotmpl.errors import DataError, TemplateError
from gotmpl.exec.limits import Limits
from gotmpl.ollama.prompt import chat_prompt, generate_prompt

if TYPE_CHECKING:
    from formats.jinja import ChatTemplate

__all__ = ["make_prompt"]

_LIMITS = Limits()


def make_prompt(
    source: Source,
    request: Request,
    parse: Callable[[str], ollama.Template] = ollama.Template,
    limits: Limits | None = _LIMITS,
) -> str:
    """Does what the server does with a request to a model that is made of this file.

    A chat template is rendered as transformers does it.

    Args:
        source: The file.
        request: The request.
        parse: Makes the templates.
        limits: Bounds of each run of a template; None lets it run compiled, and as long as it likes.

    Raises:
        BadInput: The template or the request does not work.
    """
    if source.chat_template is not None:
        return _chat_template_prompt(source.chat_template, source.name, request)
    values, file = request.values, source.modelfile
    surroundings: dict[str, Any] = {
        "model": values.get("model", ""),
        "system": values.get("system", ""),
        "think": values.get("think"),
        "limits": limits,
    }
    if file is not None:
        surroundings["model"] = surroundings["model"] or file.model
        surroundings["system"] = surroundings["system"] or file.system or ""
        surroundings["model_messages"] = file.messages
        surroundings["family"] = source.family
    try:
        template = parse(source.template)
        if request.is_chat:
            return chat_prompt(template, values["messages"], tools=values.get("tools"), **surroundings).text
        if values.get("raw"):
            return str(values["prompt"])
        if "template" in values:
            source = Source("the request's template", values["template"])
            surroundings["request_template"] = parse(source.template)
        fields = {field: values[field] for field in ("prompt", "suffix", "images") if field in values}
        return generate_prompt(template, **fields, **surroundings).text
    except DataError as error:
        raise request.bad_input(error) from None
    except TemplateError as error:
        raise source.bad_input(error) from None


def _chat_template_prompt(template: ChatTemplate, name: str, request: Request) -> str:
    from formats import apply_chat_template
    from formats.messages import read, shape_of

    values = request.values
    if any(values.get(field) for field in ("suffix", "raw", "template", "images")):
        raise click.UsageError("A chat template renders messages only: no suffix, raw, template or images.")
    options: dict[str, Any] = {"enable_thinking": bool(values["think"])} if "think" in values else {}
    try:
        messages: list[Any] = values["messages"] if request.is_chat else [{"role": "user", "content": values["prompt"]}]
        if shape_of(messages) != "openai":  # that shape is transformers' own, and is rendered as it is
            messages = [*read(messages).messages]
        if values.get("system"):
            messages = [{"role": "system", "content": values["system"]}, *messages]
        return apply_chat_template(messages, template, tools=values.get("tools"), **options)
    except DataError as error:
        raise request.bad_input(error) from None
    except TemplateError as error:
        raise BadInput(error, f"the chat template of {name}") from None
