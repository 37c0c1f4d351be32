"""Templates parsed by Go (parse_oracle) and by gotmpl, in a form that can be compared."""

from __future__ import annotations

import base64
import itertools
import json
import struct
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gotmpl.errors import ParseError
from gotmpl.golang.utf8 import byte_len, decode, encode
from gotmpl.parse.node import ChainNode, FieldNode, Node, NumberNode, StringNode, TemplateNode, TextNode, VariableNode
from gotmpl.parse.parser import parse
from gotmpl.parse.visit import walk

__all__ = ["BUILTINS", "Case", "Oracle", "differences", "parsed"]

SOURCE = Path(__file__).parent / "parse_oracle" / "main.go"

BUILTINS = ("and", "call", "eq", "ge", "gt", "html", "index", "js", "le", "len", "lt", "ne", "not", "or", "print")
BUILTINS += ("printf", "println", "slice", "urlquery")

Parsed = str | dict[str, tuple[str, list[str]]]
"""An error, or for each tree its text and a line for each node."""


class Case(NamedTuple):
    """A text with what `parse` takes."""

    text: str
    name: str = ""
    delims: tuple[str, str] = ("", "")
    funcs: Sequence[str] = BUILTINS
    comments: bool = False

    def request(self) -> str:
        left, right = self.delims
        texts = {"name": self.name, "text": self.text, "left": left, "right": right}
        packed: dict[str, Any] = {key: base64.b64encode(encode(value)).decode() for key, value in texts.items()}
        return json.dumps({**packed, "funcs": self.funcs, "comments": self.comments}) + "\n"


class Oracle:
    """Go's parser."""

    def __init__(self, program: Path) -> None:
        self.program = program

    @classmethod
    def build(cls, go: str, folder: Path) -> Oracle:
        """Compiles parse_oracle into a folder."""
        program = folder / "parse_oracle"
        subprocess.run([go, "build", "-o", str(program), str(SOURCE)], check=True, capture_output=True)
        return cls(program)

    def ask(self, cases: Iterable[Case]) -> list[Parsed]:
        """Gives what Go makes of each case."""
        asked = "".join(case.request() for case in cases)
        told = subprocess.run([self.program], input=asked, capture_output=True, check=True, text=True).stdout
        return [_unpacked(json.loads(line)) for line in told.splitlines()]


def _unpacked(answer: dict[str, Any]) -> Parsed:
    def text(packed: str) -> str:
        return decode(base64.b64decode(packed))

    if "error" in answer:
        return text(answer["error"])
    trees = answer.get("trees", ())
    return {text(tree["name"]): (text(tree["string"]), [text(node) for node in tree["nodes"]]) for tree in trees}


def parsed(case: Case) -> Parsed:
    """Gives what gotmpl makes of a case."""
    try:
        trees = parse(case.text, case.name, delims=case.delims, funcs=case.funcs, comments=case.comments)
    except ParseError as e:
        return str(e)
    offsets = [0, *itertools.accumulate(map(byte_len, case.text))]
    return {
        name: (
            str(tree.root),
            [f"{type(node).__name__} {offsets[node.pos]}{_value(node)}" for node in walk(tree.root)],
        )
        for name, tree in trees.items()
    }


def _value(node: Node) -> str:
    if isinstance(node, NumberNode):
        kinds = (node.is_int, node.is_uint, node.is_float, node.is_complex)
        floats = struct.pack(">3d", node.float64, node.complex128.real, node.complex128.imag).hex(" ", 8)
        return f" {' '.join(str(kind).lower() for kind in kinds)} {node.int64} {node.uint64} {floats}"
    if isinstance(node, (StringNode, TextNode)):
        return f" {node.text}"
    if isinstance(node, TemplateNode):
        return f" {node.name}"
    if isinstance(node, (FieldNode, VariableNode)):
        return f" {' '.join(node.ident)}"
    if isinstance(node, ChainNode):
        return f" {' '.join(node.field)}"
    return ""


def differences(oracle: Oracle, cases: Sequence[Case]) -> list[tuple[Case, Parsed, Parsed]]:
    """Gives the cases on which Go and gotmpl differ, with what Go and gotmpl made of them."""
    answers = zip(cases, oracle.ask(cases), strict=True)
    return [(case, want, got) for case, want in answers if want != (got := parsed(case))]
