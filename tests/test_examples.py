"""The examples: what stands beside them is what comes of them."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import gotmpl
from gotmpl import modelfile
from gotmpl.cli import main

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("name", [path.parent.name for path in sorted(EXAMPLES.glob("*/prompt.txt"))])
def test_the_command_gives_the_prompt_beside_the_example(name):
    folder = EXAMPLES / name
    result = CliRunner().invoke(main, ["render", str(folder / "Modelfile"), "--messages", str(folder / "chat.json")])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout_bytes == (folder / "prompt.txt").read_bytes()


def test_there_are_examples():
    assert {path.name for path in EXAMPLES.iterdir() if path.is_dir()} == {"chatml", "llama4", "tested-template"}


@pytest.mark.parametrize(
    "construct", ["range $i, $msg", "$last := eq (len (slice $.Messages $i)) 1", "continue", "else if"]
)
def test_the_llama4_example_shows_the_language(construct):
    assert construct in modelfile.parse((EXAMPLES / "llama4/Modelfile").read_bytes()).template


@pytest.mark.parametrize("last", ["user", "assistant", "tool"])
def test_the_llama4_example_opens_a_turn_unless_the_assistant_has_begun_one(last):
    template = gotmpl.parse(modelfile.parse((EXAMPLES / "llama4/Modelfile").read_bytes()).template)
    message = {"Role": last, "Content": "x", "ToolCalls": []}
    prompt = template.render({"Messages": [message], "System": "", "Tools": []})
    assert prompt.count("<|header_start|>assistant<|header_end|>") == 1
    assert prompt.endswith("x" if last == "assistant" else "<|header_start|>assistant<|header_end|>\n\n")


def test_the_chats_are_what_the_readme_says():
    assert isinstance(json.loads((EXAMPLES / "chatml/chat.json").read_text("utf-8")), list)
    assert json.loads((EXAMPLES / "llama4/chat.json").read_text("utf-8")).keys() == {"model", "messages", "tools"}


@pytest.fixture
def tested_template(tmp_path):
    """Gives a copy of the project, with no configuration of this repository above it."""
    return Path(shutil.copytree(EXAMPLES / "tested-template", tmp_path / "project"))


def run_pytest(folder, *options):
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-W", "error", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8")


def test_the_tested_template_passes(tested_template):
    result = run_pytest(tested_template, "-n2")
    assert result.returncode == 0, result.stdout
    assert "15 passed" in result.stdout


def test_its_goldens_are_what_an_update_writes(tested_template):
    before = (tested_template / "tests/goldens/test_prompt.golden").read_bytes()
    result = run_pytest(tested_template, "--gotmpl-update")
    assert (result.returncode, (tested_template / "tests/goldens/test_prompt.golden").read_bytes()) == (0, before)
    assert "golden prompts" not in result.stdout


def test_a_change_of_the_template_fails_and_shows_its_place(tested_template):
    modelfile = tested_template / "Modelfile"
    modelfile.write_text(modelfile.read_text("utf-8").replace("<|begin|>user\n", "<|begin|>user \n"), encoding="utf-8")
    result = run_pytest(tested_template, "tests/test_prompt.py::test_a_question", "tests/chat.gotmpl.yaml::jinja")
    assert result.returncode == 1
    assert "+ <|begin|>user·↵" in result.stdout
    assert "Modelfile:17 " in result.stdout
