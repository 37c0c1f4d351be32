"""The prompt that Ollama's server makes of a request: what it does around the template.

Sources: `ChatHandler` and `GenerateHandler` in server/routes.go, `chatPrompt` in server/prompt.go.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

from gotmpl import api
from gotmpl.api import Message, Tool
from gotmpl.errors import DataError
from gotmpl.exec.limits import Limits
from gotmpl.golang.strconv import quote
from gotmpl.ollama.capabilities import model_capabilities
from gotmpl.ollama.collate import BETWEEN
from gotmpl.ollama.harmony import renamed_tools, uses_harmony
from gotmpl.ollama.images import tagged
from gotmpl.ollama.name import full_name, model_part
from gotmpl.ollama.template import Template
from gotmpl.ollama.thinking import without_think_tags

__all__ = ["Prompt", "chat_prompt", "generate_prompt"]

#: What Ollama counts for an image of a model with a projector (`imageNumTokens` in server/prompt.go).
IMAGE_TOKENS = 768

Think = bool | str | None


class Prompt(NamedTuple):
    """What the model is given.

    Attributes:
        text: The prompt.
        images: The images, in the order of the numbers N of their marks ``[img-N]``.
        dropped: How many messages at the front, SYSTEM and MESSAGEs among them, had to go to fit the context; of these
            the system messages are still in the prompt.
    """

    text: str
    images: list[bytes]
    dropped: int


class _Fit(NamedTuple):
    """How long a prompt may be.

    Attributes:
        num_ctx: Tokens of the context.
        count_tokens: Counts the tokens of a text; None if nothing is to be dropped.
        projector: Whether images count.
    """

    num_ctx: int
    count_tokens: Callable[[str], int] | None
    projector: bool


def chat_prompt(
    template: Template,
    messages: Iterable[Any],
    *,
    tools: Iterable[Any] | None = None,
    think: Think = None,
    system: str = "",
    model_messages: Iterable[Any] = (),
    capabilities: Collection[str] | None = None,
    model: str = "",
    family: str = "",
    num_ctx: int = 4096,
    count_tokens: Callable[[str], int] | None = None,
    projector: bool = False,
    limits: Limits | None = None,
) -> Prompt:
    """Gives the prompt of a request to ``/api/chat`` (`ChatHandler` in server/routes.go).

    Args:
        template: The model's TEMPLATE.
        messages: The request's messages.
        tools: The request's tools; None if it has no such field.
        think: The request's `think`: True, False, a level (``low``, ``medium``, ``high``, ``max``), None if unset.
            Unset is True for a model that can think.
        system: The Modelfile's SYSTEM; it goes in front of all if the first message of the request is not a system one.
        model_messages: The Modelfile's MESSAGEs, which come before the request's messages.
        capabilities: What the model can do; what the template and the family tell, if not given.
        model: The model's name, for errors and for the rule of deepseek-r1.
        family: The model's family, for the rules of qwen3 and gpt-oss.
        num_ctx: The context in tokens; counts only together with `count_tokens`.
        count_tokens: Counts the tokens of a text. Without it no message is dropped.
        projector: Whether the model has a projector for images, each of which then counts 768 tokens.
        limits: Bounds of each run of the template.

    Raises:
        DataError: The request is refused, in Ollama's words where it has some.
        ExecError: The template cannot be run to its end.
    """
    request, offered = api.messages(messages), api.tools(tools)
    conversation = [*api.messages(model_messages, "model_messages"), *request]
    can = model_capabilities(template, family) if capabilities is None else capabilities
    think = _think_default(think, can, model)
    if offered:
        _need("tools", can, model)
    if not request:
        raise DataError("messages: there are none", hint="Ollama only loads the model then, and renders nothing.")
    if request[0].role != "system" and system:
        conversation.insert(0, Message(role="system", content=system))
    if family == "qwen3" or model_part(model) == "deepseek-r1":
        conversation = without_think_tags(conversation)
    if uses_harmony(template, family):
        think = "high" if think == "max" else think
        offered = renamed_tools(offered) if offered else offered
    return _fitted(template, conversation, offered, think, _Fit(num_ctx, count_tokens, projector), limits)


def generate_prompt(
    template: Template,
    *,
    prompt: str,
    suffix: str = "",
    system: str = "",
    model_messages: Iterable[Any] = (),
    images: Sequence[str | bytes] = (),
    think: Think = None,
    request_template: Template | None = None,
    capabilities: Collection[str] | None = None,
    model: str = "",
    family: str = "",
    num_ctx: int = 4096,
    count_tokens: Callable[[str], int] | None = None,
    projector: bool = False,
    limits: Limits | None = None,
) -> Prompt:
    """Gives the prompt of a request to ``/api/generate`` that is not raw (`GenerateHandler` in server/routes.go).

    Args:
        template: The model's TEMPLATE.
        prompt: The request's prompt.
        suffix: The request's suffix; with one, only it and the prompt are rendered.
        system: The request's `system`, or else the Modelfile's SYSTEM.
        model_messages: The Modelfile's MESSAGEs, which come between the system message and the prompt.
        images: The request's images, as bytes or base64.
        think: The request's `think`: True, False, a level (``low``, ``medium``, ``high``, ``max``), None if unset.
            Unset is True for a model that can think.
        request_template: The request's `template`, which replaces the model's; no marks of images are made for it and
            nothing is dropped. What the model can do is still told by its own template.
        capabilities: What the model can do; what the template and the family tell, if not given.
        model: The model's name, for errors.
        family: The model's family, for the rule of gpt-oss.
        num_ctx: The context in tokens; counts only together with `count_tokens`.
        count_tokens: Counts the tokens of a text. Without it no message is dropped.
        projector: Whether the model has a projector for images, each of which then counts 768 tokens.
        limits: Bounds of each run of the template.

    Raises:
        DataError: The request is refused, in Ollama's words where it has some.
        ExecError: The template cannot be run to its end.
    """
    if not isinstance(prompt, str):
        raise DataError(f"prompt: must be text, not {prompt!r}")
    can = model_capabilities(template, family) if capabilities is None else capabilities
    think = _think_default(think, can, model)
    if suffix:
        _need("insert", can, model)
    if not prompt:
        raise DataError("prompt: it is empty", hint="Ollama only loads the model then, and renders nothing.")
    if uses_harmony(template, family):
        think = "high" if think == "max" else think
    user = api.messages([{"role": "user", "content": prompt, "images": [*images] or None}], "request")
    pictures = user[0].images or []
    if suffix:
        text = (request_template or template).render(prompt=prompt, suffix=suffix, think=think, limits=limits)
        return Prompt(text, pictures, 0)
    before = [Message(role="system", content=system)] if system else []
    conversation = [*before, *api.messages(model_messages, "model_messages"), *user]
    if request_template is not None:
        return Prompt(request_template.render(conversation, think=think, limits=limits), pictures, 0)
    return _fitted(template, conversation, [], think, _Fit(num_ctx, count_tokens, projector), limits)


def _think_default(think: Think, can: Collection[str], model: str) -> Think:
    """Gives the request's `think`, and True for a model that can think where the request leaves it open."""
    value = api.think_value(think)
    if "thinking" in can:
        return think if value.is_set else True
    if value.think:
        raise DataError(
            f"{quote(model) if model else 'the model'} does not support thinking",
            hint="Leave think out, or give a template that shows .Thinking between tags in a range over .Messages.",
        )
    return think


_HINTS = {
    "tools": "Send no tools, or give a template that uses .Tools.",
    "insert": "Send no suffix, or give a template that uses .Suffix.",
}


def _need(capability: str, can: Collection[str], model: str) -> None:
    """Refuses a request that needs what the model cannot do (`CheckCapabilities` in server/images.go)."""
    if capability not in can:
        subject = full_name(model) if model else "the model"
        raise DataError(f"{subject} does not support {capability}", hint=_HINTS[capability])


def _fitted(
    template: Template,
    messages: list[Message],
    tools: list[Tool] | None,
    think: Think,
    fit: _Fit,
    limits: Limits | None,
) -> Prompt:
    """Renders as many of the last messages as fit, at least one, and all system messages (`chatPrompt`)."""

    def render(shown: list[Message]) -> str:
        return template.render(shown, tools=tools, think=think, limits=limits)

    start, system = 0, list[Message]()
    if fit.count_tokens is not None:
        for start in range(len(messages)):
            rest = messages[start:]
            system = [message for message in messages[:start] if message.role == "system"]
            tokens = fit.count_tokens(render(system + rest))
            system = _as_left_by_collate(system, rest)
            if fit.projector:
                tokens += IMAGE_TOKENS * sum(len(message.images or ()) for message in rest)
            if tokens <= fit.num_ctx:
                break
    marked, images = tagged(messages[start:])
    return Prompt(render(system + marked), images, start)


def _as_left_by_collate(system: list[Message], rest: list[Message]) -> list[Message]:
    """Gives the dropped system messages as they are after one rendering.

    Ollama appends the rest to their slice. If its capacity, a power of two, is enough for both, what it collates is
    that slice itself: the first system message then holds the text of all, and the next rendering repeats them.
    """
    capacity = 1 << (len(system) - 1).bit_length() if system else 0
    if len(system) + len(rest) > capacity:
        return system
    neighbours = list[str]()
    for message in system + rest:
        if message.role != "system":
            break
        neighbours.append(message.content)
    return [system[0].model_copy(update={"content": BETWEEN.join(neighbours)}), *system[1:]]
