"""A `#` behind a value begins no comment, but is a part of the value.

Only a line that begins with `#` is a comment.

Bad:

```modelfile
FROM llama3.2
PARAMETER temperature 0.7 # a little
```

Good:

```modelfile
FROM llama3.2
# a little
PARAMETER temperature 0.7
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.rule import Context, Rule

_TEXTS = frozenset({"license", "template", "system", "message"})
_find_comment = re.compile(r"[ \t]+#(?!\S*\|).*").search
_find_behind_quote = re.compile(r'(?<=")[ \t]+#.*').search


def _check(context: Context) -> Iterator[Finding]:
    text = context.subject.text
    for command in context.commands:
        line_end = text.find("\n", command.offset)
        line_end = len(text) if line_end < 0 else line_end
        quoted = text[command.value_offset - 1] == '"'
        if quoted:
            match = _find_behind_quote(text, command.value_offset, line_end)
        elif command.name in _TEXTS:
            match = None
        else:
            match = _find_comment(text, command.value_offset, line_end)
        if match is None:
            continue
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        end = match.start() + len(match[0].rstrip())
        at = text.rfind("\n", 0, command.offset) + 1
        edits = (Edit(at, at, f"{text[start:end]}\n"), Edit(match.start(), match.end(), ""))
        message = f"{text[start:end][:40]!r} is no comment here, but a part of the value"
        yield Finding(start, end, message, "Put the comment on a line of its own.", edits=edits)


RULE = Rule("GM03", "trailing-comment", Severity.ERROR, _check, fixable=True)
