"""What the command says about input that it cannot work with: one block of text on stderr, exit status 2."""

from __future__ import annotations

import re
from typing import IO, Any

import click

from gotmpl.blanks import harmless
from gotmpl.errors import TemplateError

__all__ = ["BadInput", "unusable_file"]

_mark_carets = re.compile(r"^( *\| [ \t]*)(\^+)$", re.MULTILINE).sub


class BadInput(click.ClickException):
    """Input that the command cannot work with.

    Args:
        error: What is wrong; its place, if it has one, is in the text of `file`.
        file: The name of the file that the user edits; empty if the error is in none.
    """

    exit_code = 2

    def __init__(self, error: TemplateError, file: str = "") -> None:
        super().__init__(error.message)
        self.error = error
        self.file = file

    def format_message(self) -> str:
        """Words the error: the message, the place with an excerpt and a caret, other places, what to do."""
        message, explained = self.error.message, harmless(self.error.explain())
        details = explained[len(message) :]
        place = ":".join(str(part) for part in (self.file, self.error.line, self.error.column) if part)
        return harmless(message) + (f"\n  in {place}" if place else "") + details

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints the error to stderr, with colours if that is a terminal."""
        text = _mark_carets(lambda match: match[1] + click.style(match[2], fg="red", bold=True), self.format_message())
        message = harmless(self.error.message)
        text = click.style(message, bold=True) + text.removeprefix(message)
        click.echo(text, file=file, err=file is None, color=self.show_color)


def unusable_file(name: str, error: OSError) -> BadInput:
    """Words the failure to read or write a file."""
    return BadInput(TemplateError(f"{name}: {error.strerror or error}"))
