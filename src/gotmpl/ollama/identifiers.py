"""Which names a template uses (`Identifiers` and `Template.Vars` in template/template.go)."""

from __future__ import annotations

from collections.abc import Iterable

from gotmpl.errors import ParseError
from gotmpl.golang.strings import to_lower
from gotmpl.parse.node import ChainNode, FieldNode, Node, PipeNode, TemplateNode, VariableNode
from gotmpl.parse.tree import Tree

__all__ = ["identifiers"]


def identifiers(trees: Iterable[Tree]) -> list[str]:
    """Gives all names in fields and variables, in lower case and in order.

    A chain, ``(…).X``, is passed over with all inside it, and so are the variables that a pipeline declares.

    Raises:
        ParseError: A ``{{template}}`` has no argument, which Ollama refuses.
    """
    names: set[str] = set()
    for tree in trees:
        stack: list[Node] = [tree.root]
        while stack:
            node = stack.pop()
            if isinstance(node, (FieldNode, VariableNode)):
                names.update(map(to_lower, node.ident))
            elif isinstance(node, TemplateNode) and node.pipe is None:
                raise ParseError(
                    "undefined template specified",
                    source=tree.text,
                    offset=node.start,
                    end=node.end,
                    hint="Ollama takes no {{template}} without an argument: give it the dot, {{template "
                    f'"{node.name}" .}}}}.',
                )
            elif not isinstance(node, ChainNode):
                stack += node.cmds if isinstance(node, PipeNode) else node.children()
    return sorted(names)
