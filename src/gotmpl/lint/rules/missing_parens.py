"""A function among the arguments of another one is called without arguments: every request that gets there fails.

Go reads `not eq .Role "user"` as `not` with three arguments. A call inside a call stands in parentheses.

Bad:

```gotmpl
{{ range .Messages }}{{ if not eq .Role "user" }}<|{{ .Role }}|>{{ end }}{{ .Content }}{{ end }}
```

Good:

```gotmpl
{{ range .Messages }}{{ if not (eq .Role "user") }}<|{{ .Role }}|>{{ end }}{{ .Content }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.exec.builtins import BUILTINS
from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.parse.node import CommandNode, IdentifierNode, Node

#: Functions that do something without arguments.
_ALONE = frozenset({"currentDate", "yesterdayDate", "print", "println"})


def _check(context: Context) -> Iterator[Finding]:
    for command in context.nodes(CommandNode):
        inner = [arg for arg in command.args[1:] if isinstance(arg, IdentifierNode) and arg.ident not in _ALONE]
        if not inner:
            continue
        first = inner[0]
        end = command.args[-1].end
        outer = command.args[0]
        name = outer.ident if isinstance(outer, IdentifierNode) else str(outer)
        message = (
            f"{first.ident} is called without its arguments, which go to {name}: every request that gets here fails"
        )
        edits = _parentheses(command.args) if name in BUILTINS else ()
        hint = f"Put the inner call in parentheses: ({context.text[first.start : end]})."
        yield Finding(first.start, end, message, hint, edits=edits)


def _parentheses(args: list[Node]) -> tuple[Edit, ...]:
    """Puts each inner call in parentheses, which reach to the next call or the end; `not` takes the call behind it."""
    edits: list[Edit] = []
    open_calls = 0
    for i, arg in enumerate(args[1:], 1):
        if not isinstance(arg, IdentifierNode) or arg.ident in _ALONE:
            continue
        before = args[i - 1]
        nested = isinstance(before, IdentifierNode) and i > 1
        if open_calls and not nested:
            edits.append(Edit(before.end, before.end, ")" * open_calls))
            open_calls = 0
        edits.append(Edit(arg.start, arg.start, "("))
        open_calls += 1
    edits.append(Edit(args[-1].end, args[-1].end, ")" * open_calls))
    return tuple(edits)


RULE = Rule("GT126", "missing-parens", Severity.ERROR, _check, fixable=True)
