"""A trace as one HTML page that needs nothing else: prompt, template and messages point at each other."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib import resources
from typing import Any

from gotmpl.api import Message
from gotmpl.cli.source import Source
from gotmpl.golang.utf8 import to_output
from gotmpl.ollama.trace import Pass, Trace

__all__ = ["page"]


def page(traced: Trace, labels: list[str], source: Source) -> str:
    """Makes the page.

    Args:
        traced: The trace.
        labels: Where each message stands.
        source: The file of the template.
    """
    data = {
        "file": source.name,
        "template": to_output(traced.source),
        "firstLine": source.line(0),
        "messages": [_message(*pair) for pair in zip(labels, traced.messages, strict=True)],
        "lost": traced.lost,
        "passes": [_pass(each, i, len(traced.passes)) for i, each in enumerate(traced.passes, 1)],
        "error": None if traced.error is None else str(traced.error),
    }
    # What a script element holds must not look like its end.
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
    skeleton = (resources.files("gotmpl.cli") / "explain.html").read_text(encoding="utf-8")
    return skeleton.replace("__DATA__", text)


def _message(label: str, message: Message) -> dict[str, Any]:
    calls = [call.function.name for call in message.tool_calls or ()]
    return {"from": label, "role": message.role, "content": message.content, "tool_calls": calls}


def _pass(each: Pass, number: int, count: int) -> dict[str, Any]:
    title = f"turn {number} of {count}" + (", cut at the response" if each.mode == "last_turn" else "")
    return {**asdict(each), "title": title}
