"""The text of the system message never reaches the model.

SYSTEM in the Modelfile and the system message of a request are dropped without a word, and the model answers as if
there were none.

Bad:

```gotmpl
{{ range .Messages }}{{ if eq .Role "user" }}<|user|>{{ .Content }}{{ end }}{{ end }}<|assistant|>
```

Good:

```gotmpl
{{ if .System }}<|system|>{{ .System }}{{ end }}
{{- range .Messages }}{{ if eq .Role "user" }}<|user|>{{ .Content }}{{ end }}{{ end }}<|assistant|>
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence
from gotmpl.lint.turns import ASK, SYSTEM


def _check(context: Context) -> Iterator[Finding]:
    rendering = context.observe("system")
    has_system = context.modelfile is not None and bool(context.modelfile.system)
    if rendering.error is not None or SYSTEM in rendering.text or ASK not in rendering.text:
        return
    if not has_system and (not context.has_markup or "<no value>" in rendering.text):
        return  # it hands the prompt on, or is a template for filling in and not for chats
    start, end = context.span("Messages", "Prompt")
    subject = "SYSTEM of this Modelfile" if has_system else "the system message"
    hint = "Print {{ .System }} before the first turn, or give messages of the role system a branch."
    yield Finding(start, end, f"{subject} is dropped: no path of the template prints it", hint, evidence(rendering))


RULE = Rule("GT108", "system-dropped", Severity.ERROR, _check)
