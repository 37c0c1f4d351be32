"""A trace on a terminal: the prompt on the left, on the right the line of the template that wrote it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gotmpl.cli.highlight import highlight
from gotmpl.cli.source import Source
from gotmpl.ollama.trace import Decision, Pass, Piece, Trace

__all__ = ["print_trace"]

_PLAIN_WIDTH = 120
_EXCERPT = 44
_ROLES = {"system": "yellow", "user": "green", "assistant": "magenta", "tool": "blue"}
_FATES = {"untaken": "not taken", "trimmed": "trimmed", "cut": "cut"}

_Row = tuple[Text, Text, Text]


def print_trace(traced: Trace, labels: list[str], source: Source, color: bool | None) -> None:
    """Prints a trace.

    Args:
        traced: The trace.
        labels: Where each message stands.
        source: The file of the template.
        color: Whether to colour; None if that depends on the terminal.
    """
    console = Console(force_terminal=color, no_color=color is False, highlight=False)
    if not console.is_terminal:
        console.width = _PLAIN_WIDTH
    _Printer(console, traced, labels, source).print()


class _Printer:
    def __init__(self, console: Console, traced: Trace, labels: list[str], source: Source) -> None:
        self.console = console
        self.traced = traced
        self.labels = labels
        self.source = source

    def print(self) -> None:
        """Prints all passes, and what of the template is not in the prompt."""
        passes = self.traced.passes
        for number, each in enumerate(passes, 1):
            if len(passes) > 1 or each.mode == "last_turn":
                self.console.rule(Text(self._title(each, number)), align="left", style="bright_black")
            table = Table.grid(padding=(0, 1), expand=True)
            table.add_column(ratio=1, overflow="fold")
            table.add_column(width=6)
            table.add_column(ratio=1, overflow="fold")
            for row in self._rows(each):
                table.add_row(*row)
            self.console.print(table)
        if passes:
            self._print_rest(passes[-1])

    def _title(self, each: Pass, number: int) -> str:
        title = f"turn {number} of {len(self.traced.passes)}"
        if each.cut is not None:
            title += f", cut on line {self.source.line(each.cut)}"
        return title

    def _rows(self, each: Pass) -> Iterator[_Row]:
        decisions = list(each.decisions)
        for i, piece in enumerate(each.pieces):
            while decisions and decisions[0].pieces <= i:
                yield self._decision(decisions.pop(0))
            yield from self._piece(piece)
        for decision in decisions:
            yield self._decision(decision)

    def _line(self, offset: int) -> Text:
        return Text(f"│{self.source.line(offset):>4} ", "bright_black")

    def _decision(self, decision: Decision) -> _Row:
        if decision.items is not None:
            what = f"{decision.items} times" if decision.items != 1 else "once"
            what = what if decision.items else "not at all"
        else:
            what = "yes" if decision.taken else "no, else" if decision.has_else else "no"
        right = Text(f"{decision.keyword} {decision.condition} ", "italic")
        right += Text(f"→ {what}", "green" if decision.taken else "yellow")
        if decision.reads:
            reads = ", ".join(f"{read.path} is {read.value}" for read in decision.reads)
            right += Text(f"  {reads}", "bright_black")
        return Text(), self._line(decision.start), right

    def _piece(self, piece: Piece) -> Iterator[_Row]:
        place, right = self._line(piece.start), self._origin(piece)
        style = _ROLES.get(self.traced.messages[piece.messages[0]].role, "") if piece.messages else ""
        if piece.paths and piece.paths[0].endswith(".Role"):
            style += " bold"
        for part in piece.text.splitlines(keepends=True) or [""]:
            left = Text.from_ansi(highlight(part).removesuffix("\n")) if part else Text("(nothing)", "bright_black")
            left.stylize_before(style)
            yield left, place, right
            place, right = Text("│", "bright_black"), Text()

    def _origin(self, piece: Piece) -> Text:
        if piece.kind == "text":
            return Text("text", "bright_black")
        if piece.kind == "between":
            return Text("the blank line between messages that Ollama joins", "bright_black")
        action = " ".join(self.traced.source[piece.start : piece.end].split())
        right = Text(action if len(action) <= _EXCERPT else f"{action[:_EXCERPT]}…")
        if piece.through:
            right += Text(f"  {' '.join(piece.through)} of", "bright_black")
        if piece.paths:
            right += Text(f"  {', '.join(piece.paths)}", "cyan")
        if piece.messages:
            right += Text(f"  {', '.join(self.labels[i] for i in piece.messages)}", "bright_black")
        return right

    def _print_rest(self, last: Pass) -> None:
        """Lists the parts of the template that are in no prompt."""
        written = {part.start for each in self.traced.passes for part in each.parts if part.fate == "emitted"}
        rest = [
            part
            for part in last.parts
            if (part.fate == "cut" and not self._is_action(part.start))
            or part.fate == "trimmed"
            or (part.fate == "untaken" and part.start not in written)
        ]
        if not rest and not self.traced.lost:
            return
        self.console.rule(Text("not in the prompt"), align="left", style="bright_black")
        for i in self.traced.lost:
            message = self.traced.messages[i]
            content = message.content if len(message.content) <= _EXCERPT else f"{message.content[:_EXCERPT]}…"
            line = Text("│     ", "bright_black") + Text("lost      ", "red")
            line += Text(f"{self.labels[i]}, {message.role}: ") + _one_line(content)
            self.console.print(line, soft_wrap=True)
        for part in rest:
            line = self._line(part.start) + Text(f"{_FATES[part.fate]:<10}", "yellow")
            line += Text.from_ansi(
                highlight(self.traced.source[part.start : part.end]).replace("↵\n", "↵").rstrip("\n")
            )
            if part.marker is not None:
                begin, end = part.marker
                line += Text(f"  by {self.traced.source[begin:end]} on line {self.source.line(begin)}", "bright_black")
            self.console.print(line, soft_wrap=True)

    def _is_action(self, start: int) -> bool:
        return self.traced.source.startswith("{{", start)


def _one_line(text: str) -> Text:
    return Text.from_ansi(highlight(text).replace("\n", ""))
