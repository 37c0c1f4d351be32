"""Template coverage as a table for a terminal, like that of coverage.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from gotmpl.testing.coverage import BranchCoverage, Tally, TemplateCoverage, total

__all__ = ["HEAD", "missing", "table"]

HEAD = ("Name", "Nodes", "Miss", "Branch", "BrPart", "Cover", "Missing")
"""What stands over the columns."""


def table(coverages: Sequence[TemplateCoverage]) -> list[str]:
    """Gives the lines of the table, one a template with its missing lines and branches, and the sums at the end."""
    rows = [(each.name, *_numbers(each.tally), missing(each)) for each in coverages]
    last = ("TOTAL", *_numbers(total(coverages)), "")
    widths = [max(len(row[i]) for row in (HEAD, *rows, last)) for i in range(len(HEAD) - 1)]
    head, *body, foot = (_line(row, widths) for row in (HEAD, *rows, last))
    rule = "-" * max(len(line) for line in (head, *body, foot))
    return [head, rule, *body, rule, foot]


def missing(coverage: TemplateCoverage) -> str:
    """Says what was not reached, in lines of the file.

    ``14-16`` are lines of which nothing was reached. ``21:7`` is a part of line 21, from column 7. ``21->24`` is an if,
    range or with on line 21 that never went on at line 24, though that was reached some other way; if it is the same
    line, a word stands for it: ``21->end`` for one that always ran its body. Where several begin on one line, the
    column is there as well: ``21:7->end``.
    """
    found = sorted([*_spans(coverage), *_jumps(coverage)], key=lambda item: item[:2])
    return ", ".join(text for _, _, text in found)


def _numbers(tally: Tally) -> tuple[str, ...]:
    return str(tally.nodes), str(tally.missed), str(tally.branches), str(tally.partial), tally.shown


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    name, *numbers = (
        cell.rjust(width) if i else cell.ljust(width) for i, (cell, width) in enumerate(zip(row, widths, strict=False))
    )
    return "   ".join([name, *numbers, row[-1]]).rstrip()


def _spans(coverage: TemplateCoverage) -> Iterator[tuple[int, int, str]]:
    """Yields the runs of texts and actions that were not reached: line, column, and how they are written."""
    for is_missed, nodes in groupby(coverage.nodes, key=lambda each: not each.count):
        if is_missed:
            run = list(nodes)
            line, column, last = run[0].lines[0], run[0].column, run[-1].lines[-1]
            start = f"{line}:{column}" if coverage.lines[line] else str(line)
            yield line, column, start if line == last else f"{start}-{last}"


def _jumps(coverage: TemplateCoverage) -> Iterator[tuple[int, int, str]]:
    """Yields likewise the ways that were never gone, but those whose text or action `_spans` has."""
    crowd = Counter(branch.line for branch in coverage.branches)
    for branch in coverage.branches:
        place = f"{branch.line}:{branch.column}" if crowd[branch.line] > 1 else str(branch.line)
        for target, word in _never_gone(branch, coverage):
            yield branch.line, branch.column, f"{place}->{word if target == branch.line else target}"


def _never_gone(branch: BranchCoverage, coverage: TemplateCoverage) -> Iterator[tuple[int, str]]:
    """Yields for each way that a branch never went, though it was reached, the line there and a word for it."""
    node = branch.node
    ways = [(branch.taken, node.list, "body"), (branch.passed, node.else_list, "else")]
    for count, body, word in ways if branch.is_partial else ():
        if count:
            continue
        if body is None:
            yield coverage.file.line(node.end - 1), "end"
        elif not any(body.start <= each.node.start < body.end for each in coverage.nodes):
            yield coverage.file.line(body.start), word
