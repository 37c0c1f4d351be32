"""A model as Ollama has it installed: what decides on its prompts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["Model"]


@dataclass(frozen=True)
class Model:
    """An installed model.

    Attributes:
        name: Its name, as it was asked for.
        template: Its TEMPLATE; None if it has none of its own.
        system: Its SYSTEM.
        messages: Its MESSAGEs, each as ``{"role": ..., "content": ...}``.
        stop: Its stop words.
        renderer: Its RENDERER.
        parser: Its PARSER.
        requires: Its REQUIRES.
        family: Its family.
        weights: The file of its weights, where it is on this machine; else None.
    """

    name: str
    template: str | None = None
    system: str = ""
    messages: tuple[dict[str, str], ...] = ()
    stop: tuple[str, ...] = ()
    renderer: str = ""
    parser: str = ""
    requires: str = ""
    family: str = ""
    weights: Path | None = None
