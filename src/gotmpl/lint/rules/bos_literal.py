"""The prompt begins with a beginning-of-sequence token that the tokenizer puts there, too.

Ollama's tokenizer adds it to the prompt of nearly every model that has one. With two of them many models answer worse.

Bad:

```gotmpl
<|begin_of_text|>{{ range .Messages }}<|start_header_id|>{{ .Role }}<|end_header_id|>

{{ .Content }}<|eot_id|>{{ end }}
```

Good:

```gotmpl
{{ range .Messages }}<|start_header_id|>{{ .Role }}<|end_header_id|>

{{ .Content }}<|eot_id|>{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence
from gotmpl.parse.node import TextNode

_BOS = ("<s>", "<bos>", "<|begin_of_text|>", "<｜begin▁of▁sentence｜>", "<|startoftext|>")


def _check(context: Context) -> Iterator[Finding]:
    rendering = context.observe("user")
    token = next((token for token in _BOS if rendering.text.lstrip().startswith(token)), None)
    if token is None:
        return
    for node in context.nodes(TextNode):
        at = node.text.find(token)
        if at >= 0:
            start = context.text.find(token, node.start)
            message = f"the prompt begins with {token}, which Ollama's tokenizer adds as well"
            yield Finding(start, start + len(token), message, f"Leave {token} out.", evidence(rendering))
            return


RULE = Rule("GT127", "bos-literal", Severity.WARNING, _check)
