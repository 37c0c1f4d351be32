"""What pytest does for golden prompts: it writes them, and reports those that no test uses any more."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from gotmpl.errors import DataError
from gotmpl.golden import format_goldens, golden_path, read_goldens
from gotmpl.testing.golden import GoldenStore

__all__ = ["GoldenPlugin"]

_OUTPUT = "gotmpl_goldens"
"""The key of a worker's goldens in what it sends to xdist's controller."""


class GoldenPlugin:
    """The golden prompts of one session.

    A golden is unused if all tests of its module have run and passed, and none asked for it; or if its module is gone.
    With xdist the workers send what they know, and only the controller writes.

    Attributes:
        store: What the tests of this process use.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.store = GoldenStore(updating=config.getoption("gotmpl_update"))
        self._collected: dict[Path, set[str]] = {}
        self._partial: set[Path] = set()
        self._passed: set[str] = set()
        self._failed: set[str] = set()
        self._done: Counter[str] = Counter()
        self._touched: set[Path] = set()
        self._unused: dict[Path, list[str]] = {}
        self._unwritten: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Notes which tests there are, before any are deselected."""
        for item in items:
            self._collected.setdefault(item.path, set()).add(item.nodeid)
        self._partial = _partly_selected(self.config, self._collected)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes which tests pass."""
        if report.failed:
            self._failed.add(report.nodeid)
        elif report.when == "call" and report.passed:
            self._passed.add(report.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Takes what a worker of xdist's knows."""
        output = getattr(node, "workeroutput", {})
        if _OUTPUT not in output:
            return
        sent = json.loads(output[_OUTPUT])
        for module, tests in sent["collected"].items():
            self._collected.setdefault(Path(module), set()).update(tests)
        self._partial.update(map(Path, sent["partial"]))
        for path, names in sent["used"].items():
            self.store.used.setdefault(Path(path), set()).update(names)
        for path, prompts in sent["noted"].items():
            self.store.noted.setdefault(Path(path), {}).update(prompts)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Sends what a worker knows; else writes the files and looks for what is unused."""
        output: dict[str, Any] | None = getattr(self.config, "workeroutput", None)
        if output is not None:
            output[_OUTPUT] = self._message()
            return
        if self.config.option.collectonly:
            return
        self._unused = self._find_unused()
        if self.store.updating:
            for path in sorted(self.store.noted.keys() | self._unused.keys()):
                try:
                    self._write(path)
                except OSError as error:
                    self._unwritten.append(f"{self._shown(path)}: {error.strerror}")
                    session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Says what was written, and what is unused."""
        if self._touched or self._unwritten:
            terminalreporter.section("golden prompts")
            words = [f"{self._done[word]} {word}" for word in ("created", "changed", "removed") if self._done[word]]
            if words:
                terminalreporter.write_line(f"{', '.join(words)} in:")
            for path in sorted(self._touched):
                terminalreporter.write_line(f"  {self._shown(path)}{'' if path.exists() else ' (deleted)'}")
            for line in self._unwritten:
                terminalreporter.write_line(f"cannot write {line}", red=True)
        elif self._unused and not self.store.updating:
            terminalreporter.section("unused golden prompts")
            for path, names in sorted(self._unused.items()):
                terminalreporter.write_line(f"{self._shown(path)}: {', '.join(names)}", yellow=True)
            terminalreporter.write_line("No test asks for them; pytest --gotmpl-update removes them.")

    def _message(self) -> str:
        """Says as JSON what a worker knows of the modules that have goldens."""
        modules = {module: tests for module, tests in self._collected.items() if self._has_goldens(module)}
        return json.dumps(
            {
                "collected": {str(module): sorted(tests) for module, tests in modules.items()},
                "partial": [str(module) for module in modules if module in self._partial],
                "used": {str(path): sorted(names) for path, names in self.store.used.items()},
                "noted": {str(path): prompts for path, prompts in self.store.noted.items()},
            }
        )

    def _has_goldens(self, module: Path) -> bool:
        return golden_path(module).parent.is_dir() or golden_path(module) in self.store.used

    def _find_unused(self) -> dict[Path, list[str]]:
        unused = {}
        for module, tests in self._collected.items():
            path = golden_path(module)
            if self._has_goldens(module) and self._is_whole(module, tests):
                unused[path] = sorted(_names(path) - self.store.used.get(path, set()))
        for folder in {golden_path(module).parent for module in self._collected}:
            for path in folder.glob("*.golden"):
                if not any(golden_path(module) == path for module in folder.parent.iterdir()):
                    unused[path] = sorted(_names(path))
        return {path: names for path, names in unused.items() if names}

    def _is_whole(self, module: Path, tests: set[str]) -> bool:
        """Tells whether all tests of a module have run and passed."""
        return module not in self._partial and tests <= self._passed and not tests & self._failed

    def _write(self, path: Path) -> None:
        try:
            before = read_goldens(path)
        except DataError:
            return  # The tests that use it have said so.
        noted = self.store.noted.get(path, {})
        removed = self._unused.get(path, [])
        after = {**{name: prompt for name, prompt in before.items() if name not in removed}, **noted}
        if after == before:
            return
        if after:
            path.parent.mkdir(exist_ok=True)
            path.write_text(format_goldens(after, f"{path.stem}.py"), encoding="utf-8", newline="\n")
        else:
            path.unlink()
        self._touched.add(path)
        self._done["created"] += len(after.keys() - before.keys())
        self._done["changed"] += sum(before[name] != after[name] for name in before.keys() & after.keys())
        self._done["removed"] += len(removed)

    def _shown(self, path: Path) -> str:
        return os.path.relpath(path, self.config.rootpath)


def _names(path: Path) -> set[str]:
    """Gives the names of the cases in a file; none if it is broken, which the tests that use it say."""
    try:
        return {*read_goldens(path)}
    except DataError:
        return set()


def _partly_selected(config: pytest.Config, modules: Iterable[Path]) -> set[Path]:
    """Gives the modules of which single tests were asked for, by ``path::name`` or by ``--lf``."""
    if config.getoption("lf", False):
        return {*modules}
    asked = [argument.partition("::")[0] for argument in config.args if "::" in argument]
    files = [os.path.realpath(config.invocation_params.dir / path) for path in asked]
    if not all(map(os.path.exists, files)):  # names of packages, with --pyargs
        return {*modules}
    return {module for module in modules if os.path.realpath(module) in files}
