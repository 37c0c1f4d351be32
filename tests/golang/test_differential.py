"""Random cases against Go itself. `fmt_cases.differences` with other seeds makes as many more as wanted."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from golang.fmt_cases import Generator, Oracle, differences
from gotmpl.golang import unicode
from gotmpl.golang.utf8 import encode


@pytest.fixture(scope="module")
def oracle(tmp_path_factory):
    go = shutil.which("go", path=str(Path(sys.executable).parent)) or shutil.which("go")
    if go is None:
        pytest.skip("needs Go")
    version = subprocess.run([go, "version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"go(\d+)\.(\d+)", version)
    if found is None or (int(found[1]), int(found[2])) < (1, 27):
        pytest.skip(f"needs Go 1.27 or later, whose JSON differs from that of {version.strip()}")
    return Oracle.build(go, tmp_path_factory.mktemp("oracle"))


@pytest.mark.parametrize("seed", range(4))
def test_values_are_printed_as_go_prints_them(oracle, seed):
    assert differences(oracle, Generator(seed), 1500) == []


def test_each_character_is_in_the_classes_that_go_puts_it_in(oracle):
    (flags,) = oracle.ask([{"Op": "classes"}])
    in_go = encode(flags)
    classes = [
        unicode.is_letter,
        unicode.is_digit,
        unicode.is_upper,
        unicode.is_space,
        unicode.is_print,
        unicode.is_graphic,
    ]
    for bit, is_in in enumerate(classes):
        wrong = [point for point in range(0x110000) if is_in(chr(point)) != bool(in_go[point] >> bit & 1)]
        assert wrong == []
