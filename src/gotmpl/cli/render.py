"""``gotmpl render``: the prompt that Ollama would send, on stdout and nothing else there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from gotmpl.cli.bad_input import unusable_file
from gotmpl.cli.options import RequestCommand, ollama_option, read_arguments, request_options
from gotmpl.cli.prompt import make_prompt
from gotmpl.golang.utf8 import encode

__all__ = ["render"]

_EXAMPLES = """\b
Examples:
  gotmpl render Modelfile --messages chat.json
  gotmpl render Modelfile --messages '[{"role": "user", "content": "Hi"}]' --think
  gotmpl render Modelfile --prompt 'def f(' --suffix 'return x'
"""


@click.command(cls=RequestCommand, epilog=_EXAMPLES)
@click.argument("file")
@request_options
@ollama_option
@click.option("--verify", is_flag=True, help="Compare with the prompt that the server of --ollama makes.")
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
    server: str | None,
    verify: bool,
    output: str | None,
    color: bool | None,
) -> None:
    """Print the exact prompt that Ollama would send to the model.

    FILE is a Modelfile, a bare template (.gotmpl, .tmpl, .txt), - for stdin, or an installed model: ollama://NAME.
    """
    if color is None and os.environ.get("NO_COLOR"):
        color = False
    ctx.color = color
    if verify and server is None:
        raise click.UsageError("--verify needs a server to ask: --ollama URL.")
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
    data = encode(make_prompt(source, request))
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
    if verify and server is not None:
        from gotmpl.cli.verify import verify_prompt

        verify_prompt(file, server, request, data.decode("utf-8", "replace"))
