"""``gotmpl explain``: the prompt with its provenance, on a terminal, as a page, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from gotmpl.cli.bad_input import BadInput, unusable_file
from gotmpl.cli.options import RequestCommand, ollama_option, read_arguments, request_options
from gotmpl.cli.output import colour
from gotmpl.cli.prompt import make_prompt
from gotmpl.cli.request import Request
from gotmpl.cli.source import Source
from gotmpl.errors import DataError
from gotmpl.ollama.trace import Trace, TracedTemplate

__all__ = ["explain"]

_EXAMPLES = """\b
Examples:
  gotmpl explain Modelfile --messages chat.json
  gotmpl explain Modelfile --messages chat.json --html prompt.html
"""


@click.command(cls=RequestCommand, epilog=_EXAMPLES)
@click.argument("file")
@request_options
@ollama_option
@click.option("--html", metavar="FILE", help="Write a page on which prompt, template and messages point at each other.")
@click.option("--json", "as_json", is_flag=True, help="Print the trace as JSON.")
@click.option("--color/--no-color", default=None, help="Colours; by default on a terminal only.")
@click.pass_context
def explain(
    ctx: click.Context,
    file: str,
    messages: str | None,
    tools: str | None,
    system: str | None,
    prompt: str | None,
    suffix: str | None,
    think: str | None,
    server: str | None,
    html: str | None,
    as_json: bool,
    color: bool | None,
) -> None:
    """Show where each character of the prompt comes from, and which branches were taken.

    FILE is a Modelfile, a bare template, - for stdin, or an installed model: ollama://NAME.
    """
    color = colour(ctx, color)
    source, request = read_arguments(
        file,
        messages=messages,
        tools=tools,
        system=system,
        prompt=prompt,
        suffix=suffix,
        think=think,
        server=server,
    )
    traced, failure = _trace(source, request)
    labels = _labels(traced, source, request)
    if html is not None:
        from gotmpl.cli.explain_page import page

        _write(html, page(traced, labels, source))
    if as_json:
        click.echo(json.dumps(_as_json(traced, labels, source), indent=2, ensure_ascii=False))
    elif html is None:
        from gotmpl.cli.explain_text import print_trace

        print_trace(traced, labels, source, color)
    if failure is not None:
        raise failure


def _trace(source: Source, request: Request) -> tuple[Trace, BadInput | None]:
    """Renders the request; gives its trace and what ended it early, or None."""
    templates: list[TracedTemplate] = []
    failure: BadInput | None = None

    def parse(text: str) -> TracedTemplate:
        templates.append(TracedTemplate(text))
        return templates[-1]

    try:
        make_prompt(source, request, parse)
    except BadInput as error:
        if not any(template.traces for template in templates):
            raise
        failure = error
    traces = [traced for template in templates for traced in template.traces]
    if not traces:
        raise BadInput(DataError("raw: the prompt is used as it is, and no template is rendered"))
    return traces[-1], failure


def _labels(traced: Trace, source: Source, request: Request) -> list[str]:
    """Says of each message that was rendered where it stands."""
    given = len(request.values["messages"]) if request.is_chat else 1
    labels = [f"messages[{i}]" for i in range(given)] if request.is_chat else ["prompt"]
    fixed = len(source.modelfile.messages) if source.modelfile is not None else 0
    labels = [f"MESSAGE {i + 1}" for i in range(fixed)] + labels
    return (["SYSTEM"] * (len(traced.messages) - len(labels)) + labels)[-len(traced.messages) or len(labels) :]


def _as_json(traced: Trace, labels: list[str], source: Source) -> dict[str, Any]:
    messages = [
        {"from": label, "role": message.role, "content": message.content}
        for label, message in zip(labels, traced.messages, strict=True)
    ]
    passes = [{**asdict(each), "lines": _lines(each.pieces, source)} for each in traced.passes]
    return {
        "file": source.name,
        "template": traced.source,
        "messages": messages,
        "lost": traced.lost,
        "prompt": traced.text,
        "passes": passes,
        "error": None if traced.error is None else str(traced.error),
    }


def _lines(pieces: Iterable[Any], source: Source) -> list[int]:
    return [source.line(piece.start) for piece in pieces]


def _write(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise unusable_file(name, error) from None
