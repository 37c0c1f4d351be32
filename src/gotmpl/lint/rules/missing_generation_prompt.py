"""After the last message of the user no turn of the assistant is opened, so the model goes on as the user.

Earlier answers have a header in front of them, but the prompt ends before the header of the next one.

Bad:

```gotmpl
{{ range .Messages }}<|im_start|>{{ .Role }}
{{ .Content }}<|im_end|>
{{ end }}
```

Good:

```gotmpl
{{ range .Messages }}<|im_start|>{{ .Role }}
{{ .Content }}<|im_end|>
{{ end }}<|im_start|>assistant
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence
from gotmpl.lint.turns import ASK_AGAIN, assistant_opening, generation_prompt, is_role_header


def _check(context: Context) -> Iterator[Finding]:
    rendering = context.observe("turns")
    opening, prompt = assistant_opening(context.observe), generation_prompt(context.observe)
    if rendering.error is not None or opening is None or prompt is None:
        return
    prompt = prompt.rstrip()
    rest = opening[len(prompt) :]
    if opening.startswith(prompt) and is_role_header(rest) and not is_role_header(prompt):
        start, end = context.last_line
        header = rest.strip()
        message = f"the prompt ends without {header!r}: the model goes on as the user instead of answering"
        hint = f"Print {header!r} behind the last message."
        yield Finding(start, end, message, hint, evidence(rendering, ASK_AGAIN))


RULE = Rule("GT109", "missing-generation-prompt", Severity.ERROR, _check)
