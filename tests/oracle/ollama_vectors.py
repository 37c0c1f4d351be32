"""Asks Ollama itself for the answers to `ollama_cases`: ``python -m oracle.ollama_vectors CHECKOUT`` in tests/.

CHECKOUT is a checkout of github.com/ollama/ollama, v0.33 (commit fb30760), which Go 1.27 can build.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from oracle.ollama_cases import CHAT_TEMPLATES, CHATS, CONVERSATIONS, DECODED, SELECTIONS, TEMPLATES

__all__ = ["VECTORS", "mask", "requests", "vectors"]

HERE = Path(__file__).parent
VECTORS = HERE.parent / "vectors" / "ollama.jsonl"


def requests() -> list[dict[str, Any]]:
    """Gives the requests: a template each, and what to do with it."""
    show, values = DECODED
    return [
        *({"template": template, "renders": CONVERSATIONS} for template in TEMPLATES),
        *({"template": template, "chats": CHATS} for template in CHAT_TEMPLATES),
        *({"template": template, "selects": selections} for template, selections in SELECTIONS.items()),
        {"template": show, "renders": {str(i): value for i, value in enumerate(values)}},
    ]


def vectors() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Gives the requests, each with Ollama's answer."""
    answers = VECTORS.read_text(encoding="utf-8").rstrip("\n").split("\n")
    return list(zip(requests(), map(json.loads, answers), strict=True))


def mask(text: str) -> str:
    """Makes all addresses in a text the same."""
    return re.sub("0x[0-9a-f]{6,}", "0xc000000000", text)


def main(checkout: Path) -> None:
    """Writes the answers."""
    shutil.copy(HERE / "ollama_oracle" / "oracle_test.go", checkout / "server" / "oracle_test.go")
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "in.jsonl"
        asked.write_text("".join(json.dumps(request) + "\n" for request in requests()), encoding="utf-8")
        environment = os.environ | {"ORACLE_IN": str(asked), "ORACLE_OUT": str(VECTORS)}
        command = ["go", "test", "-count=1", "-run=TestOracle", "./server"]
        subprocess.run(command, cwd=checkout, env=environment, check=True)
    VECTORS.write_text(mask(VECTORS.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
