"""Jinja stands in the template; Go takes it for text, and the model sees it.

Only `{{ … }}` is read by Go. `{% … %}` and `{# … #}` reach the model as they are.

Bad:

```gotmpl
{% if system %}{{ .System }}{% endif %}{{ range .Messages }}{{ .Content }}{{ end }}
```

Good:

```gotmpl
{{ if .System }}{{ .System }}{{ end }}{{ range .Messages }}{{ .Content }}{{ end }}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.parse.node import TextNode

_find = re.compile(r"\{%-?\s*(?:if|for|set|else|elif|endif|endfor|macro|endmacro|generation)\b[^%]*%\}").search


def _check(context: Context) -> Iterator[Finding]:
    for node in context.nodes(TextNode):
        match = _find(context.text, node.start, node.end)
        if match:
            message = f"Go takes {match[0]} for text, and the model sees it"
            hint = "Write it with {{ if … }}, {{ range … }} and {{ end }}."
            yield Finding(*match.span(), message, hint)
            return


RULE = Rule("GT139", "jinja-syntax", Severity.ERROR, _check)
