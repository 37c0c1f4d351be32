"""A parsed template (Go's `parse.Tree`)."""

from __future__ import annotations

from gotmpl.golang import utf8
from gotmpl.golang.unicode import is_space
from gotmpl.parse.node import CommentNode, ListNode, Node, TextNode

__all__ = ["Tree", "is_empty_tree"]


class Tree:
    """A single parsed template.

    Attributes:
        name: The name of the template.
        parse_name: The name of the text that it was parsed from, for errors.
        root: Its nodes.
        text: The text that it was parsed from, that of the whole file for a ``{{define}}``.
    """

    __slots__ = ("name", "parse_name", "root", "text")

    def __init__(self, name: str, parse_name: str, root: ListNode, text: str) -> None:
        self.name = name
        self.parse_name = parse_name
        self.root = root
        self.text = text

    def __repr__(self) -> str:
        return f"<Tree {self.name!r}>"

    @property
    def is_empty_tree(self) -> bool:
        """Whether it holds nothing but space, comments and definitions."""
        return is_empty_tree(self.root)

    def copy(self) -> Tree:
        """Makes a deep copy (`Tree.Copy`)."""
        return Tree(self.name, self.parse_name, self.root.copy(), self.text)

    def error_context(self, node: Node) -> tuple[str, str]:
        """Says where a node is and what it is, for an error (`Tree.ErrorContext`).

        Returns:
            ``NAME:LINE:COLUMN``, the column counted in bytes from 0, and Go's text of the node.
        """
        line = self.text.count("\n", 0, node.pos) + 1
        column = utf8.byte_len(self.text[self.text.rfind("\n", 0, node.pos) + 1 : node.pos])
        return f"{self.parse_name}:{line}:{column}", str(node)


def is_empty_tree(node: Node | None) -> bool:
    """Tells whether a node is nothing but space and comments (`parse.IsEmptyTree`)."""
    if node is None or isinstance(node, CommentNode):
        return True
    if isinstance(node, TextNode):
        return all(map(is_space, node.text))
    return isinstance(node, ListNode) and all(map(is_empty_tree, node.nodes))
