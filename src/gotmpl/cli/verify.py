"""The prompt of a running Ollama beside ours."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

import click

from gotmpl.cli.bad_input import BadInput
from gotmpl.cli.request import Request
from gotmpl.errors import TemplateError
from gotmpl.ollama.client import Client

__all__ = ["verify_prompt"]


def verify_prompt(model: str, server: str, request: Request, prompt: str) -> None:
    """Asks a server for its own prompt and reports on stderr whether it is the same; exit status 1 if not.

    Raises:
        BadInput: The server cannot be reached, or does not tell.
        click.exceptions.Exit: The prompts differ.
    """
    try:
        with Client(server) as client:
            theirs = client.prompt({**_as_json(request.values), "model": model})
    except TemplateError as error:
        raise BadInput(error) from None
    if theirs == prompt:
        click.echo(f"{server} makes the same prompt", err=True)
        return
    click.echo(f"{server} makes another prompt:", err=True)
    ours = prompt.splitlines(keepends=True)
    for line in difflib.unified_diff(ours, theirs.splitlines(keepends=True), "here", server):
        colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[0])
        text = line if line.endswith("\n") else f"{line}\n\\ no line end\n"
        click.echo(click.style(text, fg=colour), nl=False, err=True)
    raise click.exceptions.Exit(1)


def _as_json(values: Mapping[str, Any]) -> dict[str, Any]:
    """Gives a request as the server takes it: for a chat, a system text is a message in front of all."""
    if "messages" not in values or "system" not in values:
        return dict(values)
    rest = {name: value for name, value in values.items() if name != "system"}
    return {**rest, "messages": [{"role": "system", "content": values["system"]}, *values["messages"]]}
