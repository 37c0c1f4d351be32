"""A variable is set and never read.

Bad:

```gotmpl
{{ $first := true }}{{ range .Messages }}{{ .Content }}{{ end }}
```

Good:

```gotmpl
{{ range .Messages }}{{ .Content }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.lint.scope import Variable
from gotmpl.parse.node import RangeNode


def _check(context: Context) -> Iterator[Finding]:
    shadowing = {id(variable.outer) for variable in context.variables if variable.outer is not None}
    for variable in context.variables:
        if variable.reads or variable.node.ident[0] == "$_" or _must_stand(variable):
            continue
        name = variable.node.ident[0]
        hint = (
            "Its name is declared again inside, which may be the fault." if id(variable) in shadowing else "Remove it."
        )
        yield Finding(variable.node.start, variable.node.end, f"{name} is never read", hint)


def _must_stand(variable: Variable) -> bool:
    """Tells whether a range needs the variable for the sake of the other one."""
    return isinstance(variable.block, RangeNode) and len(variable.block.pipe.decl) == 2


RULE = Rule("GT135", "unused-variable", Severity.INFO, _check)
