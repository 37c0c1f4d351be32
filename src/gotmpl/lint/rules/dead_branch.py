"""No request can reach this branch.

The same condition was asked before in the chain, the condition is a constant, or a role is asked for in capital
letters, which Ollama makes small.

Bad:

```gotmpl
{{ range .Messages }}{{ if eq .Role "User" }}<|user|>{{ else }}<|other|>{{ end }}{{ .Content }}{{ end }}
```

Good:

```gotmpl
{{ range .Messages }}{{ if eq .Role "user" }}<|user|>{{ else }}<|other|>{{ end }}{{ .Content }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.parse.node import (
    BoolNode,
    CommandNode,
    FieldNode,
    IdentifierNode,
    IfNode,
    NumberNode,
    StringNode,
    VariableNode,
)


def _check(context: Context) -> Iterator[Finding]:
    inner = {id(node.else_list.nodes[0]) for node in context.nodes(IfNode) if node.else_list and node.else_list.nodes}
    for node in context.nodes(IfNode):
        if id(node) not in inner:
            yield from _chain(node)
        if not node.pipe.decl and len(node.pipe.cmds) == 1 and len(node.pipe.cmds[0].args) == 1:
            value = node.pipe.cmds[0].args[0]
            if isinstance(value, (BoolNode, NumberNode, StringNode)):
                message = f"the condition is the constant {value}"
                yield Finding(value.start, value.end, message, "Remove the if, or ask for a field.")
    for command in context.nodes(CommandNode):
        if isinstance(command.args[0], IdentifierNode) and command.args[0].ident == "eq" and len(command.args) >= 3:
            yield from _roles(command)


def _chain(node: IfNode) -> Iterator[Finding]:
    """Looks for a condition that an earlier one in a chain of else-ifs has caught."""
    seen: set[str] = set()
    current: IfNode | None = node
    while current is not None:
        condition = str(current.pipe)
        if condition in seen:
            message = f"this branch is never reached: {condition} was asked before in the chain"
            yield Finding(current.pipe.start, current.pipe.end, message, "Remove the branch, or correct its condition.")
        seen.add(condition)
        nodes = [] if current.else_list is None else current.else_list.nodes
        current = nodes[0] if len(nodes) == 1 and isinstance(nodes[0], IfNode) else None


def _roles(command: CommandNode) -> Iterator[Finding]:
    value = command.args[1]
    if not isinstance(value, (FieldNode, VariableNode)) or value.ident[-1] != "Role":
        return
    for role in command.args[2:]:
        if isinstance(role, StringNode) and role.text != role.text.lower():
            message = f"no role is {role.text!r}: Ollama makes roles small"
            yield Finding(role.start, role.end, message, f'Write "{role.text.lower()}".')


RULE = Rule("GT131", "dead-branch", Severity.WARNING, _check)
