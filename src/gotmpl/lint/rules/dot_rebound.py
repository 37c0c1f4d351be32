"""`.System`, `.Tools` or `.Messages` is used where the dot is something else, so every request that gets there fails.

Inside `range` and `with` the dot is the item. The root is `$` everywhere.

Bad:

```gotmpl
{{ range .Messages }}{{ if .Tools }}{{ json .Tools }}{{ end }}{{ .Content }}{{ end }}
```

Good:

```gotmpl
{{ range .Messages }}{{ if $.Tools }}{{ json $.Tools }}{{ end }}{{ .Content }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.lint.scope import ROOT

_NAMES = frozenset(field.name for field in ROOT.fields)


def _check(context: Context) -> Iterator[Finding]:
    for place in context.places:
        for access in place.accesses:
            if access.first and access.fails and access.name in _NAMES:
                dot = access.offset - 1
                message = (
                    f".{access.name} is asked of the item that the dot is here: every request that gets here fails"
                )
                yield Finding(dot, access.end, message, f"Write $.{access.name}.", edits=(Edit(dot, dot, "$"),))


RULE = Rule("GT124", "dot-rebound", Severity.ERROR, _check, fixable=True)
