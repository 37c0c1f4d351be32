"""The golden prompts of a test, and which ones a session uses."""

from __future__ import annotations

from pathlib import Path

from gotmpl.errors import TemplateError
from gotmpl.golden import golden_path, read_goldens
from gotmpl.testing.hidden import hidden, no_prompt

__all__ = ["Golden", "GoldenStore"]


class GoldenStore:
    """The golden files of a test session, as far as tests use them.

    Attributes:
        updating: Whether prompts are noted rather than compared.
        used: File -> the names of the cases that tests have asked for.
        noted: File -> name -> the prompt to be written.
    """

    def __init__(self, *, updating: bool) -> None:
        self.updating = updating
        self.used: dict[Path, set[str]] = {}
        self.noted: dict[Path, dict[str, str]] = {}
        self._read: dict[Path, dict[str, str]] = {}

    def cases(self, path: Path) -> dict[str, str]:
        """Gives the cases of a file: name -> prompt; none if there is no such file.

        Raises:
            DataError: It is no golden file.
        """
        if path not in self._read:
            self._read[path] = read_goldens(path)
        return self._read[path]


class Golden:
    """The golden prompts of one test.

    >>> def test_prompts(render_matrix, golden):
    ...     for name, prompt in render_matrix("Modelfile").prompts.items():
    ...         golden(prompt, name)
    """

    def __init__(self, store: GoldenStore, module: Path, test: str) -> None:
        """Begins a test.

        Args:
            store: The goldens of the session.
            module: The file of the test.
            test: The name of the test in it.
        """
        self._store = store
        self._path = golden_path(module)
        self._test = test
        self._seen: set[str] = set()

    def __repr__(self) -> str:
        return f"<the golden prompts of {self._test}>"

    @hidden
    def __call__(self, prompt: str | TemplateError, name: str = "") -> None:
        """Asserts that a prompt is the golden one; with ``--gotmpl-update`` notes it as that.

        Args:
            prompt: The prompt, or why there is none, as a `Matrix` has it, which is a failure.
            name: Which one it is, if the test has several.

        Raises:
            AssertionError: There is none yet, or it is different.
        """
        __tracebackhide__ = True
        for fault in self.faults(prompt, name):
            raise AssertionError(fault)

    def faults(self, prompt: str | TemplateError, name: str = "") -> list[str]:
        """Says how a prompt differs from the golden one, or that there is none."""
        __tracebackhide__ = True
        if isinstance(prompt, TemplateError):
            return [no_prompt(prompt)]
        if not isinstance(prompt, str):
            raise TypeError(f"a golden prompt must be text, not {prompt!r}")
        case = f"{self._test}: {name}" if name else self._test
        if not case.isprintable() or name != name.strip():
            raise ValueError(f"the name of a golden prompt must be a short text on one line, not {name or case!r}")
        if case in self._seen:
            raise ValueError(
                f"the test asks for the golden prompt {case!r} twice; give each a name: golden(prompt, name)"
            )
        self._seen.add(case)
        cases = self._store.cases(self._path)
        self._store.used.setdefault(self._path, set()).add(case)
        if self._store.updating:
            self._store.noted.setdefault(self._path, {})[case] = prompt
            return []
        from gotmpl.testing.golden_report import different, missing

        if case not in cases:
            return [missing(self._path, case, prompt)]
        return [] if cases[case] == prompt else [different(self._path, case, cases[case], prompt)]
