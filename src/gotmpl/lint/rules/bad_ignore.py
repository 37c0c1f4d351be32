"""A comment that should silence a rule has no reason or no rule, so it silences nothing.

A reason tells the next reader whether the exception still holds.

Bad:

```gotmpl
{{- /* gotmpl: ignore GT130 */ -}}
{{ range .Messages }}{{ .Content }}{{ end }}
```

Good:

```gotmpl
{{- /* gotmpl: ignore GT130 the model was trained with the date in front */ -}}
{{ range .Messages }}{{ .Content }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.ignore import find_ignores
from gotmpl.lint.rule import Context, Rule


def _check(context: Context) -> Iterator[Finding]:
    for ignore in find_ignores(context.subject):
        if not ignore.reason:
            hint = "Write `gotmpl: ignore CODE reason`, such as `gotmpl: ignore GT103 the model wants it so`."
            yield Finding(
                ignore.offset, ignore.end, "this comment silences nothing: it needs a code and a reason", hint
            )


RULE = Rule("GT003", "bad-ignore", Severity.WARNING, _check, in_file=True)
