"""Comments that silence a rule: ``{{- /* gotmpl: ignore GT103 reason */ -}}`` and ``# gotmpl: ignore GM05 reason``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from gotmpl.lint.subject import Subject

__all__ = ["Ignore", "find_ignores"]

_find_in_template = re.compile(r"\{\{(?:- )?/\*\s*gotmpl:\s*ignore\b(.*?)\*/(?: -)?\}\}", re.DOTALL).finditer
_find_in_modelfile = re.compile(r"^[ \t]*#[ \t]*gotmpl:[ \t]*ignore\b(.*)$", re.MULTILINE).finditer
_match_codes = re.compile(r"\s*((?:G[TM][0-9]+)(?:[ ,]+G[TM][0-9]+)*)[ :,]*(.*)", re.DOTALL).fullmatch


class Ignore(NamedTuple):
    """A comment that silences rules.

    Attributes:
        offset: Where it begins in the file.
        end: Behind it.
        codes: The rules.
        reason: Why; without a reason it silences nothing.
        start: The first character of what it counts for.
        stop: Behind the last one.
    """

    offset: int
    end: int
    codes: tuple[str, ...]
    reason: str
    start: int
    stop: int

    def silences(self, code: str, offset: int) -> bool:
        """Tells whether it silences a rule at a place of the file."""
        return bool(self.reason) and code in self.codes and self.start <= offset < max(self.stop, self.start + 1)


def find_ignores(subject: Subject) -> list[Ignore]:
    """Gives the comments of a file.

    A comment counts for its line and the next one. In front of everything else, of the template or the Modelfile, it
    counts for all of it; in front of a command for the whole command.
    """
    return [*_template_ignores(subject), *_modelfile_ignores(subject)]


def _template_ignores(subject: Subject) -> Iterable[Ignore]:
    text = subject.template or ""
    for match in _find_in_template(text):
        start = text.rfind("\n", 0, match.start()) + 1
        line_end = text.find("\n", match.end())
        stop = text.find("\n", line_end + 1) if line_end >= 0 else -1
        stop = len(text) + 1 if stop < 0 else stop
        codes, reason = _codes(match[1])
        places = (subject.in_file(at) for at in (match.start(), match.end(), start, min(stop, len(text))))
        offset, end, first, last = places
        if not _has_more_than_comments(text[: match.start()]):
            first, last = 0, len(subject.text)
        yield Ignore(offset, end, codes, reason, first, last + 1)


def _has_more_than_comments(text: str) -> bool:
    """Tells whether a template has something beside comments."""
    return bool(re.sub(r"\{\{(?:- )?/\*.*?\*/(?: -)?\}\}", "", text, flags=re.DOTALL).strip())


def _modelfile_ignores(subject: Subject) -> Iterable[Ignore]:
    if not subject.is_modelfile:
        return
    commands = [] if subject.modelfile is None else subject.modelfile.commands
    for match in _find_in_modelfile(subject.text):
        at = match.start()
        if any(command.offset <= at < command.end for command in commands):
            continue
        codes, reason = _codes(match[1])
        before = [command for command in commands if command.offset < at]
        following = [command for command in commands if command.offset > at]
        if not before:
            yield Ignore(at, match.end(), codes, reason, 0, len(subject.text) + 1)
        elif following:
            yield Ignore(at, match.end(), codes, reason, at, following[0].end + 1)
        else:
            yield Ignore(at, match.end(), codes, reason, at, len(subject.text) + 1)


def _codes(text: str) -> tuple[tuple[str, ...], str]:
    match = _match_codes(text.strip())
    if match is None:
        return (), ""
    return tuple(re.findall(r"G[TM][0-9]+", match[1])), match[2].strip()
