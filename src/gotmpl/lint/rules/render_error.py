"""The template fails while it runs, so the request gets an error instead of an answer.

Every documented conversation is rendered. What fails here fails in the same way in Ollama: the user sees status 500 and
the text of the error. The empty conversation does not count, for Ollama renders nothing then.

Bad:

```gotmpl
{{ range .Messages }}{{ if gt .Content 3 }}{{ .Role }}: {{ .Content }}{{ end }}{{ end }}
```

Good:

```gotmpl
{{ range .Messages }}{{ if gt (len .Content) 3 }}{{ .Role }}: {{ .Content }}{{ end }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Evidence, Finding, Severity
from gotmpl.lint.observe import is_limit
from gotmpl.lint.rule import Context, Rule
from gotmpl.ollama.scenarios import SCENARIOS, Scenario


def _is_sent(context: Context, scenario: Scenario) -> bool:
    """Tells whether Ollama renders such a request with this template at all."""
    return bool(scenario.messages) or (bool(scenario.suffix) and "suffix" in context.parsed.vars)


def _check(context: Context) -> Iterator[Finding]:
    seen: set[str] = set()
    for name, scenario in SCENARIOS.items():
        error = context.observe(name).error
        if error is None or error.message in seen or not _is_sent(context, scenario):
            continue
        seen.add(error.message)
        if is_limit(error):
            message = f"not checked: with {scenario.title} the template takes too long: {error.message}"
            yield Finding(*context.last_line, message)
            return
        offset = error.offset
        start, end = context.last_line if offset is None else (offset, error.end or offset + 1)
        proof = Evidence(name, error.output[-200:])
        message = f"with {scenario.title} every request fails: {error.message}"
        yield Finding(start, end, message, error.hint, proof)


RULE = Rule("GT002", "render-error", Severity.ERROR, _check)
