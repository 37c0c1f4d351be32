"""Ollama looks for another text in the answer than the one that the template prints before a tool call.

Ollama reads the tag off the template: the first text in the body of the first `if` that names `.ToolCalls`. If the
calls are printed without such an `if`, or an action comes before the tag, it takes `{` for the tag, and then every
brace in an answer counts as a tool call; if the text is longer than the tag, calls are not found.

Bad:

```gotmpl
{{ .Tools }}{{ range .Messages }}<|{{ .Role }}|>{{ .Content }}
{{- range .ToolCalls }}<tool_call>{"name": "{{ .Function.Name }}", "arguments": {{ .Function.Arguments }}}</tool_call>
{{- end }}
{{- end }}<|assistant|>
```

Good:

```gotmpl
{{ .Tools }}{{ range .Messages }}<|{{ .Role }}|>{{ .Content }}
{{- if .ToolCalls }}<tool_call>
{{- range .ToolCalls }}{"name": "{{ .Function.Name }}", "arguments": {{ .Function.Arguments }}}</tool_call>
{{- end }}{{ end }}
{{- end }}<|assistant|>
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence
from gotmpl.lint.turns import generation_prompt
from gotmpl.ollama.tools import NO_TAG

_has_prose = re.compile(r"[A-Za-z]+[ \n]+[A-Za-z]+[ \n]+[A-Za-z]+").search
_find_tag = re.compile(r"<[^<>\s{}]*tool[^<>\s{}]*>|\[[A-Z_]*TOOL[A-Z_]*\]|<\|python_tag\|>|<function[^<>\s]*>").findall


def _check(context: Context) -> Iterator[Finding]:
    if not {"toolcalls", "tools"} <= set(context.parsed.vars):
        return
    rendering = context.observe("tool-call")
    before = rendering.between("Is it raining in Oslo?", "drizzle, 9 degrees")
    if rendering.error is not None or before is None or "weather_at" not in before:
        return
    call = before.partition("weather_at")[0]
    tag = context.parsed.tool_call_tag
    start, end = context.span("ToolCalls")
    if tag == NO_TAG:
        printed = _find_tag(call)
        if printed:
            message = f"Ollama takes every {{ in an answer for a tool call, though the template prints {printed[-1]}"
            hint = "Begin with {{ if .ToolCalls }} and let the tag be the first text in it, before any action."
            yield Finding(start, end, message, hint, evidence(rendering, call[-40:]))
    elif tag not in before:
        message = f"Ollama looks for {tag!r} in the answer, but the template does not print that before a call"
        hint = "Let nothing but the tag be the first text in {{ if .ToolCalls }}."
        yield Finding(start, end, message, hint, evidence(rendering, call[-40:]))
    elif (header := _header(context)) and header in tag:
        message = f"Ollama looks for {tag!r} in the answer, but the header in it stands in the prompt already"
        hint = "Print the header before {{ if .ToolCalls }}."
        yield Finding(start, end, message, hint, evidence(rendering, call[-40:]))
    elif _has_prose(tag):
        message = f"Ollama looks for {tag!r} in the answer: prose before the tag became part of it"
        hint = "Let nothing but the tag be the first text in {{ if .ToolCalls }}."
        yield Finding(start, end, message, hint, evidence(rendering, call[-40:]))


def _header(context: Context) -> str:
    """Gives the last line that the template prints before an answer."""
    prompt = (generation_prompt(context.observe) or "").strip()
    return prompt.splitlines()[-1] if prompt else ""


RULE = Rule("GT110", "toolcalls-shape", Severity.WARNING, _check)
