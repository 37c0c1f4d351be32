"""``gotmpl diff``: two ways to make a prompt, over the scenarios and a conversation of one's own."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gotmpl.cli.bad_input import BadInput, unusable_file
from gotmpl.cli.options import THINK, RequestCommand
from gotmpl.cli.output import colour
from gotmpl.cli.source import STDIN, STORE
from gotmpl.errors import DataError, TemplateError

if TYPE_CHECKING:
    from gotmpl.cli.diff_findings import Findings
    from gotmpl.ollama.scenarios import Scenario

__all__ = ["diff"]

_PLAIN_WIDTH = 120

_EXAMPLES = """\b
Examples:
  gotmpl diff Modelfile chat_template.jinja
  gotmpl diff Modelfile tokenizer_config.json --messages chat.json --think
  gotmpl diff old.gotmpl new.gotmpl --format html -o difference.html
  gotmpl diff ollama://llama3.2 format:llama_3
"""


@click.command(cls=RequestCommand, epilog=_EXAMPLES)
@click.argument("a")
@click.argument("b")
@click.option(
    "--messages",
    metavar="JSON",
    help="One more conversation: a JSON or JSON Lines file, - for stdin, or the JSON itself. "
    "A list of messages, or a whole request to /api/chat or /api/generate.",
)
@click.option("--tools", metavar="JSON", help="The tools of that conversation, given in the same ways.")
@click.option(
    "--think",
    type=click.Choice(list(THINK)),
    metavar=f"[={'|'.join(THINK)}]",
    help="Its think; true if given without a value.",
)
@click.option("--strict", is_flag=True, help="Count what Ollama itself does around every template as a difference.")
@click.option(
    "--ollama", "server", metavar="URL", help="Take ollama://NAME from this running Ollama, not from its files."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html", "github"]),
    default="text",
    show_default=True,
    help="How the result is written.",
)
@click.option("-o", "--output", metavar="FILE", help="Write it to a file rather than to stdout.")
@click.option("--color/--no-color", default=None, help="Colours; by default on a terminal only.")
@click.pass_context
def diff(
    ctx: click.Context,
    a: str,
    b: str,
    messages: str | None,
    tools: str | None,
    think: str | None,
    strict: bool,
    server: str | None,
    form: str,
    output: str | None,
    color: bool | None,
) -> None:
    """Show where two templates make different prompts of the same conversations.

    A and B are anything that renders: a Modelfile, a template of Ollama's, a Hugging Face chat template (a .jinja, a
    chat_template.json, a tokenizer_config.json, a folder that has them, or a .gguf), a named format (format:NAME), an
    installed model (ollama://NAME), or - for stdin.

    What Ollama itself does around every template is set aside and named, unless --strict is given.

    The exit status is 0 if all prompts are equal, 1 if some differ, 2 if they could not be compared.
    """
    color = colour(ctx, color)
    if [a, b, messages, tools].count(STDIN) > 1:
        raise click.UsageError("Only one of A, B, --messages and --tools can be - for stdin.")
    if messages is None and (tools is not None or think is not None):
        raise click.UsageError("--tools and --think are of the conversation that --messages gives.")
    findings = _compare(a, b, server, _own(messages, tools, think), strict)
    _write(findings, form, output, color)
    if not findings.comparison.compared:
        raise BadInput(TemplateError("nothing to compare: no conversation has a prompt on both sides"))
    ctx.exit(0 if findings.comparison.is_equal else 1)


def _own(messages: str | None, tools: str | None, think: str | None) -> dict[str, Scenario]:
    """Gives the conversation of the command line under its name; nothing if there is none."""
    if messages is None:
        return {}
    from gotmpl import api
    from gotmpl.cli.request import read_request
    from gotmpl.ollama.scenarios import SCENARIOS, Scenario

    nothing = dict.fromkeys(("system", "prompt", "suffix"))
    request = read_request(messages, tools, {**nothing, "think": None if think is None else THINK[think]})
    values = request.values
    if values.get("raw") or "template" in values:
        raise click.UsageError("A request with raw or a template of its own uses neither A nor B.")
    given = values.get("messages") or []
    if not request.is_chat and not values.get("suffix"):
        given = [{"role": "system", "content": values["system"]}] if values.get("system") else []
        images = {"images": values["images"]} if "images" in values else {}
        given.append({"role": "user", "content": values["prompt"], **images})
        values.pop("prompt")
    try:
        api.messages(given)
        api.tools(values.get("tools") or [])
    except DataError as error:
        raise request.bad_input(error) from None
    file = Path(messages)
    name = file.name if not messages.lstrip().startswith(("[", "{")) and messages != STDIN else "--messages"
    scenario = Scenario(
        "your own",
        tuple(given),
        tuple(values["tools"]) if "tools" in values else None,
        values.get("think"),
        values.get("prompt", ""),
        values.get("suffix", ""),
    )
    return {name if name not in SCENARIOS else "--messages": scenario}


def _compare(a: str, b: str, server: str | None, own: Mapping[str, Scenario], strict: bool) -> Findings:
    from formats.comparison.comparison import compare_sides
    from gotmpl.cli.diff_findings import find
    from gotmpl.cli.diff_sides import read_side
    from gotmpl.ollama.scenarios import SCENARIOS

    if server is not None and not any(side.startswith(STORE) for side in (a, b)):
        raise click.UsageError(f"--ollama is for models: {STORE}NAME.")
    sides = read_side(a, server), read_side(b, server)
    for given in sides:
        for scenario in own.values():
            if not given.side.takes(scenario):
                lacking = "no suffix" if scenario.suffix else "there must be one at least"
                raise click.UsageError(f"{given.name} renders messages only: {lacking}.")
        if given.source is not None and given.source.renderer_note:
            click.echo(f"{given.name}: {given.source.renderer_note}", err=True)
    comparison = compare_sides(sides[0].side, sides[1].side, {**own, **SCENARIOS}, strict=strict)
    return find(comparison, *sides, is_strict=strict)


def _write(findings: Findings, form: str, output: str | None, color: bool | None) -> None:
    if form == "text":
        text = _text(findings, color if output is None else False, is_file=output is not None)
    elif form == "html":
        from gotmpl.cli.diff_page import page

        text = page(findings)
    elif form == "json":
        from gotmpl.cli.diff_json import report

        text = report(findings)
    else:
        from gotmpl.cli.diff_github import commands, write_summary

        text = commands(findings)
        write_summary(findings)
    if output is None:
        click.echo(text, nl=False, color=color)
        return
    try:
        Path(output).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise unusable_file(output, error) from None


def _text(findings: Findings, color: bool | None, *, is_file: bool) -> str:
    from rich.console import Console

    from gotmpl.cli.diff_text import print_findings

    is_terminal = not is_file and sys.stdout.isatty()
    console = Console(
        file=io.StringIO(),
        force_terminal=is_terminal if color is None else color,
        no_color=color is False,
        highlight=False,
        width=None if is_terminal else _PLAIN_WIDTH,
    )
    with console.capture() as captured:
        print_findings(findings, console)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())
