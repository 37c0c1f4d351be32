"""Ollama ignores this PARAMETER: it was taken out.

Bad:

```modelfile
FROM llama3.2
PARAMETER mirostat 2
PARAMETER temperature 0.7
```

Good:

```modelfile
FROM llama3.2
PARAMETER temperature 0.7
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.modelfile import DEPRECATED_PARAMETERS


def _check(context: Context) -> Iterator[Finding]:
    text = context.subject.text
    for command in context.commands:
        if command.is_parameter and command.name in DEPRECATED_PARAMETERS:
            start = text.rfind("\n", 0, command.offset) + 1
            end = text.find("\n", command.end)
            end = len(text) if end < 0 else end + 1
            # A value that took in the lines behind it is not this rule's to delete.
            edits = () if "\n" in text[command.offset : command.end] else (Edit(start, end, ""),)
            name = text.find(command.name, command.offset + len("PARAMETER"))
            message = f"Ollama ignores {command.name}, with a warning"
            yield Finding(name, name + len(command.name), message, "Remove the line.", edits=edits)


RULE = Rule("GM16", "deprecated-parameter", Severity.WARNING, _check, fixable=True)
