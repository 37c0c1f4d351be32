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

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule

_find_line = re.compile(r"^template: [^:]*:(\d+)").search
_JINJA = (
    ("{%", "This is Jinja. Go has {{ if }}, {{ range }} and {{ end }}, with no {% %}."),
    ("elif", "Go writes {{ else if … }} for elif."),
    ("endif", "Go ends every block with {{ end }}."),
    ("endfor", "Go ends every block with {{ end }}."),
    ("==", 'Go compares with a function: eq .Role "user" for role == "user".'),
    ("!=", 'Go compares with a function: ne .Role "user" for role != "user".'),
    ("&&", "Go writes and A B for A && B."),
    ("||", "Go writes or A B for A || B."),
    ("[", "Go indexes with a function: index .Messages 0 for messages[0]."),
    ("'", 'Go puts a text between " or `; a single quote holds one character.'),
)


def _check(context: Context) -> Iterator[Finding]:
    error = context.parse_error
    if error is None or ('" not defined' in error.message and "function" in error.message):
        return
    text = context.subject.template or ""
    offset, end = error.offset, error.end
    if offset is None:
        match = _find_line(error.message)
        line = int(match[1]) if match else 1
        offset = _line_start(text, line)
        end = text.find("\n", offset)
    if end is None or end <= offset:
        offset = min(offset, max(0, len(text.rstrip()) - 1))
        end = offset + 1
    hints = [error.hint or _guess(text, offset)]
    for note in error.notes:
        line, column = context.subject.place(context.subject.in_file(note.offset))
        hints.append(f"Line {line}, column {column}: {note.text}.")
    yield Finding(offset, end, f"`ollama create` refuses the template: {error.message}", " ".join(filter(None, hints)))


def _line_start(text: str, line: int) -> int:
    offset = 0
    for _ in range(line - 1):
        offset = text.find("\n", offset) + 1
        if not offset:
            return len(text)
    return offset


def _guess(text: str, offset: int) -> str:
    """Recognises what people bring from Jinja in the action or the line at fault."""
    start = max(text.rfind("{{", 0, offset + 2), text.rfind("\n", 0, offset) + 1)
    stop = text.find("\n", offset)
    part = text[start : stop if stop >= 0 else len(text)]
    return next((hint for mark, hint in _JINJA if mark in part), "")


RULE = Rule("GT001", "parse-error", Severity.ERROR, _check)
