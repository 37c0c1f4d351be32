"""A PARAMETER is unknown or its value is of another type, so `ollama create` refuses the Modelfile.

Bad:

```modelfile
FROM llama3.2
PARAMETER Num_ctx 4096
```

Good:

```modelfile
FROM llama3.2
PARAMETER num_ctx 4096
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.errors import ModelfileError
from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.modelfile import DEPRECATED_PARAMETERS, PARAMETERS, format_parameter


def _check(context: Context) -> Iterator[Finding]:
    text = context.subject.text
    for command in context.commands:
        if not command.is_parameter or command.name in DEPRECATED_PARAMETERS:
            continue
        try:
            format_parameter(command.name, command.args)
        except ModelfileError as error:
            start, end = command.value_offset, command.value_end
            edits: tuple[Edit, ...] = ()
            if command.name not in PARAMETERS:
                start = text.find(command.name, command.offset + len("PARAMETER"))
                end = start + len(command.name)
                if command.name.lower() in PARAMETERS:
                    edits = (Edit(start, end, command.name.lower()),)
            if "\n" in text[start:end]:
                end = text.find("\n", start)
            message = f"`ollama create` refuses the Modelfile: {error.message}"
            yield Finding(start, max(end, start + 1), message, error.hint, edits=edits)


RULE = Rule("GM12", "bad-parameter", Severity.ERROR, _check, fixable=True)
