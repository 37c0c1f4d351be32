"""What Go says of an item that the grammar does not take (the calls of `errorf` and `unexpected` in Go's parse.go)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gotmpl.golang import utf8
from gotmpl.golang.strconv import quote
from gotmpl.parse.token import LITERALS, OPERANDS, Item

if TYPE_CHECKING:
    from gotmpl.parse.builder import Builder
    from gotmpl.parse.lexer import Lexer

__all__ = ["COMMENT_ERRORS", "Complaint", "complain", "refuse"]

COMMENT_ERRORS = frozenset(["unclosed comment", "comment ends before closing delimiter"])
"""The lexical errors outside of actions."""

_BEFORE_PIPELINE = frozenset(["LDELIM", "IF", "ELSE_IF", "WITH", "ELSE_WITH", "RANGE", "LPAREN", "NAME", "COMMA"])
"""The items behind which Go looks for variables to be set, and so reads ahead of the first of them."""

_CONTEXTS = {
    "LDELIM": "command",
    "IF": "if",
    "ELSE_IF": "if",
    "WITH": "with",
    "ELSE_WITH": "with",
    "RANGE": "range",
    "TEMPLATE": "template clause",
    "BLOCK": "block clause",
    "DEFINE": "define clause",
}
"""What Go calls the place, by the item that opens the action."""


class Complaint(Exception):  # noqa: N818 - becomes a ParseError where the name of the template is known
    """What Go's parser ends with (`Tree.errorf`).

    Attributes:
        format: Go's format.
        operands: The operands of the format.
        at: The offset whose line Go tells, which is that of the item it read last; None for the one in hand.
        item: The item at fault; None for the one in hand.
    """

    def __init__(self, format: str, *operands: str, at: int | None = None, item: Item | None = None) -> None:
        super().__init__(format, *operands)
        self.format = format
        self.operands = operands
        self.at = at
        self.item = item


def complain(builder: Builder, complaint: Complaint) -> Complaint:
    """Completes what the builder complains of while it takes an item: tells where Go had read to."""
    lexer = builder.lexer
    item = complaint.item = lexer.item
    complaint.at = _last_read(lexer, item)
    if item.type == "VARIABLE" and "." not in item.value:
        before, behind = _around(lexer)
        if before[-1].type in _BEFORE_PIPELINE:
            complaint.at = next(behind).pos
    return complaint


def refuse(builder: Builder) -> Complaint:
    """Says what Go does of the item in hand, which the grammar does not take."""
    lexer, item = builder.lexer, builder.lexer.item
    if item.type == "ERROR" and item.value in COMMENT_ERRORS:
        opener = lexer.opener
        return _unexpected(
            builder, item, "input", opener if opener and opener.type in ("IF", "RANGE", "WITH") else None
        )
    if item.type == "EOF":
        return Complaint("unexpected EOF", at=item.pos, item=item)
    if item.type in ("END", "ELSE", "ELSE_IF", "ELSE_WITH"):
        return _misplaced(builder, item)
    before, behind = _around(lexer)
    if item.type == "UNCLOSED":
        return _unexpected(builder, next(behind), item.value, item)
    if item.type == "DEFINE":
        return _unexpected(builder, item, "command", None)
    return _refuse_inside(builder, item, before)


def _misplaced(builder: Builder, item: Item) -> Complaint:
    """Says what is wrong with an end or else."""
    lexer, block = builder.lexer, builder.blocks[-1] if builder.blocks else None
    shown = f"{lexer.left}{'end' if item.type == 'END' else 'else'}{lexer.right}"
    at = _last_read(lexer, item)
    if block is None:
        return Complaint("unexpected %s", shown, at=at, item=item)
    if block.opener.type == "DEFINE":
        return Complaint("unexpected %s in %s", shown, "define clause", at=at, item=item)
    if block.opener.type == "BLOCK":
        # What has read the else is another Tree than the one that complains.
        at = next(i.pos for i in lexer.items(block.opener.pos) if i.type == "RDELIM")
        return Complaint("unexpected %s in %s", shown, "block clause", at=at, item=item)
    if block.in_else:
        return Complaint("expected end; found %s", shown, at=at, item=item)
    return _unexpected(builder, item, "input", None)


def _refuse_inside(builder: Builder, item: Item, before: list[Item]) -> Complaint:
    """Says what is wrong with an item inside an action, by what precedes it there."""
    lexer, opener, previous = builder.lexer, before[0], before[-1]
    context = "parenthesized pipeline" if builder.parens else _CONTEXTS[opener.type]
    begun = None if opener.type in ("DEFINE", "ELSE_IF", "ELSE_WITH") else opener
    if item.type == "CHAIN" and previous.type in LITERALS:
        trimmed = lexer.text[item.end : item.end + 1].isspace() and lexer.text.startswith(
            f"-{lexer.right}", item.end + 1
        )
        at = item.end + 2 if trimmed else item.end
        return Complaint("unexpected . after term %q", previous.value, at=at, item=item)
    if previous.type in OPERANDS:
        return _unexpected(builder, item, "operand", begun)
    if previous.type == "DECLARED" and item.type == "COMMA":
        return Complaint("too many declarations in %s", context, at=item.pos, item=item)
    if previous.type == "COMMA" and item.type != "RDELIM":
        return Complaint("range can only initialize variables", at=item.pos, item=item)
    if item.type in ("RDELIM", "RPAREN") and previous.type not in ("BLOCK", "DEFINE", "TEMPLATE"):
        return Complaint("missing value for %s", context, at=item.pos, item=item)
    return _unexpected(builder, item, context, begun)


def _unexpected(builder: Builder, item: Item, context: str, begun: Item | None) -> Complaint:
    """Says that an item is not expected (`Tree.unexpected`).

    Args:
        builder: The parse.
        item: The item.
        context: What Go calls the place.
        begun: The opening of the action that Go holds to be unfinished (`Tree.actionLine`).
    """
    lexer = builder.lexer
    if item.type != "ERROR":
        return Complaint("unexpected %s in %s", _show(item), context, at=_last_read(lexer, item), item=item)
    extra = ""
    if begun and "\n" in lexer.text[begun.pos : item.pos]:
        line = lexer.text.count("\n", 0, begun.pos) + 1
        extra = f" in action started at {builder.name}:{line}"
        if item.value.endswith(" action"):
            extra = extra.removeprefix(" in action")
    return Complaint("%s%s", item.value, extra, at=item.pos, item=item)


def _show(item: Item) -> str:
    """Writes an item, of several of Go's the one that Go meets first (`item.String`)."""
    type_ = item.type.removeprefix("GLUED_")
    value = item.value
    if type_ in ("KEYWORD", "DOT", "NIL", "DEFINE"):
        return f"<{value}>"
    if type_ in ("ELSE_IF", "ELSE_WITH"):
        return f"<{value.split()[-1]}>"
    if type_ in ("FIELD", "VARIABLE"):
        dot = value.find(".", 1)
        value = value[:dot] if dot > 0 else value
    return quote(value) if utf8.byte_len(value) <= 10 else f"{quote(value[:10])}..."


def _last_read(lexer: Lexer, item: Item) -> int:
    """Tells where the last of Go's items begins that went into one of ours."""
    if item.type in ("END", "ELSE", "BREAK", "CONTINUE"):
        return item.end - len(lexer.right)
    if item.type in ("DEFINE", "ELSE_IF", "ELSE_WITH"):
        return item.end - len(item.value.split()[-1])
    return item.pos


def _around(lexer: Lexer) -> tuple[list[Item], Iterator[Item]]:
    """Gives the items of the action before the one in hand, and those behind it."""
    last, opener = lexer.item, lexer.opener
    before: list[Item] = []
    items = lexer.items(opener.pos if opener else 0)
    for item in items:
        if item.pos == last.pos and item.type == last.type:
            break
        before.append(item)
    return before, items
