"""Text behind `.Response` stays in the prompt of a template that knows `.Messages`.

Only a template without `.Messages` is cut at `.Response`. Here `.Response` is empty, and what stands behind it, mostly
the token that ends an answer, ends the turn of the assistant before the model has said a word.

Bad:

```gotmpl
{{ range .Messages }}<|im_start|>{{ .Role }}
{{ .Content }}<|im_end|>
{{ end }}<|im_start|>assistant
{{ .Response }}<|im_end|>
```

Good:

```gotmpl
{{ range .Messages }}<|im_start|>{{ .Role }}
{{ .Content }}<|im_end|>
{{ end }}<|im_start|>assistant
{{ .Response }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence
from gotmpl.parse.node import ActionNode, ListNode, TextNode


def _check(context: Context) -> Iterator[Finding]:
    if context.is_legacy or "response" not in context.parsed.vars:
        return
    for body in context.nodes(ListNode):
        for node, behind in zip(body.nodes, body.nodes[1:], strict=False):
            if not isinstance(node, ActionNode) or str(node.pipe) not in (".Response", "$.Response"):
                continue
            rendering = context.observe("user")
            if isinstance(behind, TextNode) and behind.text.strip() and rendering.text.endswith(behind.text):
                start = behind.start + len(behind.text) - len(behind.text.lstrip())
                end = behind.start + len(behind.text.rstrip())
                message = f"{behind.text.strip()!r} stays at the end of the prompt: .Response is empty here"
                hint = "Put it into {{ if .Response }} … {{ end }}, or leave it out."
                yield Finding(start, end, message, hint, evidence(rendering))


RULE = Rule("GT115", "text-after-response", Severity.WARNING, _check)
