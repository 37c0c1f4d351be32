"""What ``.`` and the variables are at each place of a template: the root, a message, a tool call, a tool, a property.

The types are those of `gotmpl.ollama.values`, which is what Ollama hands to the template; None stands for a type that
is not known before the template runs.
"""

from __future__ import annotations

from typing import NamedTuple

from gotmpl.golang.kind import BOOL, INT, STRING, Field, Kind, Type, pointer_to, slice_of
from gotmpl.ollama import values
from gotmpl.ollama.template import Template
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
    PipeNode,
    RangeNode,
    StringNode,
    TemplateNode,
    VariableNode,
    WithNode,
)

__all__ = ["MESSAGES", "ROOT", "Access", "Place", "Variable", "fields_of", "places"]

MESSAGES = slice_of(pointer_to(values.MESSAGE))


def _entry(name: str, type: Type) -> Field:
    return Field(name, type, name)


ROOT = Type(
    Kind.MAP,
    "map[string]interface {}",
    fields=[
        _entry("System", STRING),
        _entry("Prompt", STRING),
        _entry("Response", STRING),
        _entry("Suffix", STRING),
        _entry("Messages", MESSAGES),
        _entry("Tools", values.TEMPLATE_TOOLS),
        _entry("Think", BOOL),
        _entry("ThinkLevel", STRING),
        _entry("IsThinkSet", BOOL),
    ],
)
"""The root: a map in Go, so that a name it lacks is no error."""

_RESULTS = {
    **dict.fromkeys(("not", "eq", "ne", "lt", "le", "gt", "ge"), BOOL),
    **dict.fromkeys(("json", "print", "printf", "println", "html", "js", "urlquery"), STRING),
    **dict.fromkeys(("currentDate", "yesterdayDate", "toTypeScriptType"), STRING),
    "len": INT,
}


class Variable:
    """A variable: where it is declared, what it can hold, and what is done with it.

    Attributes:
        node: Its declaration.
        block: The list or branch that it lives in.
        type: What it holds, or None.
        kind: ``action`` for ``{{ $x := … }}``, else the keyword of the block that declares it.
        outer: The variable of the same name that it hides.
        reads: Where it is read.
    """

    def __init__(self, node: VariableNode, block: Node, type: Type | None, kind: str, outer: Variable | None) -> None:
        self.node = node
        self.block = block
        self.type = type
        self.kind = kind
        self.outer = outer
        self.reads: list[VariableNode] = []


class Access(NamedTuple):
    """One name in a chain of fields.

    Attributes:
        name: The name.
        base: The type that it is looked up in, or None.
        offset: Where the name begins in the template, behind its dot.
        first: Whether it is the first name behind the dot that stands for the cursor.
    """

    name: str
    base: Type | None
    offset: int
    first: bool

    @property
    def end(self) -> int:
        """Behind the name."""
        return self.offset + len(self.name)

    @property
    def fails(self) -> bool:
        """Whether Go refuses the name, whatever the values are."""
        return self.base is not None and not _has(self.base, self.name)


class Place(NamedTuple):
    """A node and what is known where it stands.

    Attributes:
        node: The node.
        parents: The nodes around it, the outermost first.
        dot: What ``.`` is there, or None.
        type: What the node's value is, or None.
        accesses: The names of fields that it looks up, in order.
    """

    node: Node
    parents: tuple[Node, ...]
    dot: Type | None
    type: Type | None
    accesses: tuple[Access, ...]


def fields_of(type: Type) -> list[str]:
    """Gives the names that can follow a value of a type."""
    inner = _inner(type)
    return [field.name for field in inner.fields] + list(inner.methods)


def places(template: Template) -> tuple[list[Place], list[Variable]]:
    """Gives all nodes of a template in the order of the source, and all variables."""
    joined: dict[int, Type | None] = {}
    calls: dict[str, list[Type | None]] = {}
    _Walk(template, joined, calls).all()
    walk = _Walk(template, joined, calls)
    walk.all()
    return walk.places, walk.variables


def _inner(type: Type) -> Type:
    return type.elem if type.kind is Kind.POINTER and type.elem is not None else type


def _has(base: Type, name: str) -> bool:
    inner = _inner(base)
    if inner.kind is Kind.INTERFACE or inner.kind is Kind.MAP:
        return True
    return inner.field_by_name(name) is not None or name in inner.methods


def _field_type(base: Type | None, name: str) -> Type | None:
    if base is None:
        return None
    inner = _inner(base)
    field = inner.field_by_name(name)
    if field is not None:
        found: Type | None = field.type
    else:
        found = inner.elem if inner.kind is Kind.MAP else None
    return None if found is not None and found.kind is Kind.INTERFACE else found


def _item_types(type: Type | None) -> tuple[Type | None, Type | None]:
    """Gives the types of the keys and the items that a range goes through."""
    if type is None:
        return None, None
    inner = _inner(type)
    if inner.kind is Kind.INT:
        return INT, INT
    item = None if inner.elem is None or inner.elem.kind is Kind.INTERFACE else inner.elem
    return (STRING if inner.kind is Kind.MAP else INT), item


class _Walk:
    """One pass over a template.

    Args:
        template: The template.
        joined: What each declared variable can hold, by the id of its declaration; filled by the first pass.
        calls: What each define is called with; filled by the first pass.
    """

    def __init__(self, template: Template, joined: dict[int, Type | None], calls: dict[str, list[Type | None]]) -> None:
        self.template = template
        self.joined = joined
        self.calls = calls
        self.dots = {name: types[0] if len(set(types)) == 1 else None for name, types in calls.items()}
        self.places: list[Place] = []
        self.variables: list[Variable] = []
        self.scope: list[Variable] = []
        self.root: Type | None = ROOT

    def all(self) -> None:
        for template in self.template.go.templates:
            if template.tree is None:
                continue
            main = template.name == self.template.go.name
            self.root = ROOT if main else self.dots.get(template.name)
            self.scope = []
            self.walk_list(template.tree.root, (), self.root)
        self.places.sort(key=lambda place: place.node.start)

    def add(self, node: Node, parents: tuple[Node, ...], dot: Type | None, type: Type | None = None) -> None:
        self.places.append(Place(node, parents, dot, type, ()))

    def walk_list(self, body: ListNode, parents: tuple[Node, ...], dot: Type | None) -> None:
        mark = len(self.scope)
        self.add(body, parents, dot)
        inner = (*parents, body)
        for node in body.nodes:
            if isinstance(node, BranchNode):
                self.walk_branch(node, inner, dot)
            elif isinstance(node, ActionNode):
                type = self.walk_pipe(node.pipe, (*inner, node), dot, "action", body)
                self.add(node, inner, dot, type)
            elif isinstance(node, TemplateNode):
                type = None if node.pipe is None else self.walk_pipe(node.pipe, (*inner, node), dot, "action", body)
                self.calls.setdefault(node.name, []).append(type)
                self.add(node, inner, dot, type)
            else:
                self.add(node, inner, dot)
        del self.scope[mark:]

    def walk_branch(self, node: BranchNode, parents: tuple[Node, ...], dot: Type | None) -> None:
        mark = len(self.scope)
        self.add(node, parents, dot)
        inner = (*parents, node)
        type = self.walk_pipe(node.pipe, inner, dot, node.keyword, node)
        body_dot = dot
        if isinstance(node, RangeNode):
            body_dot = _item_types(type)[1]
        elif isinstance(node, WithNode):
            body_dot = type
        self.walk_list(node.list, inner, body_dot)
        if node.else_list is not None:
            self.walk_list(node.else_list, inner, dot)
        del self.scope[mark:]

    def walk_pipe(
        self, pipe: PipeNode, parents: tuple[Node, ...], dot: Type | None, kind: str, block: Node
    ) -> Type | None:
        inner = (*parents, pipe)
        type: Type | None = None
        for i, command in enumerate(pipe.cmds):
            type = self.walk_command(command, inner, dot, piped=i > 0)
        self.add(pipe, parents, dot, type)
        kinds = _item_types(type) if kind == "range" else (type, type)
        for i, variable in enumerate(pipe.decl):
            held = kinds[1] if i == len(pipe.decl) - 1 else kinds[0]
            self.set_variable(variable, held, pipe.is_assign, kind, block)
        return type

    def set_variable(self, node: VariableNode, held: Type | None, assign: bool, kind: str, block: Node) -> None:
        name = node.ident[0]
        known = self.find(name)
        if assign:
            if known is not None:
                self.join(known, held)
            return
        self.joined.setdefault(id(node), held)
        variable = Variable(node, block, self.joined[id(node)], kind, known)
        self.scope.append(variable)
        self.variables.append(variable)

    def join(self, variable: Variable, held: Type | None) -> None:
        if self.joined[id(variable.node)] is not held:
            self.joined[id(variable.node)] = None

    def find(self, name: str) -> Variable | None:
        return next((variable for variable in reversed(self.scope) if variable.node.ident[0] == name), None)

    def walk_command(
        self, command: CommandNode, parents: tuple[Node, ...], dot: Type | None, piped: bool
    ) -> Type | None:
        inner = (*parents, command)
        types = [self.walk_term(arg, inner, dot) for arg in command.args]
        type = None if piped else types[0] if len(types) == 1 else None
        first = command.args[0]
        if isinstance(first, IdentifierNode):
            type = None if piped and first.ident not in _RESULTS else _result(first.ident, types[1:])
        self.add(command, parents, dot, type)
        return type

    def walk_term(self, node: Node, parents: tuple[Node, ...], dot: Type | None) -> Type | None:
        if isinstance(node, PipeNode):
            return self.walk_pipe(node, parents, dot, "pipe", node)
        type: Type | None = None
        accesses: tuple[Access, ...] = ()
        if isinstance(node, DotNode):
            type = dot
        elif isinstance(node, FieldNode):
            type, accesses = _follow(dot, node.ident, node.start, first=True)
        elif isinstance(node, VariableNode):
            base = self.root
            if node.ident[0] != "$":
                variable = self.find(node.ident[0])
                base = None if variable is None else variable.type
                if variable is not None:
                    variable.reads.append(node)
            type, accesses = _follow(base, node.ident[1:], node.start + len(node.ident[0]))
        elif isinstance(node, ChainNode):
            base = self.walk_term(node.node, (*parents, node), dot)
            type, accesses = _follow(base, node.field, node.end - sum(len(name) + 1 for name in node.field))
        elif isinstance(node, StringNode):
            type = STRING
        elif isinstance(node, BoolNode):
            type = BOOL
        self.places.append(Place(node, parents, dot, type, accesses))
        return type


def _follow(
    base: Type | None, names: list[str], at: int, first: bool = False
) -> tuple[Type | None, tuple[Access, ...]]:
    """Looks up names one after the other; `at` is where the dot of the first one stands."""
    accesses: list[Access] = []
    for i, name in enumerate(names):
        accesses.append(Access(name, base, at + 1, first and i == 0))
        at += 1 + len(name)
        base = None if accesses[-1].fails else _field_type(base, name)
    return base, tuple(accesses)


def _result(function: str, types: list[Type | None]) -> Type | None:
    """Gives what a function returns, given the types of its arguments."""
    if function in _RESULTS:
        return _RESULTS[function]
    if function == "slice":
        return types[0] if types else None
    if function == "index" and types:
        type = types[0]
        for _ in types[1:]:
            type = _item_types(type)[1]
        return type
    if function in ("and", "or") and types and len(set(types)) == 1:
        return types[0]
    return None
