"""Template coverage as an LCOV tracefile, which genhtml, Codecov and editors read (geninfo(1) describes it)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gotmpl.testing.coverage import BranchCoverage, TemplateCoverage

__all__ = ["lcov"]


def lcov(coverages: Iterable[TemplateCoverage]) -> str:
    """Writes the tracefile.

    LCOV knows lines, not nodes: a line was reached as often as the most frequent text or action on it.
    """
    return "".join(f"{line}\n" for coverage in coverages for line in _records(coverage))


def _records(coverage: TemplateCoverage) -> Iterator[str]:
    yield "TN:"
    yield f"SF:{coverage.name}"
    for number, branch in enumerate(coverage.branches):
        for way, count in enumerate((branch.taken, branch.passed)):
            yield f"BRDA:{branch.line},{number},{way},{_times(branch, count)}"
    yield f"BRF:{coverage.tally.branches}"
    yield f"BRH:{coverage.tally.branches - coverage.tally.missed_branches}"
    for line, count in coverage.lines.items():
        yield f"DA:{line},{count}"
    yield f"LF:{len(coverage.lines)}"
    yield f"LH:{sum(count > 0 for count in coverage.lines.values())}"
    yield "end_of_record"


def _times(branch: BranchCoverage, count: int) -> str:
    """Gives the count of one way, or a dash if the condition was never looked at."""
    return str(count) if branch.count else "-"
