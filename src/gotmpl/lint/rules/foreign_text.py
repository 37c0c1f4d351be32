"""The file is no Modelfile as it stands.

It is UTF-16 without a mark, or has the fence of a Markdown code block or a line of a log.

Bad:

```modelfile
failed to get console mode for stdout: The handle is invalid.
FROM llama3.2
```

Good:

```modelfile
FROM llama3.2
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.refusal import kind_of
from gotmpl.lint.rule import Context, Rule


def _check(context: Context) -> Iterator[Finding]:
    error = context.subject.error
    if error is None or kind_of(error) != "foreign":
        return
    finding = context.refusal(error)
    text = context.subject.text
    line = text[finding.offset :].partition("\n")[0]
    if line.strip("\0"):
        finding = finding._replace(end=max(finding.end, finding.offset + len(line)))
    if "console mode" in line or line.startswith(("time=", "Error:")):
        finding = finding._replace(hint="This line was written by a program into the file; delete it.")
    yield finding


RULE = Rule("GM11", "foreign-text", Severity.ERROR, _check)
