"""A text is put between quotes inside JSON without being escaped.

Contents have quotes and line ends. Put between `"` as they are, they break the JSON that the model reads. `json` writes
a text with its quotes, escaped.

Bad:

```gotmpl
{{ range .Messages }}{"role": "{{ .Role }}", "content": "{{ .Content }}"}
{{ end }}
```

Good:

```gotmpl
{{ range .Messages }}{"role": "{{ .Role }}", "content": {{ json .Content }}}
{{ end }}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.parse.node import ActionNode, FieldNode, ListNode, TextNode, VariableNode

_NAMES = frozenset({"Content", "Thinking", "System", "Prompt", "Response", "Description"})
_opens_json_string = re.compile(r'"\s*:\s*"$').search


def _check(context: Context) -> Iterator[Finding]:
    for body in context.nodes(ListNode):
        for before, node, behind in zip(body.nodes, body.nodes[1:], body.nodes[2:], strict=False):
            if not (isinstance(node, ActionNode) and isinstance(before, TextNode) and isinstance(behind, TextNode)):
                continue
            if not _opens_json_string(before.text) or not behind.text.startswith('"') or node.pipe.decl:
                continue
            args = node.pipe.cmds[0].args
            value = args[0]
            if len(args) != 1 or len(node.pipe.cmds) != 1 or not isinstance(value, (FieldNode, VariableNode)):
                continue
            if value.ident[-1] not in _NAMES:
                continue
            text = context.text
            edits: tuple[Edit, ...] = ()
            if text[node.start - 1] == '"' and text[node.end] == '"':
                edits = (
                    Edit(node.start - 1, node.start, ""),
                    Edit(value.start, value.start, "json "),
                    Edit(node.end, node.end + 1, ""),
                )
            message = f"a quote or a line end in {value} breaks the JSON around it"
            hint = f"Write {{{{ json {value} }}}} without the quotes around it."
            yield Finding(node.start, node.end, message, hint, edits=edits)


RULE = Rule("GT119", "json-unescaped", Severity.WARNING, _check, fixable=True)
