"""Ollama fills no name of this kind at the root, so it never has a value.

The root is a map: a name it lacks is false in an `if` and prints `<no value>`. Ollama fills System, Prompt, Response,
Suffix, Messages, Tools, Think, ThinkLevel and IsThinkSet, nothing else. `.First` and `.Context` were filled by versions
before 0.2.

Bad:

```gotmpl
{{ if .system }}<|system|>{{ .System }}{{ end }}{{ range .Messages }}{{ .Content }}{{ end }}
```

Good:

```gotmpl
{{ if .System }}<|system|>{{ .System }}{{ end }}{{ range .Messages }}{{ .Content }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.lint.scope import ROOT

_NAMES = [field.name for field in ROOT.fields]


def _check(context: Context) -> Iterator[Finding]:
    seen: set[str] = set()
    for place in context.places:
        for access in place.accesses:
            if access.base is not ROOT or access.name in _NAMES or access.name in seen:
                continue
            seen.add(access.name)
            message = f"Ollama fills no .{access.name}: it is never true and prints <no value>"
            same = [name for name in _NAMES if name.lower() == access.name.lower()]
            close = same or get_close_matches(access.name, _NAMES, 1, 0.75)
            hint = f"Did you mean .{close[0]}?" if close else f"Ollama fills {', '.join(_NAMES)}."
            edits = (Edit(access.offset, access.end, same[0]),) if same else ()
            yield Finding(access.offset, access.end, message, hint, edits=edits)


RULE = Rule("GT138", "unknown-name", Severity.WARNING, _check, fixable=True)
