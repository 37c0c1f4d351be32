"""A command that counts once stands twice: the last one wins without a word.

Bad:

```modelfile
FROM llama3.2
SYSTEM You are a pirate.
SYSTEM You are a poet.
```

Good:

```modelfile
FROM llama3.2
SYSTEM You are a pirate and a poet.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.modelfile import PARAMETERS

_ONCE = frozenset({"template", "system", "renderer", "parser", "requires"}) | (PARAMETERS.keys() - {"stop"})


def _check(context: Context) -> Iterator[Finding]:
    last = {command.name: command for command in context.commands}
    for command in context.commands:
        if command.name in _ONCE and command is not last[command.name]:
            line, _ = context.subject.place(last[command.name].offset)
            end = context.subject.text.find("\n", command.offset)
            end = command.end if end < 0 else min(end, command.end)
            message = f"this {command.keyword} has no effect: the one on line {line} wins"
            yield Finding(command.offset, end, message, "Remove one of them.")


RULE = Rule("GM09", "repeated-command", Severity.WARNING, _check)
