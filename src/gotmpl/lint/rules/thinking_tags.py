"""The template prints `.Thinking`, but Ollama cannot tell a thought from the answer.

Ollama reads the tags off the template: the first and the last text of the innermost block around `.Thinking`, in a
`range` over `.Messages`. Without both, the model counts as one that cannot think. If the last text is the end of the
turn, the whole answer lands in the thinking.

Bad:

```gotmpl
{{ range .Messages }}<|{{ .Role }}|>{{ .Thinking }}{{ .Content }}<|end|>{{ end }}<|assistant|>
```

Good:

```gotmpl
{{ range .Messages }}<|{{ .Role }}|>{{ if .Thinking }}<think>{{ .Thinking }}</think>{{ end }}{{ .Content }}<|end|>
{{- end }}<|assistant|>
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule

_is_turn_end = re.compile(
    r"<\|(?:im_end|eot_id|end|eot|endoftext|end_of_text|end_of_turn|return|eos)\|>|</s>|<end_of_turn>|\s\S+\s", re.I
).search
_HINT = (
    "Put the thought between its tags in a block of its own: {{ if .Thinking }}<think>{{ .Thinking }}</think>{{ end }}."
)


def _is_harmony(text: str) -> bool:
    """Tells whether it is a template of gpt-oss, whose thoughts Ollama knows without tags."""
    return "<|start|>" in text and "<|end|>" in text


def _check(context: Context) -> Iterator[Finding]:
    place = context.find("Thinking")
    if place is None or context.is_legacy or _is_harmony(context.text):
        return
    start, end = context.span("Thinking")
    opening, closing = context.parsed.thinking_tags
    if not opening or not closing:
        found = (
            f"the opening tag {opening!r} only"
            if opening
            else f"the closing tag {closing!r} only"
            if closing
            else "no tags"
        )
        message = f"Ollama finds {found} around .Thinking: thinking is refused or stays in the answer"
        yield Finding(start, end, message, _HINT)
    elif _is_turn_end(closing) or _is_turn_end(opening):
        message = (
            f"Ollama takes {opening!r} and {closing!r} for the tags of thinking, the first and last text around "
            ".Thinking: the answer lands in the thinking"
        )
        yield Finding(start, end, message, _HINT)


RULE = Rule("GT112", "thinking-tags", Severity.WARNING, _check)
