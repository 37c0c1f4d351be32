"""The README: its commands give the output that it shows."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from gotmpl.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("block", blocks("console"))
def test_a_command_gives_the_output_below_it(block, monkeypatch):
    monkeypatch.chdir(ROOT)
    command, _, output = block.partition("\n")
    stdin = None
    if command.endswith(" <<'END'"):
        stdin, _, output = output.partition("END\n")
        command = command.removesuffix(" <<'END'")
    prompt, name, *args = shlex.split(command)
    assert (prompt, name) == ("$", "gotmpl")
    result = CliRunner().invoke(main, args, input=stdin)
    assert (result.stdout + result.stderr).rstrip("\n") == output.rstrip("\n")
    assert result.exit_code == (2 if result.stderr else 1 if "error" in result.stdout else 0)


def test_the_python_examples_hold():
    test = doctest.DocTestParser().get_doctest("".join(blocks("python")), {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_it_has_a_command_to_install_and_one_to_test():
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    assert [
        re.sub(r"^python3 -m venv \.venv && \.venv/bin/pip install \S+(?: \S+)? && ", "", line) for line in commands
    ] == [
        ".venv/bin/gotmpl render examples/llama4/Modelfile --messages examples/llama4/chat.json",
        ".venv/bin/pytest -n auto",
    ]
