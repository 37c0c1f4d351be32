"""Runs a template and records why each piece of output is there: the node, the value's path, and what was decided.

It is the interpreter with values that remember where in the data they were found, so it cannot differ from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gotmpl.errors import ExecError
from gotmpl.exec.interpreter import Program, State, Statement
from gotmpl.exec.limits import Limits
from gotmpl.golang.kind import Kind
from gotmpl.golang.reflect import Value, indirect, indirect_interface, is_true, value_of
from gotmpl.golang.strconv import quote
from gotmpl.parse.node import BranchNode, IfNode, Node, PipeNode, RangeNode, TextNode, WithNode

__all__ = ["Choice", "Read", "Recording", "Written", "record"]

_SHOWN = 40


class Read(NamedTuple):
    """A value that a condition looked at.

    Attributes:
        path: Where it is in the data.
        value: It, shortened: text in quotes, ``3 items``, ``nothing`` where there is none.
    """

    path: str
    value: str


class Written(NamedTuple):
    """A piece of output.

    Attributes:
        text: The piece, a Go string.
        node: The text or action that wrote it.
        paths: Where in the data it comes from; empty for text and constants.
        through: The functions that it went through, innermost first.
    """

    text: str
    node: Node
    paths: tuple[str, ...]
    through: tuple[str, ...]


class Choice(NamedTuple):
    """What an if, range or with did.

    Attributes:
        node: The if, range or with.
        taken: Whether its body was run rather than its else.
        items: How many items a range found; None for an if or with.
        reads: What the condition looked at.
        written: How many pieces had been written before.
    """

    node: BranchNode
    taken: bool
    items: int | None
    reads: tuple[Read, ...]
    written: int


class Recording(NamedTuple):
    """What one run did.

    Attributes:
        pieces: The output, piece by piece.
        choices: What its ifs, ranges and withs did, in order.
        error: What ended it early, or None.
    """

    pieces: list[Written]
    choices: list[Choice]
    error: ExecError | None


class _Traced(Value):
    """A Go value that knows where it comes from.

    Attributes:
        paths: Where in the data; one path if the value is there itself.
        through: The functions it went through; empty if the value is in the data itself.
        skipped: How many elements a slice of a slice has left out at its begin.
    """

    __slots__ = ("paths", "skipped", "through")

    def __init__(self, value: Value, paths: tuple[str, ...], through: tuple[str, ...] = (), skipped: int = 0) -> None:
        super().__init__(value.type, value.obj)
        self.paths = paths
        self.through = through
        self.skipped = skipped

    def step(self, value: Value, step: str) -> Value:
        """Gives a value that was found in this one."""
        if isinstance(value, _Traced):
            return value
        paths = self.paths if self.through else tuple(path + step for path in self.paths)
        return _Traced(value, paths, self.through)

    def elem(self) -> Value:
        return self.step(super().elem(), "")

    def index(self, i: int) -> Value:
        return self.step(super().index(i), f"[{self.skipped + i}]")

    def slice(self, i: int, j: int, k: int | None = None) -> Value:
        return _Traced(super().slice(i, j, k), self.paths, self.through, self.skipped + i)

    def map_index(self, key: Value) -> Value:
        return self.step(super().map_index(key), _key(key))

    def sorted_entries(self) -> list[tuple[Value, Value]]:
        return [(key, self.step(value, _key(key))) for key, value in super().sorted_entries()]


def _key(key: Value) -> str:
    obj = indirect_interface(key).obj
    return f".{obj}" if isinstance(obj, str) and obj.isidentifier() else f"[{_shown(key)}]"


class _Recorder(State):
    """A run that takes notes."""

    def __init__(self, program: Program, limits: Limits | None) -> None:
        super().__init__(program, lambda text: None, limits)
        self.pieces: list[Written] = []
        self.choices: list[Choice] = []
        self._printed: Value | None = None
        self._deciding: BranchNode | None = None
        self._reads: dict[str, Read] | None = None

    def start(self, data: Any) -> None:
        super().start(_Traced(value_of(data), ("",)))

    def emit(self, text: str) -> None:
        super().emit(text)
        assert self.node is not None
        if isinstance(self.node, TextNode) or not isinstance(self._printed, _Traced):
            self.pieces.append(Written(text, self.node, (), ()))
        else:
            self.pieces.append(Written(text, self.node, self._printed.paths, self._printed.through))

    def print_value(self, node: Node, value: Value) -> None:
        self._printed = value
        super().print_value(node, value)

    def walk_if_or_with(self, dot: Value, node: IfNode | WithNode) -> Statement:
        self._deciding = node
        return super().walk_if_or_with(dot, node)

    def walk_range(self, dot: Value, node: RangeNode) -> Statement:
        self._deciding = node
        return super().walk_range(dot, node)

    def eval_pipeline(self, dot: Value, pipe: PipeNode) -> Value:
        node = self._deciding
        if node is None or pipe is not node.pipe:
            return super().eval_pipeline(dot, pipe)
        self._deciding, self._reads = None, {}
        value = super().eval_pipeline(dot, pipe)
        self._read(value)
        items = _items(value) if isinstance(node, RangeNode) else None
        taken = items > 0 if items is not None else is_true(indirect_interface(value))
        self.choices.append(Choice(node, taken, items, tuple(self._reads.values()), len(self.pieces)))
        self._reads = None
        return value

    def eval_field_chain(
        self, dot: Value, receiver: Value, node: Node, idents: Sequence[str], args: Sequence[Node] | None, final: Value
    ) -> Value:
        value = super().eval_field_chain(dot, receiver, node, idents, args, final)
        self._read(value)
        return value

    def eval_field(
        self, dot: Value, name: str, node: Node, args: Sequence[Node] | None, final: Value, receiver: Value
    ) -> Value:
        value = super().eval_field(dot, name, node, args, final, receiver)
        return receiver.step(value, f".{name}") if isinstance(receiver, _Traced) else value

    def invoke(self, call: Callable[[Sequence[Value]], Value], node: Node, name: str, values: Sequence[Value]) -> Value:
        result = super().invoke(call, node, name, values)
        if isinstance(result, _Traced):
            return result
        paths: dict[str, None] = {}
        through: dict[str, None] = {}
        for value in values:
            if isinstance(value, _Traced):
                self._read(value)
                paths.update(dict.fromkeys(value.paths))
                through.update(dict.fromkeys(value.through))
        return _Traced(result, tuple(paths), (*through, name))

    def _read(self, value: Value) -> None:
        """Notes a value of the data that a condition looks at."""
        if self._reads is not None and isinstance(value, _Traced) and not value.through:
            self._reads[value.paths[0]] = Read(value.paths[0] or ".", _shown(value))


def _items(value: Value) -> int:
    value, _ = indirect(value)
    if value.kind.is_int or value.kind.is_uint:
        return max(0, int(value.obj))
    return value.len() if value.kind in (Kind.SLICE, Kind.MAP) else int(bool(value.obj))


def _shown(value: Value) -> str:
    value, is_nil = indirect(value)
    if value.type is None or is_nil:
        return "nothing"
    if value.kind is Kind.STRING:
        return quote(value.obj) if len(value.obj) <= _SHOWN else f"{quote(value.obj[:_SHOWN])}…"
    if value.kind in (Kind.SLICE, Kind.MAP):
        count = value.len()
        return f"{count} item" if count == 1 else f"{count} items"
    if value.kind is Kind.BOOL:
        return "true" if value.obj else "false"
    if value.kind is Kind.STRUCT:
        return f"a {str(value.type).rpartition('.')[2]}"
    return str(value.obj)


def record(program: Program, data: Any, limits: Limits | None = None) -> Recording:
    """Runs a template on data and records what it does; an error of the run is a part of the recording.

    Args:
        program: The template.
        data: What `.` and `$` stand for at the start; the paths begin there.
        limits: Bounds of the run, or None.
    """
    recorder = _Recorder(program, limits)
    error: ExecError | None = None
    try:
        recorder.execute(data)
    except ExecError as caught:
        error = caught
    return Recording(recorder.pieces, recorder.choices, error)
