"""The text that ends an answer in the template is in no PARAMETER stop.

As soon as a Modelfile has one stop, those of the model that it is made from are gone. If the token that ends an answer
is not among them and not the model's own end token, the model goes on and writes the next turn of the user, too.

Bad:

```modelfile
FROM ./model.gguf
TEMPLATE "{{ range .Messages }}<|im_start|>{{ .Role }} {{ .Content }}<|im_end|>{{ end }}<|im_start|>assistant"
PARAMETER stop "</s>"
```

Good:

```modelfile
FROM ./model.gguf
TEMPLATE "{{ range .Messages }}<|im_start|>{{ .Role }} {{ .Content }}<|im_end|>{{ end }}<|im_start|>assistant"
PARAMETER stop "</s>"
PARAMETER stop "<|im_end|>"
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence
from gotmpl.lint.turns import ANSWER, turn_end

#: The tokens that models end a text with; they stop without a PARAMETER.
_OWN_ENDS = frozenset({"</s>", "<eos>", "<|endoftext|>", "<|end_of_text|>", "<｜end▁of▁sentence｜>", "<|EOT|>"})
_match_token = re.compile(r"\s*(<[^<>\s]+>|\[/?[A-Z_]+\])").match


def _check(context: Context) -> Iterator[Finding]:
    stops = [command for command in context.commands if command.name == "stop"]
    end = turn_end(context.observe)
    if not stops or end is None or context.observe.fails("turns"):
        return
    match = _match_token(end)
    if match is None or any(command.args and command.args in end for command in stops):
        return
    token = match[1]
    if token in _OWN_ENDS:
        return
    last = stops[-1]
    message = f"an answer ends with {token}, which is no PARAMETER stop: the model may go on and speak for the user"
    hint = f'Add PARAMETER stop "{token}".'
    yield Finding(last.offset, last.end, message, hint, evidence(context.observe("turns"), ANSWER))


RULE = Rule("GT113", "stop-coverage", Severity.WARNING, _check, in_file=True)
