"""A template over the documented conversations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from gotmpl.errors import TemplateError

if TYPE_CHECKING:
    from gotmpl.ollama.scenarios import Scenario
    from gotmpl.testing.model import Model

__all__ = ["Matrix"]


class Matrix(Mapping[str, "str | TemplateError"]):
    """What Ollama's server makes of each scenario: its name -> the prompt, or why there is none.

    A scenario is rendered when it is first asked for. Two are equal if all prompts and the texts of all errors are.
    """

    def __init__(self, model: Model, scenarios: Mapping[str, Scenario]) -> None:
        self._model = model
        self._scenarios = scenarios
        self._made: dict[str, str | TemplateError] = {}

    def __getitem__(self, name: str) -> str | TemplateError:
        if name not in self._made:
            scenario = self._scenarios[name]
            try:
                self._made[name] = self._model.prompt(scenario)
            except TemplateError as error:
                self._made[name] = error
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._scenarios)

    def __len__(self) -> int:
        return len(self._scenarios)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        return self.keys() == other.keys() and not self.differing(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"render_matrix({self._model.side.name!r})"

    def prompt(self, name: str) -> str:
        """Gives the prompt of a scenario.

        Raises:
            TemplateError: There is none, and why.
        """
        __tracebackhide__ = True
        made = self[name]
        if isinstance(made, TemplateError):
            raise made.with_traceback(None)
        return made

    @property
    def prompts(self) -> dict[str, str]:
        """The prompts of the scenarios that have one."""
        return {name: made for name, made in self.items() if isinstance(made, str)}

    @property
    def errors(self) -> dict[str, TemplateError]:
        """Why the other scenarios have none."""
        return {name: made for name, made in self.items() if not isinstance(made, str)}

    def differing(self, other: Mapping[str, Any]) -> list[str]:
        """Gives the names of the scenarios, among those that both have, that differ."""
        return [name for name in self if name in other and _comparable(self[name]) != _comparable(other[name])]


def _comparable(made: object) -> tuple[bool, str]:
    return isinstance(made, str), str(made)
