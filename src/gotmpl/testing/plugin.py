"""The pytest plugin; loading it loads no engine, for most sessions that load it have no template.

Its fixtures find files beside the test module first, then in pytest's root folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gotmpl.testing import coverage_options, paths
from gotmpl.testing.chat import Chat
from gotmpl.testing.golden import Golden
from gotmpl.testing.golden_plugin import GoldenPlugin
from gotmpl.testing.hidden import hidden
from gotmpl.testing.matrix import Matrix

if TYPE_CHECKING:
    from gotmpl import ollama
    from gotmpl.modelfile import Modelfile
    from gotmpl.testing.model import Renderable

__all__: list[str] = []

_GOLDENS = "gotmpl-goldens"
_SUFFIX = ".gotmpl.yaml"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    group = parser.getgroup("gotmpl", "templates under test (gotmpl)")
    group.addoption(
        "--gotmpl-update",
        action="store_true",
        help="Write the golden prompts that tests ask for as they are now, and remove those that no test uses.",
    )
    coverage_options.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Begins a session."""
    config.pluginmanager.register(GoldenPlugin(config), _GOLDENS)
    if config.getoption("gotmpl_cov"):
        from gotmpl.testing.coverage_plugin import CoveragePlugin

        config.pluginmanager.register(CoveragePlugin(config), "gotmpl-coverage")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Lets the files of a test be found."""
    with paths.looking_in(item.path.parent, item.config.rootpath):
        return (yield)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collects ``*.gotmpl.yaml``."""
    if not file_path.name.endswith(_SUFFIX):
        return None
    from gotmpl.testing.yaml_items import YamlFile

    return YamlFile.from_parent(parent, path=file_path)


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Shows where two matrices differ."""
    if op != "==" or not isinstance(left, Matrix) or not isinstance(right, Matrix):
        return None
    from gotmpl.testing.matrix_report import report

    return report(left, right)


@pytest.fixture(scope="session")
def ollama_template() -> Callable[[Renderable], ollama.Template]:
    """Gives a function that reads a template: ``ollama_template("Modelfile").render([...])``.

    It takes the path to a Modelfile or a bare template, or the text of a template, which has ``{{``. What is around
    the template in a Modelfile is left out.
    """

    @hidden
    def read(path_or_text: Renderable) -> ollama.Template:
        from gotmpl.testing.model import read_template

        return read_template(path_or_text).side.template

    return read


@pytest.fixture(scope="session")
def modelfile() -> Callable[[str | os.PathLike[str]], Modelfile]:
    """Gives a function that reads a Modelfile: ``modelfile("Modelfile").parameters``."""

    @hidden
    def read(path: str | os.PathLike[str]) -> Modelfile:
        from gotmpl.testing.model import read_modelfile

        return read_modelfile(path)

    return read


@pytest.fixture(scope="session")
def render_matrix() -> Callable[[Renderable], Matrix]:
    """Gives a function that renders a template over the documented scenarios: ``render_matrix("Modelfile")["tools"]``.

    The prompts are those that Ollama's server makes, with the SYSTEM and the MESSAGEs of a Modelfile; where it refuses
    the request, the error stands in place of the prompt.
    """

    @hidden
    def render(path_or_text: Renderable) -> Matrix:
        from gotmpl.ollama.scenarios import SCENARIOS
        from gotmpl.testing.model import read_model

        return Matrix(read_model(path_or_text), SCENARIOS)

    return render


@pytest.fixture(scope="session")
def chat() -> Chat:
    """Gives an empty conversation, to begin with: ``chat.system("Be brief.").user("Hi")``."""
    return Chat()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Gives the golden prompts of the test: ``golden(prompt)``, or ``golden(prompt, "name")`` if there are several."""
    plugin: Any = request.config.pluginmanager.get_plugin(_GOLDENS)
    node = request.node
    return Golden(plugin.store, node.path, node.nodeid.partition("::")[2])
