"""The names of a template while it is compiled: which Python local holds which variable.

Go keeps variables on a stack that each block cuts back; the parser has made sure that every name is declared. So a name
means the same local each time its code runs, and can be looked up once, here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from gotmpl.exec.shape import Shape

__all__ = ["Local", "Scope"]


class Local(NamedTuple):
    """A Python local (or a constant) with what is known of it.

    Attributes:
        name: Its name in the generated source.
        shape: What it holds.
        is_dict: The name of a local that says whether it is a plain dict; empty if there is none.
    """

    name: str
    shape: Shape
    is_dict: str = ""


class Scope:
    """The variables that can be seen, innermost last, and what the dot is."""

    def __init__(self, root: Local) -> None:
        self.variables: list[tuple[str, Local]] = [("$", root)]
        self.dot = root
        self._count = 0

    def fresh(self, prefix: str) -> str:
        """Gives a name that no other local has."""
        self._count += 1
        return f"{prefix}{self._count}"

    def declare(self, variable: str, shape: Shape) -> Local:
        """Declares a variable; it can be seen until the block around it ends."""
        local = Local(self.fresh("v"), shape)
        self.variables.append((variable, local))
        return local

    def find(self, variable: str) -> Local | None:
        """Gives the local of the innermost variable of that name; None if there is none."""
        for name, local in reversed(self.variables):
            if name == variable:
                return local
        return None

    def visible(self) -> dict[str, Local]:
        """Gives the innermost variable of each name."""
        return dict(self.variables)

    @contextmanager
    def block(self, dot: Local | None = None) -> Iterator[None]:
        """Opens a block, perhaps with another dot; what is declared in it ends with it."""
        mark, outer = len(self.variables), self.dot
        if dot is not None:
            self.dot = dot
        try:
            yield
        finally:
            del self.variables[mark:]
            self.dot = outer
