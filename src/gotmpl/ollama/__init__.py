"""What Ollama makes of Go's text/template: a model's TEMPLATE, its messages and tools, and what goes around them."""

from gotmpl.ollama.batch import render_batch
from gotmpl.ollama.capabilities import (
    Selection,
    Source,
    chat_template_capabilities,
    chat_template_has_tool_round_trip,
    select_template,
)
from gotmpl.ollama.client import Client
from gotmpl.ollama.facts import Report
from gotmpl.ollama.fields import Field, fields
from gotmpl.ollama.model import Model
from gotmpl.ollama.prompt import Prompt, chat_prompt, generate_prompt
from gotmpl.ollama.report import report
from gotmpl.ollama.skeleton import Skeleton, skeleton
from gotmpl.ollama.store import installed_model
from gotmpl.ollama.template import Template, parse
from gotmpl.ollama.trace import Trace, trace

__all__ = [
    "Client",
    "Field",
    "Model",
    "Prompt",
    "Report",
    "Selection",
    "Skeleton",
    "Source",
    "Template",
    "Trace",
    "chat_prompt",
    "chat_template_capabilities",
    "chat_template_has_tool_round_trip",
    "fields",
    "generate_prompt",
    "installed_model",
    "parse",
    "render_batch",
    "report",
    "select_template",
    "skeleton",
    "trace",
]
