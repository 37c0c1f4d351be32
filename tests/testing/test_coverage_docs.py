"""docs/coverage.md: its example gives the table that it shows."""

import doctest
import re
from pathlib import Path

from gotmpl.testing import coverage_plugin, plugin

#: Runs in this process are to find these loaded.
LOADED = (coverage_plugin, plugin)

pytest_plugins = ["pytester"]

PAGE = (Path(__file__).parents[2] / "docs" / "coverage.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_the_example_gives_the_table(pytester, monkeypatch):
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    (modelfile,), (test, _), (session,) = blocks("modelfile"), blocks("python"), blocks("console")
    for name, text in {"models/Modelfile": modelfile, "tests/test_prompt.py": test}.items():
        path = pytester.path / name
        path.parent.mkdir()
        path.write_text(text)
    command, _, output = session.partition("\n")
    assert command.startswith("$ pytest ")
    quiet = ["-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    result = pytester.runpytest_inprocess("-p", "gotmpl.testing.plugin", *quiet, *command.split()[2:])
    assert [line.rstrip() for line in result.outlines[: output.count("\n")]] == output.splitlines()
    assert result.ret == 0


def test_the_python_example_holds():
    test = doctest.DocTestParser().get_doctest(blocks("python")[-1], {}, "coverage.md", "coverage.md", 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0
