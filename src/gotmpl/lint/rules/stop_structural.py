"""A PARAMETER stop is something that an answer begins with or has inside, so the answer is cut off.

The tag of a tool call and the tags of a thought are part of an answer: with such a stop there is never a tool call, or
never an answer behind the thought.

Bad:

```modelfile
FROM ./model.gguf
TEMPLATE \"\"\"{{ .Tools }}{{ range .Messages }}<|{{ .Role }}|>{{ if .ToolCalls }}<tool_call>
{{ range .ToolCalls }}{{ .Function.Name }} {{ .Function.Arguments }}{{ end }}{{ end }}{{ .Content }}<|end|>
{{ end }}<|assistant|>\"\"\"
PARAMETER stop <tool_call>
PARAMETER stop <|end|>
```

Good:

```modelfile
FROM ./model.gguf
TEMPLATE \"\"\"{{ .Tools }}{{ range .Messages }}<|{{ .Role }}|>{{ if .ToolCalls }}<tool_call>
{{ range .ToolCalls }}{{ .Function.Name }} {{ .Function.Arguments }}{{ end }}{{ end }}{{ .Content }}<|end|>
{{ end }}<|assistant|>\"\"\"
PARAMETER stop <|end|>
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.lint.turns import generation_prompt
from gotmpl.ollama.tools import NO_TAG


def _check(context: Context) -> Iterator[Finding]:
    template = context.parsed
    tags = dict.fromkeys(filter(None, template.thinking_tags), "a thought") if all(template.thinking_tags) else {}
    if "tools" in template.vars and template.tool_call_tag != NO_TAG:
        tags[template.tool_call_tag] = "a tool call"
    header = generation_prompt(context.observe) or ""
    for command in context.commands:
        if command.name != "stop" or not command.args.strip():
            continue
        for tag, what in tags.items():
            if tag.startswith(command.args) and command.args not in header:
                message = f"{command.args} is part of {what}: the answer is cut off there"
                yield Finding(command.value_offset, command.value_end, message, "Remove this stop.")
                break


RULE = Rule("GT134", "stop-structural", Severity.ERROR, _check, in_file=True)
