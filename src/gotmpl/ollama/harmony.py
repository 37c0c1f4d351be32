"""What Ollama does for gpt-oss before it renders the template (harmony/harmonyparser.go)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gotmpl.api import Tool
from gotmpl.golang.unicode import is_digit, is_letter

if TYPE_CHECKING:
    from gotmpl.ollama.template import Template

__all__ = ["FAMILIES", "renamed_tools", "uses_harmony"]

FAMILIES = ("gptoss", "gpt-oss")
#: Functions of the model's own, whose names stay (`ConvertAndAdd`).
_BUILT_IN = frozenset({"browser.open", "browser.search", "browser.find", "python"})


def uses_harmony(template: Template, family: str) -> bool:
    """Tells whether the output is read as harmony (`shouldUseHarmony` in server/routes.go)."""
    return family in FAMILIES and "<|start|>" in template.text and "<|end|>" in template.text


def renamed_tools(tools: Sequence[Tool]) -> list[Tool]:
    """Gives the tools with names that TypeScript could have, no two the same (`FunctionNameMap`)."""
    taken: set[str] = set()
    renamed: list[Tool] = []
    for tool in tools:
        name = tool.function.name
        if name:
            derived = name if name in _BUILT_IN else _free_name(_valid_name(name), taken)
            taken.add(derived)
            function = tool.function.model_copy(update={"name": derived})
            tool = tool.model_copy(update={"function": function})
        renamed.append(tool)
    return renamed


def _valid_name(name: str) -> str:
    """Makes an identifier of a name (`convertToValidChars`)."""
    name = "".join(["_" if char in " -." else char for char in name])
    name = "".join([char for char in name if char in "_$" or is_letter(char) or is_digit(char)])
    if not name:
        return "unnamed"
    # Ollama looks at the first byte as if it were a character, which no digit outside of ASCII passes.
    return f"_{name}" if name[0] in "0123456789" else name


def _free_name(name: str, taken: set[str]) -> str:
    free, count = name, 2
    while free in taken:
        free = f"{name}_{count}"
        count += 1
    return free
