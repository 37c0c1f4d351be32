"""Text into trees (`parse.Parse` in Go's text/template/parse/parse.go)."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, Any, cast

from gotmpl.golang import utf8
from gotmpl.parse.builder import Builder
from gotmpl.parse.complaint import Complaint
from gotmpl.parse.lexer import Lexer
from gotmpl.parse.node import DELIMS
from gotmpl.parse.tree import Tree

if TYPE_CHECKING:
    from lark import Token

__all__ = ["grammar", "parse"]


def parse(
    text: str,
    name: str = "",
    *,
    delims: tuple[str, str] = ("", ""),
    funcs: Container[str] = (),
    comments: bool = False,
) -> dict[str, Tree]:
    """Parses a text and all that it defines (`parse.Parse`).

    Args:
        text: The text.
        name: The name of the template.
        delims: The delimiters of actions; an empty one is Go's.
        funcs: The names of the functions that the text may call. Go's builtin ones are not known without.
        comments: Whether the trees hold the comments (`parse.ParseComments`).

    Returns:
        The trees by name: that of the text itself and those of its defines and blocks. Where something of the name of
        the text is defined and one of the two is empty, the other stays.

    Raises:
        ParseError: The text does not parse; the message is Go's.
    """
    text = utf8.canonical(text)
    left, right = delims[0] or DELIMS[0], delims[1] or DELIMS[1]
    lexer = Lexer(
        text, left, right, break_ok="break" not in funcs, continue_ok="continue" not in funcs, comments=comments
    )
    try:
        engine = _idle.pop()
    except IndexError:
        engine = _Engine()
    try:
        return engine.parse(name, lexer, funcs)
    finally:
        engine.builder.begin("", _NOTHING, ())  # lets go of the text
        _idle.append(engine)


def grammar() -> str:
    """Reads grammar/template.lark, of the installed package or of the source tree."""
    package = os.path.dirname(os.path.dirname(__file__))
    for folder in (package, os.path.dirname(os.path.dirname(package))):
        path = os.path.join(folder, "grammar", "template.lark")
        if os.path.isfile(path):
            break
    with open(path, encoding="utf-8") as file:
        return file.read()


class _Engine:
    """Lark's parser with its builder; works on one text at a time."""

    def __init__(self) -> None:
        from lark import Lark, UnexpectedToken
        from lark.lexer import Lexer as LarkLexer

        class Items(LarkLexer):
            """Hands the items of our lexer to Lark."""

            __future_interface__ = 2

            def __init__(self, lexer_conf: Any) -> None:
                pass

            def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
                return cast("Iterator[Token]", lexer_state.text.items())

        self.builder = Builder()
        self.lark = Lark(
            grammar(), parser="lalr", lexer=Items, transformer=cast(Any, self.builder), maybe_placeholders=False
        )
        self.refusal = UnexpectedToken

    def parse(self, name: str, lexer: Lexer, funcs: Container[str]) -> dict[str, Tree]:
        self.builder.begin(name, lexer, funcs)
        try:
            return cast("dict[str, Tree]", self.lark.parse(cast(Any, lexer)))
        except Complaint as e:
            complaint: Complaint | None = e
        except self.refusal:
            complaint = None
        from gotmpl.parse.explain import parse_error

        raise parse_error(self.builder, complaint)


_NOTHING = Lexer("", *DELIMS)

_idle: list[_Engine] = []
"""The engines that no thread is using."""
