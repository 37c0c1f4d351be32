"""Chat templates compiled so that it is known of each piece of a prompt on which line it was written."""

from __future__ import annotations

import re

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

__all__ = ["line_by_line"]

_lines_of = re.compile(r"[^\n]*\n|[^\n]+").findall


class _LineByLine(CodeGenerator):
    """jinja2's own joins constants and texts that follow each other, and notes the line of none of them."""

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:  # noqa: N802 - jinja2 names it
        """Writes each expression and each line of text by itself."""
        parts: list[nodes.Expr] = []
        for part in node.nodes:
            if isinstance(part, nodes.TemplateData):
                lines = _lines_of(part.data)
                parts += [nodes.TemplateData(text, lineno=part.lineno + n) for n, text in enumerate(lines)]
            else:
                parts.append(part)
        super().visit_Output(nodes.Output(parts, lineno=node.lineno, environment=self.environment), frame)

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: object) -> str:
        raise nodes.Impossible


def line_by_line(environment: jinja2.Environment) -> jinja2.Environment:
    """Gives an environment that renders the same, piece by piece, with the line of each."""
    made = environment.overlay()
    made.code_generator_class = _LineByLine
    return made
