import os
import re
import subprocess
import sys
from importlib.metadata import version

import pytest

from gotmpl.cli import main


def test_help_lists_the_commands(gotmpl):
    got = gotmpl("--help")
    assert got.code == 0
    assert re.search(rb"render +Print the exact prompt that Ollama would send", got.out)


def test_version(gotmpl):
    assert gotmpl("--version").out.decode() == f"gotmpl, version {version('gotmpl')}\n"


def test_an_unknown_command_is_refused(gotmpl):
    got = gotmpl("rendre")
    assert (got.code, got.out) == (2, b"")
    assert "No such command 'rendre'" in got.err


def test_every_command_has_a_module_of_its_name():
    for name in main.list_commands(None):
        command = main.get_command(None, name)
        assert command.name == name
        assert command.callback.__module__ == f"gotmpl.cli.{name}"


def test_starting_loads_no_command():
    program = "import gotmpl.cli, sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "gotmpl.cli" in loaded
    assert not {"gotmpl.cli.render", "gotmpl.ollama", "pydantic", "lark", "rich"} & set(loaded)


def run(*args, **options):
    return subprocess.run([sys.executable, "-c", "from gotmpl.cli import main; main()", *args], **options)


def test_the_bytes_on_stdout_are_those_of_the_prompt():
    args = ["render", "-", "--prompt", "é\r\n "]
    got = run(*args, input=b"{{ .Prompt }}", capture_output=True, env={"PYTHONIOENCODING": "latin-1"})
    assert (got.stdout, got.stderr, got.returncode) == ("é\r\n ".encode(), b"", 0)


def test_a_reader_that_goes_away_is_no_error():
    template = b"{{ .Prompt }}" + b"x" * 1_000_000
    writer = subprocess.Popen(
        [sys.executable, "-c", "from gotmpl.cli import main; main()", "render", "-", "--prompt", "a"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with writer:
        writer.stdin.write(template)
        writer.stdin.close()
        writer.stdout.close()
        assert writer.stderr.read() == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
@pytest.mark.parametrize("option", ["--color", "--no-color"])
def test_a_full_disk_is_told_in_one_line(option):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with open("/dev/full", "wb") as full:
        got = run(
            "render", "-", "--prompt", "a", option, input=b"x", stdout=full, stderr=subprocess.PIPE, env=environment
        )
    assert got.returncode == 2
    assert re.sub(rb"\x1b\[\d+m", b"", got.stderr) == b"<stdout>: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="closes streams as a Unix shell does")
@pytest.mark.parametrize(("stream", "name"), [("<&-", "<stdin>"), (">&-", "<stdout>")])
def test_a_closed_stream_is_told_in_one_line(stream, name, tmp_path):
    (tmp_path / "t.tmpl").write_text("x")
    file = "-" if name == "<stdin>" else str(tmp_path / "t.tmpl")
    program = "from gotmpl.cli import main; main()"
    script = f'exec "$0" -c "{program}" render "$1" --prompt a {stream}'
    got = subprocess.run(["sh", "-c", script, sys.executable, file], capture_output=True, text=True)
    assert (got.returncode, got.stdout, got.stderr) == (2, "", f"{name}: Bad file descriptor\n")


def test_ctrl_c_has_a_status_of_its_own(gotmpl, monkeypatch):
    def interrupted(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("gotmpl.cli.diff_sides.read_source", interrupted)
    assert gotmpl("diff", "a", "b") == (130, b"", "\n")
