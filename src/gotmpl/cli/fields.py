"""``gotmpl fields``: the paths that a template reads, and requests that reach its branches."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from gotmpl import ollama
from gotmpl.cli.bad_input import unusable_file
from gotmpl.cli.options import ollama_option
from gotmpl.cli.output import colour
from gotmpl.cli.source import STDIN, Source, read_model, read_source
from gotmpl.errors import TemplateError
from gotmpl.ollama.fields import Field
from gotmpl.ollama.fields import fields as fields_of
from gotmpl.ollama.skeleton import Skeleton, skeleton

__all__ = ["fields"]

_EXAMPLES = """\b
Examples:
  gotmpl fields Modelfile
  gotmpl fields Modelfile --skeleton chat.json
"""


@click.command(epilog=_EXAMPLES)
@click.argument("file")
@ollama_option
@click.option("--json", "as_json", is_flag=True, help="Print the paths as JSON.")
@click.option(
    "--skeleton",
    "target",
    metavar="FILE",
    help="Write a request that reaches as many branches as one can, and further ones to FILE-2 and so on; "
    "with - all of them to stdout, one a line.",
)
@click.option("--color/--no-color", default=None, help="Colours; by default on a terminal only.")
@click.pass_context
def fields(
    ctx: click.Context, file: str, server: str | None, as_json: bool, target: str | None, color: bool | None
) -> None:
    """Show every path that a template reads, with its type and its places.

    FILE is a Modelfile, a bare template, - for stdin, or an installed model: ollama://NAME.
    """
    colour(ctx, color)
    source = read_model(file, server) if server else read_source(file)
    try:
        template = ollama.Template(source.template)
    except TemplateError as error:
        raise source.bad_input(error) from None
    if target is not None:
        _write_skeleton(skeleton(template), target, source)
        return
    found = fields_of(template)
    if as_json:
        members = [{**asdict(each), "lines": _lines(each, source)} for each in found]
        click.echo(json.dumps(members, indent=2, ensure_ascii=False))
        return
    widths = [max((len(text) for text in column), default=0) for column in ([f.path for f in found], map(_type, found))]
    for each in found:
        lines = ", ".join(map(str, _lines(each, source)))
        path, type = each.path.ljust(widths[0]), _type(each).ljust(widths[1])
        type = click.style(type, fg="bright_black" if each.known else "yellow")
        click.echo(f"{path}  {type}  {click.style(f'line {lines}', fg='bright_black')}")


def _lines(field: Field, source: Source) -> list[int]:
    return list(dict.fromkeys(source.line(start) for start, _ in field.places))


def _type(field: Field) -> str:
    if not field.known:
        return "not known to Ollama"
    return field.type.replace("template.template", "").replace("api.", "") or "any"


def _write_skeleton(made: Skeleton, target: str, source: Source) -> None:
    path = Path(target)
    for i, (request, reached) in enumerate(zip(made.requests, made.reached, strict=True), 1):
        if target == STDIN:
            click.echo(json.dumps(request, ensure_ascii=False))
            continue
        name = path if i == 1 else path.with_stem(f"{path.stem}-{i}")
        try:
            name.write_text(json.dumps(request, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        except OSError as error:
            raise unusable_file(str(name), error) from None
        so_far = "" if i == 1 else ", together with those before"
        click.echo(f"{name} reaches {reached} of {made.total} branches{so_far}", err=True)
    for said, missed in (("no request was found that has", made.missed), ("no request can have", made.dead)):
        for start, taken in missed:
            action = source.template[start:].partition("}}")[0] + "}}"
            way = "taken" if taken else "not taken"
            click.echo(f"line {source.line(start)}: {said} {action} {way}", err=True)
