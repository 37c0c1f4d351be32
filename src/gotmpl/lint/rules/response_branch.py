"""`.Response` stands in a block with an `{{ else }}` in a template without `.Messages`: the server crashes.

Ollama deletes everything behind `.Response` and does not expect an else there: every request ends with status 500.

Bad:

```gotmpl
{{ .Prompt }}{{ if .Response }}{{ .Response }}</s>{{ else }}-{{ end }}
```

Good:

```gotmpl
{{ .Prompt }}{{ .Response }}</s>
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule


def _check(context: Context) -> Iterator[Finding]:
    error = context.observe("user").error
    if not context.is_legacy or error is None or "interface conversion" not in error.message:
        return
    start, end = context.span("Response")
    yield Finding(
        start, end, "Ollama crashes on every request with this template, for the block has an else", error.hint
    )


RULE = Rule("GT116", "response-branch", Severity.ERROR, _check)
