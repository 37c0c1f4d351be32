"""``*.gotmpl.yaml`` files as pytest's tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any

import pytest

from gotmpl.errors import DataError, TemplateError
from gotmpl.testing import equivalence, linting
from gotmpl.testing.difference import numbered
from gotmpl.testing.hidden import explained, no_prompt
from gotmpl.testing.model import Model, read_model, read_side, read_template
from gotmpl.testing.paths import looking_in, shown
from gotmpl.testing.yaml_cases import JinjaTwin, YamlCase, YamlTests, read_tests

__all__ = ["YamlFile", "YamlItem"]


class YamlFile(pytest.File):
    """A ``*.gotmpl.yaml``: a test for each case, one for the chat template and one for the linter."""

    def collect(self) -> Iterator[YamlItem]:
        """Yields the tests.

        Raises:
            pytest.Collector.CollectError: The file says something that no test can do.
        """
        try:
            tests = self.tests
        except (DataError, UnicodeDecodeError) as error:
            with looking_in(self.config.rootpath):
                place = shown(self.path)
            if isinstance(error, DataError):
                raise self.CollectError(f"{place}:{error.line}: {explained(error)}") from None
            raise self.CollectError(f"{place} is no UTF-8 text; save it as that: {error}") from None
        for case in tests.cases:
            yield YamlItem.from_parent(self, name=case.name, line=case.line, check=partial(self._check_case, case))
        if tests.jinja is not None:
            yield YamlItem.from_parent(
                self, name="jinja", line=tests.jinja.line, check=partial(self._check_jinja, tests.jinja)
            )
        if tests.lint_line is not None:
            yield YamlItem.from_parent(self, name="lint", line=tests.lint_line, check=self._check_lint)

    @cached_property
    def tests(self) -> YamlTests:
        """What the file says."""
        return read_tests(self.path.read_bytes().decode("utf-8-sig"))

    @cached_property
    def model(self) -> Model:
        """What is tested."""
        return read_model(self.tests.modelfile) if self.tests.modelfile else read_template(self.tests.template)

    def _check_case(self, case: YamlCase) -> list[str]:
        model = self.model
        try:
            prompt = model.prompt(case.scenario)
        except TemplateError as error:
            if case.error is None:
                return [no_prompt(error)]
            return [] if case.error in str(error) else [f"the error is another one than {case.error!r}: {error}"]
        if case.error is not None:
            return ["\n  ".join([f"there is no error {case.error!r}; the prompt is:", *numbered(prompt)])]
        faults = case.expectation.faults(prompt)
        expected = case.expectation.equals
        if expected is not None and expected != prompt and expected.rstrip("\n") == prompt.rstrip("\n"):
            faults.append("In YAML a block after | ends with one line end, after |- with none, after |+ with all.")
        return faults

    def _check_jinja(self, twin: JinjaTwin) -> list[str]:
        return equivalence.faults(self.model.side, read_side(twin.path), allow=twin.allow)

    def _check_lint(self) -> list[str]:
        file = self.model.file
        return linting.faults(file.path) if file else linting.template_faults(self.tests.template)


class _FaultError(Exception):
    """A test that fails; the text says why."""


class YamlItem(pytest.Item):
    """A test of a ``*.gotmpl.yaml``."""

    def __init__(self, *, line: int, check: Callable[[], list[str]], **rest: Any) -> None:
        super().__init__(**rest)
        self._line = line
        self._check = check

    def runtest(self) -> None:
        """Runs the test."""
        if faults := self._check():
            raise _FaultError("\n\n".join(faults))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *rest: Any) -> Any:
        """Says where the test is and what failed; a traceback would show nothing that the user wrote."""
        error = excinfo.value
        if not isinstance(error, (_FaultError, TemplateError, OSError, ValueError)):
            return super().repr_failure(excinfo, *rest)
        with looking_in(self.config.rootpath):
            return f"{shown(self.path)}:{self._line}: {_explained(error)}"

    def reportinfo(self) -> tuple[Any, int, str]:
        """Gives the place of the test, and what it is called above its failure."""
        return self.path, self._line - 1, self.name


def _explained(error: Exception) -> str:
    return explained(error) if isinstance(error, TemplateError) else str(error)
