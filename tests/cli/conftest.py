from typing import NamedTuple

import pytest
from click.testing import CliRunner

from gotmpl.cli import main


class Outcome(NamedTuple):
    code: int
    out: bytes
    err: str


@pytest.fixture(autouse=True)
def cache_folder(tmp_path_factory, monkeypatch):
    """Keeps the command out of the folder for caches of whoever runs the tests."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture
def gotmpl(tmp_path, monkeypatch):
    """Runs the command in an empty folder, in which the named files are."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)

    def run(*args, stdin=b"", files=None):
        for name, content in (files or {}).items():
            (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        result = CliRunner().invoke(main, args, input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Outcome(result.exit_code, result.stdout_bytes, result.stderr)

    return run
