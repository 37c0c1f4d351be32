"""The tag that a template puts before tool calls (tools/template.go)."""

from __future__ import annotations

from gotmpl.golang.strings import trim_space
from gotmpl.parse.node import ActionNode, BranchNode, FieldNode, IfNode, ListNode, Node, TextNode

__all__ = ["NO_TAG", "parse_tag", "tag_node"]

#: What stands for "no tag": every JSON object is tried as a tool call.
NO_TAG = "{"


def parse_tag(root: ListNode) -> str:
    """Finds the tag: the first text of the first ``if`` that asks for ``.ToolCalls``, up to a brace (`parseTag`)."""
    node = tag_node(root)
    if node is None:
        return NO_TAG
    return trim_space(node.text.replace("\r\n", "\n").partition("{")[0]) or NO_TAG


def tag_node(root: ListNode) -> TextNode | None:
    """Finds the text that begins with the tag, or None."""
    node = _find_tool_call_node(root)
    return None if node is None else _find_text(node.list)


def _find_tool_call_node(root: ListNode) -> IfNode | None:
    """Finds the first ``if`` that asks for ``.ToolCalls``, depth first (`findToolCallNode`)."""
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, IfNode) and _asks_for_tool_calls(node):
            return node
        if isinstance(node, BranchNode):
            stack += [body for body in (node.else_list, node.list) if body is not None]
        elif isinstance(node, ListNode):
            stack += reversed(node.nodes)
    return None


def _asks_for_tool_calls(node: IfNode) -> bool:
    args = [arg for command in node.pipe.cmds for arg in command.args]
    return any(isinstance(arg, FieldNode) and "ToolCalls" in arg.ident for arg in args)


def _find_text(body: ListNode) -> TextNode | None:
    """Finds the first text that is not blank (`findTextNode`).

    An action ends the search in its list, and so does an if, range or with after it was searched itself.
    """
    stack = [body]
    while stack:
        for node in stack.pop().nodes:
            if isinstance(node, TextNode) and trim_space(node.text):
                return node
            if isinstance(node, ActionNode):
                break
            if isinstance(node, BranchNode):
                stack += [inner for inner in (node.else_list, node.list) if inner is not None]
                break
    return None
