"""A function of Ollama's, or another template, is used at or before `.Response` in a template without `.Messages`.

For the last turn Ollama cuts such a template at `.Response` and runs what is left as a new one, without `json`,
`currentDate`, `yesterdayDate`, `toTypeScriptType` and without what `define` made. Every request fails.

Bad:

```gotmpl
Today is {{ currentDate }}.
{{ .System }} USER: {{ .Prompt }} ASSISTANT: {{ .Response }}</s>
```

Good:

```gotmpl
{{ .System }} USER: {{ .Prompt }} ASSISTANT: {{ .Response }}</s>
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.ollama.funcs import FUNCS
from gotmpl.parse.node import IdentifierNode, TemplateNode


def _check(context: Context) -> Iterator[Finding]:
    if not context.is_legacy:
        return
    rendering = context.observe("user")
    error = rendering.error or context.observe("system").error
    if error is None or ("not defined" not in error.message and "not a defined function" not in error.message):
        return
    for place in context.places:
        node = place.node
        if (isinstance(node, IdentifierNode) and node.ident in FUNCS) or isinstance(node, TemplateNode):
            name = node.ident if isinstance(node, IdentifierNode) else f"{{{{ template {node.name!r} }}}}"
            message = f"{name} does not exist where Ollama runs the part before .Response: every request fails"
            hint = "Write a {{ range .Messages }}; such a template is run whole."
            end = node.end if isinstance(node, IdentifierNode) else max(node.end, node.start + 1)
            yield Finding(node.start, end, f"{message} ({error.message})", hint)
            return


RULE = Rule("GT114", "func-in-legacy", Severity.ERROR, _check)
