"""The template knows a part of what a turn with tools needs, but not all of it.

With `.Tools` in a template Ollama accepts requests with tools. The model then needs all three: the tools, its own
earlier calls (`.ToolCalls`), and the answers (messages whose role is `tool`). What is left out is lost without a word.

Bad:

```gotmpl
{{ .Tools }}{{ range .Messages }}{{ if eq .Role "user" }}<|user|>{{ .Content }}
{{- else if eq .Role "assistant" }}<|assistant|>{{ .Content }}{{ end }}{{ end }}<|assistant|>
```

Good:

```gotmpl
{{ .Tools }}{{ range .Messages }}{{ if eq .Role "user" }}<|user|>{{ .Content }}
{{- else if eq .Role "tool" }}<|tool|>{{ .Content }}
{{- else if .ToolCalls }}<|assistant|><tool_call>{{ range .ToolCalls }}{{ .Function.Name }} {{ .Function.Arguments }}
{{- end }}{{ else if eq .Role "assistant" }}<|assistant|>{{ .Content }}{{ end }}{{ end }}<|assistant|>
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence


def _check(context: Context) -> Iterator[Finding]:
    names = context.parsed.vars
    rendering = context.observe("tool-call")
    if context.is_legacy or rendering.error is not None:
        return
    if "tools" in names and "toolcalls" not in names:
        start, end = context.span("Tools")
        message = "the template has .Tools but no .ToolCalls: the model never sees what it called before"
        yield Finding(start, end, message, "Print .ToolCalls of the assistant's messages.", evidence(rendering))
    elif "toolcalls" in names and "tools" not in names:
        start, end = context.span("ToolCalls")
        message = "the template has .ToolCalls but no .Tools: Ollama refuses every request with tools"
        yield Finding(start, end, message, "Print .Tools, or leave the calls out.")
    if "tools" in names and "drizzle, 9 degrees" not in rendering.text:
        start, end = context.span("Tools")
        message = "what a tool answers never reaches the model: no branch prints messages of the role tool"
        yield Finding(start, end, message, 'Add a branch {{ if eq .Role "tool" }}.', evidence(rendering))


RULE = Rule("GT111", "tools-incomplete", Severity.WARNING, _check)
