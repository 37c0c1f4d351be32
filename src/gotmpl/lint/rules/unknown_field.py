"""A message, tool or tool call has no field of this name, so every request that gets there fails.

Ollama's messages are Go structs: a name they lack is an error, not an empty text. The names begin with a capital
letter. At the root a name that Ollama does not fill is no error, but never has a value; see `unknown-name`.

Bad:

```gotmpl
{{ range $i, $m := .Messages }}{{ $m.content }}{{ end }}
```

Good:

```gotmpl
{{ range $i, $m := .Messages }}{{ $m.Content }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from gotmpl.golang.kind import Kind, Type
from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.lint.scope import ROOT, Access, fields_of
from gotmpl.ollama import values

_NAMES = {
    values.MESSAGE: "a message",
    values.TOOL_CALL: "a tool call",
    values.TOOL_CALL_FUNCTION: "the function of a tool call",
    values.TOOL: "a tool",
    values.TOOL_FUNCTION: "the function of a tool",
    values.TOOL_FUNCTION_PARAMETERS: "the parameters of a tool",
    values.TOOL_PROPERTY: "a property of a tool",
}
_ROOT_NAMES = frozenset(field.name for field in ROOT.fields)


def _check(context: Context) -> Iterator[Finding]:
    for place in context.places:
        for access in place.accesses:
            if access.base is None or not access.fails or (access.first and access.name in _ROOT_NAMES):
                continue
            yield _finding(access, access.base)


def _finding(access: Access, base: Type) -> Finding:
    inner = base.elem if base.kind is Kind.POINTER and base.elem is not None else base
    subject = _NAMES.get(inner, f"a value of Go's type {inner}")
    known = fields_of(inner)
    message = f"{subject} has no field {access.name}: every request that gets here fails"
    same = [name for name in known if name.lower() == access.name.lower().replace("_", "")]
    close = same or get_close_matches(access.name, known, 1, 0.75)
    if close:
        edits = (Edit(access.offset, access.end, close[0]),) if same else ()
        return Finding(access.offset, access.end, message, f"Did you mean .{close[0]}?", edits=edits)
    hint = f"It has {', '.join(known)}." if known else "It has no fields."
    return Finding(access.offset, access.end, message, hint)


RULE = Rule("GT104", "unknown-field", Severity.ERROR, _check, fixable=True)
