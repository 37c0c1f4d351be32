"""Ollama drops some characters of a value: those that Go does not take for printable.

Among them are the no-break space and other wide spaces, the joiner inside composed emoji, the soft hyphen, the byte
order mark and control characters. The texts on both sides are then glued together.

Bad:

```modelfile
FROM llama3.2
SYSTEM You\u00a0are a pirate.
```

Good:

```modelfile
FROM llama3.2
SYSTEM You are a pirate.
```
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.modelfile.command import is_kept

_is_plain = re.compile(r"[\t\n\r -~]*").fullmatch
_NAMES = {"\x1b": "ESCAPE", "\0": "NULL"}


def _check(context: Context) -> Iterator[Finding]:
    text = context.subject.text
    for command in context.commands:
        value = text[command.value_offset : command.value_end]
        if command.name == "license" or _is_plain(value):
            continue
        dropped = [at for at in range(command.value_offset, command.value_end) if not is_kept(text[at])]
        if not dropped:
            continue
        at = dropped[0]
        char = text[at]
        name = unicodedata.name(char, _NAMES.get(char, "a character"))
        spaces = [at for at in dropped if unicodedata.category(text[at]) == "Zs"]
        edits = tuple(Edit(at, at + 1, " ") for at in spaces)
        more = f", and {len(dropped) - 1} more in this value" if len(dropped) > 1 else ""
        message = f"Ollama drops U+{ord(char):04X}, {name}{more}"
        hint = "Write a plain space." if spaces else "Write the text without it."
        yield Finding(at, at + 1, message, hint, edits=edits)


RULE = Rule("GM06", "dropped-characters", Severity.WARNING, _check, fixable=True)
