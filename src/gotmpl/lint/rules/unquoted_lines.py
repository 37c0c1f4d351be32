"""A value without quotes ends with its line, and the next line is taken for a command.

A text of several lines stands between three quotes. Ollama refuses the next line, or, if it begins with a word such as
From or Message, takes it for that command without a word.

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
    yield from _taken_for_commands(context)
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


def _taken_for_commands(context: Context) -> Iterator[Finding]:
    """Looks for lines that go on with the text before them, but begin with the name of a command."""
    text = context.subject.text
    for before, command in zip(context.commands, context.commands[1:], strict=False):
        word = text[command.offset :].split(None, 1)[0]
        is_text = before.name in ("system", "template", "message") and text[before.value_offset - 1] != '"'
        if not is_text or word.isupper() or not text[before.offset : before.offset + 2].isupper():
            continue
        if " " in command.args and text[before.end : command.offset].count("\n") == 1:
            message = f"this line is no part of the text before it: Ollama takes it for the command {word.upper()}"
            hint = 'Put the text of several lines between """ and """.'
            yield Finding(command.offset, command.end, message, hint)


RULE = Rule("GM01", "unquoted-lines", Severity.ERROR, _check, fixable=True)
