"""Asks the rules about a file."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from gotmpl.errors import TemplateError
from gotmpl.lint import codes
from gotmpl.lint.diagnostic import Diagnostic, Edit, Finding, Severity, apply_edits
from gotmpl.lint.ignore import find_ignores
from gotmpl.lint.rule import Context, Options, Rule
from gotmpl.lint.subject import Subject

__all__ = ["Selection", "check", "fix"]

_MAX_PASSES = 20
"""How often the text is changed and looked at again; each change may lay another one open."""


@dataclass(frozen=True)
class Selection:
    """Which rules are asked.

    Attributes:
        select: Names, codes or beginnings of codes; empty for all.
        ignore: Likewise, what is left out of these.
        severity: The lightest severity that is reported.
    """

    select: Collection[str] = ()
    ignore: Collection[str] = ()
    severity: Severity = Severity.INFO

    def rules(self) -> list[Rule]:
        """Gives the rules."""
        return [
            rule
            for rule in codes.all_rules().values()
            if (not self.select or codes.matches(rule, self.select))
            and not codes.matches(rule, self.ignore)
            and rule.severity >= self.severity
        ]


def check(
    text: str,
    *,
    file: str = "",
    kind: str | None = None,
    selection: Selection | None = None,
    options: Options | None = None,
) -> list[Diagnostic]:
    """Lints a Modelfile or a template.

    Args:
        text: The text of the file.
        file: Its name, for the findings and to tell what it is.
        kind: ``modelfile`` or ``template``; None to find out from the name and the text.
        selection: Which rules are asked; all by default.
        options: What is known of the model beside the file.

    Returns:
        The findings in the order of the text.
    """
    subject = Subject(text, file, kind=kind)
    context = Context(subject, options or Options())
    found: list[Diagnostic] = []
    for rule in (selection or Selection()).rules():
        found += [_diagnostic(rule, finding, subject) for finding in _ask(rule, context)]
    ignores = find_ignores(subject)
    found = [d for d in found if not any(ignore.silences(d.code, d.offset - subject.shift) for ignore in ignores)]
    found = _without_echoes(found)
    return sorted(found, key=lambda d: (d.offset, d.end, d.code))


def fix(
    text: str,
    *,
    file: str = "",
    kind: str | None = None,
    selection: Selection | None = None,
    options: Options | None = None,
) -> str:
    """Changes what has one right answer, until nothing is left to change.

    Returns:
        The text, changed or not.
    """
    kind = kind or ("modelfile" if Subject(text, file).is_modelfile else "template")
    for _ in range(_MAX_PASSES):
        found = check(text, file=file, kind=kind, selection=selection, options=options)
        changed = apply_edits(text, [diagnostic for diagnostic in found if diagnostic.edits])
        if changed == text:
            break
        text = changed
    return text


#: Rules that look at a template that does not parse, or at the file alone.
_WITHOUT_TREE = frozenset({"GT001", "GT003", "GT105"})


def _ask(rule: Rule, context: Context) -> Iterable[Finding]:
    """Gives what a rule finds; that it could not be asked is a finding, too."""
    if rule.reads_template and context.template is None and rule.code not in _WITHOUT_TREE:
        return
    try:
        yield from rule.check(context)
    except RecursionError:
        yield Finding(0, 1, "the blocks of the template are nested too deeply for this rule, which was not checked")
    except TemplateError as error:
        yield Finding(error.offset or 0, error.end or 1, f"this rule could not be checked: {error}")


def _diagnostic(rule: Rule, finding: Finding, subject: Subject) -> Diagnostic:
    offset, end = finding.offset, max(finding.end, finding.offset)
    edits = finding.edits
    if rule.reads_template and not rule.in_file:
        # A place that ends where the template goes on with characters that Ollama drops ends before them.
        last = subject.in_file(end - 1) + 1 if end > offset else subject.in_file(end)
        offset, end = subject.in_file(offset), last
        edits = tuple(
            edit._replace(offset=subject.in_file(edit.offset), end=subject.in_file(edit.end)) for edit in edits
        )
    line, column = subject.place(offset)
    end_line, end_column = subject.place(end)
    shift = subject.shift
    edits = tuple(Edit(edit.offset + shift, edit.end + shift, edit.text) for edit in edits)
    return Diagnostic(
        rule.code,
        rule.name,
        rule.severity,
        finding.message,
        finding.hint,
        subject.file,
        offset + shift,
        end + shift,
        line,
        column,
        end_line,
        end_column,
        finding.evidence,
        edits,
    )


def _without_echoes(found: list[Diagnostic]) -> list[Diagnostic]:
    """Leaves out that rendering fails where a rule says why."""
    errors = [d for d in found if d.code != "GT002" and d.severity is Severity.ERROR]
    return [d for d in found if d.code != "GT002" or not any(e.offset < d.end and d.offset < e.end for e in errors)]
