"""A value without quotes ends with its line, and the next line is taken for a command.

A text of several lines stands between three quotes.

Bad:

```modelfile
FROM llama3.2
SYSTEM You are a pirate.
You answer in verse.
PARAMETER temperature 0.7
```

Good:

```modelfile
FROM llama3.2
SYSTEM \"\"\"You are a pirate.
You answer in verse.\"\"\"
PARAMETER temperature 0.7
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.refusal import kind_of
from gotmpl.lint.rule import Context, Rule
from gotmpl.modelfile import COMMANDS

_find_command = re.compile(rf"^[ \t]*(?:{'|'.join(COMMANDS)})[ \t]", re.MULTILINE | re.IGNORECASE).search


def _check(context: Context) -> Iterator[Finding]:
    error = context.subject.error
    if error is None or error.offset is None or kind_of(error) != "unquoted":
        return
    finding = context.refusal(error)
    text = context.subject.text
    start = error.notes[0].offset
    line = text[start : text.find("\n", start)]
    words = 2 if line.upper().startswith("MESSAGE") else 1
    match = re.match(rf"(?:\S+[ \t]+){{{words}}}", line)
    following = _find_command(text, error.offset)
    stop = len(text[: following.start()].rstrip()) if following else len(text.rstrip())
    if match is None or '"""' in text[start:stop]:
        yield finding
        return
    begin = start + match.end()
    yield finding._replace(edits=(Edit(begin, begin, '"""'), Edit(stop, stop, '"""')))


RULE = Rule("GM01", "unquoted-lines", Severity.ERROR, _check, fixable=True)
