"""``gotmpl render``: the prompt that Ollama would send, on stdout and nothing else there."""

from __future__ import annotations

import click

from gotmpl.cli.options import RequestCommand, ollama_option, read_arguments, request_options
from gotmpl.cli.output import colour, write_prompt
from gotmpl.cli.prompt import make_prompt
from gotmpl.golang.utf8 import encode

__all__ = ["render"]

_EXAMPLES = """\b
Examples:
  gotmpl render Modelfile --messages chat.json
  gotmpl render Modelfile --messages '[{"role": "user", "content": "Hi"}]' --think
  gotmpl render Modelfile --prompt 'def f(' --suffix 'return x'
  gotmpl render model.gguf --messages chat.json
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
    It may also be a Hugging Face chat template: a .jinja, a chat_template.json, a tokenizer_config.json, a folder that
    has them, or a .gguf. Then the prompt is the one that transformers makes, and stderr says so.
    """
    color = colour(ctx, color)
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
        chat_templates=True,
    )
    data = encode(make_prompt(source, request))
    if source.renderer_note:
        click.echo(f"{source.name}: {source.renderer_note}", err=True)
    if source.chat_template is not None:
        click.echo(f"{source.name}: a Hugging Face chat template; Jinja renders it as transformers does", err=True)
    write_prompt(data, output, color)
    if verify and server is not None:
        from gotmpl.cli.verify import verify_prompt

        verify_prompt(file, server, request, data.decode("utf-8", "replace"))
