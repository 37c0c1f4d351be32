from contextlib import suppress

import pytest

from gotmpl.cli.whole_lines import WholeLines


def test_what_was_interrupted_in_a_line_ends_before_it(tmp_path):
    with suppress(KeyboardInterrupt), WholeLines(str(tmp_path / "f")) as file:
        file.write(b"a\nb\n")
        file._file.write(b"torn")
        raise KeyboardInterrupt
    assert (tmp_path / "f").read_bytes() == b"a\nb\n"


@pytest.mark.parametrize(
    ("there", "lines", "kept"),
    [
        (b"", 0, b""),
        (b"torn", 0, b""),
        (b"a\n", 1, b"a\n"),
        (b"a\n\nb", 2, b"a\n\n"),
        (b"x" * (1 << 20) + b"\n" + b"y" * (3 << 20), 1, b"x" * (1 << 20) + b"\n"),
        (b"x\n" * (1 << 20) + b"y", 1 << 20, b"x\n" * (1 << 20)),
    ],
)
def test_it_counts_and_keeps_whole_lines(tmp_path, there, lines, kept):
    path = tmp_path / "f"
    path.write_bytes(there)
    with WholeLines(str(path), resume=True) as file:
        assert file.lines == lines
        file.write(b"new\n")
    assert path.read_bytes() == kept + b"new\n"
    with WholeLines(str(path)) as file:
        assert file.lines == 0
    assert path.read_bytes() == b""
