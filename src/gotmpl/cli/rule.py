"""``gotmpl rule``: the page of a rule of the linter, or the list of all."""

from __future__ import annotations

import click

from gotmpl.lint import all_rules
from gotmpl.lint.codes import find

__all__ = ["rule"]


@click.command()
@click.argument("code", required=False)
def rule(code: str | None) -> None:
    """Print what a rule of `gotmpl lint` is about.

    CODE is a code such as GT103 or a name such as go-struct-print; without one all rules are listed.
    """
    if code is None:
        width = max(len(rule.name) for rule in all_rules().values())
        for each in all_rules().values():
            click.echo(f"{each.code:5}  {each.name:{width}}  {each.severity.label:7}  {each.summary}")
        return
    found = find(code)
    if found is None:
        raise click.UsageError(f"there is no rule {code}; `gotmpl rule` lists them.")
    click.echo(found.page, nl=False)
