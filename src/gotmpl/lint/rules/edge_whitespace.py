"""White space at an edge changes the tokens that the model sees.

A line end or a space before the first token, a space behind the header of the assistant, CRLF line ends, and a trim
marker that glues a word of the template to a content.

Bad:

```gotmpl

{{ range .Messages }}<|{{ .Role }}|>
{{ .Content }}
{{ end }}<|assistant|>
```

Good:

```gotmpl
{{ range .Messages }}<|{{ .Role }}|>
{{ .Content }}
{{ end }}<|assistant|>
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Edit, Evidence, Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence
from gotmpl.lint.turns import ASK
from gotmpl.parse.node import TextNode

_find_crlf = re.compile(r"\r\n").search
_glued = re.compile(r"(?<![A-Za-z])(?:user|assistant|system|User|Assistant|USER|human|Human)\Z").search


def _check(context: Context) -> Iterator[Finding]:
    text = context.text
    match = _find_crlf(text)
    if match and match.start() > 0:
        edits = tuple(Edit(at.start(), at.start() + 1, "") for at in re.finditer(r"\r(?=\n)", text))
        message = "the line ends are CRLF: the model sees a carriage return at the end of each line"
        yield Finding(match.start(), match.end(), message, "Save the file with LF line ends.", edits=edits)
    rendering = context.observe("user")
    if rendering.error is not None or ASK not in rendering.text or not context.has_markup:
        return
    prompt = rendering.text
    if prompt[0].isspace() and text[0].isspace():
        end = len(text) - len(text.lstrip())
        message = "the prompt begins with white space, before the first token"
        proof = Evidence("user", prompt[:80])
        # Run turn by turn, the same white space also stands between the turns.
        edits = () if context.is_legacy else (Edit(0, end, ""),)
        yield Finding(0, end, message, "Begin the text right behind the quotes.", proof, edits)
    if prompt.endswith(" ") and prompt[-2:-1] not in (" ", "\n", ">", "]") and not prompt.endswith(ASK + " "):
        start, end = _last_word(context)
        message = "a space is the last thing in the prompt: most models begin an answer with their own"
        yield Finding(start, end, message, "Remove the space behind the header.", evidence(rendering, prompt[-10:]))
    before = prompt.partition(ASK)[0]
    if _glued(before):
        start, end = context.span("Content", "Prompt")
        message = "a trim marker eats what stood between the role and the content"
        yield Finding(start, end, message, "Write {{ without the dash there.", evidence(rendering, ASK))


def _last_word(context: Context) -> tuple[int, int]:
    """Gives where the last word stands that the template has a space behind."""
    texts = [node for node in context.nodes(TextNode) if node.text.endswith(" ") and node.text.strip()]
    if not texts:
        return context.last_line
    end = texts[-1].start + len(texts[-1].text)
    return context.text.rindex(texts[-1].text.split()[-1], 0, end), end


RULE = Rule("GT129", "edge-whitespace", Severity.WARNING, _check, fixable=True)
