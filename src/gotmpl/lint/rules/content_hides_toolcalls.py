"""A message that has both a text and tool calls loses its calls.

Models often say something before they call a tool. With `if .Content … else if .ToolCalls` the text wins, and in the
next turn the model sees an answer to a call that it never made.

Bad:

```gotmpl
{{ .Tools }}{{ range .Messages }}<|{{ .Role }}|>
{{- if .Content }}{{ .Content }}
{{- else if .ToolCalls }}<tool_call>{{ range .ToolCalls }}{{ .Function.Name }} {{ .Function.Arguments }}{{ end }}
{{- end }}{{ end }}<|assistant|>
```

Good:

```gotmpl
{{ .Tools }}{{ range .Messages }}<|{{ .Role }}|>
{{- if .Content }}{{ .Content }}{{ end }}
{{- if .ToolCalls }}<tool_call>{{ range .ToolCalls }}{{ .Function.Name }} {{ .Function.Arguments }}{{ end }}
{{- end }}{{ end }}<|assistant|>
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence


def _check(context: Context) -> Iterator[Finding]:
    if "toolcalls" not in context.parsed.vars:
        return
    both, bare = context.observe("tool-calls"), context.observe("tool-call")
    if both.error is not None or bare.error is not None:
        return
    # The arguments of the calls are nowhere but in the calls.
    if "Bergen" in both.text or "Let me look." not in both.text or '"Oslo"' not in bare.text:
        return
    start, end = context.span("ToolCalls")
    hint = "Ask for .ToolCalls first, or in an if of its own."
    yield Finding(start, end, "tool calls of a message that has a text are lost", hint, evidence(both, "Let me look."))


RULE = Rule("GT117", "content-hides-toolcalls", Severity.WARNING, _check)
