"""What a fresh process costs. The aims: `import gotmpl` 20 ms more than bare Python, the whole command 250 ms."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent.parent / "examples" / "llama4"
RENDER = ["render", str(EXAMPLE / "Modelfile"), "--messages", str(EXAMPLE / "chat.json")]


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Lets Python keep its bytecode, as an installed package has it."""
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path_factory.mktemp("bytecode"))}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


@pytest.mark.parametrize(
    ("program", "args"),
    [
        pytest.param("pass", [], id="bare Python"),
        pytest.param("import gotmpl", [], id="import gotmpl"),
        pytest.param("from gotmpl.cli import main; main()", RENDER, id="gotmpl render"),
    ],
)
def test_start(benchmark, environment, program, args):
    def run():
        return subprocess.run([sys.executable, "-c", program, *args], env=environment, capture_output=True, check=True)

    result = benchmark.pedantic(run, rounds=20, warmup_rounds=2)
    assert result.stderr == b""
