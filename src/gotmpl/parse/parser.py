"""Text into trees (`parse.Parse` in Go's text/template/parse/parse.go)."""

from __future__ import annotations

import os
from collections.abc import Container
from typing import TYPE_CHECKING

from gotmpl.golang import utf8
from gotmpl.parse.lexer import Lexer
from gotmpl.parse.node import DELIMS
from gotmpl.parse.tree import Tree

if TYPE_CHECKING:
    from gotmpl.parse.engine import Engine

__all__ = ["grammar", "keep_tables", "parse"]

_tables: str | None = None
#: The engines that no thread is using.
_idle: list[Engine] = []


def keep_tables(path: str) -> None:
    """Names a file in which the tables of the grammar are kept, so that the next process need not make them.

    Args:
        path: The file. If it is not there, or was made of another grammar or by another version of Lark, it is written.
    """
    global _tables
    _tables = path


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
        engine = _engine()
    try:
        return engine.parse(name, lexer, funcs)
    finally:
        engine.forget()
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


def _engine() -> Engine:
    # Lark takes long to load, and a program that finds its trees in a cache does without.
    from gotmpl.parse.engine import Engine

    return Engine(grammar(), _tables)
