"""The findings of ``gotmpl diff`` on a terminal."""

from __future__ import annotations

import re
from typing import NamedTuple

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from formats.comparison.comparison import Case, Verdict
from gotmpl.blanks import BLANK, sign
from gotmpl.cli.diff_findings import Difference, Findings, Refusal, listed
from gotmpl.cli.diff_view import Line, View, view
from gotmpl.cli.highlight import highlight

__all__ = ["LABELS", "print_findings"]

#: Verdict -> what it is called in a table, and its colour.
LABELS = {
    Verdict.EQUAL: ("equal", "green"),
    Verdict.SPACE: ("white space", "yellow"),
    Verdict.DIFFERENT: ("differs", "red"),
    Verdict.REFUSED: ("one refuses", "magenta"),
    Verdict.BOTH_REFUSED: ("both refuse", "bright_black"),
}

_blank = re.compile(BLANK).sub

#: A narrower terminal shows the sides below each other.
_WIDE = 100
_OPEN, _CLOSE = "⟦", "⟧"


class _Way(NamedTuple):
    """How a side is shown."""

    marker: str
    colour: str


_A, _B = _Way("-", "red"), _Way("+", "green")


def print_findings(findings: Findings, console: Console) -> None:
    """Prints the matrix, each difference and each refusal once, and a summary."""
    _Printer(findings, console).print()


class _Printer:
    def __init__(self, findings: Findings, console: Console) -> None:
        self.findings = findings
        self.console = console
        self.has_colour = console.is_terminal and not console.no_color

    def print(self) -> None:
        """Prints all."""
        sides = self.findings.a, self.findings.b
        width = max(len(given.name) for given in sides)
        for marker, given in zip("AB", sides, strict=True):
            self._say(Text.assemble((f"{marker}  {given.name.ljust(width)}  ", "bold"), (given.kind, "bright_black")))
        for note in self.findings.notes:
            self._say(Text(note, "bright_black"))
        self.console.print()
        self._matrix()
        self._set_aside()
        for difference in self.findings.differences:
            self._difference(difference)
        for refusal in self.findings.refusals:
            self._refusal(refusal)
        self.console.print()
        self._say(Text(self.findings.summary, "bold"))

    def _say(self, text: Text) -> None:
        self.console.print(text)

    def _matrix(self) -> None:
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        table.add_column()
        for verdict, (label, colour) in LABELS.items():
            cases = self.findings.of(verdict)
            if cases:
                table.add_row(Text(label, colour), Text(str(len(cases)), "bold"), listed(cases))
        self.console.print(table)

    def _set_aside(self) -> None:
        found = self.findings.causes
        if not found:
            return
        self.console.print()
        self._say(Text("Set aside, for Ollama does it around every template (--strict counts it):", "bright_black"))
        for cause, cases in found.items():
            self.console.print(Padding(Text(f"{cause.value}: {listed(cases)}", "bright_black"), (0, 0, 0, 2)))

    def _title(self, title: str, cases: tuple[Case, ...]) -> None:
        self.console.print()
        if 1 < len(cases) == len(self.findings.comparison.cases):
            self._say(Text.assemble((title, "bold"), f" in all {len(cases)}"))
        else:
            count = f" in {len(cases)}:" if len(cases) > 1 else ""
            self._say(Text.assemble((title, "bold"), f"{count} ", (listed(cases), "cyan")))

    def _difference(self, difference: Difference) -> None:
        self._title(f"{difference.number}.", difference.cases)
        shown = view(difference)
        places = [
            self.findings.a.place(difference.hunk.a_line),
            self.findings.b.place(difference.hunk.b_line),
        ]
        if self._is_wide(shown, places):
            self.console.print(self._beside(shown, places))
            return
        for way, place, lines in zip((_A, _B), places, (shown.a, shown.b), strict=True):
            self._say(Text(f"  {place}", "bright_black"))
            for line in lines:
                grid = Table.grid()
                grid.add_column(width=4)
                grid.add_column(overflow="fold")
                grid.add_row(
                    Text(f"  {way.marker if line.is_changed else ' '}", way.colour), self._line(line, way, shown)
                )
                self.console.print(grid)

    def _is_wide(self, shown: View, places: list[str]) -> bool:
        """Whether both sides fit beside each other without too many folds."""
        width = self.console.width
        if width < _WIDE:
            return False
        longest = max(sum(len(part.text) for part in line.parts) for line in (*shown.a, *shown.b))
        return longest <= 2 * (width // 2 - 6)

    def _beside(self, shown: View, places: list[str]) -> Table:
        table = Table.grid(expand=True, padding=0)
        table.add_column(width=4)
        table.add_column(ratio=1, overflow="fold")
        table.add_column(width=4)
        table.add_column(ratio=1, overflow="fold")
        table.add_row("", Text(places[0], "bright_black"), "", Text(places[1], "bright_black"))
        for a, b in shown.rows():
            cells = []
            for way, line in ((_A, a), (_B, b)):
                if line is None:
                    cells += [Text(), Text()]
                else:
                    cells += [_marker(line, way), self._line(line, way, shown)]
            table.add_row(*cells)
        return table

    def _line(self, line: Line, way: _Way, shown: View) -> Text:
        if not line.parts:
            return Text("(nothing)", "bright_black italic")
        text = Text()
        for part in line.parts:
            piece = Text.from_ansi(highlight(part.text).rstrip("\n")) if part.kind != "omitted" else Text(part.text)
            if part.kind == "omitted":
                piece.stylize("bright_black")
            elif part.kind == "changed":
                piece.stylize_before(way.colour)
                if not shown.is_whole:
                    if self.has_colour and part.text:
                        piece = Text(piece.plain, f"{way.colour} reverse")
                    else:
                        piece = Text.assemble((_OPEN, way.colour), piece, (_CLOSE, way.colour))
            text.append_text(piece)
        text.expand_tabs(8)
        return text

    def _refusal(self, refusal: Refusal) -> None:
        self._title("Refused by both" if refusal.by_both else "Refused", refusal.cases)
        for given, error in ((self.findings.a, refusal.a_error), (self.findings.b, refusal.b_error)):
            if error is not None:
                place = given.place(given.error_line(error))
                self._say(Text.assemble((f"  {place}", "bright_black"), f"  {_one_line(error.message)}"))
                if error.hint and not refusal.by_both:
                    self._say(Text(f"    {error.hint}", "bright_black"))


def _marker(line: Line, way: _Way) -> Text:
    return Text(f"  {way.marker if line.is_changed else ' '} ", way.colour)


def _one_line(text: str) -> str:
    """Takes the power over the terminal from a text that a template has made."""
    return _blank(lambda match: " " if match[0].isspace() else sign(match[0]), text)
