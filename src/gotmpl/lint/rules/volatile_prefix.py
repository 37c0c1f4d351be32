"""The date stands in the prompt, so that it is another one every day.

Ollama keeps what it has computed for a prompt and goes on from there. What changes at the front makes all of it void.

Bad:

```gotmpl
Today is {{ currentDate }}.{{ range .Messages }}<|{{ .Role }}|>{{ .Content }}{{ end }}
```

Good:

```gotmpl
{{ range .Messages }}<|{{ .Role }}|>{{ .Content }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.parse.node import IdentifierNode


def _check(context: Context) -> Iterator[Finding]:
    for node in context.nodes(IdentifierNode):
        if node.ident in ("currentDate", "yesterdayDate"):
            message = "the date at the front makes the cached prompt void every day"
            yield Finding(node.start, node.end, message, "Let the client put the date into its last message.")
            return


RULE = Rule("GT130", "volatile-prefix", Severity.INFO, _check)
