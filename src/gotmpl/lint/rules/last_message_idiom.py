"""What the template does for the last message goes wrong if that is not a message of the user.

Two cases: behind a last message of the assistant, which the model is to continue, a new turn is opened; and the tools
are shown only while a message of the user is last, so that they are gone as soon as a tool has answered.

Bad:

```gotmpl
{{ range .Messages }}<|im_start|>{{ .Role }}
{{ .Content }}<|im_end|>
{{ end }}<|im_start|>assistant
```

Good:

```gotmpl
{{ range $i, $_ := .Messages }}{{ $last := eq (len (slice $.Messages $i)) 1 }}<|im_start|>{{ .Role }}
{{ .Content }}{{ if not (and $last (eq .Role "assistant")) }}<|im_end|>
{{ end }}{{ if and $last (ne .Role "assistant") }}<|im_start|>assistant
{{ end }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence
from gotmpl.lint.turns import generation_prompt, is_role_header

_PREFILL = '{"primes": ['


def _check(context: Context) -> Iterator[Finding]:
    if context.is_legacy:
        return
    rendering = context.observe("prefill")
    behind = rendering.behind(_PREFILL)
    prompt = (generation_prompt(context.observe) or "").strip()
    header = prompt.splitlines()[-1] if prompt else ""
    if rendering.error is None and behind and header and header in behind and is_role_header(header):
        start, end = context.last_line
        message = "behind a last message of the assistant a new turn is opened: the model cannot continue that message"
        hint = "Open the turn of the assistant only if the last message is not the assistant's."
        yield Finding(start, end, message, hint, evidence(rendering, _PREFILL))
    asked, answered = context.observe("tools"), context.observe("tool-call")
    tool = "Tells the weather of a place"
    if asked.error is None and answered.error is None and tool in asked.text and tool not in answered.text:
        start, end = context.span("Tools")
        message = "the tools are gone as soon as a tool has answered: they are shown only while a user message is last"
        yield Finding(start, end, message, "Show the tools before the last message of the user.", evidence(answered))


RULE = Rule("GT122", "last-message-idiom", Severity.WARNING, _check)
