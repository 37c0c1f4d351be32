"""Which paths of the data a template reads, with the types that Ollama gives them: told by the tree, nothing is run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gotmpl.golang.kind import BOOL, INT, STRING, Kind, Type, pointer_to, slice_of
from gotmpl.ollama.template import Template
from gotmpl.ollama.values import MESSAGE, TEMPLATE_TOOLS
from gotmpl.ollama.versions import field_version
from gotmpl.parse.node import (
    ActionNode,
    BoolNode,
    BranchNode,
    ChainNode,
    CommandNode,
    DotNode,
    FieldNode,
    IdentifierNode,
    ListNode,
    Node,
    NumberNode,
    PipeNode,
    RangeNode,
    StringNode,
    TemplateNode,
    VariableNode,
    WithNode,
)

__all__ = ["Comparison", "Field", "Usage", "fields", "usage"]

_ROOT: dict[str, Type] = {
    "System": STRING,
    "Prompt": STRING,
    "Response": STRING,
    "Suffix": STRING,
    "Messages": slice_of(pointer_to(MESSAGE)),
    "Tools": TEMPLATE_TOOLS,
    "Think": BOOL,
    "ThinkLevel": STRING,
    "IsThinkSet": BOOL,
}
_RESULTS = {
    **dict.fromkeys(("not", "eq", "ne", "lt", "le", "gt", "ge"), BOOL),
    **dict.fromkeys(("json", "print", "printf", "println", "html", "js", "urlquery"), STRING),
    **dict.fromkeys(("currentDate", "yesterdayDate", "toTypeScriptType"), STRING),
    "len": INT,
}
_COMPARISONS = frozenset(["eq", "ne"])


@dataclass(frozen=True)
class Field:
    """A path that a template reads.

    Attributes:
        path: From the root; ``[]`` stands for any element: ``.Messages[].ToolCalls[].Function.Name``.
        type: The Go type; empty if Ollama has no such path, or only the data tells.
        known: Whether Ollama gives the template such a path.
        since: The first version of Ollama that has it, or None.
        places: Where it stands in the template, as pairs of offsets in characters.
    """

    path: str
    type: str
    known: bool
    since: str | None
    places: tuple[tuple[int, int], ...]


class Comparison(NamedTuple):
    """A path that ``eq`` or ``ne`` compares with a constant.

    Attributes:
        path: The path.
        constant: The constant.
    """

    path: str
    constant: str | bool | int


class Usage(NamedTuple):
    """What a template reads.

    Attributes:
        fields: The paths, in the order in which they are first met.
        functions: Name -> where it is called, as pairs of offsets in characters.
        comparisons: The comparisons with constants.
    """

    fields: list[Field]
    functions: dict[str, list[tuple[int, int]]]
    comparisons: list[Comparison]


def fields(template: Template) -> list[Field]:
    """Gives the paths that a template reads, in the order in which they are first met."""
    return usage(template).fields


def usage(template: Template) -> Usage:
    """Gives all that a template reads."""
    walk = _Walk(template)
    walk.template(template.go.name, _Known("", None))
    for each in template.go.templates:
        if each.name not in walk.reached:
            walk.template(each.name, _UNKNOWN)
    return Usage(
        [
            Field(path, _type_name(found.type), found.known, field_version(path), tuple(found.places))
            for path, found in walk.found.items()
        ],
        walk.functions,
        list(dict.fromkeys(walk.comparisons)),
    )


class _Known(NamedTuple):
    """What is known of a value: its path from the root (None if it has none) and its type (None if unknown)."""

    path: str | None
    type: Type | None


_UNKNOWN = _Known(None, None)


class _Found:
    def __init__(self, type: Type | None, known: bool) -> None:
        self.type = type
        self.known = known
        self.places: list[tuple[int, int]] = []


class _Walk:
    """Goes through a template and those that it calls, with what the dot and the variables are."""

    def __init__(self, template: Template) -> None:
        self.go = template.go
        self.found: dict[str, _Found] = {}
        self.functions: dict[str, list[tuple[int, int]]] = {}
        self.comparisons: list[Comparison] = []
        self.reached: set[str] = set()
        self._done: set[tuple[str, str | None]] = set()
        self._variables: list[tuple[str, _Known]] = []

    def template(self, name: str, dot: _Known) -> None:
        """Goes through a template that is called with a dot; only once with the same."""
        called = self.go.lookup(name)
        if called is None or called.tree is None or (name, dot.path) in self._done:
            return
        self._done.add((name, dot.path))
        self.reached.add(name)
        outer, self._variables = self._variables, [("$", dot)]
        self._list(called.tree.root, dot)
        self._variables = outer

    def _list(self, body: ListNode, dot: _Known) -> None:
        mark = len(self._variables)
        for node in body.nodes:
            if isinstance(node, ActionNode):
                self._pipe(node.pipe, dot)
            elif isinstance(node, BranchNode):
                self._branch(node, dot)
            elif isinstance(node, TemplateNode) and node.pipe is not None:
                self.template(node.name, self._pipe(node.pipe, dot))
        del self._variables[mark:]

    def _branch(self, node: BranchNode, dot: _Known) -> None:
        mark = len(self._variables)
        value = self._pipe(node.pipe, dot)
        inner = dot
        if isinstance(node, WithNode):
            inner = value
        elif isinstance(node, RangeNode):
            inner = _element(value)
            for i, variable in enumerate(reversed(node.pipe.decl)):
                self._variables.append((variable.ident[0], _UNKNOWN if i else inner))
        self._list(node.list, inner)
        if node.else_list is not None:
            self._list(node.else_list, dot)
        del self._variables[mark:]

    def _pipe(self, pipe: PipeNode, dot: _Known) -> _Known:
        value: _Known | None = None
        for command in pipe.cmds:
            value = self._command(command, dot, value)
        result = value or _UNKNOWN
        if not pipe.is_assign:
            self._variables += [(variable.ident[0], result) for variable in pipe.decl]
        return result

    def _command(self, command: CommandNode, dot: _Known, piped: _Known | None) -> _Known:
        first, *rest = command.args
        if not isinstance(first, IdentifierNode):
            values = [self._value(arg, dot) for arg in command.args]
            return values[0]
        values = [self._value(arg, dot) for arg in rest] + ([] if piped is None else [piped])
        return self._call(first, rest, values)

    def _call(self, function: IdentifierNode, args: Sequence[Node], values: list[_Known]) -> _Known:
        name = function.ident
        self.functions.setdefault(name, []).append((function.start, function.end))
        if name in _COMPARISONS:
            constants = [constant for arg in args if (constant := _constant(arg)) is not None]
            paths = [value.path for value in values if value.path is not None]
            self.comparisons += [Comparison(path, constant) for path in paths for constant in constants]
        if name in ("and", "or"):
            return next((value for value in values if value.type is not None), _UNKNOWN)
        if name == "slice":
            return values[0] if values else _UNKNOWN
        if name == "index":
            value = values[0] if values else _UNKNOWN
            for _ in values[1:]:
                value = _element(value)
            return value
        return _Known(None, _RESULTS.get(name))

    def _value(self, node: Node, dot: _Known) -> _Known:
        if isinstance(node, DotNode):
            return dot
        if isinstance(node, FieldNode):
            return self._chain(dot, node.ident, node)
        if isinstance(node, VariableNode):
            known = next((known for name, known in reversed(self._variables) if name == node.ident[0]), _UNKNOWN)
            return self._chain(known, node.ident[1:], node)
        if isinstance(node, ChainNode):
            return self._chain(self._value(node.node, dot), node.field, node)
        if isinstance(node, PipeNode):
            return self._pipe(node, dot)
        if isinstance(node, IdentifierNode):
            return self._call(node, (), [])
        return _Known(None, STRING) if isinstance(node, StringNode) else _UNKNOWN

    def _chain(self, known: _Known, names: Sequence[str], node: Node) -> _Known:
        for name in names:
            if known.path is None:
                return _UNKNOWN
            inner, exists = _member(known, name)
            known = _Known(f"{known.path}.{name}", inner)
            if node.start == node.end:
                continue  # what Ollama appends is not in the text
            found = self.found.setdefault(f"{known.path}", _Found(inner, exists))
            if (node.start, node.end) not in found.places:
                found.places.append((node.start, node.end))
        return known


def _member(known: _Known, name: str) -> tuple[Type | None, bool]:
    """Gives the type of a field, and whether there can be one of that name."""
    if known.path == "":
        return _ROOT.get(name), name in _ROOT
    type = _inner(known.type)
    if type is None:
        return None, False
    if name in type.methods:
        return STRING, True
    if type.kind is Kind.STRUCT:
        field = type.field_by_name(name)
        return (None, False) if field is None else (field.type, True)
    return (type.elem, True) if type.kind is Kind.MAP else (None, type.kind is Kind.INTERFACE)


def _element(known: _Known) -> _Known:
    type = _inner(known.type)
    elem = type.elem if type is not None and type.kind in (Kind.SLICE, Kind.MAP) else None
    return _Known(None if known.path is None else f"{known.path}[]", elem)


def _inner(type: Type | None) -> Type | None:
    """Gives what a pointer points to."""
    while type is not None and type.kind is Kind.POINTER:
        type = type.elem
    return type


def _type_name(type: Type | None) -> str:
    return "" if type is None else str(type)


def _constant(node: Node) -> str | bool | int | None:
    if isinstance(node, StringNode):
        return node.text
    if isinstance(node, BoolNode):
        return node.true
    return node.int64 if isinstance(node, NumberNode) and node.is_int else None
