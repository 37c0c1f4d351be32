"""docs/diff.md says what the command does."""

import doctest
import re
from pathlib import Path

import pytest

from formats.comparison.cause import Cause

PAGE = (Path(__file__).parents[2] / "docs/diff.md").read_text(encoding="utf-8")
CONSOLE = re.search(r"```console\n(.*?)```", PAGE, re.DOTALL)[1]
STEPS = re.findall(r"^\$ (\S+) (.*)\n((?:(?!\$ ).*\n)*)", CONSOLE, re.MULTILINE)


def test_the_example_is_what_the_command_prints(gotmpl):
    files = {name: text for command, name, text in STEPS if command == "cat"}
    ((arguments, expected),) = [(rest, out) for command, rest, out in STEPS if command == "gotmpl"]
    done = gotmpl(*arguments.split(), files=files)
    assert (done.code, done.out.decode(), done.err) == (1, expected, "")


def test_the_python_example():
    test = doctest.DocTestParser().get_doctest(PAGE, {}, "diff.md", "diff.md", 0)
    assert test.examples
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_all_causes_are_told():
    section = PAGE[PAGE.index("## What is set aside") : PAGE.index("## A page")]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == [cause.name.lower() for cause in Cause]


@pytest.mark.parametrize("image", re.findall(r"\]\((images/[^)]+)\)", PAGE))
def test_images_are_there(image):
    assert (Path(__file__).parents[2] / "docs" / image).is_file()
