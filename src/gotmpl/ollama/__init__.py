"""What Ollama makes of Go's text/template: a model's TEMPLATE, its messages and tools, and what goes around them."""

from gotmpl.ollama.capabilities import (
    Selection,
    Source,
    chat_template_capabilities,
    chat_template_has_tool_round_trip,
    select_template,
)
from gotmpl.ollama.prompt import Prompt, chat_prompt, generate_prompt
from gotmpl.ollama.template import Template, parse

__all__ = [
    "Prompt",
    "Selection",
    "Source",
    "Template",
    "chat_prompt",
    "chat_template_capabilities",
    "chat_template_has_tool_round_trip",
    "generate_prompt",
    "parse",
    "select_template",
]
