"""Compares Go, the interpreter and compiled code on random templates.

    python tests/oracle/differential.py --cases 10000 --seed 1

Prints each case on which they differ, and how many there were. A seed gives the same cases each time.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from oracle.exec_cases import Answer, Case, Oracle, compiled, find_go, interpreted
from oracle.programs import Programs

__all__ = ["Difference", "differences"]

CHUNK = 2000
#: Where in memory a function lies, or what a pointer inside of a value points to.
_ADDRESS = re.compile(" *(0[xb])?[0-9a-f]{5,} *", re.IGNORECASE)
_COMPUTES = re.compile(r"\b(len|slice|index|eq|ne|lt|le|gt|ge)\b")
_HAS_ADDRESS = re.compile(r'"\$(func|pointer|ptr|chan)"|%[^a-zA-Z]*p')


class Difference(NamedTuple):
    """A case that Go and an engine see differently."""

    case: Case
    engine: str
    go: Answer
    here: Any

    def __str__(self) -> str:
        case = {key: item for key, item in vars(self.case).items() if item}
        lines = [f"{key}: {json.dumps(item, ensure_ascii=False)}" for key, item in case.items()]
        return "\n".join([*lines, f"Go: {self.go}", f"{self.engine}: {self.here}"])


def differences(oracle: Oracle, programs: Programs, count: int, tally: Counter[str]) -> Iterator[Difference]:
    """Runs random cases and gives those on which Go, the interpreter and compiled code do not agree.

    Args:
        oracle: Go.
        programs: Where the cases come from.
        count: How many.
        tally: Counts what became of them.
    """
    for start in range(0, count, CHUNK):
        cases = [programs.case() for _ in range(min(CHUNK, count - start))]
        for case, go in zip(cases, oracle.ask(cases), strict=True):
            if go.panic is not None:
                tally["left out"] += 1
                continue
            tally["refused" if go.parse_error else "failing" if go.error else "rendered"] += 1
            for engine, run in (("interpreter", interpreted), ("compiled", compiled)):
                try:
                    here: Any = run(case)
                except Exception as error:  # noqa: BLE001 - any exception but an ExecError is a difference
                    here = f"{type(error).__name__}: {error}"
                if here is None:
                    tally["not compiled"] += 1
                elif here == go or (isinstance(here, Answer) and only_addresses_differ(case, go, here)):
                    continue
                elif isinstance(here, Answer) and may_compute_with_addresses(case):
                    tally["left out"] += 1
                else:
                    tally["different"] += 1
                    yield Difference(case, engine, go, here)


def only_addresses_differ(case: Case, go: Answer, here: Answer) -> bool:
    """Whether two answers are the same but for where in memory something lies."""
    if not _HAS_ADDRESS.search(json.dumps(case.data) + case.template):
        return False
    return [_ADDRESS.sub("", str(text)) for text in go] == [_ADDRESS.sub("", str(text)) for text in here]


def may_compute_with_addresses(case: Case) -> bool:
    """Whether a template may do more with an address than to print it."""
    return bool(_HAS_ADDRESS.search(json.dumps(case.data) + case.template) and _COMPUTES.search(case.template))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--show", type=int, default=10, help="how many differences to print")
    options = parser.parse_args()
    go = find_go()
    if go is None:
        parser.error("needs Go 1.27 or later")
    tally: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        oracle = Oracle.build(go, Path(folder))
        for difference in differences(oracle, Programs(options.seed), options.cases, tally):
            if tally["different"] <= options.show:
                print(difference, end="\n\n")
    print(f"seed {options.seed}:", ", ".join(f"{count} {what}" for what, count in sorted(tally.items())))
    return 1 if tally["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
