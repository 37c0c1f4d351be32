"""Where a test's files are looked for."""

from pathlib import Path

import pytest

from gotmpl.testing.paths import find, looking_in, shown


@pytest.fixture
def folders(tmp_path):
    for name in ("a/both", "a/sub/deep", "root/both", "root/only"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path / "a", tmp_path / "root"


def test_the_first_folder_that_has_a_file_counts(folders):
    first, root = folders
    with looking_in(first, root):
        assert find("both") == first / "both"
        assert find("only") == root / "only"
        assert find(Path("sub/deep")) == first / "sub/deep"
        assert find(root / "both") == root / "both"


def test_a_file_in_no_folder_is_told_with_the_folders(folders):
    with looking_in(*folders), pytest.raises(FileNotFoundError) as caught:
        find("none")
    assert caught.value.strerror == f"no such file in {folders[0]} or {folders[1]}"
    assert caught.value.filename == "none"


def test_outside_of_tests_the_working_folder_counts(folders, monkeypatch):
    monkeypatch.chdir(folders[0])
    with looking_in():
        assert find("both") == folders[0] / "both"
        assert shown(folders[0] / "sub/deep") == "sub/deep"


def test_a_path_is_shown_from_the_root(folders):
    first, root = folders
    with looking_in(first, root):
        assert shown(root / "sub" / ".." / "both") == "both"
        assert shown(first / "both") == str(first / "both")
