"""Makes a Hugging Face chat template of an Ollama template, and proves it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from formats.convert.prelude import prelude
from formats.convert.proof import Proof, prove
from formats.convert.scope import Facts
from formats.convert.statement import Statements
from formats.jinja.chat_template import ChatTemplate
from gotmpl import ollama
from gotmpl.errors import ExecError, FormatError
from gotmpl.ollama.legacy import cut_at_response
from gotmpl.parse.node import ActionNode, IfNode, ListNode, Node, PipeNode, RangeNode, TextNode, WithNode

__all__ = ["Conversion", "to_jinja"]


@dataclass(frozen=True)
class Conversion:
    """A converted template.

    Attributes:
        source: The Jinja text.
        proofs: What came of each scenario.
        notes: What a user of it should know.
    """

    source: str
    proofs: tuple[Proof, ...]
    notes: tuple[str, ...]

    @property
    def is_proven(self) -> bool:
        """Whether it gives what the original gives on every scenario that the original renders, of which there are."""
        outcomes = {proof.outcome for proof in self.proofs}
        return "equal" in outcomes and "differs" not in outcomes


def to_jinja(template: ollama.Template) -> Conversion:
    """Makes a Hugging Face chat template of a template of Ollama's, and renders both over the scenarios.

    Raises:
        FormatError: The template has a construct that Jinja cannot say; the error tells its place.
    """
    try:
        source, notes = _written(template)
    except RecursionError:
        raise FormatError("the template is nested too deeply", source=template.text) from None
    try:
        converted = ChatTemplate(source)
    except FormatError as error:
        raise FormatError(f"the template is too large for Jinja: {error}", source=template.text) from None
    return Conversion(source, prove(template, converted), notes)


def _written(template: ollama.Template) -> tuple[str, tuple[str, ...]]:
    facts = Facts()
    known = -1
    while facts.size() > known:
        known = facts.size()
        statements = Statements(template.go, template.text, facts, legacy="messages" not in template.vars)
        refusal: FormatError | None = None
        notes: list[str] = []
        try:
            notes = _write(template, statements)
        except FormatError as error:
            refusal = error
    if refusal is not None:
        raise refusal
    body = statements.writer.source()
    expressions = statements.expressions
    head = prelude(
        expressions.needs,
        expressions.keys,
        messages="chat.messages" in body,
        system="chat.system" in body,
        turns=expressions.legacy,
        variables=bool(facts.kept),
    )
    return head + body, (*expressions.notes, *notes, _BOS)


def _write(template: ollama.Template, statements: Statements) -> list[str]:
    root = template.go.root
    if not statements.expressions.legacy:
        opening = _opening(root)
        statements.whole(root, opening)
        return [] if opening else [_NO_OPENING]
    try:
        cut = cut_at_response(template.go)
    except ExecError as error:
        raise FormatError(
            "Ollama itself cannot render this template: " + str(error),
            source=error.source,
            offset=error.offset,
            end=error.end,
            hint=error.hint,
        ) from None
    statements.turn(root, cut.root)
    return [_NO_OPENING]


_NO_OPENING = "add_generation_prompt is not asked for: the template opens the assistant's turn by rules of its own"
_BOS = (
    "a first token (BOS) is only in it if the template has one: Ollama's tokenizer adds it, apply_chat_template and "
    "vLLM do not; for a model that wants it put {{- bos_token }} in front"
)


def _opening(root: ListNode) -> Sequence[Node]:
    """Finds the text behind the last range over the messages, if nothing but the end of the template follows it."""
    body = root
    while True:
        last = max((i for i, node in enumerate(body.nodes) if not _is_text(node)), default=-1)
        if last < 0:
            return ()
        node, rest = body.nodes[last], body.nodes[last + 1 :]
        if isinstance(node, RangeNode) and _reads_messages(node.pipe):
            return rest if any(isinstance(each, TextNode) and each.text.strip() for each in rest) else ()
        if rest or not isinstance(node, (IfNode, WithNode)):
            return ()
        body = node.list


def _is_text(node: Node) -> bool:
    """Whether a node prints the same text whatever is asked for, as ``{{ .Response }}`` does beside messages."""
    return isinstance(node, TextNode) or (isinstance(node, ActionNode) and str(node.pipe) == ".Response")


def _reads_messages(pipe: PipeNode) -> bool:
    return str(pipe.cmds[0]) in (".Messages", "$.Messages")
