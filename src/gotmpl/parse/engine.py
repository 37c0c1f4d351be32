"""Lark's parser with our lexer and builder; the one module that needs Lark."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any, cast

from lark import Lark, Token, UnexpectedToken
from lark.lexer import Lexer as LarkLexer

from gotmpl.parse.builder import Builder
from gotmpl.parse.complaint import Complaint
from gotmpl.parse.lexer import Lexer
from gotmpl.parse.node import DELIMS
from gotmpl.parse.tree import Tree

__all__ = ["Engine"]


class _Items(LarkLexer):
    """Hands the items of our lexer to Lark."""

    __future_interface__ = 2

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        return cast("Iterator[Token]", lexer_state.text.items())


class Engine:
    """Lark's parser; works on one text at a time.

    Args:
        grammar: The text of the grammar.
        tables: A file that keeps what Lark makes of the grammar; None to make it anew.
    """

    def __init__(self, grammar: str, tables: str | None) -> None:
        self._builder = Builder()
        self._lark = Lark(
            grammar,
            parser="lalr",
            lexer=_Items,
            transformer=cast(Any, self._builder),
            maybe_placeholders=False,
            cache=tables or False,
        )

    def parse(self, name: str, lexer: Lexer, funcs: Container[str]) -> dict[str, Tree]:
        """Makes trees of the items of a text.

        Raises:
            ParseError: The text does not parse.
        """
        self._builder.begin(name, lexer, funcs)
        try:
            return cast("dict[str, Tree]", self._lark.parse(cast(Any, lexer)))
        except Complaint as e:
            complaint: Complaint | None = e
        except UnexpectedToken:
            complaint = None
        from gotmpl.parse.explain import parse_error

        raise parse_error(self._builder, complaint)

    def forget(self) -> None:
        """Lets go of the text."""
        self._builder.begin("", _NOTHING, ())


_NOTHING = Lexer("", *DELIMS)
