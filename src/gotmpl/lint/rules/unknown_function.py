"""The template calls a function that Ollama does not have, so `ollama create` refuses it.

There are Go's builtin functions and `json`, `currentDate`, `yesterdayDate` and `toTypeScriptType`; the functions of
Jinja, of Sprig and of Helm are not there.

Bad:

```gotmpl
{{ range .Messages }}{{ .Content | trim }}{{ end }}
```

Good:

```gotmpl
{{ range .Messages }}{{ .Content }}{{ end }}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.lint.scope import ROOT, fields_of
from gotmpl.ollama.values import MESSAGE

_match = re.compile(r'template: [^:]*:\d+: function "(.+)" not defined').fullmatch
_FIELDS = {name.lower(): name for name in (*fields_of(MESSAGE), *fields_of(ROOT))}


def _check(context: Context) -> Iterator[Finding]:
    error = context.parse_error
    match = _match(error.message) if error else None
    if error is None or match is None:
        return
    name, offset = match[1], error.offset or 0
    hint = error.hint
    if field := _FIELDS.get(name.lower()):
        hint = f"A field has a dot before it and a capital letter: .{field}."
    message = f"Ollama has no function {name}: `ollama create` refuses the template"
    yield Finding(offset, offset + len(name), message, hint)


RULE = Rule("GT105", "unknown-function", Severity.ERROR, _check)
