"""Two tool calls at once come out with nothing between them, which is no JSON.

The calls stand between `[` and `]`, but there is no comma between them. The model sees `{…}{…}` and learns to write
that.

Bad:

```gotmpl
{{ .Tools }}{{ range .Messages }}<|{{ .Role }}|>{{ if .ToolCalls }}<tool_calls>[
{{- range .ToolCalls }}{"name": "{{ .Function.Name }}"}{{ end }}]
{{- end }}{{ .Content }}{{ end }}<|assistant|>
```

Good:

```gotmpl
{{ .Tools }}{{ range .Messages }}<|{{ .Role }}|>{{ if .ToolCalls }}<tool_calls>[
{{- range $i, $_ := .ToolCalls }}{{ if $i }}, {{ end }}{"name": "{{ .Function.Name }}"}{{ end }}]
{{- end }}{{ .Content }}{{ end }}<|assistant|>
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence
from gotmpl.parse.node import RangeNode

_find_glue = re.compile(r"\}\s*\{(?=[^{}]*find_train)").search


def _check(context: Context) -> Iterator[Finding]:
    if "toolcalls" not in context.parsed.vars:
        return
    rendering = context.observe("tool-calls-silent")
    calls = rendering.between("Rain in Oslo, and a train there?", "drizzle, 9 degrees")
    if rendering.error is not None or calls is None:
        return
    glue = _find_glue(calls)
    if glue is None or calls.count("[", 0, glue.start()) <= calls.count("]", 0, glue.start()):
        return
    if "]" not in calls[glue.end() :]:
        return
    for node in context.nodes(RangeNode):
        if "ToolCalls" in str(node.pipe):
            start, end = context.head(node)
            message = "two tool calls at once come out as {…}{…} without a comma between them"
            hint = "Write {{ range $i, $call := .ToolCalls }}{{ if $i }}, {{ end }}…"
            yield Finding(start, end, message, hint, evidence(rendering, glue[0]), _comma(context, node))
            return


def _comma(context: Context, node: RangeNode) -> tuple[Edit, ...]:
    _, end = context.head(node)
    names = [variable.ident[0] for variable in node.pipe.decl]
    trim = "-" if context.text.startswith("-}}", end - 3) else ""
    index = names[0] if len(names) == 2 else "$i"
    comma = Edit(end, end, f"{{{{ if {index} }}}}, {{{{ end {trim}}}}}")
    if len(names) == 2:
        return (comma,)
    at = node.pipe.decl[0].start if names else node.pipe.cmds[0].start
    return Edit(at, at, "$i, " if names else "$i, $_ := "), comma


RULE = Rule("GT118", "toolcalls-no-separator", Severity.WARNING, _check, fixable=True)
