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

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule

_find = re.compile(r"\{\{(?:- )?/\*\s*gotmpl:\s*(.*?)\s*\*/(?: -)?\}\}", re.DOTALL).finditer
_is_good = re.compile(r"ignore\s+G[TM][0-9]+(?:[ ,]+G[TM][0-9]+)*[ :,]+\S.*", re.DOTALL).fullmatch


def _check(context: Context) -> Iterator[Finding]:
    for match in _find(context.subject.template or ""):
        if not _is_good(match[1]):
            hint = "Write `gotmpl: ignore CODE reason`, such as `gotmpl: ignore GT103 the model wants it so`."
            yield Finding(
                match.start(), match.end(), "this comment silences nothing: it needs a code and a reason", hint
            )


RULE = Rule("GT003", "bad-ignore", Severity.WARNING, _check)
