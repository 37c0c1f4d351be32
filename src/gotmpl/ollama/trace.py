"""Where each character of a prompt comes from: the template's text or value that wrote it, and the message behind it.

The template is run as `Template.render` runs it, by the interpreter, which takes notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gotmpl import api
from gotmpl import template as go
from gotmpl.api import Message
from gotmpl.errors import ExecError
from gotmpl.exec.limits import Limits
from gotmpl.exec.record import Choice, Read, Recording, Written, record
from gotmpl.golang.utf8 import byte_len, canonical, to_output
from gotmpl.ollama.collate import BETWEEN
from gotmpl.ollama.execution import Execution, ExecutionMode, Sources, executions
from gotmpl.ollama.template import Template
from gotmpl.parse.node import ActionNode, BranchNode, Node, TextNode
from gotmpl.parse.segments import Segment, segments
from gotmpl.parse.tree import Tree

__all__ = ["Decision", "Part", "Pass", "Piece", "Read", "Trace", "TracedTemplate", "cut_offset", "trace"]

_message_path = re.compile(r"\.Messages\[(\d+)\]").match


@dataclass(frozen=True)
class Piece:
    """A piece of the prompt.

    Attributes:
        text: The piece.
        kind: ``text`` of the template; a ``value`` of the request; the blank line that Ollama puts ``between`` messages
            that it merges; or a ``constant``, which an action wrote without looking at the request.
        start: Where the text or action that wrote it begins in the template, in characters.
        end: The offset behind that.
        paths: Where it comes from in the template's data, such as ``.Messages[2].Content``.
        through: The functions that the value went through, innermost first.
        messages: The indexes of the messages that it comes from.
    """

    text: str
    kind: Literal["text", "value", "between", "constant"]
    start: int
    end: int
    paths: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    messages: tuple[int, ...] = ()


@dataclass(frozen=True)
class Decision:
    """What an if, range or with did.

    Attributes:
        keyword: ``if``, ``range`` or ``with``.
        condition: Its pipeline.
        start: Where its opening action begins in the template.
        end: The offset behind the opening action.
        taken: Whether its body was run.
        has_else: Whether it has an ``{{else}}``, which was run if the body was not.
        items: How many items a range found; None for the others.
        reads: What the condition looked at.
        pieces: How many pieces of its pass had been written before.
    """

    keyword: str
    condition: str
    start: int
    end: int
    taken: bool
    has_else: bool
    items: int | None
    reads: tuple[Read, ...]
    pieces: int


@dataclass(frozen=True)
class Part:
    """A part of the template's source, and what became of it in one pass.

    Attributes:
        start: Where it begins, in characters.
        end: The offset behind it.
        fate: Text is ``emitted`` or ``untaken``; spaces are ``trimmed``; an ``action`` or ``comment`` is none of the
            output's text; what a legacy template has behind the response is ``cut`` in the last pass.
        count: How often text was written.
        marker: The trim marker that ate the spaces, from ``{{`` to ``-`` or from ``-`` to ``}}``.
    """

    start: int
    end: int
    fate: Literal["emitted", "untaken", "trimmed", "action", "comment", "cut"]
    count: int = 0
    marker: tuple[int, int] | None = None


@dataclass(frozen=True)
class Pass:
    """One execution of the template: the only one, or one turn of a legacy template.

    Attributes:
        mode: ``messages``, ``fill_in``, a ``turn`` that is over, or the ``last_turn``, of which the template is cut.
        pieces: What it wrote, in order.
        decisions: What its ifs, ranges and withs did, in order.
        parts: What became of each character of the source.
        cut: Where the template was cut, in characters; None if it was not.
    """

    mode: ExecutionMode
    pieces: tuple[Piece, ...]
    decisions: tuple[Decision, ...]
    parts: tuple[Part, ...]
    cut: int | None = None

    @property
    def text(self) -> str:
        """What it wrote."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True)
class Trace:
    """A prompt with its provenance.

    Attributes:
        source: The template's text, which the offsets point into.
        messages: The messages that were rendered; pieces give their indexes.
        passes: The executions, one for a template that knows messages.
        error: What ended the last pass early, or None.
    """

    source: str
    messages: tuple[Message, ...]
    passes: tuple[Pass, ...]
    error: ExecError | None

    @property
    def pieces(self) -> list[Piece]:
        """All pieces of the prompt in order."""
        return [piece for each in self.passes for piece in each.pieces]

    @property
    def lost(self) -> list[int]:
        """The indexes of messages that say something, of which nothing but perhaps the role is in the prompt."""
        shown = {
            i
            for piece in self.pieces
            if piece.text and not all(path.endswith(".Role") for path in piece.paths)
            for i in piece.messages
        }
        return [i for i, each in enumerate(self.messages) if (each.content or each.tool_calls) and i not in shown]

    @property
    def text(self) -> str:
        """The prompt; in case of an error what was written before."""
        return "".join(piece.text for piece in self.pieces)


def trace(
    template: Template,
    messages: Iterable[Any] = (),
    *,
    tools: Iterable[Any] | None = None,
    prompt: str = "",
    suffix: str = "",
    think: bool | str | None = None,
    limits: Limits | None = None,
) -> Trace:
    """Renders as `Template.render` does and tells where each character of the prompt comes from.

    An error of the template does not raise: it is in the trace, with all that was written before.

    Args:
        template: The template.
        messages: Messages in Ollama's or OpenAI's shape, as dicts or models.
        tools: Tools likewise, or None.
        prompt: What stands before the text to fill in.
        suffix: What stands behind it.
        think: True, False, a level, or None for unset.
        limits: Bounds of each run.

    Raises:
        DataError: A message, a tool or a value is none.
    """
    given = api.messages(messages)
    runs = executions(template, given, api.tools(tools), prompt, suffix, api.think_value(think))
    tracer = _Tracer(template, given)
    error: ExecError | None = None
    try:
        for execution in runs:
            recording = record(execution.program, execution.data, limits)
            tracer.add(execution, recording)
            if recording.error is not None:
                raise recording.error
    except ExecError as caught:
        error = caught
    return Trace(tracer.source, tuple(given), tuple(tracer.passes), error)


class TracedTemplate(Template):
    """A template that keeps the traces of its renders.

    Attributes:
        traces: One a render, in order.
    """

    def __init__(self, text: str) -> None:
        """Parses a text.

        Raises:
            ParseError: As for `Template`.
        """
        super().__init__(text)
        self.traces: list[Trace] = []

    def render(
        self,
        messages: Iterable[Any] = (),
        *,
        tools: Iterable[Any] | None = None,
        prompt: str = "",
        suffix: str = "",
        think: bool | str | None = None,
        limits: Limits | None = None,
    ) -> str:
        """Renders as `Template.render` does; the trace of a render that fails is kept as well.

        Raises:
            DataError: As for `Template.render`.
            ExecError: As for `Template.render`.
        """
        traced = trace(self, messages, tools=tools, prompt=prompt, suffix=suffix, think=think, limits=limits)
        self.traces.append(traced)
        if traced.error is not None:
            raise traced.error
        return traced.text


class _Tracer:
    """Collects the passes of one trace."""

    def __init__(self, template: Template, messages: Sequence[Message]) -> None:
        self.template = template
        self.messages = messages
        self.passes: list[Pass] = []
        assert template.go.tree is not None
        self.source = template.go.tree.text
        self.segments = segments(self.source)

    def add(self, execution: Execution, recording: Recording) -> None:
        """Adds the pass that an execution was."""
        is_cut = execution.mode == "last_turn"
        cut = cut_offset(self.template.go, execution.program) if is_cut else None
        texts = _outputs([written.text for written in recording.pieces])
        pieces: list[Piece] = []
        starts: list[int] = []
        for written, text in zip(recording.pieces, texts, strict=True):
            starts.append(len(pieces))
            pieces += self._pieces(written, text, execution.sources)
        starts.append(len(pieces))
        decisions = tuple(self._decision(choice, starts[choice.written]) for choice in recording.choices)
        self.passes.append(Pass(execution.mode, tuple(pieces), decisions, tuple(self._parts(pieces, cut)), cut))

    def _pieces(self, written: Written, text: str, sources: Sources) -> Iterator[Piece]:
        start, end = written.node.start, written.node.end
        if isinstance(written.node, TextNode):
            yield Piece(text, "text", start, end)
            return
        paths, through = tuple(path or "." for path in written.paths), written.through
        if not paths:
            yield Piece(text, "constant", start, end, paths, through)
            return
        indexes: dict[int, None] = {}
        for path in paths:
            indexes.update(dict.fromkeys(_behind(path, sources)))
        contents = [self.messages[i].content for i in indexes]
        if len(contents) < 2 or through or text != BETWEEN.join(contents):
            yield Piece(text, "value", start, end, paths, through, tuple(indexes))
            return
        for n, (i, content) in enumerate(zip(indexes, contents, strict=True)):
            if n:
                yield Piece(BETWEEN, "between", start, end, paths)
            yield Piece(content, "value", start, end, paths, through, (i,))

    @staticmethod
    def _decision(choice: Choice, pieces: int) -> Decision:
        node = choice.node
        return Decision(
            node.keyword,
            str(node.pipe),
            node.start,
            node.list.start,
            choice.taken,
            node.else_list is not None,
            choice.items,
            choice.reads,
            pieces,
        )

    def _parts(self, pieces: Iterable[Piece], cut: int | None) -> Iterator[Part]:
        counts: dict[int, int] = {}
        for piece in pieces:
            if piece.kind == "text":
                counts[piece.start] = counts.get(piece.start, 0) + 1
        for segment in self.segments:
            yield _part(segment, counts.get(segment.start, 0), cut)


def _part(segment: Segment, count: int, cut: int | None) -> Part:
    start, end, kind, marker = segment
    if kind == "text":
        if count:
            return Part(start, end, "emitted", count)
        return Part(start, end, "cut" if cut is not None and start >= cut else "untaken")
    if cut is not None and start >= cut and kind == "action":
        return Part(start, end, "cut")
    return Part(start, end, kind, 0, marker)


def _behind(path: str, sources: Sources) -> tuple[int, ...]:
    """Gives the messages behind a path."""
    if path in sources:
        return sources[path]
    match = _message_path(path)
    if match:
        return sources.get(match[0], ())
    if path in (".Messages", "."):
        return tuple(sorted({i for indexes in sources.values() for i in indexes}))
    return ()


def cut_offset(whole: go.Template, kept: go.Template) -> int | None:
    """Tells where a template was cut: the begin of the first text or action that is gone; None if none is."""
    assert whole.tree is not None
    assert kept.tree is not None
    left = {node.start for node in _leaves(kept.tree)}
    gone = [node.start for node in _leaves(whole.tree) if node.start not in left]
    return min(gone, default=None)


def _leaves(tree: Tree) -> Iterator[Node]:
    stack: list[Node] = [tree.root]
    while stack:
        node = stack.pop()
        if isinstance(node, BranchNode):
            stack += [node.list] if node.else_list is None else [node.else_list, node.list]
        elif isinstance(node, (TextNode, ActionNode)):
            yield node
        else:
            stack += node.children()


def _outputs(texts: Sequence[str]) -> list[str]:
    """Makes output of pieces of a Go string; a character whose bytes lie in several pieces goes to the first."""
    whole = "".join(texts)
    if canonical(whole) == whole:
        return [to_output(text) for text in texts]
    outputs: list[str] = []
    rest, behind = canonical(whole), 0
    end = 0
    for text in texts:
        end += byte_len(text)
        begin = behind
        taken = 0
        while begin < end and taken < len(rest):
            begin += byte_len(rest[taken])
            taken += 1
        outputs.append(to_output(rest[:taken]))
        rest, behind = rest[taken:], begin
    return outputs
