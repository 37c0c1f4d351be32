"""Messages of a role that no branch asks for are dropped.

Beside system, user, assistant and tool, clients send developer, and models ask for control, document or function. A
chain of roles without an else drops them without a word.

Bad:

```gotmpl
{{ range .Messages }}{{ if eq .Role "user" }}<|user|>{{ .Content }}
{{- else if eq .Role "assistant" }}<|assistant|>{{ .Content }}{{ end }}{{ end }}<|assistant|>
```

Good:

```gotmpl
{{ range .Messages }}{{ if eq .Role "user" }}<|user|>{{ .Content }}
{{- else if eq .Role "assistant" }}<|assistant|>{{ .Content }}
{{- else }}<|system|>{{ .Content }}{{ end }}{{ end }}<|assistant|>
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence
from gotmpl.lint.turns import ASK
from gotmpl.parse.node import IfNode


def _check(context: Context) -> Iterator[Finding]:
    rendering = context.observe("role-developer")
    if context.is_legacy or rendering.error is not None or ASK not in rendering.text:
        return
    if "Stay on the topic." in rendering.text:
        return
    for node in context.nodes(IfNode):
        if "Role" in str(node.pipe):
            start, end = context.head(node)
            message = "messages of other roles, such as developer, are dropped"
            yield Finding(start, end, message, "Add an {{ else }} for them.", evidence(rendering))
            return


RULE = Rule("GT123", "role-fallthrough", Severity.INFO, _check)
