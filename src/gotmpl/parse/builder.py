"""Nodes out of what the grammar recognises, and the checks that Go makes on the way.

Lark calls a method for every terminal when it takes one and for every rule when it is complete; no tree of Lark's own
is ever made. The methods are named for the terminals and the rules' aliases in grammar/template.lark.
"""

# ruff: noqa: N802, D102 - Lark finds the methods by the names in the grammar, and there they are explained

from __future__ import annotations

from collections.abc import Container
from typing import Any, TypeVar

from gotmpl.golang import strconv, utf8
from gotmpl.golang.error import GoError
from gotmpl.parse.complaint import Complaint
from gotmpl.parse.lexer import Lexer
from gotmpl.parse.node import (
    ActionNode,
    BoolNode,
    BranchNode,
    BreakNode,
    ChainNode,
    CommandNode,
    CommentNode,
    ContinueNode,
    DotNode,
    FieldNode,
    IdentifierNode,
    IfNode,
    ListNode,
    NilNode,
    NumberNode,
    PipeNode,
    RangeNode,
    StringNode,
    TemplateNode,
    TextNode,
    VariableNode,
    WithNode,
)
from gotmpl.parse.number import new_number
from gotmpl.parse.token import Item
from gotmpl.parse.tree import Tree, is_empty_tree

__all__ = ["Block", "Builder"]

_DEFINITIONS = frozenset(["BLOCK", "DEFINE"])
_NON_EXECUTABLE = (BoolNode, DotNode, NilNode, NumberNode, StringNode)

MAX_STACK_DEPTH = 10000
"""How many parentheses may be open (`maxStackDepth`)."""

B = TypeVar("B", bound=BranchNode)

Children = list[Any]
"""What Lark hands to a rule's method: items and what other methods have returned."""


class Block:
    """An action that waits for its ``{{end}}``.

    Attributes:
        opener: The item that opened it.
        name: The name that a define or block gives.
        list: The list that is being filled, or None.
        in_else: Whether that is the one behind ``{{else}}``.
        mark: How many variables were visible before.
        vars: The variables outside of a define or block.
        range_depth: How many ranges were open before.
    """

    __slots__ = ("in_else", "list", "mark", "name", "opener", "range_depth", "vars")

    def __init__(self, opener: Item, vars: dict[str, None], range_depth: int) -> None:
        self.opener = opener
        self.name = ""
        self.list: ListNode | None = None
        self.in_else = False
        self.vars = vars
        self.mark = len(vars)
        self.range_depth = range_depth


class Builder:
    """The state of a parse.

    Attributes:
        name: The name of the text.
        lexer: Where the items come from.
        trees: The finished trees.
        funcs: The names of the functions.
        blocks: What waits for its ``{{end}}``, innermost last.
        parens: The open parentheses, innermost last.
    """

    def begin(self, name: str, lexer: Lexer, funcs: Container[str]) -> None:
        """Prepares for a text (`Tree.startParse`).

        Args:
            name: The name of the template.
            lexer: Where the items come from.
            funcs: The names of the functions.
        """
        self.lexer = lexer
        self.trees: dict[str, Tree] = {}
        self.blocks: list[Block] = []
        self.parens: list[Item] = []
        self.name = name
        self.funcs = funcs
        self._delims = (lexer.left, lexer.right)
        self._vars: dict[str, None] = {"$": None}  # in the order of their declaration
        self._range_depth = 0

    # Text and lists

    def start(self, children: Children) -> dict[str, Tree]:
        """Finishes the parse: adds the tree of the text itself."""
        root, eof = children
        root.start, root.end = 0, eof.end
        self._add(self.name, root)
        return self.trees

    def _add(self, name: str, root: ListNode) -> None:
        """Adds a tree; one that is empty gives way to any other of its name (`Tree.add`)."""
        tree = self.trees.get(name)
        if tree is None or tree.is_empty_tree:
            self.trees[name] = Tree(name, self.name, root, self.lexer.text)
        elif not is_empty_tree(root):
            raise Complaint("template: multiple definition of template %q", name)

    def list_new(self, _: Children) -> ListNode:
        """Begins a list at the item that comes next."""
        pos = self.lexer.item.pos
        nodes = ListNode(pos, pos, pos, [])
        if self.blocks:
            block = self.blocks[-1]
            block.list = nodes
            if block.opener.type in _DEFINITIONS:
                self._vars, self._range_depth = {"$": None}, 0
        return nodes

    def list_add(self, children: Children) -> ListNode:
        """Adds a node to a list."""
        nodes: ListNode = children[0]
        nodes.nodes.append(children[1])
        return nodes

    def list_join(self, children: Children) -> ListNode:
        """Adds what follows a definition to what precedes it."""
        nodes: ListNode = children[0]
        nodes.nodes += children[2].nodes
        return nodes

    def TEXT(self, item: Item) -> TextNode:
        return TextNode(item.pos, item.pos, item.end, item.value)

    def COMMENT(self, item: Item) -> CommentNode:
        start = self.lexer.text.rindex(self.lexer.left, 0, item.pos)
        return CommentNode(start, item.pos, item.end, item.value, self._delims)

    # Blocks

    def _open(self, item: Item) -> Item:
        self.blocks.append(Block(item, self._vars, self._range_depth))
        return item

    IF = WITH = DEFINE = BLOCK = _open

    def RANGE(self, item: Item) -> Item:
        self._open(item)
        self._range_depth += 1
        return item

    def ELSE(self, item: Item) -> Item:
        block = self.blocks[-1]
        block.in_else = True
        self._range_depth = block.range_depth
        return item

    def END(self, item: Item) -> Item:
        block = self.blocks.pop()
        self._vars, self._range_depth = block.vars, block.range_depth
        if block.list is not None and block.opener.type in _DEFINITIONS:
            self._add(block.name, block.list)
        else:
            while len(self._vars) > block.mark:
                self._vars.popitem()
        return item

    def BREAK(self, item: Item) -> BreakNode:
        if not self._range_depth:
            raise Complaint("{{break}} outside {{range}}")
        return BreakNode(item.pos, self._word(item), item.end, self._delims)

    def CONTINUE(self, item: Item) -> ContinueNode:
        if not self._range_depth:
            raise Complaint("{{continue}} outside {{range}}")
        return ContinueNode(item.pos, self._word(item), item.end, self._delims)

    def _word(self, item: Item) -> int:
        """Tells where the keyword behind an opening delimiter begins."""
        return self.lexer.text.index(item.value, item.pos + len(self.lexer.left))

    # Actions

    def if_(self, children: Children) -> IfNode:
        return self._branch(IfNode, children)

    def if_else(self, children: Children) -> IfNode:
        return self._branch_else(IfNode, children)

    def if_else_if(self, children: Children) -> IfNode:
        return self._branch_else_branch(IfNode, children)

    def with_(self, children: Children) -> WithNode:
        return self._branch(WithNode, children)

    def with_else(self, children: Children) -> WithNode:
        return self._branch_else(WithNode, children)

    def with_else_with(self, children: Children) -> WithNode:
        return self._branch_else_branch(WithNode, children)

    def range_(self, children: Children) -> RangeNode:
        return self._branch(RangeNode, children)

    def range_else(self, children: Children) -> RangeNode:
        return self._branch_else(RangeNode, children)

    def _branch(self, cls: type[B], children: Children) -> B:
        opener, pipe, right, nodes, end = children
        nodes.start, nodes.end = right.end, end.pos
        return cls(opener.pos, pipe.pos, end.end, pipe, nodes, None, self._delims)

    def _branch_else(self, cls: type[B], children: Children) -> B:
        opener, pipe, right, nodes, else_, else_nodes, end = children
        nodes.start, nodes.end = right.end, else_.pos
        else_nodes.start, else_nodes.end = else_.end, end.pos
        return cls(opener.pos, pipe.pos, end.end, pipe, nodes, else_nodes, self._delims)

    def _branch_else_branch(self, cls: type[B], children: Children) -> B:
        opener, pipe, right, nodes, branch = children
        nodes.start, nodes.end = right.end, branch.start
        text = self.lexer.text
        keyword = text.index(cls.keyword, text.index("else", branch.start + len(self.lexer.left)) + len("else"))
        else_nodes = ListNode(branch.start, keyword, branch.end, [branch])
        return cls(opener.pos, pipe.pos, branch.end, pipe, nodes, else_nodes, self._delims)

    def define(self, children: Children) -> None:
        """Finishes a definition, which leaves no node where it stands."""
        _, _, right, nodes, end = children
        nodes.start, nodes.end = right.end, end.pos

    def block(self, children: Children) -> TemplateNode:
        opener, name, pipe, right, nodes, end = children
        nodes.start, nodes.end = right.end, end.pos
        return TemplateNode(opener.pos, name.pos, end.end, name.text, pipe, self._delims)

    def template(self, children: Children) -> TemplateNode:
        opener, name, right = children
        return TemplateNode(opener.pos, name.pos, right.end, name.text, None, self._delims)

    def template_with(self, children: Children) -> TemplateNode:
        opener, name, pipe, right = children
        return TemplateNode(opener.pos, name.pos, right.end, name.text, pipe, self._delims)

    def action(self, children: Children) -> ActionNode:
        opener, pipe, right = children
        return ActionNode(opener.pos, pipe.pos, right.end, pipe, self._delims)

    def NAME(self, item: Item) -> StringNode:
        name = self.STRING(item)
        if self.blocks and self.blocks[-1].opener is self.lexer.opener:
            self.blocks[-1].name = name.text
        return name

    # Pipelines

    def pipeline(self, children: Children) -> PipeNode:
        commands = children[0]
        if len(commands) > 1:
            self._check(commands)
        start = commands[0].start
        return PipeNode(start, start, commands[-1].end, commands, [])

    def pipeline_set(self, children: Children) -> PipeNode:
        variable, sign, commands = children[:3]
        return self._pipe([variable], sign, commands)

    def pipeline_set_two(self, children: Children) -> PipeNode:
        first, _, second, sign, commands = children[:5]
        return self._pipe([first, second], sign, commands)

    def pipeline_of_variable(self, children: Children) -> PipeNode:
        variable, comma, commands = children[:3]
        return self._pipe([variable], comma, commands)

    def _pipe(self, decl: list[VariableNode], sign: Item, commands: list[CommandNode]) -> PipeNode:
        self._check(commands)
        start = decl[0].start
        return PipeNode(start, start, commands[-1].end, commands, decl, sign.type == "ASSIGN")

    def _check(self, commands: list[CommandNode]) -> None:
        """Complains of a constant behind a pipe (`checkPipeline`)."""
        for stage, command in enumerate(commands[1:], 2):
            if isinstance(command.args[0], _NON_EXECUTABLE):
                raise Complaint(f"non executable command in pipeline stage {stage}")

    def commands_new(self, children: Children) -> list[CommandNode]:
        operand = children[0]
        return [CommandNode(operand.start, operand.start, operand.end, children)]

    def commands_add(self, children: Children) -> list[CommandNode]:
        commands: list[CommandNode]
        commands, _, operand = children
        commands.append(CommandNode(operand.start, operand.start, operand.end, [operand]))
        return commands

    def command_add(self, children: Children) -> list[CommandNode]:
        commands: list[CommandNode]
        commands, operand = children
        command = commands[-1]
        command.args.append(operand)
        command.end = operand.end
        return commands

    # Operands

    def parenthesized(self, children: Children) -> PipeNode:
        left, pipe, right = children
        node: PipeNode = pipe
        node.start, node.end = left.pos, right.end
        return node

    def chain(self, children: Children) -> ChainNode:
        node, fields = children
        return ChainNode(node.start, fields.pos, fields.end, node, fields.value[1:].split("."))

    def LPAREN(self, item: Item) -> Item:
        if len(self.parens) >= MAX_STACK_DEPTH:
            raise Complaint("max expression depth exceeded")
        self.parens.append(item)
        return item

    def RPAREN(self, item: Item) -> Item:
        self.parens.pop()
        return item

    def IDENTIFIER(self, item: Item) -> IdentifierNode:
        if item.value not in self.funcs:
            raise Complaint("function %q not defined", item.value)
        return IdentifierNode(item.pos, item.pos, item.end, item.value)

    def DECLARED(self, item: Item) -> VariableNode:
        self._vars[item.value] = None
        return VariableNode(item.pos, item.pos, item.end, [item.value])

    def VARIABLE(self, item: Item) -> VariableNode:
        ident = item.value.split(".")
        if ident[0] not in self._vars:
            raise Complaint("undefined variable %q", ident[0])
        start = item.pos
        return VariableNode(start, start + len(ident[0]) if len(ident) > 1 else start, item.end, ident)

    def FIELD(self, item: Item) -> FieldNode:
        ident = item.value[1:].split(".")
        start = item.pos
        return FieldNode(start, start + 1 + len(ident[0]) if len(ident) > 1 else start, item.end, ident)

    def STRING(self, item: Item) -> StringNode:
        text = item.value[1:-1]
        try:
            if "\\" in text or "\r" in text or not utf8.valid(text):
                text = strconv.unquote(item.value)
        except GoError as e:
            raise Complaint("%s", str(e)) from None
        return StringNode(item.pos, item.pos, item.end, item.value, text)

    def NUMBER(self, item: Item) -> NumberNode:
        try:
            return new_number(item)
        except GoError as e:
            raise Complaint("%s", str(e)) from None

    def BOOL(self, item: Item) -> BoolNode:
        return BoolNode(item.pos, item.pos, item.end, item.value == "true")

    def DOT(self, item: Item) -> DotNode:
        return DotNode(item.pos, item.pos, item.end)

    def NIL(self, item: Item) -> NilNode:
        return NilNode(item.pos, item.pos, item.end)
