"""Rendering for templates that know no messages: turn by turn, then cut at the response (template/template.go)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gotmpl import template as go
from gotmpl.api import Message
from gotmpl.errors import ExecError
from gotmpl.parse.node import ActionNode, BranchNode, FieldNode, ListNode, Node, PipeNode
from gotmpl.parse.tree import Tree

__all__ = ["Turn", "cut_at_response", "turns"]


class Turn(NamedTuple):
    """What one execution of the template renders.

    Attributes:
        system: The last system message of the turn.
        prompt: The last user message.
        response: The last assistant message.
    """

    system: str = ""
    prompt: str = ""
    response: str = ""


def turns(messages: Iterable[Message]) -> list[Turn]:
    """Divides collated messages into turns (`Template.Execute`).

    A system message begins a new one behind a prompt or a response, a user message behind a response. Roles but
    system, user and assistant are passed over.

    Returns:
        The turns; the last one is what the model is to continue, and may be empty.
    """
    found: list[Turn] = []
    turn = Turn()
    for message in messages:
        if (message.role == "system" and (turn.prompt or turn.response)) or (message.role == "user" and turn.response):
            found.append(turn)
            turn = Turn()
        if message.role == "system":
            turn = turn._replace(system=message.content)
        elif message.role == "user":
            turn = turn._replace(prompt=message.content)
        elif message.role == "assistant":
            turn = turn._replace(response=message.content)
    return [*found, turn]


def cut_at_response(template: go.Template) -> go.Template:
    """Gives a template that ends with the first field named Response, which the model is to continue (`deleteNode`).

    Like Ollama's it is one of its own: it has no functions but Go's, and nothing of what the other one defines.

    Raises:
        ExecError: Ollama cannot cut the template, and panics.
    """
    assert template.tree is not None
    tree = template.tree.copy()
    try:
        _cut(tree)
    except RecursionError:
        raise ExecError("parentheses are nested too deeply", source=tree.text) from None
    return go.Template().add_parse_tree("", tree)


class _Open(NamedTuple):
    """A list that is being read, or an else list whose turn has not come.

    Attributes:
        body: The list.
        next: Which of its nodes is next.
        owner: The block that it belongs to; None for the root.
    """

    body: ListNode
    next: int
    owner: BranchNode | None


def _cut(tree: Tree) -> None:
    """Deletes what comes after the first field named Response; pipelines of an if, range or with do not count."""
    lists = [_Open(tree.root, 0, None)]
    while lists:
        body, i, owner = lists.pop()
        if i == len(body.nodes):
            continue
        node = body.nodes[i]
        lists.append(_Open(body, i + 1, owner))
        if isinstance(node, BranchNode):
            lists += [_Open(inner, 0, node) for inner in (node.else_list, node.list) if inner is not None]
        elif isinstance(node, ActionNode):
            cutter = _PipeCutter()
            pipe = cutter.cut(node.pipe)
            if cutter.met:
                body.nodes[i:] = [] if pipe is None else [node]
                _close(tree, lists[:-1])
                return


def _close(tree: Tree, lists: list[_Open]) -> None:
    """Deletes what comes after the cut in the lists around it.

    Raises:
        ExecError: One of them is an else list, which Ollama does not expect to be gone.
    """
    for body, i, owner in reversed(lists):
        if i == 0 and owner is not None:
            raise ExecError(
                "interface conversion: parse.Node is nil, not *parse.ListNode",
                source=tree.text,
                offset=owner.start,
                end=owner.end,
                hint=f"The first .Response stands in an {{{{{owner.keyword}}}}} that has an {{{{else}}}}. Ollama "
                "panics when it cuts the template there, and the request fails with status 500. Use .Response outside "
                "of the block, or write the {{else}} as a block of its own.",
            )
        del body.nodes[i:]


class _PipeCutter:
    """Deletes arguments, and commands that become empty, after the first field named Response.

    Attributes:
        met: Whether that field has been met.
    """

    def __init__(self) -> None:
        self.met = False

    def cut(self, pipe: PipeNode) -> PipeNode | None:
        """Gives the pipeline, cut; None if one of its commands became empty."""
        for command in pipe.cmds:
            command.args = [arg for arg in command.args if self.keeps(arg)]
            if not command.args:
                return None
        return pipe

    def keeps(self, arg: Node) -> bool:
        """Whether an argument stays: one before the field, or a field named Response."""
        if isinstance(arg, FieldNode) and "Response" in arg.ident:
            self.met = True
            return True
        if self.met:
            return False
        return self.cut(arg) is not None if isinstance(arg, PipeNode) else True
