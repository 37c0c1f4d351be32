"""What pytest's ``--gotmpl-cov`` does: it counts while the tests run, merges xdist's workers, reports and judges."""

from __future__ import annotations

import pickle
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from gotmpl.exec.coverage import collecting
from gotmpl.testing import files
from gotmpl.testing.coverage import total
from gotmpl.testing.coverage_files import Measured, measure
from gotmpl.testing.coverage_lcov import lcov
from gotmpl.testing.coverage_page import write_pages
from gotmpl.testing.coverage_table import table

__all__ = ["CoveragePlugin"]

_OUTPUT = "gotmpl_coverage"
"""The key of a worker's counts in what it sends to xdist's controller."""


class CoveragePlugin:
    """Template coverage of one session; to be registered when pytest is configured.

    Counting begins when it is made.
    """

    def __init__(self, config: pytest.Config) -> None:
        """Begins to count.

        Raises:
            pytest.UsageError: A path is not there.
        """
        self.config = config
        self.folder = config.invocation_params.dir
        self.paths = [self.folder / path for path in config.getoption("gotmpl_cov") if path]
        for path in self.paths:
            if not path.exists():
                raise pytest.UsageError(f"--gotmpl-cov: no such file or folder: {path}")
        self.silent_workers: set[str] = set()
        self.loaded: dict[Path, files.TemplateFile] = {}
        self.measured = Measured([], [])
        self.written: list[str] = []
        self.failures: list[str] = []
        self._counting = ExitStack()
        self.collector = self._counting.enter_context(collecting())

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Expects a worker of xdist's to send its counts."""
        self.silent_workers.add(node.gateway.id)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Takes the counts of a worker that is done."""
        output = getattr(node, "workeroutput", {})
        if _OUTPUT not in output:
            return
        counts, sources = pickle.loads(output[_OUTPUT])
        self.collector.add(counts)
        self.loaded |= {path: files.read(path, source) for path, source in sources.items()}
        self.silent_workers.remove(node.gateway.id)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Sends a worker's counts; else makes the reports, and lets the session fail if too little was reached."""
        self._counting.close()
        output: dict[str, Any] | None = getattr(self.config, "workeroutput", None)
        if output is not None:
            sources = {path: file.source for path, file in files.loaded().items()}
            output[_OUTPUT] = pickle.dumps((self.collector.counts, sources))
        elif not self.config.option.collectonly:
            self._report()
            if self.failures and session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Prints the table and what else there is to say."""
        if self.config.option.collectonly:
            return
        terminalreporter.section("template coverage")
        if self.measured.templates:
            for line in table(self.measured.templates):
                terminalreporter.write_line(line)
        else:
            where = f"below {', '.join(map(str, self.paths))}" if self.paths else "that a test loaded from a file"
            terminalreporter.write_line(f"There is no template {where}.")
        for name, reason in self.measured.uncounted:
            terminalreporter.write_line(f"Not counted: {name}: {reason}")
        for worker in sorted(self.silent_workers):
            terminalreporter.write_line(f"Lost: what {worker} counted, which ended early.", yellow=True)
        for line in self.written:
            terminalreporter.write_line(line)
        for line in self.failures:
            terminalreporter.write_line(f"FAIL {line}", red=True, bold=True)

    def pytest_unconfigure(self) -> None:
        """Ends the counting of a session that never began."""
        self._counting.close()

    def _report(self) -> None:
        roots = [self.config.rootpath, self.folder]
        self.measured = measure(self.collector.counts, files.loaded() | self.loaded, self.paths, roots)
        html, tracefile = self.config.getoption("gotmpl_cov_html"), self.config.getoption("gotmpl_cov_lcov")
        try:
            if html:
                write_pages(self.measured.templates, self.folder / html)
                self.written.append(f"Template coverage as HTML: {Path(html, 'index.html')}")
            if tracefile:
                (self.folder / tracefile).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / tracefile).write_text(lcov(self.measured.templates), encoding="utf-8", newline="\n")
                self.written.append(f"Template coverage as LCOV: {tracefile}")
        except OSError as error:
            self.failures.append(f"cannot write {error.filename}: {error.strerror}")
        self._judge(self.config.getoption("gotmpl_cov_fail_under"))

    def _judge(self, wanted: float | None) -> None:
        tally = total(self.measured.templates)
        if wanted is None:
            return
        if not self.measured.templates:
            self.failures.append(f"Required template coverage of {wanted:g}% not reached: no template was counted.")
        elif tally.percent < wanted:
            self.failures.append(
                f"Required template coverage of {wanted:g}% not reached. Total coverage: {tally.percent_down}"
            )
