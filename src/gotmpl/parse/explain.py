"""A complaint of Go's in words: Go's own text, the place to look at, and what to do."""

from __future__ import annotations

from gotmpl.errors import ParseError
from gotmpl.golang.fmt import sprintf
from gotmpl.golang.reflect import value_of
from gotmpl.parse.builder import Builder
from gotmpl.parse.complaint import Complaint, complain, refuse

__all__ = ["parse_error"]


def parse_error(builder: Builder, complaint: Complaint | None) -> ParseError:
    """Makes the error of a parse that has stopped at an item.

    Args:
        builder: The parse.
        complaint: What the builder complains of; None if the grammar does not take the item.
    """
    complaint = complain(builder, complaint) if complaint else refuse(builder)
    text = builder.lexer.text
    line = text.count("\n", 0, complaint.at or 0) + 1
    format = f"template: {builder.name}:{line}: {complaint.format}"
    return ParseError(
        sprintf(format, [value_of(operand) for operand in complaint.operands]),
        name=builder.name,
        source=text,
    )
