"""The examples: what stands beside them is what comes of them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import gotmpl
from gotmpl import modelfile
from gotmpl.cli import main

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("name", [path.parent.name for path in sorted(EXAMPLES.glob("*/Modelfile"))])
def test_the_command_gives_the_prompt_beside_the_example(name):
    folder = EXAMPLES / name
    result = CliRunner().invoke(main, ["render", str(folder / "Modelfile"), "--messages", str(folder / "chat.json")])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout_bytes == (folder / "prompt.txt").read_bytes()


def test_there_are_examples():
    assert {path.name for path in EXAMPLES.iterdir() if path.is_dir()} == {"chatml", "llama4"}


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
