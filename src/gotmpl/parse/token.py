"""What the lexer hands to the parser: items, as in Go's text/template/parse/lex.go, of the grammar's terminals."""

from __future__ import annotations

__all__ = ["LITERALS", "OPENERS", "OPERANDS", "Item"]


class Item:
    """A token.

    Attributes:
        type: The terminal of grammar/template.lark, or one of the types that no rule of it takes: ``ERROR`` (`value` is
            Go's text), ``KEYWORD`` (a keyword inside an action), ``CHAR`` (any other character), ``GLUED_`` with the
            type of an operand (it has no space before it), ``UNCLOSED`` (``{{end``, ``{{else``, ``{{break`` or
            ``{{continue`` with no closing delimiter behind it; `value` is what Go calls the place).
        value: Its text; for an opening delimiter, the keyword behind it.
        pos: Where it begins, in characters.
        end: The offset behind it.
    """

    __slots__ = ("end", "pos", "type", "value")

    # Lark reads these of the last token.
    start_pos = end_pos = line = column = end_line = end_column = None

    def __init__(self, type: str, value: str, pos: int, end: int) -> None:
        self.type = type
        self.value = value
        self.pos = pos
        self.end = end


OPENERS = {
    "if": "IF",
    "range": "RANGE",
    "with": "WITH",
    "template": "TEMPLATE",
    "block": "BLOCK",
    "define": "DEFINE",
    "end": "END",
    "else": "ELSE",
    "break": "BREAK",
    "continue": "CONTINUE",
}
"""The keywords that may open an action, and the types of such openings."""

LITERALS = frozenset(["BOOL", "DOT", "NIL", "NUMBER", "STRING"])
"""The operands that can have no field."""

OPERANDS = LITERALS | {"CHAIN", "FIELD", "IDENTIFIER", "RPAREN", "VARIABLE"}
"""The items that end an operand."""
