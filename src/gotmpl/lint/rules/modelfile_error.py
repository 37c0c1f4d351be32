"""Ollama refuses the Modelfile.

The message is Ollama's own. Faults with a rule of their own are told by that.

Bad:

```modelfile
FROM llama3.2
PARAMETR temperature 0.7
```

Good:

```modelfile
FROM llama3.2
PARAMETER temperature 0.7
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.refusal import kind_of
from gotmpl.lint.rule import Context, Rule


def _check(context: Context) -> Iterator[Finding]:
    error = context.subject.error
    if error is not None and kind_of(error) == "other":
        yield context.refusal(error)


RULE = Rule("GM00", "modelfile-error", Severity.ERROR, _check)
