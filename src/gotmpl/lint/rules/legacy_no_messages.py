"""The template knows `.Prompt` but not `.Messages`, so Ollama runs it once for every turn.

Tools, the results of tools and messages of other roles never reach the model. What stands at the top, such as the
beginning-of-sequence token, is repeated in every turn.

Bad:

```gotmpl
{{ if .System }}<|im_start|>system
{{ .System }}<|im_end|>
{{ end }}<|im_start|>user
{{ .Prompt }}<|im_end|>
<|im_start|>assistant
{{ .Response }}<|im_end|>
```

Good:

```gotmpl
{{- range .Messages }}<|im_start|>{{ .Role }}
{{ .Content }}<|im_end|>
{{ end }}<|im_start|>assistant
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule


def _check(context: Context) -> Iterator[Finding]:
    if context.is_legacy and "prompt" in context.parsed.vars and "suffix" not in context.parsed.vars:
        start, end = context.span("Prompt")
        message = (
            "the template knows no .Messages: tools, tool results and other roles are dropped, and all that stands "
            "around the turn is repeated for each"
        )
        yield Finding(start, end, message, "Write a {{ range .Messages }} with a branch for each role.")


RULE = Rule("GT101", "legacy-no-messages", Severity.WARNING, _check)
