"""The template uses something that the oldest version of Ollama that is asked for does not have.

The version is REQUIRES of the Modelfile or `--target`. An older Ollama refuses the template for a function it lacks;
for a field of the root it lacks it goes on with nothing, and for a field of a message the request fails.

Bad:

```modelfile
FROM ./model.gguf
REQUIRES 0.8.0
TEMPLATE "{{ range .Messages }}{{ .Thinking }}{{ .Content }}{{ end }}"
```

Good:

```modelfile
FROM ./model.gguf
REQUIRES 0.9.0
TEMPLATE "{{ range .Messages }}{{ .Thinking }}{{ .Content }}{{ end }}"
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.parse.node import IdentifierNode

# From the history of template/template.go and api/types.go in ollama/ollama: the first release with the commit named.
#: Field -> the first version with it.
_FIELDS = {
    "Messages": "0.2.2",  # 269ed6e6a
    "Tools": "0.2.6",  # d02bbebb1
    "ToolCalls": "0.2.6",  # d02bbebb1
    "Suffix": "0.2.6",  # d290e8751
    "Thinking": "0.9.0",  # 5f57b0ef4
    "Think": "0.9.0",  # 5f57b0ef4
    "IsThinkSet": "0.9.0",  # 5f57b0ef4
    "ToolName": "0.9.6",  # 1f91cb0c8
    "ThinkLevel": "0.11.0",  # fa7776fd2
    "AnyOf": "0.11.3",  # 30f8a68c4
    "ToolCallID": "0.12.10",  # 809b9c68f
}
#: Function -> the first version with it.
_FUNCTIONS = {
    "json": "0.2.6",  # d02bbebb1
    "currentDate": "0.11.0",  # fa7776fd2
    "toTypeScriptType": "0.11.3",  # 30f8a68c4
    "yesterdayDate": "0.13.3",  # 48e78e9be
}
_match_version = re.compile(r"v?(\d+)\.(\d+)(?:\.(\d+))?").match


def _check(context: Context) -> Iterator[Finding]:
    wanted = context.options.target or _requires(context)
    target = _version(wanted)
    if target is None:
        return
    seen: set[str] = set()
    for place in context.places:
        for access in place.accesses:
            since = _FIELDS.get(access.name)
            if since and access.name not in seen and _older(target, since):
                seen.add(access.name)
                yield _finding(access.offset - 1, access.end, f".{access.name}", since, wanted)
        node = place.node
        if isinstance(node, IdentifierNode) and node.ident not in seen:
            since = _FUNCTIONS.get(node.ident)
            if since and _older(target, since):
                seen.add(node.ident)
                yield _finding(node.start, node.end, node.ident, since, wanted)


def _finding(start: int, end: int, name: str, since: str, wanted: str) -> Finding:
    message = f"{name} is known to Ollama from {since} on, but {wanted} is to run this template"
    return Finding(start, end, message, f"Raise the version to {since}, or do without {name}.")


def _requires(context: Context) -> str:
    return next((command.args for command in reversed(context.commands) if command.name == "requires"), "")


def _version(text: str) -> tuple[int, ...] | None:
    match = _match_version(text)
    return None if match is None else tuple(int(part or 0) for part in match.groups())


def _older(target: tuple[int, ...], since: str) -> bool:
    return target < (_version(since) or ())


RULE = Rule("GT106", "needs-version", Severity.WARNING, _check)
