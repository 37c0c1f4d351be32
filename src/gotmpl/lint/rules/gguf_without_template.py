"""A model is made from a GGUF file without a TEMPLATE, and what Ollama then takes is not in this file.

It takes the chat template inside the GGUF, if it knows it or can run it; if there is none, the prompt reaches the model
without any turns.

Bad:

```modelfile
FROM ./model.Q4_K_M.gguf
PARAMETER temperature 0.7
```

Good:

```modelfile
FROM ./model.Q4_K_M.gguf
TEMPLATE "{{ range .Messages }}<|{{ .Role }}|>{{ .Content }}<|end|>{{ end }}<|assistant|>"
PARAMETER temperature 0.7
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule


def _check(context: Context) -> Iterator[Finding]:
    file = context.modelfile
    if file is None or context.options.chat_template or context.subject.command is not None or file.renderer:
        return
    for command in context.commands:
        if command.name == "model" and command.args.lower().endswith(".gguf"):
            message = "there is no TEMPLATE: it depends on the chat template inside this file what the model gets"
            hint = "Add a TEMPLATE, or look with --gguf at what the file has."
            yield Finding(command.value_offset, command.value_end, message, hint)
            return


RULE = Rule("GM14", "gguf-without-template", Severity.INFO, _check)
