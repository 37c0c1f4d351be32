"""Where a template puts what the model thought: the tags around it (thinking/template.go, thinking/parser.go)."""

from __future__ import annotations

from collections.abc import Sequence

from gotmpl.api import Message
from gotmpl.golang.strings import trim_left_space, trim_space
from gotmpl.parse.node import ChainNode, FieldNode, ListNode, Node, PipeNode, RangeNode, TextNode

__all__ = ["infer_tags", "tag_nodes", "without_think_tags"]


def infer_tags(root: ListNode) -> tuple[str, str]:
    """Guesses the tags around ``.Thinking`` in a range over ``.Messages`` (`InferTags`).

    Returns:
        The opening and the closing tag, trimmed; empty if there are none.
    """
    opening, closing = tag_nodes(root)
    return "" if opening is None else trim_space(opening.text), "" if closing is None else trim_space(closing.text)


def tag_nodes(root: ListNode) -> tuple[TextNode | None, TextNode | None]:
    """Finds the texts that hold the tags (`InferTags`).

    They are the first and the last node of the innermost list that ``.Thinking`` stands in, if those are text. Of
    several places each overwrites what it finds. What stands before the field of a chain, ``(…).X``, is not looked at.

    Returns:
        The texts of the opening and of the closing tag; None if there are none.
    """
    opening: TextNode | None = None
    closing: TextNode | None = None
    stack: list[tuple[Node, RangeNode | None, ListNode]] = [(root, None, root)]
    while stack:
        node, loop, body = stack.pop()
        if isinstance(node, FieldNode):
            if node.ident[0] == "Thinking" and loop is not None and _uses_field(loop.pipe, "Messages"):
                first, last = body.nodes[0], body.nodes[-1]
                opening = first if isinstance(first, TextNode) else opening
                closing = last if isinstance(last, TextNode) else closing
        elif not isinstance(node, ChainNode):
            loop = node if isinstance(node, RangeNode) else loop
            body = node if isinstance(node, ListNode) else body
            stack += [(child, loop, body) for child in reversed(node.children())]
    return opening, closing


def _uses_field(pipe: PipeNode, name: str) -> bool:
    """Tells whether a field in a pipeline begins with a name (`rangeUsesField`)."""
    stack: list[Node] = [pipe]
    while stack:
        node = stack.pop()
        if isinstance(node, FieldNode):
            if node.ident[0] == name:
                return True
        elif not isinstance(node, ChainNode):
            stack += node.children()
    return False


def without_think_tags(messages: Sequence[Message]) -> list[Message]:
    """Cuts ``<think>…</think>`` from what the assistant said before the last user message (`filterThinkTags`)."""
    last_user = max((i for i, message in enumerate(messages) if message.role == "user"), default=-1)
    return [
        message.model_copy(update={"content": _after_thinking(message.content)})
        if message.role == "assistant" and i < last_user
        else message
        for i, message in enumerate(messages)
    ]


def _after_thinking(content: str) -> str:
    """Gives what the thinking parser takes for the answer, if it gets the whole text at once (`Parser.AddContent`)."""
    opened = trim_left_space(content)
    if not opened.startswith("<think>"):
        # What could still become the tag, blanks among it, waits for more text, which does not come.
        return "" if "<think>".startswith(opened) else content
    rest = trim_left_space(opened[len("<think>") :]).partition("</think>")[2]
    return trim_left_space(rest)
