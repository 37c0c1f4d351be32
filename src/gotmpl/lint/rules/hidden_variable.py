"""A name stands only before the field of a chain, `(…).Field`, where Ollama does not look for names.

Ollama decides by the names in a template whether it knows messages, tools or a suffix. What is inside `(…).Field` is
not among them, so the template is run in the wrong way, or tools are refused.

Bad:

```gotmpl
{{ (index .Messages 0).Content }}<|assistant|>
```

Good:

```gotmpl
{{ range .Messages }}{{ .Content }}{{ end }}<|assistant|>
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.parse.node import ChainNode

_EFFECTS = {
    "Messages": "Ollama takes the template for one without messages and gives it none",
    "Tools": "Ollama refuses requests with tools",
    "ToolCalls": "Ollama does not see that the template prints tool calls",
    "Suffix": "Ollama refuses requests with a suffix",
    "Response": "Ollama appends a second .Response",
}


def _check(context: Context) -> Iterator[Finding]:
    seen: set[str] = set()
    for place in context.places:
        if not any(isinstance(parent, ChainNode) for parent in place.parents):
            continue
        for access in place.accesses:
            name = access.name
            if name in _EFFECTS and name.lower() not in context.parsed.vars and name not in seen:
                seen.add(name)
                message = f"Ollama overlooks .{name} inside (…).Field: {_EFFECTS[name]}"
                hint = f"Put it into a variable first: {{{{ $x := … }}}}, or name .{name} in an if."
                yield Finding(access.offset - 1, access.end, message, hint)


RULE = Rule("GT121", "hidden-variable", Severity.WARNING, _check)
