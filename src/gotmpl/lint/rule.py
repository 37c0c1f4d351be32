"""What a rule is, and what it gets to look at.

A rule is a module in `gotmpl.lint.rules` with a `RULE`. The module's docstring is the rule's page: what it flags and
why that hurts, then a bad and a good example as fenced code. The examples are tests: the bad one must be found, the
good one must not, and what the rule would change in the bad one must make the good one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

from gotmpl.errors import ModelfileError, ParseError
from gotmpl.lint.diagnostic import Evidence, Finding, Severity
from gotmpl.lint.observe import Observer, Rendering
from gotmpl.lint.scope import Place, Variable, places
from gotmpl.lint.subject import Subject
from gotmpl.modelfile import Command, Modelfile
from gotmpl.ollama.template import Template
from gotmpl.parse.node import BranchNode, Node, TextNode

__all__ = ["Context", "Example", "Options", "Rule", "evidence"]

_N = TypeVar("_N", bound=Node)

_find_examples = re.compile(r"^(Bad|Good):\n\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL).finditer


@dataclass(frozen=True)
class Options:
    """What the user says about the model beside the file.

    Attributes:
        target: The oldest version of Ollama that must run the template, such as ``0.9.0``; empty for none.
        chat_template: The Jinja template of the GGUF; empty for none.
    """

    target: str = ""
    chat_template: str = ""


class Example(NamedTuple):
    """An example on a rule's page.

    Attributes:
        kind: ``modelfile`` or ``template``.
        text: The file.
    """

    kind: str
    text: str


@dataclass(frozen=True)
class Rule:
    """A rule.

    Attributes:
        code: Its code: GT and three digits if it reads the template, GM and two if it reads the Modelfile.
        name: Its name, in words with hyphens.
        severity: How bad what it finds is.
        check: Yields what it finds.
        fixable: Whether ``--fix`` can change what it finds.
        in_file: Whether the offsets of its findings are in the file; those of other GT rules are in the template.
    """

    code: str
    name: str
    severity: Severity
    check: Callable[[Context], Iterator[Finding]]
    fixable: bool = False
    in_file: bool = False

    @property
    def reads_template(self) -> bool:
        """Whether it reads the template."""
        return self.code.startswith("GT")

    @property
    def text(self) -> str:
        """Its page as it stands in the source."""
        return (sys.modules[self.check.__module__].__doc__ or "").strip()

    @property
    def summary(self) -> str:
        """The first line of the page."""
        return self.text.partition("\n")[0]

    @property
    def page(self) -> str:
        """Its page in Markdown."""
        comment = (
            f"`{{{{- /* gotmpl: ignore {self.code} reason */ -}}}}` in the template"
            if self.reads_template
            else f"`# gotmpl: ignore {self.code} reason` in the Modelfile"
        )
        fix = "`gotmpl lint --fix` makes the change." if self.fixable else "There is no automatic fix."
        return (
            f"# {self.code} {self.name}\n\n*{self.severity.label}* · {fix}\n\n{self.text}\n\n"
            f"To silence it, put {comment}, on the line or the one before; in front of everything else it counts for "
            f'the whole file. `--ignore {self.code}` or `ignore = ["{self.code}"]` below `[tool.gotmpl.lint]` in '
            "pyproject.toml turn it off.\n"
        )

    def examples(self, title: str) -> list[Example]:
        """Gives the examples on the page below ``Bad`` or ``Good``."""
        return [
            Example("template" if match[2] == "gotmpl" else match[2], match[3])
            for match in _find_examples(self.text)
            if match[1] == title
        ]


class Context:
    """What a rule looks at.

    Attributes:
        subject: The file.
        options: What the user says about the model.
        template: The template as Ollama parses it; None if there is none or it does not parse.
        parse_error: Why it does not parse.
    """

    def __init__(self, subject: Subject, options: Options) -> None:
        self.subject = subject
        self.options = options
        self.template: Template | None = None
        self.parse_error: ParseError | None = None
        if subject.template is not None:
            try:
                self.template = Template(subject.template)
            except ParseError as error:
                self.parse_error = error

    @property
    def parsed(self) -> Template:
        """The template, for rules that are only asked if it parses."""
        assert self.template is not None
        return self.template

    @property
    def text(self) -> str:
        """The text of the template."""
        return self.parsed.text

    @property
    def modelfile(self) -> Modelfile | None:
        """The Modelfile, if the file is one that Ollama can read."""
        return self.subject.modelfile

    @property
    def commands(self) -> list[Command]:
        """The commands of the Modelfile."""
        return [] if self.modelfile is None else self.modelfile.commands

    def refusal(self, error: ModelfileError) -> Finding:
        """Makes the finding of what Ollama says of the Modelfile."""
        start = error.offset
        end = error.end
        if start is None or (error.message == "unexpected EOF" and error.notes):
            # The quote that is never closed, or what took FROM in, is where the text has to change.
            start = error.notes[0].offset if error.notes else 0
            end = start + (3 if self.subject.text.startswith('"""', start) else 1)
        end = end if end is not None and end > start else start + 1
        start = min(start, max(0, len(self.subject.text.rstrip()) - 1))
        end = min(end, max(start + 1, self._line_end(start)))
        hints = [error.hint]
        for note in error.notes:
            line, column = self.subject.place(note.offset)
            hints.append(f"Line {line}, column {column}: {note.text}.")
        message = f"`ollama create` refuses the Modelfile: {error.message}"
        return Finding(start, end, message, " ".join(filter(None, hints)))

    def _line_end(self, offset: int) -> int:
        end = self.subject.text.find("\n", offset)
        return len(self.subject.text) if end < 0 else end

    @property
    def is_legacy(self) -> bool:
        """Whether Ollama runs the template turn by turn, since it knows no messages."""
        return "messages" not in self.parsed.vars

    @property
    def has_markup(self) -> bool:
        """Whether the template has text of its own; one without hands the prompt to a model that is no chat model."""
        return any(text.text.strip() for text in self.nodes(TextNode))

    @cached_property
    def observe(self) -> Observer:
        """Renders scenarios."""
        return Observer(self.parsed)

    @cached_property
    def _scope(self) -> tuple[list[Place], list[Variable]]:
        return places(self.parsed)

    @property
    def places(self) -> list[Place]:
        """All nodes in the order of the source, with what is known where they stand."""
        return self._scope[0]

    @property
    def variables(self) -> list[Variable]:
        """All variables of the template."""
        return self._scope[1]

    def nodes(self, *types: type[_N]) -> list[_N]:
        """Gives the nodes of some types, in the order of the source."""
        return [place.node for place in self.places if isinstance(place.node, types)]

    def find(self, *names: str) -> Place | None:
        """Gives the first place where a field of one of these names is used."""
        return next((place for place in self.places if any(access.name in names for access in place.accesses)), None)

    def span(self, *names: str) -> tuple[int, int]:
        """Gives where the first field of one of these names stands; the template's last line if there is none."""
        place = self.find(*names)
        if place is None:
            return self.last_line
        access = next(access for access in place.accesses if access.name in names)
        return access.offset - 1, access.end

    @property
    def last_line(self) -> tuple[int, int]:
        """Where the last line of the template with something on it stands."""
        end = len(self.text.rstrip())
        return self.text.rfind("\n", 0, end) + 1, end

    def head(self, node: BranchNode) -> tuple[int, int]:
        """Gives where the opening action of a block stands."""
        close = self.text.find("}}", node.pipe.end)
        return node.start, (close + 2 if close >= 0 else node.pipe.end)


def evidence(rendering: Rendering, around: str = "", width: int = 160) -> Evidence:
    """Makes the proof from a rendering: all of it, or what stands around a text in it."""
    text = rendering.text
    at = text.rfind(around) if around else 0
    start = max(0, at - width // 2) if around else max(0, len(text) - 2 * width)
    stop = at + len(around) + width // 2 if around else len(text)
    return Evidence(rendering.scenario, ("…" if start else "") + text[start:stop] + ("…" if stop < len(text) else ""))
