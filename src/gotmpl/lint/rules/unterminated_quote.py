"""A quote is not closed where it should be, so the value goes on and takes in the commands behind it.

A value that begins with `"` or three of them ends where the same quote ends a line. If that comes late, the commands in
between are text; if it never comes, Ollama refuses the Modelfile.

Bad:

```modelfile
FROM llama3.2
SYSTEM "You are a pirate.
PARAMETER temperature 0.7
PARAMETER stop "Matey"
```

Good:

```modelfile
FROM llama3.2
SYSTEM "You are a pirate."
PARAMETER temperature 0.7
PARAMETER stop "Matey"
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.refusal import kind_of
from gotmpl.lint.rule import Context, Rule
from gotmpl.modelfile import PARAMETERS

_find_command = re.compile(
    rf'^[ \t#]*(?:PARAMETER[ \t]+(?:{"|".join(PARAMETERS)})[ \t]+\S|(?:TEMPLATE|SYSTEM)[ \t]+"|FROM[ \t]+\S+[ \t]*$'
    r"|MESSAGE[ \t]+(?:system|user|assistant)[ \t]+\S)",
    re.MULTILINE,
).search


def _check(context: Context) -> Iterator[Finding]:
    error = context.subject.error
    if error is not None and kind_of(error) == "unclosed":
        yield context.refusal(error)
    text = context.subject.text
    for command in context.commands:
        if command.name == "license" or command.value_offset == command.offset:
            continue
        match = _find_command(text, command.value_offset, command.value_end)
        if (
            match is None
            or match.start() == command.value_offset
            or _in_fence(text, command.value_offset, match.start())
        ):
            continue
        if text[command.value_offset - 1] != '"':
            continue
        opened = command.value_offset - (3 if text.startswith('"""', command.value_offset - 3) else 1)
        line, _ = context.subject.place(match.start())
        message = f"the quote that is opened here takes in the command on line {line}, {match[0].strip()}…"
        hint = "Close the quote at the end of the text, as the last thing on its line."
        yield Finding(opened, command.value_offset, message, hint)


def _in_fence(text: str, start: int, at: int) -> bool:
    """Tells whether a place is inside a Markdown code block, in a text about Modelfiles."""
    return text.count("```", start, at) % 2 == 1


RULE = Rule("GM02", "unterminated-quote", Severity.ERROR, _check)
