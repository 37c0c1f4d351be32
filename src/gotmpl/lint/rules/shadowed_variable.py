"""`:=` in an inner block makes a new variable, and the outer one of the same name keeps its value.

Bad:

```gotmpl
{{ $last := "" }}
{{- range .Messages }}{{ $last := .Role }}{{ .Content }}{{ end }}
{{- if eq $last "user" }}<|assistant|>{{ end }}
```

Good:

```gotmpl
{{ $last := "" }}
{{- range .Messages }}{{ $last = .Role }}{{ .Content }}{{ end }}
{{- if eq $last "user" }}<|assistant|>{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.rule import Context, Rule


def _check(context: Context) -> Iterator[Finding]:
    for variable in context.variables:
        outer = variable.outer
        if outer is None or variable.kind != "action" or outer.block is variable.block:
            continue
        # Only who reads the outer one afterwards, or never reads the inner one, can have meant to change it.
        read_after = any(read.start >= variable.block.end for read in outer.reads)
        if not read_after and variable.reads:
            continue
        name = variable.node.ident[0]
        at = context.text.find(":=", variable.node.end)
        message = f"{name} is a new variable here: the outer {name} keeps its value"
        hint = f"Write {name} = to change the outer one, or take another name."
        yield Finding(variable.node.start, at + 2, message, hint, edits=(Edit(at, at + 2, "="),))


RULE = Rule("GT125", "shadowed-variable", Severity.WARNING, _check, fixable=True)
