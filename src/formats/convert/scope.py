"""What names stand for while a template is converted: variables, loops, and what is known to be true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from formats.convert.fields import TOOLS
from formats.convert.prelude import macro_names
from formats.convert.term import Term
from gotmpl.golang.kind import INT, Type

__all__ = ["Facts", "Loop", "Scope", "Variable"]

#: Names that the converted template uses itself, or that Jinja or transformers give a meaning.
# fmt: off
_RESERVED = frozenset(macro_names()) | {
    "add_generation_prompt", "and", "break", "chat", "continue", "elif",
    "else", "enable_thinking", "endfor", "endif", "endmacro", "endset", "false", "filter", "for", "from",
    "generation", "if", "import", "in", "include", "is", "loop", "macro", "messages", "namespace",
    "next", "none", "not", "ns", "or", "raise_exception", "range", "reasoning_effort", "recursive", "self", "set",
    "strftime_now", "tools", "true", "turn", "turns", "with", "without", "False", "None", "True",
}
# fmt: on

#: What llama.cpp's Jinja takes for a method of a namespace.
_METHODS = frozenset(["dictsort", "get", "items", "join", "keys", "length", "string", "tojson", "values"])


@dataclass
class Facts:
    """What one pass over a template finds out for the next one, which can then be written right.

    Attributes:
        types: Variable -> the types that it is given anywhere.
        kept: The variables that are assigned in a loop inside the one that they are declared in. Jinja forgets such
            an assignment at the end of the loop, unless it is one to a namespace.
        numbered: The numbers of loops that are needed where another loop is the innermost.
    """

    types: dict[int, dict[Type, None]] = field(default_factory=dict)
    kept: set[int] = field(default_factory=set)
    numbered: set[int] = field(default_factory=set)

    def size(self) -> int:
        """Counts what is known, which only grows."""
        return sum(map(len, self.types.values())) + len(self.kept) + len(self.numbered)


@dataclass(eq=False)
class Loop:
    """A loop that is being written.

    Attributes:
        over: The Jinja expression of what it goes through.
        lasting: The same; empty if it means something else after an assignment in the loop.
    """

    over: str
    lasting: str = ""


@dataclass(frozen=True)
class Variable:
    """A variable of the Go template.

    Attributes:
        go_name: Its name with the dollar sign.
        key: Where it is declared in the template, in characters.
        name: What it is called in Jinja.
        depth: How many loops were open where it is declared.
        loop: The loop whose number it is.
        stands_for: The term that it always stands for, of which no variable is made.
    """

    go_name: str
    key: int = -1
    name: str = ""
    depth: int = 0
    loop: Loop | None = None
    stands_for: Term | None = None

    @property
    def is_fixed(self) -> bool:
        """Whether nothing can be assigned to it."""
        return self.loop is not None or self.stands_for is not None


class Scope:
    """The variables that can be seen, the loops that are open, and the names that are taken."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.variables: list[Variable] = []
        self.names: list[str] = []
        self.loops: list[Loop] = []
        self.truths: list[frozenset[str]] = []

    @contextmanager
    def block(self) -> Iterator[None]:
        """Forgets at its end what is declared inside."""
        variables, names = len(self.variables), len(self.names)
        yield
        del self.variables[variables:]
        del self.names[names:]

    @contextmanager
    def knowing(self, truths: frozenset[str]) -> Iterator[None]:
        """Knows inside that these expressions are true."""
        self.truths.append(truths)
        yield
        self.truths.pop()

    @contextmanager
    def looping(self, loop: Loop) -> Iterator[None]:
        """Is inside of a loop."""
        self.loops.append(loop)
        yield
        self.loops.pop()

    def known(self, term: Term) -> Term:
        """Gives a term, without what stands for it where it is nothing if that cannot be here."""
        if term.fallback and any(term.code in truths for truths in self.truths):
            return replace(term, fallback="")
        return term

    def free_name(self, wanted: str, *, kept: bool = False) -> str:
        """Takes a name that means nothing else here, as like to the wanted one as can be.

        Args:
            wanted: The name.
            kept: Whether it is one in the namespace.
        """
        name = re.sub("[^A-Za-z0-9_]", "_", wanted).lstrip("_0123456789") or "value"
        free, number = name, 2
        prefix = "ns." if kept else ""
        while f"{prefix}{free}" in self.names or free in (_METHODS if kept else _RESERVED):
            free, number = f"{name}_{number}", number + 1
        self.names.append(f"{prefix}{free}")
        return free

    def declare(self, go_name: str, key: int) -> Variable:
        """Makes a variable that can be seen until the end of the block."""
        name = self.free_name(go_name.removeprefix("$"), kept=key in self.facts.kept)
        variable = Variable(go_name, key, name, len(self.loops))
        self.variables.append(variable)
        return variable

    def stands_for(self, go_name: str, term: Term) -> None:
        """Lets a variable stand for a term until the end of the block."""
        self.variables.append(Variable(go_name, stands_for=term))

    def count(self, go_name: str, key: int, loop: Loop) -> str:
        """Makes the variable that numbers a loop; gives its name if it has to be set."""
        name = self.free_name(go_name.removeprefix("$")) if key in self.facts.numbered else ""
        self.variables.append(Variable(go_name, key, name, loop=loop))
        return name

    def find(self, go_name: str) -> Variable | None:
        """Finds a variable; None if there is none, as when it is assigned before it is declared."""
        return next((variable for variable in reversed(self.variables) if variable.go_name == go_name), None)

    def gives(self, variable: Variable, types: tuple[Type, ...]) -> None:
        """Notes that a variable is given a value of these types."""
        self.facts.types.setdefault(variable.key, {}).update(dict.fromkeys(types))

    def assigns(self, variable: Variable) -> None:
        """Notes an assignment where the loop is not the one of the declaration."""
        if len(self.loops) > variable.depth:
            self.facts.kept.add(variable.key)

    def target(self, variable: Variable) -> str:
        """Writes a variable as what is set."""
        return f"ns.{variable.name}" if variable.key in self.facts.kept else variable.name

    def read(self, variable: Variable) -> Term:
        """Writes a variable as a value."""
        if variable.stands_for is not None:
            return variable.stands_for
        if variable.loop is None:
            types = tuple(self.facts.types[variable.key])
            return Term(self.target(variable), types, fallback="[]" if types == (TOOLS,) else "")
        if not self.loops or variable.loop is not self.loops[-1]:
            self.facts.numbered.add(variable.key)
        return Term(variable.name or "loop.index0", (INT,), loop=variable.loop)
