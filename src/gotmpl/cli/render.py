"""``gotmpl render``: the prompt that Ollama would send, on stdout and nothing else there."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from gotmpl import ollama
from gotmpl.cli.bad_input import unusable_file
from gotmpl.cli.request import Request, read_request
from gotmpl.cli.source import STDIN, Source, read_source
from gotmpl.errors import DataError, TemplateError
from gotmpl.exec.limits import Limits
from gotmpl.golang.utf8 import encode
from gotmpl.ollama.name import model_part
from gotmpl.ollama.prompt import chat_prompt, generate_prompt

__all__ = ["render"]

_THINK = {"true": True, "false": False, **{level: level for level in ("low", "medium", "high", "max")}}


class _Command(click.Command):
    """A command in which ``--think`` may stand without a value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # click's own optional values would take the next argument, whatever it is.
        return super().parse_args(ctx, ["--think=true" if argument == "--think" else argument for argument in args])


_EXAMPLES = """\b
Examples:
  gotmpl render Modelfile --messages chat.json
  gotmpl render Modelfile --messages '[{"role": "user", "content": "Hi"}]' --think
  gotmpl render Modelfile --prompt 'def f(' --suffix 'return x'
"""


@click.command(cls=_Command, epilog=_EXAMPLES)
@click.argument("file")
@click.option(
    "--messages",
    metavar="JSON",
    help="The conversation: a JSON or JSON Lines file, - for stdin, or the JSON itself. "
    "A list of messages, or a whole request to /api/chat or /api/generate.",
)
@click.option("--tools", metavar="JSON", help="The tools, given in the same ways.")
@click.option("--system", metavar="TEXT", help="Stands in for the Modelfile's SYSTEM.")
@click.option("--prompt", metavar="TEXT", help="The prompt of a request to /api/generate.")
@click.option("--suffix", metavar="TEXT", help="What comes after the answer, for models that fill in the middle.")
@click.option(
    "--think",
    type=click.Choice(list(_THINK)),
    metavar=f"[={'|'.join(_THINK)}]",
    help="The request's think; true if given without a value.",
)
@click.option("-o", "--output", metavar="FILE", help="Write the prompt to a file rather than to stdout.")
@click.option(
    "--color/--no-color",
    default=None,
    help="Mark special tokens and make white space visible on stdout; by default on a terminal only.",
)
@click.pass_context
def render(
    ctx: click.Context,
    file: str,
    messages: str | None,
    tools: str | None,
    system: str | None,
    prompt: str | None,
    suffix: str | None,
    think: str | None,
    output: str | None,
    color: bool | None,
) -> None:
    """Print the exact prompt that Ollama would send to the model.

    FILE is a Modelfile, a bare template (.gotmpl, .tmpl, .txt), or - for stdin.
    """
    if color is None and os.environ.get("NO_COLOR"):
        color = False
    ctx.color = color
    if [file, messages, tools].count(STDIN) > 1:
        raise click.UsageError("Only one of FILE, --messages and --tools can be - for stdin.")
    options = {"system": system, "prompt": prompt, "suffix": suffix, "think": None if think is None else _THINK[think]}
    source = read_source(file)
    data = encode(_prompt(source, read_request(messages, tools, options)))
    if source.modelfile is not None and source.modelfile.renderer:
        note = f"{source.name}: RENDERER {source.modelfile.renderer} is set, so Ollama does not use this TEMPLATE"
        click.echo(note, err=True)
    if output is not None:
        try:
            Path(output).write_bytes(data)
        except OSError as error:
            raise unusable_file(output, error) from None
    elif color or (color is None and sys.stdout.isatty()):
        from gotmpl.cli.highlight import highlight

        click.echo(highlight(data.decode("utf-8", "replace")), nl=False, color=True)
    else:
        click.echo(data, nl=False)


def _prompt(source: Source, request: Request) -> str:
    """Does what the server does with a request to a model that is made of this file."""
    values, file = request.values, source.modelfile
    surroundings: dict[str, Any] = {
        "model": values.get("model", ""),
        "system": values.get("system", ""),
        "think": values.get("think"),
        "limits": Limits(),
    }
    if file is not None:
        surroundings["model"] = surroundings["model"] or file.model
        surroundings["system"] = surroundings["system"] or file.system or ""
        surroundings["model_messages"] = file.messages
        # Ollama's own models are named for their family.
        surroundings["family"] = model_part(file.model).lower()
    try:
        template = ollama.parse(source.template)
        if request.is_chat:
            return chat_prompt(template, values["messages"], tools=values.get("tools"), **surroundings).text
        if values.get("raw"):
            return str(values["prompt"])
        if "template" in values:
            source = Source("the request's template", values["template"])
            surroundings["request_template"] = ollama.parse(source.template)
        fields = {field: values[field] for field in ("prompt", "suffix", "images") if field in values}
        return generate_prompt(template, **fields, **surroundings).text
    except DataError as error:
        raise request.bad_input(error) from None
    except TemplateError as error:
        raise source.bad_input(error) from None
