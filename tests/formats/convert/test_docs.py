"""The page on conversions tells the truth."""

import doctest
import re
import shlex
from pathlib import Path

from click.testing import CliRunner

from gotmpl.cli import main

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "convert.md").read_text(encoding="utf-8")


def block(language):
    return re.search(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[1]


def test_the_command_gives_what_the_page_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    command, said, written = re.fullmatch(
        r"\$ gotmpl (.*?)\n(.*?)\$ cat .*?\n(.*)", block("console"), re.DOTALL
    ).groups()
    target = tmp_path / "chat_template.jinja"
    result = CliRunner().invoke(main, [*shlex.split(command)[:-1], str(target)])
    assert (result.exit_code, result.stderr) == (0, said)
    assert target.read_text(encoding="utf-8") == written


def test_the_python_holds():
    test = doctest.DocTestParser().get_doctest(block("python"), {}, "convert.md", "convert.md", 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0
