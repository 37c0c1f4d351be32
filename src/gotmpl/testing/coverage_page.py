"""Template coverage as HTML: a page for each template with its source in colours, and one that lists them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from gotmpl.parse.segments import segments
from gotmpl.testing.coverage import BranchCoverage, NodeCoverage, Tally, TemplateCoverage, total
from gotmpl.testing.coverage_table import HEAD, missing

__all__ = ["index_page", "template_page", "write_pages"]

_SHOWN = 40

_LEGEND = (
    '<p class="legend"><span class="hit">reached</span> <span class="part">reached, one way only</span> '
    '<span class="miss">not reached</span> &ensp;✓ ✗ how often the body ran, and how often not</p>'
)


def write_pages(coverages: Sequence[TemplateCoverage], folder: Path) -> None:
    """Writes ``index.html`` and the pages of the templates.

    Args:
        coverages: The templates.
        folder: Where to; it is made.

    Raises:
        OSError: A page cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    pages = _page_names(coverages)
    (folder / "index.html").write_text(index_page(coverages, pages), encoding="utf-8", newline="\n")
    for coverage, page in zip(coverages, pages, strict=True):
        (folder / page).write_text(template_page(coverage), encoding="utf-8", newline="\n")


def index_page(coverages: Sequence[TemplateCoverage], pages: Sequence[str]) -> str:
    """Makes the page with the table of the templates.

    Args:
        coverages: The templates.
        pages: The names of their pages.
    """
    tally = total(coverages)
    head = "".join(f"<th>{name}</th>" for name in HEAD)
    rows = [
        f'<tr><td><a href="{page}">{escape(each.name)}</a></td>{_cells(each.tally)}<td>{_links(each, page)}</td></tr>'
        for each, page in zip(coverages, pages, strict=True)
    ]
    return _page(
        f"Template coverage: {tally.shown}",
        f"<header><h1>Template coverage: {tally.shown}</h1></header>\n<main>\n<table>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{chr(10).join(rows)}\n</tbody>\n<tfoot><tr><td>TOTAL</td>{_cells(tally)}<td></td></tr></tfoot>\n"
        "</table>\n</main>",
    )


def template_page(coverage: TemplateCoverage) -> str:
    """Makes the page of one template: the whole file, with what was reached and what was not."""
    tally, links = coverage.tally, _links(coverage)
    return _page(
        f"{coverage.name}: {tally.shown}",
        f'<header><p><a href="index.html">All templates</a></p><h1>{escape(coverage.name)}: {tally.shown}</h1>\n'
        f"<p><b>{tally.nodes}</b> texts and actions, <b>{tally.missed}</b> not reached; <b>{tally.branches}</b> "
        f"branches, <b>{tally.missed_branches}</b> never taken</p>\n{_LEGEND}\n"
        + (f"<p>Missing: {links}</p>\n" if links else "")
        + f'</header>\n<main class="code">\n{"".join(_rows(coverage))}</main>',
    )


def _page(title: str, body: str) -> str:
    skeleton = (resources.files("gotmpl.testing") / "coverage_page.html").read_text(encoding="utf-8")
    return skeleton.replace("__TITLE__", escape(title)).replace("__BODY__", body)


def _page_names(coverages: Sequence[TemplateCoverage]) -> list[str]:
    names: dict[str, None] = {"index.html": None}
    for coverage in coverages:
        stem, number = re.sub(r"[^\w.-]+", "_", coverage.name, flags=re.ASCII), 1
        while (name := f"{stem}{f'-{number}' if number > 1 else ''}.html") in names:
            number += 1
        names[name] = None
    return [*names][1:]


def _cells(tally: Tally) -> str:
    numbers = (tally.nodes, tally.missed, tally.branches, tally.partial)
    meter = f'<meter min="0" max="100" value="{tally.percent:.2f}"></meter>'
    return "".join(f"<td>{number}</td>" for number in numbers) + f"<td>{meter}{tally.shown}</td>"


def _links(coverage: TemplateCoverage, page: str = "") -> str:
    """Gives what is missing, each with a link to its line."""
    items = [item for item in missing(coverage).split(", ") if item]
    return ", ".join(f'<a href="{page}#L{re.split("[-:]", item)[0]}">{escape(item)}</a>' for item in items)


class _Span(NamedTuple):
    """A part of the file in one colour.

    Attributes:
        start: Where it begins in the file.
        end: The offset behind it.
        look: Its class; empty for none.
        told: What a mouse is told.
        mark: What stands behind it.
    """

    start: int
    end: int
    look: str
    told: str = ""
    mark: str = ""


def _rows(coverage: TemplateCoverage) -> Iterator[str]:
    source, spans = coverage.file.source, list(_spans(coverage))
    at = 0
    for number, line in enumerate(source.removesuffix("\n").split("\n"), 1):
        end = at + len(line)
        parts = [_colored(source, span, at, end) for span in spans if span.start < end and span.end > at]
        yield _row(coverage, number, "".join(parts))
        at = end + 1


def _row(coverage: TemplateCoverage, number: int, code: str) -> str:
    nodes = [each for each in coverage.nodes if number in each.lines]
    branches = [each for each in coverage.branches if each.line == number and each.never]
    look = "is-miss" if any(not each.count for each in nodes) else "is-part" if branches else "is-hit" if nodes else ""
    count = coverage.lines.get(number)
    shown = "" if count is None else f"×{count}"
    notes = "\n".join(escape(f"{_condition(each)} {each.never}") for each in branches)
    return (
        f'<div class="row {look}" id="L{number}"><i>{number}</i><i class="{"none" if count == 0 else ""}">{shown}</i>'
        f"<pre>{code}</pre><em>{notes}</em></div>\n"
    )


def _condition(branch: BranchCoverage) -> str:
    text = f"{branch.node.keyword} {branch.node.pipe}"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _colored(source: str, span: _Span, start: int, end: int) -> str:
    """Writes what of a span lies between two offsets."""
    text = escape(source[max(span.start, start) : min(span.end, end)]).replace("\r", "")
    if not span.look:
        return text
    told = f' title="{escape(span.told)}"' if span.told else ""
    mark = f"<sup>{span.mark}</sup>" if span.mark and span.end <= end else ""
    return f'<span class="{span.look}"{told}>{text}{mark}</span>'


def _spans(coverage: TemplateCoverage) -> Iterator[_Span]:
    """Yields the parts of the whole file in order."""
    file = coverage.file
    nodes = {each.node.start: each for each in coverage.nodes}
    branches = {each.node.start: each for each in coverage.branches}
    begin, end = file.offset_in_file(0), file.offset_in_file(len(file.text))
    yield _Span(0, begin, "outside")
    for segment in segments(file.text):
        start, stop = file.offset_in_file(segment.start), file.offset_in_file(segment.end)
        if segment.start in nodes:
            yield _Span(start, stop, *_look(nodes[segment.start], branches.get(segment.start)))
        else:
            yield _Span(start, stop, segment.kind if segment.kind in ("action", "comment") else "")
    yield _Span(end, len(file.source), "outside")


def _look(node: NodeCoverage, branch: BranchCoverage | None) -> tuple[str, str, str]:
    """Gives the class of a text or action, what a mouse is told, and what stands behind it."""
    if not node.count:
        return "miss", "not reached", ""
    told = "reached once" if node.count == 1 else f"reached {node.count} times"
    if branch is None:
        return "hit", told, ""
    mark = f"✓{branch.taken} ✗{branch.passed}"
    return ("part", f"{told}, {branch.never}", mark) if branch.never else ("hit", told, mark)
