"""A prompt as a terminal shows it: special tokens stand out, white space and control characters can be seen."""

from __future__ import annotations

import re

import click

from gotmpl.ollama.special_tokens import SPECIAL_TOKEN

__all__ = ["highlight"]

_BLANK = r"[ \t\n\r\u00a0\u2000-\u200f\u2028-\u202f\u205f\u2060\u3000\ufeff]"
_CONTROL = r"[\x00-\x1f\x7f-\x9f]"

_parts = re.compile(f"(?P<token>{SPECIAL_TOKEN})|(?P<blank>{_BLANK})|(?P<control>{_CONTROL})")

_SHOWN = {" ": "·", "\t": "→\t", "\n": "↵\n", "\r": "␍", "\u00a0": "⍽"}


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
    shown = _SHOWN.get(text, f"<{ord(text):02X}>")
    end = shown[1:] if text in "\t\n" else ""
    return click.style(shown.removesuffix(end), fg="bright_black") + end
