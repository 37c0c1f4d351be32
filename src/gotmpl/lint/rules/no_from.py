"""There is no FROM, so Ollama refuses the Modelfile.

Bad:

```modelfile
SYSTEM You are a pirate.
```

Good:

```modelfile
FROM llama3.2
SYSTEM You are a pirate.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.refusal import kind_of
from gotmpl.lint.rule import Context, Rule


def _check(context: Context) -> Iterator[Finding]:
    error = context.subject.error
    if error is not None and kind_of(error) == "from":
        yield context.refusal(error)


RULE = Rule("GM13", "no-from", Severity.ERROR, _check)
