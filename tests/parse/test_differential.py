"""Random templates against Go itself. `parse_cases.differences` with other seeds makes as many more as wanted."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from oracle.generator import Generator
from oracle.parse_cases import BUILTINS, Case, Oracle, differences

DELIMS = [
    ("<<", ">>"),
    ("[[", "]]"),
    ("{%", "%}"),
    ("((", "))"),
    ("|", "|"),
    ("$", "$"),
    ("{{", "--}}"),
    ("<", ""),
    ("-", "-"),
]


@pytest.fixture(scope="module")
def oracle(tmp_path_factory):
    go = shutil.which("go", path=str(Path(sys.executable).parent)) or shutil.which("go")
    if go is None:
        pytest.skip("needs Go")
    version = subprocess.run([go, "version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"go(\d+)\.(\d+)", version)
    if found is None or (int(found[1]), int(found[2])) < (1, 27):
        pytest.skip(f"needs Go 1.27 or later, which prints the delimiters of a tree, not {version.strip()}")
    return Oracle.build(go, tmp_path_factory.mktemp("oracle"))


@pytest.mark.parametrize("seed", range(2))
def test_valid_templates_give_the_trees_of_go(oracle, seed):
    generator = Generator(f"valid {seed}")
    cases = [Case(generator.template()) for _ in range(500)]
    assert not any(isinstance(answer, str) for answer in oracle.ask(cases))
    assert differences(oracle, cases) == []


@pytest.mark.parametrize("seed", range(3))
def test_any_templates_give_the_trees_and_the_errors_of_go(oracle, seed):
    generator = Generator(seed)
    assert differences(oracle, [Case(generator.case()) for _ in range(1000)]) == []


def test_other_delimiters_names_functions_and_comments_make_no_difference(oracle):
    generator = Generator("options")
    cases = []
    for _ in range(1000):
        left, right = delims = generator.random.choice(DELIMS)
        text = generator.case().replace("{{", left).replace("}}", right or "}}")
        funcs = [*BUILTINS, *generator.random.choice([[], ["break"], ["continue", "nope"]])]
        cases.append(Case(text, generator.pick(["", "x", "t1", "é"]), delims, funcs, generator.chance(0.5)))
    assert differences(oracle, cases) == []


def test_numbers_are_those_of_go(oracle):
    generator = Generator("numbers")
    assert differences(oracle, [Case("{{" + generator.number() + "}}") for _ in range(2000)]) == []
