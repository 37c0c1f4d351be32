"""The arguments that make a request, which several commands have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from gotmpl.cli.request import Request, read_request
from gotmpl.cli.source import STDIN, Source, read_model, read_source

__all__ = ["THINK", "RequestCommand", "ollama_option", "read_arguments", "request_options"]

_F = TypeVar("_F", bound=Callable[..., Any])

#: What ``--think`` takes -> the value of a request.
THINK = {"true": True, "false": False, **{level: level for level in ("low", "medium", "high", "max")}}


class RequestCommand(click.Command):
    """A command in which ``--think`` may stand without a value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Gives a bare ``--think`` its value before click reads the arguments."""
        # click's own optional values would take the next argument, whatever it is.
        return super().parse_args(ctx, ["--think=true" if argument == "--think" else argument for argument in args])


def request_options(command: _F) -> _F:
    """Adds the options that make a request."""
    for option in reversed(
        [
            click.option(
                "--messages",
                metavar="JSON",
                help="The conversation: a JSON or JSON Lines file, - for stdin, or the JSON itself. "
                "A list of messages, or a whole request to /api/chat or /api/generate.",
            ),
            click.option("--tools", metavar="JSON", help="The tools, given in the same ways."),
            click.option("--system", metavar="TEXT", help="Stands in for the Modelfile's SYSTEM."),
            click.option("--prompt", metavar="TEXT", help="The prompt of a request to /api/generate."),
            click.option(
                "--suffix", metavar="TEXT", help="What comes after the answer, for models that fill in the middle."
            ),
            click.option(
                "--think",
                type=click.Choice(list(THINK)),
                metavar=f"[={'|'.join(THINK)}]",
                help="The request's think; true if given without a value.",
            ),
        ]
    ):
        command = option(command)
    return command


def ollama_option(command: _F) -> _F:
    """Adds the option that names a server."""
    return click.option(
        "--ollama",
        "server",
        metavar="URL",
        help="Take the model FILE from this running Ollama, such as http://localhost:11434.",
    )(command)


def read_arguments(
    file: str,
    *,
    messages: str | None,
    tools: str | None,
    system: str | None,
    prompt: str | None,
    suffix: str | None,
    think: str | None,
    server: str | None = None,
    chat_templates: bool = False,
) -> tuple[Source, Request]:
    """Reads the template and the request that the command line asks for; `chat_templates` as in `read_source`.

    Raises:
        BadInput: A file cannot be read, or holds something else than it should.
        click.UsageError: The options do not make a request.
    """
    if [file, messages, tools].count(STDIN) > 1:
        raise click.UsageError("Only one of FILE, --messages and --tools can be - for stdin.")
    options = {"system": system, "prompt": prompt, "suffix": suffix, "think": None if think is None else THINK[think]}
    source = read_source(file, chat_templates=chat_templates) if server is None else read_model(file, server)
    return source, read_request(messages, tools, options)
