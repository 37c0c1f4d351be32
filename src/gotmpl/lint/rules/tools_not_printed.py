"""The template names `.Tools`, so Ollama accepts tools, but none of them reaches the model.

Bad:

```gotmpl
{{ if .Tools }}You may call tools.{{ end }}{{ range .Messages }}<|{{ .Role }}|>{{ .Content }}{{ end }}
```

Good:

```gotmpl
{{ if .Tools }}You may call these: {{ .Tools }}{{ end }}{{ range .Messages }}<|{{ .Role }}|>{{ .Content }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence


def _check(context: Context) -> Iterator[Finding]:
    if "tools" not in context.parsed.vars:
        return
    rendered = [context.observe(name) for name in ("tools", "tools-many")]
    if any(rendering.error is not None or "weather_at" in rendering.text for rendering in rendered):
        return
    start, end = context.span("Tools")
    hint = "Print {{ .Tools }}, or each with {{ range .Tools }}{{ json . }}{{ end }}."
    message = "Ollama accepts tools for this template, but no tool reaches the model"
    yield Finding(start, end, message, hint, evidence(rendered[0]))


RULE = Rule("GT137", "tools-not-printed", Severity.ERROR, _check)
