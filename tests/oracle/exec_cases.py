"""Templates with data, run by Go (exec_oracle), by the interpreter and as compiled code."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import gotmpl
from gotmpl.exec import interpreter
from gotmpl.exec.shape import ANY
from gotmpl.golang.utf8 import canonical, decode, encode, to_output
from oracle.exec_data import TEMPLATE_FUNCS, value

__all__ = ["Answer", "Case", "Oracle", "compiled", "find_go", "interpreted"]

SOURCE = Path(__file__).parent / "exec_oracle" / "main.go"


@dataclass
class Case:
    """Templates and what they are run on.

    Attributes:
        template: The text of the first template, whose name is `name`.
        data: JSON, with the specials of `exec_data`.
        more: Further templates of the set: (name, text).
        execute: The name of the one to be run; empty for the first.
    """

    template: str
    data: Any = None
    name: str = ""
    more: Sequence[tuple[str, str]] = ()
    execute: str = ""
    missingkey: str = ""
    delims: Sequence[str] = ()

    def request(self) -> dict[str, Any]:
        """What exec_oracle reads."""
        templates = [(self.name, self.template), *self.more]
        return {
            "Templates": [[_packed(name), _packed(text)] for name, text in templates],
            "Execute": _packed(self.execute),
            "Data": self.data,
            "MissingKey": self.missingkey,
            "Delims": self.delims or None,
        }

    def parsed(self) -> gotmpl.Template:
        """The template, with the others in its set."""
        delims = ("{{", "}}") if not self.delims else (self.delims[0], self.delims[1])
        options = {"missingkey": self.missingkey or "default", "delims": delims}
        template = gotmpl.Template(self.name, funcs=TEMPLATE_FUNCS, **options)  # type: ignore[arg-type]
        template.parse(self.template)
        for name, text in self.more:
            template.new(name).parse(text)
        return template


class Answer(NamedTuple):
    """What became of a case; what is not there is None. In an error, a byte that is no UTF-8 is U+FFFD.

    Attributes:
        output: What was written, before the error if there is one: a Go string in canonical form.
        panic: What Go's Execute panics with; it has no counterpart here.
    """

    output: str = ""
    error: str | None = None
    parse_error: str | None = None
    panic: str | None = None


class Oracle:
    """The program exec_oracle."""

    def __init__(self, program: Path) -> None:
        self.program = program

    @classmethod
    def build(cls, go: str, folder: Path) -> Oracle:
        program = folder / "exec_oracle"
        environment = {**os.environ, "GOTOOLCHAIN": "local"}
        subprocess.run([go, "build", "-o", program, SOURCE], check=True, capture_output=True, env=environment)
        return cls(program)

    def ask(self, cases: Iterable[Case]) -> list[Answer]:
        lines = "".join([json.dumps(case.request()) + "\n" for case in cases])
        done = subprocess.run([self.program], input=lines.encode(), capture_output=True, check=True)
        return [_answer(json.loads(line)) for line in done.stdout.splitlines()]


def _answer(raw: dict[str, Any]) -> Answer:
    texts = {key: decode(base64.b64decode(text)) for key, text in raw.items() if text is not None}
    errors = {key: to_output(texts[key]) for key in ("ExecError", "ParseError", "Panic") if key in texts}
    return Answer(texts.get("Output", ""), errors.get("ExecError"), errors.get("ParseError"), errors.get("Panic"))


def find_go() -> str | None:
    """The command `go`, if it is there and not older than 1.27."""
    go = shutil.which("go", path=str(Path(sys.executable).parent)) or shutil.which("go")
    if go is None:
        return None
    found = re.search(
        r"go(\d+)\.(\d+)", subprocess.run([go, "version"], capture_output=True, text=True, check=True).stdout
    )
    return go if found and (int(found[1]), int(found[2])) >= (1, 27) else None


def _packed(text: str) -> str:
    return base64.b64encode(encode(text)).decode()


def interpreted(case: Case) -> Answer:
    """What the interpreter makes of a case."""
    return _run(case, compile=False)


def compiled(case: Case) -> Answer | None:
    """What compiled code makes of a case; None if it is left to the interpreter."""
    return _run(case, compile=True)


def _run(case: Case, *, compile: bool) -> Any:
    try:
        template = case.parsed()
    except gotmpl.ParseError as error:
        return Answer(parse_error=str(error))
    pieces: list[str] = []
    try:
        if case.execute:
            found = template.lookup(case.execute)
            if found is None:
                template.execute_template(_Nowhere(), case.execute)
                raise AssertionError("there is no such template")
            template = found
        data = value(case.data)
        if not compile:
            interpreter.execute(template, pieces.append, data)
        else:
            code = template.compiled(ANY)
            if code is None:
                return None
            code.execute(pieces.append, data)
    except gotmpl.ExecError as error:
        return Answer(canonical("".join(pieces)), str(error))
    return Answer(canonical("".join(pieces)))


class _Nowhere:
    def write(self, text: str, /) -> None:
        raise AssertionError("nothing is written")
