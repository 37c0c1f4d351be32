r"""A backslash in a stop is a backslash: `\n` is two characters, and no answer has them.

A Modelfile has no escapes. A value between quotes may hold a real line end.

Bad:

```modelfile
FROM llama3.2
PARAMETER stop "\nUser:"
```

Good:

```modelfile
FROM llama3.2
PARAMETER stop "
User:"
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.rule import Context, Rule

_find = re.compile(r"\\[nrt\"]").search
_replace = re.compile(r"\\([nt])").sub


def _check(context: Context) -> Iterator[Finding]:
    text = context.subject.text
    for command in context.commands:
        if command.name != "stop":
            continue
        match = _find(text, command.value_offset, command.value_end)
        if match is None:
            continue
        value = text[command.value_offset : command.value_end]
        edits: tuple[Edit, ...] = ()
        if text[command.value_offset - 1] == '"' and not _find(_replace("", value)) and '"' not in value:
            right = _replace(lambda found: "\n" if found[1] == "n" else "\t", value)
            edits = (Edit(command.value_offset, command.value_end, right),)
        message = f"{match[0]} is a backslash and a letter in a Modelfile: this stop is never met"
        yield Finding(*match.span(), message, "Put a real line end between the quotes.", edits=edits)


RULE = Rule("GM07", "escape-in-stop", Severity.ERROR, _check, fixable=True)
