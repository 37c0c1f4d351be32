"""``gotmpl show``: how Ollama will treat a model, each line with the reason and its place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from gotmpl import ollama
from gotmpl.cli.bad_input import BadInput, unusable_file
from gotmpl.cli.options import ollama_option
from gotmpl.cli.output import colour
from gotmpl.cli.source import Source, read_model, read_source
from gotmpl.errors import TemplateError
from gotmpl.ollama.facts import Capability, Place, Report, Role, Tags, TemplateReport, Versioned
from gotmpl.ollama.report import report

__all__ = ["show"]

_WIDTH = 17
_SOURCES = {
    "renderer_parser": "Ollama's built-in renderer and parser",
    "renderer": "Ollama's built-in renderer",
    "parser": "TEMPLATE, with Ollama's built-in parser for the output",
    "harmony": "TEMPLATE, with the output read as harmony",
    "go_template": "TEMPLATE",
    "gguf_chat_template": "the chat template of the GGUF (Jinja); TEMPLATE is not used",
    "none": "nothing",
}

_EXAMPLES = """\b
Examples:
  gotmpl show Modelfile
  gotmpl show template.gotmpl --chat-template chat_template.jinja
  gotmpl show llama3.2 --ollama http://localhost:11434
"""


@click.command(epilog=_EXAMPLES)
@click.argument("file")
@click.option("--gguf", metavar="FILE", help="The model's GGUF, for its chat template.")
@click.option("--chat-template", metavar="FILE", help="The chat template of the GGUF, as a file or a model's folder.")
@click.option("--family", metavar="NAME", help="The model's family; by default what FROM names.")
@click.option(
    "--go-template",
    metavar="VALUE",
    envvar="OLLAMA_GO_TEMPLATE",
    show_envvar=True,
    default="",
    help="What OLLAMA_GO_TEMPLATE is on the server.",
)
@ollama_option
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--color/--no-color", default=None, help="Colours; by default on a terminal only.")
@click.pass_context
def show(
    ctx: click.Context,
    file: str,
    gguf: str | None,
    chat_template: str | None,
    family: str | None,
    go_template: str,
    server: str | None,
    as_json: bool,
    color: bool | None,
) -> None:
    """Show how Ollama will treat a model: which template renders, what it can do, and why.

    FILE is a Modelfile, a bare template, - for stdin, or an installed model: ollama://NAME.
    """
    colour(ctx, color)
    source = read_model(file, server, need_template=False) if server else read_source(file, need_template=False)
    modelfile = source.modelfile
    stop = [] if modelfile is None else [command.args for command in modelfile.commands if command.name == "stop"]
    try:
        found = report(
            ollama.Template(source.template) if source.template or modelfile is None else None,
            stop=stop,
            renderer=(modelfile and modelfile.renderer) or "",
            parser=(modelfile and modelfile.parser) or "",
            family=source.family if family is None else family,
            chat_template=_chat_template(source, gguf or chat_template),
            go_template_env=go_template,
        )
    except TemplateError as error:
        raise source.bad_input(error) from None
    if as_json:
        click.echo(json.dumps(_as_json(source, found), indent=2, ensure_ascii=False))
    else:
        for line in _lines(source, found):
            click.echo(line)


def _chat_template(source: Source, named: str | None) -> str:
    """Reads the chat template of the GGUF that was named, or that the model is made from."""
    path = Path(named) if named else source.weights
    if path is None or not (named or path.is_file()):
        return ""
    from formats import jinja

    try:
        sources = jinja.load(path).sources
    except OSError as error:
        raise unusable_file(str(path), error) from None
    except TemplateError as error:
        if not named:
            return ""  # a GGUF without a chat template, or one that only Ollama can read
        raise BadInput(error, str(path)) from None
    return sources.get("default") or next(iter(sources.values()))


def _as_json(source: Source, found: Report) -> dict[str, object]:
    """Gives the report with the lines of all places beside their offsets."""
    selection = found.selection._asdict()
    template = None if found.template is None else _with_lines(source, asdict(found.template))
    return {"file": source.name, "selection": selection, "template": template}


def _with_lines(source: Source, value: object) -> object:
    if isinstance(value, dict):
        members = {key: _with_lines(source, item) for key, item in value.items()}
        if isinstance(value.get("places"), tuple):
            members["lines"] = [source.line(start) for start, _ in value["places"]]
        return members
    return [_with_lines(source, item) for item in value] if isinstance(value, (list, tuple)) else value


# The lines of the text


def _lines(source: Source, found: Report) -> Iterator[str]:
    selection, template = found.selection, found.template
    yield click.style(source.name, bold=True)
    yield _line("rendered by", _SOURCES[selection.source], selection.reason)
    if selection.chat_template is not None:
        yield _line("GGUF can do", ", ".join(selection.chat_template) or "nothing that Ollama looks for")
    if template is None:
        yield _line("template", "none")
        return
    mode = template.mode
    name = "turn by turn (legacy)" if mode.name == "legacy" else "all messages at once"
    yield _line("mode", name, mode.reason + _at(source, mode.places))
    if mode.fill_in:
        yield _line("", "a request with a suffix gets prompt and suffix alone")
    for capability in template.capabilities:
        yield from _capability(source, capability)
    yield from _tags(source, "thinking tags", template.thinking_tags)
    if template.tool_tag.places or template.tool_tag.problems:
        yield from _tags(source, "tool tag", template.tool_tag)
    yield from _response(source, template)
    yield from _stops(template)
    yield from _roles(template.roles)
    yield from _versions(source, template)


def _line(label: str, text: str, why: str = "") -> str:
    label = click.style(label.ljust(_WIDTH), fg="bright_black")
    return f"{label}{text}" + (click.style(f" – {why}", fg="bright_black") if why else "")


def _at(source: Source, places: Sequence[Place]) -> str:
    lines = list(dict.fromkeys(source.line(start) for start, _ in places))
    if not lines:
        return ""
    shown = ", ".join(map(str, lines[:4])) + (", …" if len(lines) > 4 else "")
    return f" (line {shown})" if len(lines) == 1 else f" (lines {shown})"


def _capability(source: Source, capability: Capability) -> Iterator[str]:
    text = click.style("yes", fg="green") if capability.inferred else click.style("no", fg="yellow")
    yield _line(capability.name, text, capability.reason + _at(source, capability.places))
    if capability.observed != capability.inferred or capability.inferred:
        agrees = capability.observed == capability.inferred
        seen = f"rendered: {capability.evidence}"
        yield _line("", seen if agrees else click.style(seen, fg="red" if capability.inferred else "yellow"))
    if capability.change:
        yield _line("", f"to get it: {capability.change}")


def _tags(source: Source, label: str, tags: Tags) -> Iterator[str]:
    if any(tags.texts):
        yield _line(label, " … ".join(map(repr, tags.texts)), _at(source, tags.places).strip(" ()"))
    for problem in tags.problems:
        yield _line("" if any(tags.texts) else label, click.style(problem, fg="yellow"))


def _response(source: Source, template: TemplateReport) -> Iterator[str]:
    response = template.response
    if response.appended:
        yield _line("response", "{{ .Response }} is appended", "the template uses neither .Messages nor .Response")
    if response.cut is not None:
        behind = response.behind if len(response.behind) <= 40 else f"{response.behind[:40]}…"
        line = source.line(response.cut)
        yield _line("cut", f"line {line}, before {behind!r}", "the last turn ends where the answer begins")
    if response.problem:
        yield _line("cut", click.style(response.problem, fg="red"))


def _stops(template: TemplateReport) -> Iterator[str]:
    stops = template.stops
    if stops.given:
        yield _line("stop words", " ".join(map(repr, stops.given)))
    if stops.end_of_turn and not stops.covered:
        label = "" if stops.given else "stop words"
        text = f"no PARAMETER stop is for {stops.end_of_turn!r}, with which the template ends an answer"
        yield _line(label, click.style(text, fg="yellow"), "unless it is a token that ends the generation by itself")


def _roles(roles: Sequence[Role]) -> Iterator[str]:
    whole = [role.name for role in roles if len(role.shown) == 3]
    yield _line("roles", f"{', '.join(whole)}: rendered" if whole else "none is always rendered")
    for role in roles:
        if len(role.shown) < 3:
            yield _line("", click.style(f"{role.name} {role.note}", fg="yellow"))


def _versions(source: Source, template: TemplateReport) -> Iterator[str]:
    yield _line("needs", f"Ollama {template.requires} or later")
    for i, each in enumerate(template.fields):
        yield _line("" if i else "reads", _versioned(each), _at(source, each.places).strip(" ()"))
    calls = [_versioned(each) for each in template.functions]
    if calls:
        yield _line("calls", ", ".join(calls))


def _versioned(used: Versioned) -> str:
    if used.since is None:
        return click.style(f"{used.name}  not known to Ollama", fg="yellow")
    since = "" if used.since.startswith("0.1.") else f"  since {used.since}"
    return f"{used.name}{since}"
