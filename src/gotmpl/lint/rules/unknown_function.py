"""The template calls a function that Ollama does not have, so `ollama create` refuses it.

There are Go's builtin functions and `json`, `currentDate`, `yesterdayDate` and `toTypeScriptType`; the functions of
Jinja, of Sprig and of Helm are not there.

Bad:

```gotmpl
{{ range .Messages }}{{ .Content | trim }}{{ end }}
```

Good:

```gotmpl
{{ range .Messages }}{{ .Content }}{{ end }}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from gotmpl.exec.builtins import BUILTINS
from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.ollama.funcs import FUNCS

_match = re.compile(r'template: [^:]*:(\d+): function "(.+)" not defined').fullmatch

_IDIOMS = {
    "trim": "Nothing trims a value in Ollama; `{{-` and `-}}` trim the text of the template beside an action.",
    "default": 'Write {{ if .X }}{{ .X }}{{ else }}…{{ end }}, or {{ or .X "…" }}.',
    "toJson": "Write json.",
    "tojson": "Write json.",
    "toJSON": "Write json.",
    "elif": "Write {{ else if … }}.",
    "elseif": "Write {{ else if … }}.",
    "endif": "Write {{ end }}.",
    "endfor": "Write {{ end }}.",
    "for": "Write {{ range .Messages }} … {{ end }}.",
    "set": "Write {{ $x := … }} to declare a variable and {{ $x = … }} to change it.",
    "is": "Write {{ if .X }} to ask whether there is a value, and eq to compare.",
    "in": 'There is no `in`: compare with each, eq .Role "user" "system" is true for both.',
    "hasPrefix": 'There is no function for it; eq and slice can compare: eq (slice .Content 0 3) "abc".',
    "contains": "There is no function for it; only whole texts can be compared, with eq.",
    "join": "Write {{ range $i, $x := .List }}{{ if $i }}, {{ end }}{{ $x }}{{ end }}.",
    "last": "Write index .List (slice …), or {{ range }} with a variable that is set in each turn.",
    "first": "Write index .List 0 inside {{ if .List }}.",
    "add": "Nothing adds numbers in Ollama; len (slice .Messages $i) counts what is left.",
    "sub": "Nothing subtracts in Ollama; len (slice .Messages $i) counts what is left.",
    "upper": "Nothing changes the case of a text in Ollama.",
    "lower": "Nothing changes the case of a text in Ollama.",
    "replace": "Nothing replaces inside a text in Ollama.",
    "dict": "There are no maps to be made in Ollama; use a variable each.",
    "list": "There are no lists to be made in Ollama.",
    "now": "Write currentDate.",
    "strftime_now": "Write currentDate.",
    "date": "Write currentDate.",
    "raise_exception": "A template cannot refuse a conversation in Ollama.",
    "namespace": "Write {{ $x := … }} before the range and {{ $x = … }} in it.",
    "none": "Write nil, or ask with {{ if .X }}.",
    "messages": "A field has a dot and a capital letter: .Messages.",
    "message": "Inside {{ range .Messages }} a message is the dot: {{ .Content }}.",
    "quote": "Write json, which quotes and escapes a text.",
    "include": 'Write {{ template "name" . }}.',
    "ternary": "Write {{ if … }}…{{ else }}…{{ end }}.",
    "empty": "Write not .X.",
    "coalesce": "Write or .X .Y.",
    "contains_tool": "Ask with {{ if .Tools }}.",
}


def _check(context: Context) -> Iterator[Finding]:
    error = context.parse_error
    match = _match(error.message) if error else None
    if error is None or match is None:
        return
    text, name = context.subject.template or "", match[2]
    offset = error.offset
    if offset is None or not text.startswith(name, offset):
        start = 0
        for _ in range(int(match[1]) - 1):
            start = text.find("\n", start) + 1
        found = re.compile(rf"(?<![\w.$]){re.escape(name)}(?!\w)").search(text, start)
        offset = found.start() if found else offset or start
    known = [*BUILTINS, *FUNCS]
    close = get_close_matches(name, known, 1, 0.75)
    hint = _IDIOMS.get(name) or (f"Did you mean {close[0]}?" if close else error.hint)
    if not hint:
        hint = f"The functions are {', '.join(sorted(known))}. A field has a dot before it."
    yield Finding(
        offset, offset + len(name), f"Ollama has no function {name}: `ollama create` refuses the template", hint
    )


RULE = Rule("GT105", "unknown-function", Severity.ERROR, _check)
