"""Has Go answer the cases of exec_vector_cases and writes tests/vectors/exec.jsonl.

python tests/oracle/write_vectors.py
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from oracle.exec_cases import Case, Oracle, find_go
from oracle.exec_vector_cases import DATA, GROUPS

VECTORS = Path(__file__).parent.parent / "vectors"


def main() -> None:
    go = find_go()
    if go is None:
        sys.exit("needs Go 1.27 or later")
    groups = [(group, c if isinstance(c, Case) else Case(c, DATA)) for group, cases in GROUPS.items() for c in cases]
    with tempfile.TemporaryDirectory() as folder:
        answers = Oracle.build(go, Path(folder)).ask([case for _, case in groups])
    lines = []
    for (group, case), answer in zip(groups, answers, strict=True):
        assert answer.panic is None, (case, answer)
        line: dict[str, Any] = {
            "group": group,
            **{key: item for key, item in vars(case).items() if item or key == "template"},
        }
        if case.data is DATA:
            line["data"] = "shared"
        line |= {key: text for key, text in answer._asdict().items() if text is not None}
        lines.append(json.dumps(line) + "\n")
    (VECTORS / "exec.jsonl").write_text("".join(lines))
    (VECTORS / "exec-data.json").write_text(json.dumps(DATA, indent=1) + "\n")
    print(f"{len(lines)} vectors")


if __name__ == "__main__":
    main()
