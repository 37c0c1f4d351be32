"""Pipelines, commands and arguments of a Go template as Jinja expressions (`evalPipeline` and on in Go's exec.go)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from formats.convert.fields import ARGUMENTS, PROPERTIES, Missing, field, root_field, struct_of
from formats.convert.function import FUNCTIONS
from formats.convert.printing import as_text
from formats.convert.scope import Scope
from formats.convert.term import (
    NEVER,
    NOTHING,
    ROOT,
    Fails,
    Level,
    Refused,
    Term,
    boolean,
    failing,
    integer,
    is_true,
    member,
    nothing,
    text,
    union,
)
from gotmpl.errors import FormatError
from gotmpl.golang.fmt import sprint
from gotmpl.golang.kind import EMPTY_INTERFACE, FLOAT64, STRING, Type
from gotmpl.golang.reflect import Value
from gotmpl.ollama.values import MESSAGE
from gotmpl.parse.node import (
    BoolNode,
    ChainNode,
    CommandNode,
    DotNode,
    FieldNode,
    IdentifierNode,
    NilNode,
    Node,
    NumberNode,
    PipeNode,
    StringNode,
    VariableNode,
)

__all__ = ["Expressions"]


class Expressions:
    """Writes the values of a template.

    Attributes:
        needs: The pieces of the prelude that they call.
        keys: The keys of messages that they read.
        notes: What a reader of the result should know.
    """

    def __init__(self, source: str, scope: Scope, *, legacy: bool) -> None:
        self.source = source
        self.scope = scope
        self.legacy = legacy
        self.needs: set[str] = set()
        self.keys: set[str] = set()
        self.notes: dict[str, None] = {}

    @property
    def innermost_loop(self) -> object:
        """The loop that ``loop`` means; None outside of loops."""
        return self.scope.loops[-1] if self.scope.loops else None

    def refuse(self, node: Node, reason: str, hint: str = "") -> NoReturn:
        """Refuses a construct.

        Raises:
            FormatError: Always; it names the construct and its place.
        """
        shown = str(node)
        shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
        raise FormatError(
            f"{shown} cannot be converted: {reason}", source=self.source, offset=node.start, end=node.end, hint=hint
        )

    def note(self, text: str) -> None:
        """Tells a reader of the result something."""
        self.notes[text] = None

    def call(self, piece: str, *arguments: Term) -> str:
        """Writes the call of a piece of the prelude."""
        self.needs.add(piece)
        return f"{piece}({', '.join(argument.value.code for argument in arguments)})"

    def pipe(self, pipe: PipeNode, dot: Term) -> Term:
        """Writes a pipeline, without the variables that it sets."""
        value: Term | None = None
        for command in pipe.cmds:
            value = self._command(command, dot, value)
        assert value is not None
        return value

    def constant(self, node: Node, value: str) -> Term:
        """Writes a text of the template."""
        try:
            return text(value)
        except Refused as refused:
            self.refuse(node, str(refused))

    def printed(self, node: Node, term: Term) -> Term:
        """Writes a value as the text that Go prints."""
        try:
            return as_text(self, term)
        except Refused as refused:
            self.refuse(node, str(refused), refused.hint)

    def _command(self, command: CommandNode, dot: Term, piped: Term | None) -> Term:
        first, *rest = command.args
        if isinstance(first, IdentifierNode):
            return self._function(first, rest, dot, piped, command)
        if rest or piped is not None:
            return failing(f"can't give argument to non-function {first}")
        if isinstance(first, NilNode):
            return failing("nil is not a command")
        return self.argument(first, dot)

    def argument(self, node: Node, dot: Term) -> Term:
        """Writes a value that stands alone or as an argument."""
        if isinstance(node, DotNode):
            return dot
        if isinstance(node, FieldNode):
            return self._chain(node, dot, node.ident)
        if isinstance(node, VariableNode):
            variable = self.scope.find(node.ident[0])
            if variable is None:
                return failing(f"undefined variable: {node.ident[0]}")
            return self._chain(node, self.scope.read(variable), node.ident[1:])
        if isinstance(node, ChainNode):
            return self._chain(node, self.argument(node.node, dot), node.field)
        if isinstance(node, PipeNode):
            if node.decl:
                self.refuse(node, "it sets a variable inside of parentheses")
            return self.pipe(node, dot)
        if isinstance(node, IdentifierNode):
            return self._function(node, [], dot, None, node)
        if isinstance(node, StringNode):
            return self.constant(node, node.text)
        if isinstance(node, BoolNode):
            return boolean(node.true)
        if isinstance(node, NumberNode):
            return self._number(node)
        return nothing()

    def _number(self, node: NumberNode) -> Term:
        if node.is_int and not any(char in node.text for char in ".eEpP"):
            return integer(node.int64)
        if node.is_float and not node.is_complex:
            return Term(sprint([Value(FLOAT64, node.float64)]), (FLOAT64,), constant=node.float64)
        self.refuse(node, "Jinja has no such number")

    def _chain(self, node: Node, term: Term, names: Sequence[str]) -> Term:
        for name in names:
            term = self.scope.known(self._field(node, term, name))
            if term.type is NEVER:
                return term
        return term

    def _field(self, node: Node, term: Term, name: str) -> Term:
        if term.type is ROOT:
            entry = root_field(name, legacy=self.legacy)
            if entry.type is NOTHING:
                self.note(f"Ollama never sets {{{{ .{name} }}}} for this template; what hangs on it is left out")
            return entry
        if term.type is NEVER or (term.type is NOTHING and self.legacy):  # the last turn is run without missingkey
            return term
        read = [found for type in term.types if (found := self._field_of(node, term, type, name)) is not None]
        if len(read) != 1:
            return failing(_no_field(term, name))
        return read[0]

    def _field_of(self, node: Node, term: Term, type: Type, name: str) -> Term | None:
        if struct_of(type) is not None:
            found = field(term, type, name)
            if isinstance(found, Missing):
                if found.in_go:
                    return None
                if name == "ToTypeScriptType":
                    return Term(self.call("typescript", term), (STRING,))
                self.refuse(node, found.reason)
            if struct_of(type) is MESSAGE:
                self.keys.add(found.code.rpartition(".")[2])
            return found
        if type in (ARGUMENTS, EMPTY_INTERFACE):
            return Term(member(term.value, name), (EMPTY_INTERFACE,))
        if type is PROPERTIES:
            assert type.elem is not None
            return Term(member(term.value, name), (type.elem,), fallback="{}")
        if name in type.methods:
            self.refuse(node, f"it calls {name} as a method")
        return None

    def _function(
        self, name: IdentifierNode, arguments: Sequence[Node], dot: Term, piped: Term | None, node: Node
    ) -> Term:
        if name.ident in ("and", "or"):
            value = self._logic(name.ident, arguments, dot, piped)
            if ROOT in value.types and value.type is not ROOT:
                self.refuse(node, "it may be all of the data")
            return value
        terms = [self.argument(argument, dot) for argument in arguments] + ([] if piped is None else [piped])
        for term in terms:
            if term.type is NEVER:
                return term
        function = FUNCTIONS.get(name.ident)
        try:
            if function is None:
                raise Refused(f"Jinja has nothing like {name.ident}")
            return function(self, terms)
        except Fails as failure:
            return failing(str(failure))
        except Refused as refused:
            self.refuse(node, str(refused), refused.hint)

    def _logic(self, name: str, arguments: Sequence[Node], dot: Term, piped: Term | None) -> Term:
        """Writes ``and`` and ``or``, which give one of their operands, in Jinja as in Go."""
        decisive = name == "or"
        terms: list[Term] = []
        for argument in arguments:
            with self.scope.knowing(frozenset() if decisive else frozenset().union(*(term.truths for term in terms))):
                terms.append(self.argument(argument, dot))
        terms += [] if piped is None else [piped]
        if not terms:
            return failing(f"wrong number of args for {name}: want at least 1 got 0")
        kept: list[Term] = []
        for i, term in enumerate(terms):
            truth = is_true(term)
            last = i == len(terms) - 1
            if truth is not None and truth is not decisive and not last:
                continue
            kept.append(term)
            if truth is decisive or (term.type is NEVER and not kept[:-1]):
                break
        if len(kept) == 1:
            return kept[0]
        level = Level.OR if decisive else Level.AND
        conditions = list(kept)
        if is_true(kept[-1]) is not None and is_true(kept[-1]) is not decisive:
            conditions.pop()
        # The last operand is what `or` gives if all are false; `and` gives the first that is.
        fallbacks = {term.fallback for term in (kept[-1:] if decisive else kept)}
        fallback = fallbacks.pop() if len(fallbacks) == 1 else ""
        return Term(
            _joined(name, level, kept if fallback or decisive else [term.value for term in kept]),
            union(kept),
            level,
            fallback=fallback,
            truth=_joined(name, level, [_as_condition(term) for term in conditions]),
            holds=frozenset() if decisive else frozenset().union(*(term.truths for term in kept)),
        )


def _as_condition(term: Term) -> Term:
    truth = is_true(term)
    return term.condition if truth is None else boolean(truth)


def _joined(name: str, level: Level, terms: Sequence[Term]) -> str:
    return f" {name} ".join(term.at(level) for term in terms)


def _no_field(term: Term, name: str) -> str:
    type = term.types[0]
    if type is NOTHING:
        return f"nil pointer evaluating interface {{}}.{name}"
    return f"can't evaluate field {name} in type {type}"
