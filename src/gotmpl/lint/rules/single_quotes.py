"""Single or bent quotes are a part of the value: a Modelfile knows only straight double ones.

Bad:

```modelfile
FROM llama3.2
PARAMETER stop '<|eot_id|>'
```

Good:

```modelfile
FROM llama3.2
PARAMETER stop "<|eot_id|>"
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.rule import Context, Rule

_QUOTES = ("''", "“”", "‘’", "””", "’’")


def _check(context: Context) -> Iterator[Finding]:
    text = context.subject.text
    for command in context.commands:
        value = text[command.value_offset : command.value_end]
        if len(value) < 2 or value[0] + value[-1] not in _QUOTES or text[command.value_offset - 1] == '"':
            continue
        edits: tuple[Edit, ...] = ()
        if '"' not in value:
            start, end = command.value_offset, command.value_end
            edits = (Edit(start, start + 1, '"'), Edit(end - 1, end, '"'))
        message = f"the quotes of {value[:40]} are a part of the value"
        yield Finding(command.value_offset, command.value_end, message, 'Write ".', edits=edits)


RULE = Rule("GM04", "single-quotes", Severity.ERROR, _check, fixable=True)
