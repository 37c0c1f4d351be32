"""A request without tools, a suffix or a prompt prints `null` or `<no value>` into the prompt.

Bad:

```gotmpl
You have these tools: {{ .Tools }}
{{ range .Messages }}<|{{ .Role }}|>{{ .Content }}{{ end }}<|assistant|>
```

Good:

```gotmpl
{{ if .Tools }}You have these tools: {{ .Tools }}
{{ end }}{{ range .Messages }}<|{{ .Role }}|>{{ .Content }}{{ end }}<|assistant|>
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence
from gotmpl.lint.scope import ROOT, Place
from gotmpl.parse.node import ActionNode, BranchNode, IdentifierNode, PipeNode


def _check(context: Context) -> Iterator[Finding]:
    for scenario in ("user", "system-turns"):
        rendering = context.observe(scenario)
        if rendering.error is not None:
            continue
        absent = ("Suffix",) if context.is_legacy else ("Prompt", "Suffix")
        for mark, names in (("<no value>", absent), ("null", ("Tools",))):
            if mark not in rendering.text or mark in context.text:
                continue
            for place in context.places:
                if _prints(place, names):
                    name = place.accesses[0].name
                    message = f"without a .{name} in the request {mark} stands in the prompt"
                    hint = f"Write {{{{ if .{name} }}}} … {{{{ end }}}} around it."
                    yield Finding(place.node.start, place.node.end, message, hint, evidence(rendering, mark))
                    return


def _prints(place: Place, names: tuple[str, ...]) -> bool:
    """Tells whether a place prints a field of the root that no condition around it asks for."""
    if len(place.accesses) != 1 or place.accesses[0].base is not ROOT or place.accesses[0].name not in names:
        return False
    action = next(
        (parent for parent in reversed(place.parents) if not isinstance(parent, PipeNode) and _holds(parent)), None
    )
    if not isinstance(action, ActionNode) or action.pipe.decl:
        return False
    first = action.pipe.cmds[0].args[0]
    if isinstance(first, IdentifierNode) and first.ident not in ("json", "print", "println"):
        return False
    return not any(
        isinstance(parent, BranchNode) and f".{place.accesses[0].name}" in str(parent.pipe) for parent in place.parents
    )


def _holds(node: object) -> bool:
    return isinstance(node, (ActionNode, BranchNode))


RULE = Rule("GT120", "unguarded-optional", Severity.WARNING, _check)
