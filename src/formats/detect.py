"""Which format a chat template, a Go template or a prompt is in.

Source of the behaviour: `Named` in Ollama's template/template.go, which takes the known chat template at the least edit
distance, if that is under a hundred. What is farther from all of them is judged by the marks that formats leave.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from formats.named import named_formats
from gotmpl.errors import FormatError

__all__ = ["Match", "detect"]

#: At this distance a known template is no longer the same one (`Named`).
_TOO_FAR = 100


class Match(NamedTuple):
    """A format that a text may be in.

    Attributes:
        name: The format's name, or the one that the index gives.
        evidence: Why, in plain words.
        distance: The edit distance to the known template; None if marks were found instead.
    """

    name: str
    evidence: str
    distance: int | None = None


def detect(text: Any, *, index: str | os.PathLike[str] | None = None) -> list[Match]:
    """Ranks the formats that a text may be in, the likeliest first.

    Args:
        text: A Jinja or Go template or a prompt; or something that has one as its `source`, `template` or `text`.
        index: A file in the form of Ollama's template/index.json, a JSON list of objects with `name` and `template`;
            its templates are known as well.

    Raises:
        FormatError: The index is none.
    """
    text = _text(text)
    matches: dict[str, Match] = {}
    for match in sorted(_near(text, index), key=lambda match: (match.distance, match.name)):
        matches.setdefault(match.name, match)
    for match in _marked(text):
        matches.setdefault(match.name, match)
    return list(matches.values())


def _text(given: Any) -> str:
    for attribute in ("source", "template", "text"):
        given = getattr(given, attribute, given)
    if not isinstance(given, str):
        raise FormatError(f"a template or a prompt is needed, not {given!r}")
    return given


def _near(text: str, index: str | os.PathLike[str] | None) -> Iterator[Match]:
    from rapidfuzz.distance import Levenshtein

    for name, what, known, too_far in _known(index):
        distance = Levenshtein.distance(text, known, score_cutoff=too_far - 1)
        if distance < too_far:
            is_same = "it is" if distance == 0 else f"{distance} edits away from"
            yield Match(name, f"{is_same} {what}", distance)


def _known(index: str | os.PathLike[str] | None) -> Iterator[tuple[str, str, str, int]]:
    """Yields names, what the template is, its text, and the distance at which a text is another one.

    Ours are short, and a text of which more than a third has to change is none of them.
    """
    for format in named_formats():
        for kind, known in (("chat", format.jinja), ("Go", format.template)):
            yield format.name, f"the {kind} template of {format.name}", known, min(_TOO_FAR, len(known) // 3)
    if index is not None:
        for name, template in _read_index(Path(index)):
            yield name, f"a template of {name} in {index}", template, _TOO_FAR


def _read_index(path: Path) -> Iterable[tuple[str, str]]:
    try:
        return [(entry["name"], entry["template"]) for entry in json.loads(path.read_text(encoding="utf-8"))]
    except (ValueError, TypeError, KeyError) as error:
        raise FormatError(f"{path} is no index of templates: {error!r}") from None


def _marked(text: str) -> list[Match]:
    """Finds the formats all of whose marks are in the text, those with most to find first."""
    found = [format for format in named_formats() if all(mark in text for mark in format.marks)]
    found.sort(key=lambda format: (-sum(map(len, format.marks)), format.name))
    return [Match(format.name, f"it has {', '.join(format.marks)}") for format in found]
