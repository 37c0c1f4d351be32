"""A value does not survive `ollama show --modelfile`: read back, it is another one.

Ollama writes a value with quotes only if it has line ends or spaces at its edges, and never escapes a quote. Whoever
makes a model of what `show --modelfile` prints gets another value, or an error.

Bad:

```modelfile
FROM llama3.2
SYSTEM \"\"\""Arr" is what you say.\"\"\"
```

Good:

```modelfile
FROM llama3.2
SYSTEM You say "Arr".
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl import modelfile
from gotmpl.errors import ModelfileError
from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.modelfile import Command


def _check(context: Context) -> Iterator[Finding]:
    for command in context.commands:
        if command.name == "license" or _survives(command):
            continue
        message = f"`ollama show --modelfile` writes this value of {command.keyword} so that it is read back as another"
        hint = "Do without the quote at its edge; or keep this file, and do not rebuild the model from what is shown."
        end = command.value_offset + len(
            context.subject.text[command.value_offset : command.value_end].partition("\n")[0]
        )
        yield Finding(command.value_offset, max(end, command.value_offset + 1), message, hint)


def _survives(command: Command) -> bool:
    try:
        return modelfile.parse(f"FROM x\n{command}\n").commands[1:] == [command]
    except ModelfileError:
        return False


RULE = Rule("GM08", "lossy-value", Severity.WARNING, _check)
