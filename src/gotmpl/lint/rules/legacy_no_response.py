"""Nothing separates an answer from the next turn in a template that is run turn by turn.

Ollama runs a template without `.Messages` once for every turn. Without `.Response` in it Ollama puts the answer behind
the text as it is, and the next turn follows without the token that ends an answer. The model never sees where its
earlier answers ended, and tends not to end the new one.

Bad:

```gotmpl
<|im_start|>user
{{ .Prompt }}<|im_end|>
<|im_start|>assistant
```

Good:

```gotmpl
<|im_start|>user
{{ .Prompt }}<|im_end|>
<|im_start|>assistant
{{ .Response }}<|im_end|>
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence
from gotmpl.lint.turns import ANSWER, ASK, ASK_AGAIN, turn_end

_END = re.compile(r"</s>|\[/INST\]|<[^<>\s]*(?:end|eo[st]|eot_id)[^<>\s]*>", re.IGNORECASE)


def _check(context: Context) -> Iterator[Finding]:
    if not context.is_legacy or "prompt" not in context.parsed.vars or context.observe.fails("turns"):
        return
    end = turn_end(context.observe)
    markup = context.observe("user").text.replace(ASK, "")
    if end is None or end.strip() or not markup.strip() or "<no value>" in markup:
        return
    header = (context.observe("turns").between(ANSWER, ASK_AGAIN) or "")[len(end) :]
    if _END.match(header.strip()):
        return  # each turn begins with the token that ends the one before
    marked = end or header[:1].isspace() or header.startswith(("<", "["))
    if marked and not _END.search(context.observe("turns").between(ASK, ANSWER) or ""):
        return  # a format whose turns have no ends, but begin on lines of their own or with tokens
    proof = evidence(context.observe("turns"), ANSWER)
    place = context.find("Response")
    if place is not None and place.node.start < len(context.text):
        first, last = context.span("Response")
        message = "an earlier answer runs into the next turn: nothing stands behind .Response"
    else:
        first, last = context.last_line
        message = "an earlier answer runs into the next turn: without .Response Ollama appends it bare"
    hint = "End the template with {{ .Response }} and the text that ends an answer, such as <|im_end|>."
    yield Finding(first, last, message, hint, proof)


RULE = Rule("GT102", "legacy-no-response", Severity.ERROR, _check)
