"""A value is printed that Go writes as a struct, such as `{get_weather map[…]}`, and not as JSON.

The tools as a whole, one tool, the properties and the arguments of a call print as JSON. A function, its parameters,
one property, a tool call and a message do not: Go puts their values between braces, without names, and the model gets
that.

Bad:

```gotmpl
{{ range .Tools }}{{ .Function }}{{ end }}{{ range .Messages }}{{ .Content }}{{ end }}
```

Good:

```gotmpl
{{ range .Tools }}{{ json .Function }}{{ end }}{{ range .Messages }}{{ .Content }}{{ end }}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.golang.kind import Kind, Type
from gotmpl.lint.diagnostic import Edit, Evidence, Finding, Severity
from gotmpl.lint.rule import Context, Rule, evidence
from gotmpl.ollama import values
from gotmpl.parse.node import ActionNode, ChainNode, DotNode, FieldNode, IdentifierNode, Node, VariableNode

_PRINTERS = frozenset({"print", "println"})


def _struct(type: Type | None) -> Type | None:
    """Gives the struct that a value of a type prints, or None."""
    while type is not None and type.stringer is None:
        if type.kind is Kind.STRUCT:
            return type
        if type.kind not in (Kind.SLICE, Kind.POINTER):
            return None
        type = type.elem
    return None


_CALL = 'Write its parts: {"name": "{{ .Function.Name }}", "arguments": {{ .Function.Arguments }}}.'
_HINTS = {
    values.MESSAGE: "Write its parts, such as {{ .Role }} and {{ .Content }}.",
    values.TOOL_CALL: _CALL,
    values.TOOL_CALL_FUNCTION: 'Write its parts: {"name": "{{ .Name }}", "arguments": {{ .Arguments }}}.',
}

#: How the text for a struct begins in the documented conversations.
_MARKS = {
    values.TOOL_FUNCTION: "{weather_at Tells",
    values.TOOL_FUNCTION_PARAMETERS: "{object ",
    values.TOOL_CALL: "{call_0 {0 weather_at",
    values.TOOL_CALL_FUNCTION: "{0 weather_at",
}


def _check(context: Context) -> Iterator[Finding]:
    types: dict[int, Type | None] = {id(place.node): place.type for place in context.places}
    for action in context.nodes(ActionNode):
        if action.pipe.decl or len(action.pipe.cmds) != 1:
            continue
        args = action.pipe.cmds[0].args
        printed: list[Node] = args[:1]
        if isinstance(args[0], IdentifierNode):
            printed = args[1:] if args[0].ident in _PRINTERS else []
        for node in printed:
            if not isinstance(node, (FieldNode, VariableNode, ChainNode, DotNode)):
                continue
            struct = _struct(types.get(id(node)))
            if struct is None:
                continue
            hint = _HINTS.get(struct, f"Write {{{{ json {node} }}}}.")
            edits = () if struct in _HINTS or (printed is not args[:1] and args[0] is not node) else _json(node)
            message = f"{node} reaches the model as Go's text for a struct, without names and quotes"
            yield Finding(node.start, node.end, message, hint, _proof(context, struct), edits)


def _proof(context: Context, struct: Type) -> Evidence | None:
    mark = _MARKS.get(struct)
    for scenario in ("tools-many", "tool-calls"):
        rendering = context.observe(scenario)
        if mark and mark in rendering.text:
            return evidence(rendering, mark)
    return None


def _json(node: Node) -> tuple[Edit, ...]:
    return (Edit(node.start, node.start, "json "),)


RULE = Rule("GT103", "go-struct-print", Severity.ERROR, _check, fixable=True)
