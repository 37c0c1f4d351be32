"""Text behind the closing quotes keeps them from closing, so the value goes on.

A value that begins with three quotes ends where three quotes are the last thing on a line.

Bad:

```modelfile
FROM llama3.2
SYSTEM \"\"\"You are a pirate.\"\"\" and a poet
PARAMETER temperature 0.7
TEMPLATE \"\"\"{{ .Prompt }}\"\"\"
```

Good:

```modelfile
FROM llama3.2
SYSTEM \"\"\"You are a pirate and a poet.\"\"\"
PARAMETER temperature 0.7
TEMPLATE \"\"\"{{ .Prompt }}\"\"\"
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.refusal import kind_of
from gotmpl.lint.rule import Context, Rule

_find_text = re.compile(r'"""[ \t]*([^\s"][^\n]*)').search
_find_opened = re.compile(r'^[ \t#]*[A-Za-z]+(?:[ \t]+\w+)?[ \t]+"""', re.MULTILINE).search


def _check(context: Context) -> Iterator[Finding]:
    text = context.subject.text
    for command in context.commands:
        if text.startswith('"""', command.value_offset - 3):
            yield from _behind(text, command.value_offset, command.value_end)
    error = context.subject.error
    if error is not None and kind_of(error) == "unclosed" and error.notes:
        opened = error.notes[0].offset
        if text.startswith('"""', opened):
            yield from _behind(text, opened + 3, len(text))


def _behind(text: str, start: int, end: int) -> Iterator[Finding]:
    match = _find_text(text, start, end)
    if match is None or text.count("```", start, match.start()) % 2:
        return
    line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    if _find_opened(line + '"""') and match.start() != start:
        # The three quotes open a value of the next command, which this one took in.
        opened = _find_opened(line + '"""')
        if opened and opened.end() == len(line) + 3:
            return
    found = match[1].rstrip()
    message = f"{found[:40]!r} behind the quotes keeps the value from ending here"
    yield Finding(match.start(1), match.start(1) + len(found), message, "Let the quotes be the last thing on the line.")


RULE = Rule("GM05", "text-after-quotes", Severity.ERROR, _check)
