"""`index` is asked of a list that can be empty, and then every such request fails.

Bad:

```gotmpl
{{ range .Messages }}{{ .Content }}{{ (index .ToolCalls 0).Function.Name }}{{ end }}
```

Good:

```gotmpl
{{ range .Messages }}{{ .Content }}{{ if .ToolCalls }}{{ (index .ToolCalls 0).Function.Name }}{{ end }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.golang.kind import Kind
from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.lint.scope import MESSAGES
from gotmpl.parse.node import BranchNode, CommandNode, IdentifierNode, NumberNode


def _check(context: Context) -> Iterator[Finding]:
    types = {id(place.node): place.type for place in context.places}
    for place in context.places:
        command = place.node
        if not isinstance(command, CommandNode) or len(command.args) != 3:
            continue
        function, subject, at = command.args
        if not isinstance(function, IdentifierNode) or function.ident != "index" or not isinstance(at, NumberNode):
            continue
        type = types.get(id(subject))
        # Ollama renders nothing without messages, and a longer list of them is a matter of index-out-of-range.
        if type is None or type.kind is not Kind.SLICE or type is MESSAGES or at.int64 != 0:
            continue
        name = str(subject)
        if any(isinstance(parent, BranchNode) and name in str(parent.pipe) for parent in place.parents[:-1]):
            continue
        message = f"{name} can be empty, and then the request fails here"
        yield Finding(command.start, command.end, message, f"Write {{{{ if {name} }}}} … {{{{ end }}}} around it.")


RULE = Rule("GT132", "list-may-be-empty", Severity.WARNING, _check)
