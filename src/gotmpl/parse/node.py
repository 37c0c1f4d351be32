"""The nodes of a parse tree, with Go's names and fields (Go's text/template/parse/node.go).

``str()`` of a node is Go's ``Node.String()`` to the byte, custom delimiters included. Two nodes are equal only if they
are the same object. Nothing here recurses, so a tree may be as deep as the parser allows.

The source of a node is ``text[node.start:node.end]``, offsets in characters: from ``{{`` to ``}}`` for an action, to
the ``}}`` of ``{{end}}`` for an if, range, with or block, with the parentheses for a pipeline in parentheses. The if
that stands for an ``{{else if}}`` begins there and ends where the whole does. A list reaches from the action that opens
it to the action that closes it, or over the whole text.

``pos`` is where Go's ``Node.Position()`` points, which its errors tell. That is elsewhere for some: an action and an
if, range or with point at the first token of their pipeline, a template at its name, break and continue at the word, a
pipeline in parentheses at its inside, a field or variable of several parts at its second part, a chain at its first
field.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

from gotmpl.golang.strconv import quote

__all__ = [
    "DELIMS",
    "ActionNode",
    "BoolNode",
    "BranchNode",
    "BreakNode",
    "ChainNode",
    "CommandNode",
    "CommentNode",
    "ContinueNode",
    "DotNode",
    "FieldNode",
    "IdentifierNode",
    "IfNode",
    "ListNode",
    "NilNode",
    "Node",
    "NumberNode",
    "PipeNode",
    "RangeNode",
    "StringNode",
    "TemplateNode",
    "TextNode",
    "VariableNode",
    "WithNode",
]

N = TypeVar("N", bound="Node")

DELIMS = ("{{", "}}")
"""Go's delimiters of actions, where no others are asked for."""


class Node:
    """An element of a parse tree.

    Attributes:
        start: Where its source begins, in characters.
        pos: Where Go's errors point, in characters.
        end: The offset behind its source, in characters.
    """

    __slots__ = ("end", "pos", "start")

    start: int
    pos: int
    end: int

    _fields: ClassVar[tuple[str, ...]] = ()
    """The slots of this class that hold nodes or lists of nodes, in the order of the source."""

    def _parts(self) -> Iterable[str | Node]:
        """Gives what `str()` consists of."""
        raise NotImplementedError

    def children(self) -> list[Node]:
        """Gives the nodes directly below this one, in the order of the source."""
        found: list[Node] = []
        for field in self._fields:
            value = getattr(self, field)
            if isinstance(value, list):
                found += value
            elif value is not None:
                found.append(value)
        return found

    def copy(self: N) -> N:
        """Makes a deep copy (`Node.Copy`)."""
        return self.__deepcopy__({})

    def __deepcopy__(self: N, memo: dict[int, Any]) -> N:
        order: list[Node] = []
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            if id(node) not in memo:
                order.append(node)
                stack += node.children()
        for node in reversed(order):  # children before their parents
            memo[id(node)] = node._copy_with(memo)
        copied: N = memo[id(self)]
        return copied

    def _copy_with(self: N, copies: dict[int, Any]) -> N:
        cls = type(self)
        new = cls.__new__(cls)
        for base in cls.__mro__[:-1]:
            for slot in base.__dict__.get("__slots__", ()):
                value = getattr(self, slot)
                if isinstance(value, list):
                    value = [copies[id(item)] if isinstance(item, Node) else item for item in value]
                elif isinstance(value, Node):
                    value = copies[id(value)]
                setattr(new, slot, value)
        return new

    def __str__(self) -> str:
        out: list[str] = []
        stack: list[str | Node] = [self]
        while stack:
            part = stack.pop()
            if isinstance(part, str):
                out.append(part)
            else:
                stack += reversed([*part._parts()])
        return "".join(out)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {str(self)!r} at {self.pos}>"


class ListNode(Node):
    """A sequence of nodes.

    Attributes:
        nodes: The nodes in the order of the source.
    """

    __slots__ = ("nodes",)
    _fields = ("nodes",)

    def __init__(self, start: int, pos: int, end: int, nodes: list[Node]) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.nodes = nodes

    def _parts(self) -> Iterable[str | Node]:
        return self.nodes


class TextNode(Node):
    """Plain text.

    Attributes:
        text: The text, without what a trim marker beside it took away.
    """

    __slots__ = ("text",)

    def __init__(self, start: int, pos: int, end: int, text: str) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.text = text

    def _parts(self) -> Iterable[str | Node]:
        return (self.text,)


class CommentNode(Node):
    """A comment; trees hold them only if they were asked for.

    Attributes:
        text: The comment from ``/*`` to ``*/``.
        delims: The delimiters of its template.
    """

    __slots__ = ("delims", "text")

    def __init__(self, start: int, pos: int, end: int, text: str, delims: tuple[str, str] = DELIMS) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.text = text
        self.delims = delims

    def _parts(self) -> Iterable[str | Node]:
        left, right = self.delims
        return left, self.text, right


class PipeNode(Node):
    """A pipeline with the variables it sets.

    Attributes:
        is_assign: The variables are assigned, not declared.
        decl: The variables in the order of the source.
        cmds: The commands in the order of the source.
    """

    __slots__ = ("cmds", "decl", "is_assign")
    _fields = ("decl", "cmds")

    def __init__(
        self, start: int, pos: int, end: int, cmds: list[CommandNode], decl: list[VariableNode], is_assign: bool = False
    ) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.is_assign = is_assign
        self.decl = decl
        self.cmds = cmds

    def _parts(self) -> Iterable[str | Node]:
        parts: list[str | Node] = []
        for i, variable in enumerate(self.decl):
            parts += (", ", variable) if i else (variable,)
        if self.decl:
            parts.append(" = " if self.is_assign else " := ")
        for i, command in enumerate(self.cmds):
            parts += (" | ", command) if i else (command,)
        return parts


class ActionNode(Node):
    """A pipeline between delimiters, such as ``{{.Field}}``; control actions have nodes of their own.

    Attributes:
        pipe: The pipeline.
        delims: The delimiters of its template.
    """

    __slots__ = ("delims", "pipe")
    _fields = ("pipe",)

    def __init__(self, start: int, pos: int, end: int, pipe: PipeNode, delims: tuple[str, str] = DELIMS) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.pipe = pipe
        self.delims = delims

    def _parts(self) -> Iterable[str | Node]:
        left, right = self.delims
        return left, self.pipe, right


class CommandNode(Node):
    """A command of a pipeline: a function or a value, and arguments.

    Attributes:
        args: What it consists of, in the order of the source.
    """

    __slots__ = ("args",)
    _fields = ("args",)

    def __init__(self, start: int, pos: int, end: int, args: list[Node]) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.args = args

    def _parts(self) -> Iterable[str | Node]:
        parts: list[str | Node] = []
        for i, arg in enumerate(self.args):
            if i:
                parts.append(" ")
            parts += ("(", arg, ")") if isinstance(arg, PipeNode) else (arg,)
        return parts


class IdentifierNode(Node):
    """An identifier, which is always the name of a function.

    Attributes:
        ident: The name.
    """

    __slots__ = ("ident",)

    def __init__(self, start: int, pos: int, end: int, ident: str) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.ident = ident

    def _parts(self) -> Iterable[str | Node]:
        return (self.ident,)


class VariableNode(Node):
    """A variable, perhaps with fields behind it.

    Attributes:
        ident: The name with its dollar sign, then the fields.
    """

    __slots__ = ("ident",)

    def __init__(self, start: int, pos: int, end: int, ident: list[str]) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.ident = ident

    def _parts(self) -> Iterable[str | Node]:
        return (".".join(self.ident),)


class DotNode(Node):
    """The cursor, ``.``."""

    __slots__ = ()

    def __init__(self, start: int, pos: int, end: int) -> None:
        self.start = start
        self.pos = pos
        self.end = end

    def _parts(self) -> Iterable[str | Node]:
        return (".",)


class NilNode(Node):
    """The untyped constant ``nil``."""

    __slots__ = ()

    def __init__(self, start: int, pos: int, end: int) -> None:
        self.start = start
        self.pos = pos
        self.end = end

    def _parts(self) -> Iterable[str | Node]:
        return ("nil",)


class FieldNode(Node):
    """A field of the cursor, such as ``.Messages`` or ``.Function.Name``.

    Attributes:
        ident: The names without their dots.
    """

    __slots__ = ("ident",)

    def __init__(self, start: int, pos: int, end: int, ident: list[str]) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.ident = ident

    def _parts(self) -> Iterable[str | Node]:
        return (f".{'.'.join(self.ident)}",)


class ChainNode(Node):
    """A term with fields behind it, such as ``(index .Messages 0).Role``.

    Attributes:
        node: The term.
        field: The names of the fields without their dots.
    """

    __slots__ = ("field", "node")
    _fields = ("node",)

    def __init__(self, start: int, pos: int, end: int, node: Node, field: list[str]) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.node = node
        self.field = field

    def _parts(self) -> Iterable[str | Node]:
        fields = f".{'.'.join(self.field)}"
        return ("(", self.node, ")", fields) if isinstance(self.node, PipeNode) else (self.node, fields)


class BoolNode(Node):
    """A boolean constant.

    Attributes:
        true: Its value.
    """

    __slots__ = ("true",)

    def __init__(self, start: int, pos: int, end: int, true: bool) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.true = true

    def _parts(self) -> Iterable[str | Node]:
        return ("true" if self.true else "false",)


class NumberNode(Node):
    """A numeric constant, held as every Go type that can represent it, as Go's ideal constants are.

    Attributes:
        is_int: It has a value as an int64.
        is_uint: It has a value as a uint64.
        is_float: It has a value as a float64.
        is_complex: It is complex.
        int64: The value as a signed integer; 0 if it has none.
        uint64: The value as an unsigned integer; 0 if it has none.
        float64: The value as a float; 0.0 if it has none.
        complex128: The complex value; 0 unless it is complex.
        text: How the source spells it.
    """

    __slots__ = ("complex128", "float64", "int64", "is_complex", "is_float", "is_int", "is_uint", "text", "uint64")

    def __init__(
        self,
        start: int,
        pos: int,
        end: int,
        text: str,
        *,
        int64: int | None = None,
        uint64: int | None = None,
        float64: float | None = None,
        complex128: complex | None = None,
    ) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.text = text
        self.is_int = int64 is not None
        self.is_uint = uint64 is not None
        self.is_float = float64 is not None
        self.is_complex = complex128 is not None
        self.int64 = int64 or 0
        self.uint64 = uint64 or 0
        self.float64 = 0.0 if float64 is None else float64
        self.complex128 = 0j if complex128 is None else complex128

    def _parts(self) -> Iterable[str | Node]:
        return (self.text,)


class StringNode(Node):
    """A string constant.

    Attributes:
        quoted: How the source spells it, with its quotes.
        text: What it stands for, a Go string.
    """

    __slots__ = ("quoted", "text")

    def __init__(self, start: int, pos: int, end: int, quoted: str, text: str) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.quoted = quoted
        self.text = text

    def _parts(self) -> Iterable[str | Node]:
        return (self.quoted,)


class BranchNode(Node):
    """What if, range and with have in common.

    Attributes:
        keyword: ``if``, ``range`` or ``with``.
        pipe: The pipeline that decides.
        list: What to run if the value is not empty.
        else_list: What to run if it is; None if there is no ``{{else}}``.
        delims: The delimiters of its template.
    """

    __slots__ = ("delims", "else_list", "list", "pipe")
    _fields = ("pipe", "list", "else_list")

    keyword: ClassVar[str]

    def __init__(
        self,
        start: int,
        pos: int,
        end: int,
        pipe: PipeNode,
        list: ListNode,
        else_list: ListNode | None = None,
        delims: tuple[str, str] = DELIMS,
    ) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.pipe = pipe
        self.list = list
        self.else_list = else_list
        self.delims = delims

    def _parts(self) -> Iterable[str | Node]:
        left, right = self.delims
        parts: tuple[str | Node, ...] = (f"{left}{self.keyword} ", self.pipe, right, self.list)
        if self.else_list is not None:
            parts += (f"{left}else{right}", self.else_list)
        return (*parts, f"{left}end{right}")


class IfNode(BranchNode):
    """An ``{{if}}``; an ``{{else if}}`` is an if alone in the else list, as in Go."""

    __slots__ = ()
    keyword = "if"


class RangeNode(BranchNode):
    """A ``{{range}}``."""

    __slots__ = ()
    keyword = "range"


class WithNode(BranchNode):
    """A ``{{with}}``; an ``{{else with}}`` is a with alone in the else list, as in Go."""

    __slots__ = ()
    keyword = "with"


class BreakNode(Node):
    """A ``{{break}}``.

    Attributes:
        delims: The delimiters of its template.
    """

    __slots__ = ("delims",)

    def __init__(self, start: int, pos: int, end: int, delims: tuple[str, str] = DELIMS) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.delims = delims

    def _parts(self) -> Iterable[str | Node]:
        left, right = self.delims
        return (f"{left}break{right}",)


class ContinueNode(Node):
    """A ``{{continue}}``.

    Attributes:
        delims: The delimiters of its template.
    """

    __slots__ = ("delims",)

    def __init__(self, start: int, pos: int, end: int, delims: tuple[str, str] = DELIMS) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.delims = delims

    def _parts(self) -> Iterable[str | Node]:
        left, right = self.delims
        return (f"{left}continue{right}",)


class TemplateNode(Node):
    """A ``{{template}}``, or the use of a ``{{block}}`` in its place.

    Attributes:
        name: The name of the template, unquoted.
        pipe: What is dot for it; None for nil.
        delims: The delimiters of its template.
    """

    __slots__ = ("delims", "name", "pipe")
    _fields = ("pipe",)

    def __init__(
        self, start: int, pos: int, end: int, name: str, pipe: PipeNode | None, delims: tuple[str, str] = DELIMS
    ) -> None:
        self.start = start
        self.pos = pos
        self.end = end
        self.name = name
        self.pipe = pipe
        self.delims = delims

    def _parts(self) -> Iterable[str | Node]:
        left, right = self.delims
        head = f"{left}template {quote(self.name)}"
        return (head + right,) if self.pipe is None else (f"{head} ", self.pipe, right)
