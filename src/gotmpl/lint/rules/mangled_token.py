"""A special token is spelled in a way that the tokenizer does not know, so the model sees it as plain text.

Common causes: the bars of DeepSeek's tokens, which are not the ASCII ones; spaces inside a token; a missing bar; quotes
that a word processor has bent; characters that are not to be seen.

Bad:

```gotmpl
{{ range .Messages }}<| im_start|>{{ .Role }}
{{ .Content }}<|im_end|>
{{ end }}
```

Good:

```gotmpl
{{ range .Messages }}<|im_start|>{{ .Role }}
{{ .Content }}<|im_end|>
{{ end }}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Edit, Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.parse.node import TextNode

_find = re.compile(
    "(?P<bars><\\|(?:User|Assistant|(?:begin|end)▁of▁sentence|tool▁[a-z▁]+)\\|>)"
    "|(?P<spaces><[ \\t]+\\|[A-Za-z_]+\\|>|<\\|[ \\t]+[A-Za-z_]+[ \\t]*\\|>"
    "|<\\|[A-Za-z_]+[ \\t]+\\|>|<\\|[A-Za-z_]+\\|[ \\t]+>)"
    "|(?P<bar><\\|(?:im_start|im_end|eot_id|start_header_id|end_header_id|begin_of_text|end_of_text|endoftext)>"
    "|<(?:im_start|im_end|eot_id|start_header_id|end_header_id|begin_of_text)\\|>)"
    "|(?P<bent>[\u201c\u201d\u2018\u2019](?=<\\|)|(?<=\\|>)[\u201c\u201d\u2018\u2019])"
    "|(?P<invisible>[\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff\\u00ad])"
).finditer


def _check(context: Context) -> Iterator[Finding]:
    for node in context.nodes(TextNode):
        for match in _find(context.text, node.start, node.start + len(node.text)):
            yield _finding(match)


def _finding(match: re.Match[str]) -> Finding:
    start, end = match.span()
    text = match[0]
    if match["invisible"]:
        message = f"there is an invisible character here, U+{ord(text):04X}, which the model sees"
        return Finding(start, end, message, "Delete it.", edits=(Edit(start, end, ""),))
    if match["bent"]:
        return Finding(start, end, f"the bent quote {text} beside a token reaches the model", "Delete it.")
    if match["bars"]:
        right = text.replace("|", "｜")
        message = f"{text} is no token of DeepSeek's models: their bars are U+FF5C"
        return Finding(start, end, message, f"Write {right}.")
    right = re.sub(r"\s", "", text) if match["spaces"] else f"<|{text.strip('<|>')}|>"
    message = f"{text} is not the token {right}: the model sees plain text"
    return Finding(start, end, message, f"Write {right}.", edits=(Edit(start, end, right),))


RULE = Rule("GT128", "mangled-token", Severity.WARNING, _check, fixable=True)
