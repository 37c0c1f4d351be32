"""The ``gotmpl`` command: one module a subcommand, imported when it is called."""

from __future__ import annotations

import os
from importlib import import_module

import click

from gotmpl.cli import cache

__all__ = ["main"]

_COMMANDS = (
    "render",
    "format",
    "formats",
    "batch",
    "show",
    "explain",
    "fields",
    "diff",
    "convert",
    "port",
    "lint",
    "rule",
)


class _LazyGroup(click.Group):
    """A group whose commands are found in the modules of their names."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = getattr(import_module(f"gotmpl.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Gives Ctrl-C the status that the shell has for it; 1 means that a command has found something."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo(err=True)
            ctx.exit(130)


@click.group("gotmpl", cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="gotmpl", prog_name="gotmpl")
def main() -> None:
    """Ollama's prompt templates without Ollama and without Go."""
    # To look for plugins of pydantic takes longer than to render, and they are for programs that watch their models.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    cache.keep_grammar()
