"""What there is to say about a template: the parts of a report (gotmpl/ollama/report.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gotmpl.ollama.capabilities import Selection

__all__ = [
    "Capability",
    "Mode",
    "Place",
    "Report",
    "Response",
    "Role",
    "Stops",
    "Tags",
    "TemplateReport",
    "Versioned",
]

Place = tuple[int, int]
"""A begin and an end in the template, in characters."""


@dataclass(frozen=True)
class Mode:
    """How Ollama runs the template.

    Attributes:
        name: ``messages`` if it is run once with all messages, ``legacy`` if turn by turn.
        reason: Why.
        places: Where the template shows it.
        fill_in: Whether a request with a suffix is rendered from prompt and suffix alone.
    """

    name: Literal["messages", "legacy"]
    reason: str
    places: tuple[Place, ...]
    fill_in: bool


@dataclass(frozen=True)
class Capability:
    """Something that a template can do or not.

    Attributes:
        name: ``tools``, ``insert``, ``thinking``, or ``tool round trip``, which only decides between two templates.
        inferred: Whether Ollama concludes it.
        reason: Why.
        places: Where the template shows it.
        observed: Whether renderings show it; None if they could not be made.
        evidence: What they show.
        change: Where it is missing, the smallest change that gives it; else empty.
    """

    name: str
    inferred: bool
    reason: str
    places: tuple[Place, ...]
    observed: bool | None
    evidence: str
    change: str = ""


@dataclass(frozen=True)
class Tags:
    """Tags that Ollama infers to read the model's output.

    Attributes:
        texts: Opening and closing tag of thinking, or the one tag of tool calls; empty where none is found.
        places: The texts of the template that they were taken from.
        problems: What will go wrong with them.
    """

    texts: tuple[str, ...]
    places: tuple[Place, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True)
class Response:
    """What becomes of the answer's place.

    Attributes:
        appended: Whether Ollama appended ``{{ .Response }}``, for the template uses neither messages nor a response.
        cut: Where a legacy template is cut, in characters; None if nothing is behind the response, or nothing is cut.
        behind: The text of the template that the cut takes away.
        problem: Why Ollama fails to cut it; else empty.
    """

    appended: bool
    cut: int | None
    behind: str
    problem: str


@dataclass(frozen=True)
class Versioned:
    """A field or function that the template uses.

    Attributes:
        name: The path or the function's name.
        type: The Go type of a path.
        since: The first version of Ollama that has it; None if none has.
        places: Where it stands.
    """

    name: str
    type: str
    since: str | None
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Role:
    """What becomes of messages of a role.

    Attributes:
        name: The role.
        shown: In which of the positions ``first``, ``middle`` and ``last`` its text reaches the prompt.
        failed: In which the template fails.
        note: What that means, in plain words.
    """

    name: str
    shown: tuple[str, ...]
    failed: tuple[str, ...]
    note: str


@dataclass(frozen=True)
class Stops:
    """The stop words.

    Attributes:
        given: Those of the Modelfile.
        end_of_turn: The text that the template puts behind an answer; empty if there is none.
        covered: Whether a stop word is in it; None if it is empty.
    """

    given: tuple[str, ...]
    end_of_turn: str
    covered: bool | None


@dataclass(frozen=True)
class TemplateReport:
    """What there is to say about a template.

    Attributes:
        mode: How it is run.
        capabilities: What it can do.
        thinking_tags: The tags of thinking.
        tool_tag: The tag of tool calls.
        response: What becomes of the answer's place.
        fields: The paths that it reads.
        functions: The functions that it calls.
        requires: The first version of Ollama that has all of them.
        stops: The stop words.
        roles: What becomes of messages of each role.
    """

    mode: Mode
    capabilities: tuple[Capability, ...]
    thinking_tags: Tags
    tool_tag: Tags
    response: Response
    fields: tuple[Versioned, ...]
    functions: tuple[Versioned, ...]
    requires: str
    stops: Stops
    roles: tuple[Role, ...]


@dataclass(frozen=True)
class Report:
    """What Ollama will do with a model.

    Attributes:
        selection: What renders its prompts, and the rule that decided.
        template: What there is to say about its TEMPLATE; None without one.
    """

    selection: Selection
    template: TemplateReport | None
