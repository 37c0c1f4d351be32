"""The template does not parse, so `ollama create` refuses it.

The message is Go's own. The place is where the text has to change, and other places that matter, such as where an
unclosed block was opened, are told in the hint.

Bad:

```gotmpl
{{ range .Messages }}{{ .Content }}
```

Good:

```gotmpl
{{ range .Messages }}{{ .Content }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule


def _check(context: Context) -> Iterator[Finding]:
    error = context.parse_error
    if error is None or ('" not defined' in error.message and "function" in error.message):
        return
    text = context.subject.template or ""
    offset, end = error.offset or 0, error.end
    if end is None or end <= offset:
        offset = min(offset, max(0, len(text.rstrip()) - 1))
        end = offset + 1
    hints = [error.hint]
    for note in error.notes:
        line, column = context.subject.place(context.subject.in_file(note.offset))
        hints.append(f"Line {line}, column {column}: {note.text}.")
    yield Finding(offset, end, f"`ollama create` refuses the template: {error.message}", " ".join(filter(None, hints)))


RULE = Rule("GT001", "parse-error", Severity.ERROR, _check)
