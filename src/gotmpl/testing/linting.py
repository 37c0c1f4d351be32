"""What the linter finds in a file that a test wants clean."""

from __future__ import annotations

import os
from collections.abc import Collection

from gotmpl.exec import coverage
from gotmpl.lint import Selection, Severity, all_rules, check
from gotmpl.lint.codes import matches
from gotmpl.lint.report import Checked, text_report
from gotmpl.modelfile.decode import decode
from gotmpl.testing.paths import find, shown

__all__ = ["faults", "template_faults"]


def faults(path: str | os.PathLike[str], select: Collection[str] = (), ignore: Collection[str] = ()) -> list[str]:
    """Words the findings in a file, if there is one that is more than an info.

    Raises:
        ValueError: There is no such rule.
        OSError: The file cannot be read.
    """
    __tracebackhide__ = True
    for code in (*select, *ignore):
        if not any(matches(rule, [code]) for rule in all_rules().values()):
            raise ValueError(f"there is no rule {code!r}; `gotmpl rule` lists them")
    file = find(path)
    name, text = shown(file), decode(file.read_bytes())
    return _faults(text, name, None, Selection(select, ignore))


def template_faults(text: str) -> list[str]:
    """Words the findings in the text of a template likewise."""
    return _faults(text, "the template", "template", Selection())


def _faults(text: str, name: str, kind: str | None, selection: Selection) -> list[str]:
    # What the linter renders is no test of the template.
    with coverage.pausing():
        found = check(text, file=name, kind=kind, selection=selection)
    if all(diagnostic.severity <= Severity.INFO for diagnostic in found):
        return []
    return [f"the linter finds fault with {name}\n" + text_report([Checked(name, text, found)]).rstrip("\n")]
