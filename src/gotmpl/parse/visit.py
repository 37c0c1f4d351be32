"""Going over the nodes of a tree."""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.parse.node import Node

__all__ = ["walk"]


def walk(node: Node) -> Iterator[Node]:
    """Yields a node and all below it in the order of the source, each before what is below it.

    It does not recurse, so trees of any depth will do.
    """
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children())
