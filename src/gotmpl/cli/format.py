"""``gotmpl format``: the prompt of a named chat format, or the formats that a text may be in."""

from __future__ import annotations

from typing import Any

import click

from gotmpl.cli.bad_input import BadInput, unusable_file
from gotmpl.cli.json_input import JsonInput, read_json
from gotmpl.cli.options import THINK, RequestCommand
from gotmpl.cli.output import colour, write_prompt
from gotmpl.cli.source import STDIN, read_source
from gotmpl.errors import DataError, TemplateError
from gotmpl.golang.utf8 import encode

__all__ = ["format"]

_EXAMPLES = """\b
Examples:
  gotmpl format chatml --messages chat.json
  gotmpl format qwen_3 --messages chat.json --tools tools.json --think=false
  gotmpl format --detect tokenizer_config.json
"""


@click.command(cls=RequestCommand, epilog=_EXAMPLES)
@click.argument("name", required=False)
@click.option(
    "--messages",
    metavar="JSON",
    help="The conversation: a JSON or JSON Lines file, - for stdin, or the JSON itself; in the shape of Ollama, "
    "OpenAI, Anthropic, ShareGPT or Alpaca.",
)
@click.option("--tools", metavar="JSON", help="The tools, given in the same ways; [] for none.")
@click.option(
    "--think", type=click.Choice(list(THINK)), metavar=f"[={'|'.join(THINK)}]", help="For formats that know thoughts."
)
@click.option(
    "--generation-prompt/--no-generation-prompt",
    default=None,
    help="Whether to open the assistant's turn; if neither is given, after the user and after a tool.",
)
@click.option("--detect", "detected", metavar="FILE", help="Tell which formats a template or a prompt may be in.")
@click.option(
    "--index", metavar="FILE", help="With --detect: more known templates, a JSON file as Ollama's index.json."
)
@click.option("-o", "--output", metavar="FILE", help="Write the prompt to a file rather than to stdout.")
@click.option(
    "--color/--no-color",
    default=None,
    help="Mark special tokens and make white space visible on stdout; by default on a terminal only.",
)
@click.pass_context
def format(
    ctx: click.Context,
    name: str | None,
    messages: str | None,
    tools: str | None,
    think: str | None,
    generation_prompt: bool | None,
    detected: str | None,
    index: str | None,
    output: str | None,
    color: bool | None,
) -> None:
    """Print messages in the chat format NAME; `gotmpl formats` lists them.

    With --detect FILE, print the names of the formats that the file may be in, the likeliest first, and why. The exit
    status is 1 if there is none.
    """
    color = colour(ctx, color)
    if detected is not None:
        if name is not None or messages is not None:
            raise click.UsageError("--detect tells formats; it takes neither a NAME nor --messages.")
        _detect(detected, index)
        return
    if name is None or messages is None:
        raise click.UsageError("Give a NAME and --messages, or --detect FILE.")
    if [messages, tools].count(STDIN) > 1:
        raise click.UsageError("Only one of --messages and --tools can be - for stdin.")
    options: dict[str, Any] = {} if think is None else {"think": THINK[think]}
    if generation_prompt is not None:
        options["add_generation_prompt"] = generation_prompt
    given = None if tools is None else read_json(tools, "--tools")
    write_prompt(encode(_prompt(name, read_json(messages, "--messages"), given, options)), output, color)


def _prompt(name: str, messages: JsonInput, tools: JsonInput | None, options: dict[str, Any]) -> str:
    from formats import Format, apply_chat_template, get
    from formats.messages import read

    try:
        chosen = get(name)
        if "think" in options and not (isinstance(chosen, Format) and chosen.thinking):
            raise click.UsageError(f"The format {name} knows no thoughts.")
        conversation = read(_document(messages))
        offered = conversation.tools if tools is None else _document(tools)
        return apply_chat_template(conversation.messages, chosen, tools=offered, **options)
    except TemplateError as error:
        raise BadInput(error, messages.name if isinstance(error, DataError) else "") from None


def _document(given: JsonInput) -> Any:
    """Gives the one value of a JSON text, or the list of those of JSON Lines."""
    value = given.values[0]
    is_line = len(given.values) > 1 or (isinstance(value, dict) and value.keys() & {"role", "function"})
    return given.values if is_line else value


def _detect(name: str, index: str | None) -> None:
    from formats import detect

    source = read_source(name, need_template=False, chat_templates=True)
    try:
        matches = detect(source.chat_template or source.template, index=index)
    except TemplateError as error:
        raise BadInput(error) from None
    except OSError as error:
        raise unusable_file(index or "", error) from None
    if not matches:
        click.echo(f"{source.name}: no format that is known", err=True)
        raise click.exceptions.Exit(1)
    width = max(len(match.name) for match in matches)
    for match in matches:
        click.echo(f"{match.name.ljust(width)}  {click.style(match.evidence, fg='bright_black')}")
