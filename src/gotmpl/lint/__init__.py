"""A linter for Ollama's templates and Modelfiles that knows what Ollama will do with them.

>>> from gotmpl import lint
>>> [found.code for found in lint.check("{{ range .Messages }}{{ .content }}{{ end }}", file="chat.gotmpl")]
['GT104']
"""

from gotmpl.lint.codes import all_rules
from gotmpl.lint.diagnostic import Diagnostic, Edit, Evidence, Severity, apply_edits
from gotmpl.lint.linter import Selection, check, fix
from gotmpl.lint.rule import Options, Rule
from gotmpl.lint.subject import Subject

__all__ = [
    "Diagnostic",
    "Edit",
    "Evidence",
    "Options",
    "Rule",
    "Selection",
    "Severity",
    "Subject",
    "all_rules",
    "apply_edits",
    "check",
    "fix",
]
