"""Whether a file is a Modelfile or something else."""

from __future__ import annotations

import re
from collections.abc import Container
from pathlib import PurePath

from gotmpl.modelfile.command import COMMANDS

__all__ = ["is_modelfile"]

_begins_with_command = re.compile(rf"(?:\s*#[^\n]*\n)*\s*(?:{'|'.join(COMMANDS)})[ \t]", re.IGNORECASE).match
_has_from = re.compile(r"^(?:FROM|TEMPLATE)[ \t]", re.MULTILINE).search


def is_modelfile(name: str, text: str, template_suffixes: Container[str]) -> bool:
    """Tells whether a file is a Modelfile, from its name, and if that tells nothing from its text.

    Args:
        name: The file's name.
        text: Its text.
        template_suffixes: How the names of files end, in lower case, that hold a template alone.
    """
    path = PurePath(name)
    if "modelfile" in path.name.lower():
        return True
    if path.suffix.lower() in template_suffixes:
        return False
    return bool(_begins_with_command(text) or _has_from(text))
