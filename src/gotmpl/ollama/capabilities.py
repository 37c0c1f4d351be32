"""What Ollama concludes from a model's templates, and which of them it renders (server/images.go)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from gotmpl.golang.strings import trim_space
from gotmpl.ollama.harmony import FAMILIES, uses_harmony

if TYPE_CHECKING:
    from gotmpl.ollama.template import Template

__all__ = [
    "Selection",
    "Source",
    "chat_template_capabilities",
    "chat_template_has_tool_round_trip",
    "go_template_capabilities",
    "go_template_has_tool_round_trip",
    "model_capabilities",
    "select_template",
]

#: Ollama's names of what can render a prompt: the built-in renderer, with or without a built-in parser; the Go template
#: with a built-in parser; the Go template of gpt-oss; the Go template; the GGUF's Jinja template; nothing.
Source = Literal["renderer_parser", "renderer", "parser", "harmony", "go_template", "gguf_chat_template", "none"]


def go_template_capabilities(template: Template) -> list[str]:
    """Gives what a Go template can do: some of tools, insert, thinking, in this order (`goTemplateCapabilities`)."""
    found = {
        "tools": "tools" in template.vars,
        "insert": "suffix" in template.vars,
        "thinking": all(template.thinking_tags),
    }
    return [name for name, has in found.items() if has]


def model_capabilities(template: Template, family: str) -> list[str]:
    """Gives what a model can do that renders a Go template: what the template can do, and gpt-oss thinks anyhow.

    Source: `capabilitiesForTemplate` in server/images.go, without what a built-in parser adds.
    """
    found = go_template_capabilities(template)
    return [*found, "thinking"] if family in FAMILIES and "thinking" not in found else found


def go_template_has_tool_round_trip(template: Template) -> bool:
    """Tells whether a Go template renders tool calls and their answers (`goTemplateHasToolRoundTrip`)."""
    if "tools" not in template.vars or "toolcalls" not in template.vars:
        return False
    return any(mark in template.text for mark in ('eq .Role "tool"', "tool_response", "TOOL_RESULTS"))


def chat_template_capabilities(chat_template: str) -> list[str]:
    """Gives what a GGUF's Jinja template can do: tools, thinking, both or neither (`chatTemplateCapabilities`)."""
    found = {"tools": _has_tool_support(chat_template), "thinking": _has_thinking_support(chat_template)}
    return [name for name, has in found.items() if has]


def _has_tool_support(chat_template: str) -> bool:
    return "tools" in chat_template or "tool_call" in chat_template


def _has_thinking_support(chat_template: str) -> bool:
    """Tells whether it has the tags of thinking, or cuts an earlier thought away (`chatTemplateHasThinkingSupport`)."""
    if "<think>" in chat_template and "</think>" in chat_template:
        return True
    splits = "content.split('</think>')" in chat_template or 'content.split("</think>")' in chat_template
    return splits and "reasoning_content" not in chat_template and "<SPECIAL_12>" not in chat_template


_ANSWERS = (
    "tool_response",
    "tool_results",
    "role'] == 'tool'",
    'role\'] == "tool"',
    "role\"] == 'tool'",
    'role"] == "tool"',
    "message.role == 'tool'",
    'message.role == "tool"',
    "ipython",
)


def chat_template_has_tool_round_trip(chat_template: str) -> bool:
    """Tells whether a Jinja template renders tool calls and their answers (`chatTemplateHasToolRoundTrip`)."""
    calls = "tool_calls" in chat_template or "assistant_tool_call" in chat_template
    return _has_tool_support(chat_template) and calls and any(mark in chat_template for mark in _ANSWERS)


class Selection(NamedTuple):
    """What renders a model's prompts, and why.

    Attributes:
        source: What renders.
        reason: Why, in plain words.
        go_template: What the Go template can do; None without one.
        chat_template: What the Jinja template can do; None without one.
    """

    source: Source
    reason: str
    go_template: list[str] | None
    chat_template: list[str] | None


def select_template(
    template: Template | None,
    chat_template: str = "",
    *,
    renderer: str = "",
    parser: str = "",
    family: str = "",
    go_template_env: str = "",
) -> Selection:
    """Tells what Ollama renders a model's prompts with (`selectedTemplateSource`, `shouldUseGoTemplate`, `GetModel`).

    Args:
        template: The Modelfile's TEMPLATE, or None.
        chat_template: The Jinja template of the GGUF (``tokenizer.chat_template``), or nothing.
        renderer: The Modelfile's RENDERER.
        parser: The Modelfile's PARSER.
        family: The model's family.
        go_template_env: The server's environment variable ``OLLAMA_GO_TEMPLATE``.
    """
    go_can = None if template is None else go_template_capabilities(template)
    chat_can = chat_template_capabilities(chat_template) if chat_template else None

    def selected(source: Source, reason: str) -> Selection:
        return Selection(source, reason, go_can, chat_can)

    if renderer:
        return selected("renderer_parser" if parser else "renderer", f"RENDERER {renderer} is set")
    if parser:
        return selected("parser", f"PARSER {parser} is set, without a RENDERER")
    if template is not None and uses_harmony(template, family):
        return selected("harmony", f"family {family}, and TEMPLATE has <|start|> and <|end|>")
    wanted = _parse_env(go_template_env)
    if template is None:
        why = "there is no TEMPLATE"
    elif wanted is not None:
        why = f"OLLAMA_GO_TEMPLATE is {go_template_env}"
    else:
        why = _why_chat_template(template, chat_template)
    if template is not None and (wanted if wanted is not None else not why):
        return selected("go_template", why or "nothing speaks for another one than TEMPLATE")
    if chat_template:
        return selected("gguf_chat_template", why)
    return selected("none", f"{why}, and the GGUF has no chat template")


def _why_chat_template(template: Template, chat_template: str) -> str:
    """Says why Ollama prefers the Jinja template; empty if it does not (`shouldPreferChatTemplate`)."""
    if not chat_template:
        return ""
    go_can, chat_can = go_template_capabilities(template), chat_template_capabilities(chat_template)
    go_returns, chat_returns = (
        go_template_has_tool_round_trip(template),
        chat_template_has_tool_round_trip(chat_template),
    )
    if len(chat_can) > len(go_can):
        if go_returns and not chat_returns:
            return ""
        return f"the GGUF's chat template can do more: {_names(chat_can)} against {_names(go_can)}"
    if sorted(chat_can) == sorted(go_can) and "tools" in go_can and chat_returns and not go_returns:
        return "only the GGUF's chat template has answers of tools"
    return ""


def _names(capabilities: list[str]) -> str:
    return ", ".join(capabilities) or "nothing"


def _parse_env(value: str) -> bool | None:
    """Reads ``OLLAMA_GO_TEMPLATE``: None if it is empty, and true if it is no boolean (`BoolWithDefault`)."""
    value = trim_space(value).strip("\"'")
    return None if not value else value not in ("0", "f", "F", "false", "FALSE", "False")
