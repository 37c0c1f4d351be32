"""`index` or `slice` reaches behind the end of a short conversation, and then every such request fails.

Bad:

```gotmpl
{{ (index .Messages 1).Content }}{{ range .Messages }}{{ .Content }}{{ end }}
```

Good:

```gotmpl
{{ if gt (len .Messages) 1 }}{{ (index .Messages 1).Content }}{{ end }}{{ range .Messages }}{{ .Content }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Evidence, Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.ollama.scenarios import SCENARIOS


def _check(context: Context) -> Iterator[Finding]:
    seen: set[tuple[int, int]] = set()
    for name, scenario in SCENARIOS.items():
        error = context.observe(name).error
        if error is None or not scenario.messages or error.offset is None:
            continue
        if "out of range" not in error.message and "error calling slice" not in error.message:
            continue
        place = (error.offset, error.end or error.offset + 1)
        if place not in seen:
            seen.add(place)
            message = f"with {scenario.title} every request fails: {error.message}"
            hint = "Ask for the length first: {{ if gt (len .Messages) 1 }} … {{ end }}."
            yield Finding(*place, message, hint, Evidence(name, error.output[-200:]))


RULE = Rule("GT136", "index-out-of-range", Severity.ERROR, _check)
