"""A prompt as a terminal shows it: special tokens stand out, white space and control characters can be seen."""

from __future__ import annotations

import re

import click

from gotmpl.blanks import BLANK, sign
from gotmpl.ollama.special_tokens import SPECIAL_TOKEN

__all__ = ["highlight"]

_parts = re.compile(f"(?P<token>{SPECIAL_TOKEN})|{BLANK}")


def highlight(prompt: str) -> str:
    """Marks a prompt up for a terminal with ANSI colours.

    A blank is shown as ``·``, a tab as ``→``, a line end as ``↵``, a no-break space as ``⍽``, and any other white space
    or control character by its number, so that the text cannot steer the terminal. A last line without ``↵`` has no
    line end; it gets one all the same, for the sake of what is printed next.
    """
    text = _parts.sub(_mark, prompt)
    return text if prompt.endswith("\n") or not prompt else text + "\n"


def _mark(match: re.Match[str]) -> str:
    text = match[0]
    if match.lastgroup == "token":
        return click.style(text, fg="cyan", bold=True)
    return click.style(sign(text), fg="bright_black") + (text if text in "\t\n" else "")
