"""A MESSAGE has a role that Ollama does not allow, so it refuses the Modelfile.

A Modelfile has messages of system, user and assistant, in small letters.

Bad:

```modelfile
FROM llama3.2
MESSAGE User Ahoy!
```

Good:

```modelfile
FROM llama3.2
MESSAGE user Ahoy!
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.refusal import kind_of
from gotmpl.lint.rule import Context, Rule
from gotmpl.modelfile import ROLES


def _check(context: Context) -> Iterator[Finding]:
    error = context.subject.error
    if error is None or kind_of(error) != "role":
        return
    finding = context.refusal(error)
    role = context.subject.text[finding.offset : finding.end]
    if role.lower() in ROLES:
        finding = finding._replace(edits=(Edit(finding.offset, finding.end, role.lower()),))
    yield finding


RULE = Rule("GM10", "message-role", Severity.ERROR, _check, fixable=True)
