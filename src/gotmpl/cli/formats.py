"""``gotmpl formats``: the chat formats that there are."""

from __future__ import annotations

import json
from typing import Any

import click

from gotmpl.cli.output import colour

__all__ = ["formats"]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON, with their templates.")
@click.option("--color/--no-color", default=None, help="Colours; by default on a terminal only.")
@click.pass_context
def formats(ctx: click.Context, as_json: bool, color: bool | None) -> None:
    """List the chat formats: names, tools, thoughts, stop words.

    The formats are the package's own and those of installed packages (entry points of the group gotmpl.formats).
    """
    from formats import Format, get, names

    colour(ctx, color)
    found: list[tuple[str, Any]] = [(name, get(name)) for name in names()]
    if as_json:
        click.echo(json.dumps([_members(name, format) for name, format in found], indent=2, ensure_ascii=False))
        return
    rows = [("NAME", "TOOLS", "THOUGHTS", "STOP WORDS")]
    for name, format in found:
        if isinstance(format, Format):
            called = ", ".join((name, *format.aliases))
            rows.append((called, format.tools.value, "yes" if format.thinking else "no", "  ".join(format.stop)))
        else:
            rows.append((name, "?", "?", ""))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for i, row in enumerate(rows):
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        click.echo(click.style(line, bold=True) if i == 0 else line)


def _members(name: str, format: Any) -> dict[str, Any]:
    """What is known of a format; of one that is a function or another object, the name."""
    from formats import Format

    if not isinstance(format, Format):
        return {"name": name}
    return {
        "name": name,
        "aliases": format.aliases,
        "title": format.title,
        "tools": format.tools.value,
        "thinking": format.thinking,
        "bos": format.bos,
        "eos": format.eos,
        "generation_prompt": format.generation_prompt,
        "stop": format.stop,
        "template": format.template,
        "jinja": format.jinja,
    }
