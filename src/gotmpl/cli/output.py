"""Where a prompt goes: to a file, to a pipe as it is, or marked up to a terminal."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import click

from gotmpl.cli.bad_input import unusable_file

__all__ = ["colour", "write_prompt"]


def colour(ctx: click.Context, wanted: bool | None) -> bool | None:
    """Settles whether there are colours: as the option says, else not with NO_COLOR, else on a terminal."""
    ctx.color = False if wanted is None and os.environ.get("NO_COLOR") else wanted
    return ctx.color


def write_prompt(data: bytes, output: str | None, color: bool | None) -> None:
    """Writes a prompt.

    Args:
        data: The prompt.
        output: A file; stdout if not given.
        color: Whether to mark it up on stdout; None for on a terminal only.

    Raises:
        BadInput: The file or stdout cannot be written.
    """
    try:
        if output is not None:
            Path(output).write_bytes(data)
        elif sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        elif color or (color is None and sys.stdout.isatty()):
            from gotmpl.cli.highlight import highlight

            click.echo(highlight(data.decode("utf-8", "replace")), nl=False, color=True)
        else:
            click.echo(data, nl=False)
    except BrokenPipeError:
        raise  # click ends quietly when the reader has gone
    except OSError as error:
        if output is None and sys.stdout is not None:
            # What is still in the buffer would fail once more when Python ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise unusable_file(output or "<stdout>", error) from None
