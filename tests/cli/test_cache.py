"""The tables of the grammar, which the command keeps from one call to the next."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ARGUMENTS = [sys.executable, "-c", "from gotmpl.cli import main; main()", "render", "-", "--prompt", "Hi"]
TEMPLATE = 'FROM x\nTEMPLATE "<{{ .Prompt }}>"\n'


def render(folder):
    """Runs the command with a folder for caches."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder)}
    done = subprocess.run(ARGUMENTS, input=TEMPLATE, capture_output=True, text=True, env=environment, check=False)
    return done.returncode, done.stdout, done.stderr


def test_the_second_call_reads_the_tables_of_the_first(tmp_path):
    assert render(tmp_path) == (0, "<Hi>", "")
    kept = tmp_path / "gotmpl/grammar"
    before = kept.stat()
    assert render(tmp_path) == (0, "<Hi>", "")
    assert (kept.stat().st_mtime_ns, kept.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


@pytest.mark.parametrize("content", [b"", b"rubbish", b"0123\n\x80\x04garbage"])
def test_tables_that_cannot_be_read_are_made_anew(tmp_path, content):
    kept = tmp_path / "gotmpl/grammar"
    kept.parent.mkdir()
    kept.write_bytes(content)
    assert render(tmp_path) == (0, "<Hi>", "")
    assert len(kept.read_bytes()) > 1000


def test_without_a_folder_for_caches_nothing_is_kept(tmp_path):
    (tmp_path / "file").write_text("")
    assert render(tmp_path / "file") == (0, "<Hi>", "")
    assert (tmp_path / "file").read_text() == ""


@pytest.mark.skipif(os.name == "nt" or (hasattr(os, "getuid") and os.getuid() == 0), reason="root writes anywhere")
def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path):
    folder = tmp_path / "gotmpl"
    folder.mkdir()
    folder.chmod(0o500)
    assert render(tmp_path) == (0, "<Hi>", "")
    assert list(Path(folder).iterdir()) == []
