"""A stop is a placeholder that someone or some program was to replace.

No answer has such a text, so the stop is never met.

Bad:

```modelfile
FROM ./model.gguf
PARAMETER stop "{__EOS_TOKEN__}"
```

Good:

```modelfile
FROM ./model.gguf
PARAMETER stop "<|eot_id|>"
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule

_is_placeholder = re.compile(
    r"\{__\w+__\}|\$\{\w+\}|\{\{.*\}\}|<(?:your|insert|replace)[-_ ]?.*>|(?:your|my)[-_ ]?stop.*|"
    r"(?:stop|eos)[-_ ]?(?:token|word|sequence|string)s?|<(?:stop|eos)[-_ ]?(?:token|word|sequence)s?>|"
    r"TODO.*|string|xxx+|\.\.\.",
    re.IGNORECASE,
).fullmatch


def _check(context: Context) -> Iterator[Finding]:
    for command in context.commands:
        if command.name == "stop" and (not command.args.strip(" ") or _is_placeholder(command.args.strip())):
            what = f"{command.args} is a placeholder" if command.args.strip() else "the stop is empty"
            start = min(command.value_offset, command.value_end - 1) if command.args else command.offset
            end = command.value_end if command.args else command.end
            yield Finding(start, end, f"{what}: this stop is never met", "Write the text that ends an answer.")


RULE = Rule("GM15", "placeholder-stop", Severity.WARNING, _check)
