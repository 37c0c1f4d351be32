"""The text of the system message reaches the model twice.

Ollama gives it to the template both as `.System` and among `.Messages`. A template prints one of them.

Bad:

```gotmpl
{{ if .System }}<|system|>{{ .System }}{{ end }}
{{- range .Messages }}<|{{ .Role }}|>{{ .Content }}{{ end }}<|assistant|>
```

Good:

```gotmpl
{{- range .Messages }}<|{{ .Role }}|>{{ .Content }}{{ end }}<|assistant|>
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence
from gotmpl.lint.turns import SYSTEM


def _check(context: Context) -> Iterator[Finding]:
    for scenario in ("system", "system-turns", "tools-many"):
        rendering = context.observe(scenario)
        if rendering.error is None and rendering.text.count(SYSTEM) > 1:
            start, end = _print_of_system(context)
            hint = 'Print either .System or the messages whose role is "system", not both.'
            yield Finding(start, end, "the system message is printed twice", hint, evidence(rendering))
            return


def _print_of_system(context: Context) -> tuple[int, int]:
    """Gives the last place that names the system text, which is its print rather than the question for it."""
    spans = [
        (access.offset - 1, access.end)
        for place in context.places
        for access in place.accesses
        if access.name == "System"
    ]
    return spans[-1] if spans else context.span("Content")


RULE = Rule("GT133", "system-twice", Severity.ERROR, _check)
