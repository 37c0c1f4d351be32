"""Random templates against Go. `python tests/oracle/differential.py` makes as many more as wanted."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from oracle.differential import differences
from oracle.exec_cases import Oracle, find_go
from oracle.programs import Programs


@pytest.fixture(scope="module")
def oracle(tmp_path_factory):
    go = find_go()
    if go is None:
        pytest.skip("needs Go 1.27 or later")
    return Oracle.build(go, tmp_path_factory.mktemp("oracle"))


@pytest.mark.parametrize("seed", [1, 2, random.SystemRandom().randrange(3, 1 << 32)], ids=["first", "second", "random"])
def test_random_templates_do_as_in_go(oracle, seed):
    print(f"seed {seed}")
    tally: Counter[str] = Counter()
    assert [str(difference) for difference in differences(oracle, Programs(seed), 1000, tally)] == []
    assert tally["rendered"] > 300
    assert tally["failing"] > 100
