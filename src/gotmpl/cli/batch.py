"""``gotmpl batch``: the prompts of many chats, a line each, on all cores."""

from __future__ import annotations

import multiprocessing
import os
import signal
import stat
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, nullcontext
from itertools import chain, islice
from typing import BinaryIO

import click

from gotmpl import ollama
from gotmpl.cli.bad_input import BadInput, unusable_file
from gotmpl.cli.batch_lines import Chunk, Problem, Rendered, render_lines
from gotmpl.cli.source import STDIN, Source, read_source
from gotmpl.cli.whole_lines import WholeLines
from gotmpl.errors import DataError, TemplateError

__all__ = ["batch"]

#: Bytes of input that a worker gets at a time.
_CHUNK = 1 << 18

#: Exit status of a command that Ctrl-C ended, as the shell has it.
_INTERRUPTED = 130

_EXAMPLES = """\b
Examples:
  gotmpl batch Modelfile chats.jsonl -o prompts.jsonl
  gotmpl batch Modelfile chats.jsonl -o prompts.jsonl --on-error skip --resume
  zcat chats.jsonl.gz | gotmpl batch chatml.gotmpl - | gzip > prompts.jsonl.gz
"""


def _cores() -> int:
    """Counts the cores that this process may use."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(count, 61)  # Windows cannot wait for more processes


@click.command(epilog=_EXAMPLES)
@click.argument("file")
@click.argument("chats")
@click.option("-o", "--output", metavar="PROMPTS", help="Write to a file rather than to stdout.")
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes; as many as there are cores, if not given."
)
@click.option(
    "--on-error",
    type=click.Choice(["fail", "skip"]),
    default="fail",
    show_default=True,
    help='Stop at a line that has no prompt, or write {"error": ...} in its place and go on.',
)
@click.option("--resume", is_flag=True, help="Go on behind the last whole line of PROMPTS.")
@click.pass_context
def batch(
    ctx: click.Context, file: str, chats: str, output: str | None, jobs: int | None, on_error: str, resume: bool
) -> None:
    """Render many chats: line N of the output is the prompt of line N of CHATS.

    FILE is a Modelfile, a bare template (.gotmpl, .tmpl, .txt), - for stdin, or an installed model: ollama://NAME.
    CHATS is JSON Lines, or - for stdin: on each line a list of messages, or a whole request to /api/chat or
    /api/generate. The output has {"prompt": ...} on each line.

    The exit status is 0 if every line has a prompt, 1 if some were skipped, 2 if the work ended early.
    """
    if [file, chats].count(STDIN) > 1:
        raise click.UsageError("Only one of FILE and CHATS can be - for stdin.")
    if resume and output is None:
        raise click.UsageError("--resume needs a file to go on with: -o PROMPTS.")
    source = read_source(file)
    try:
        ollama.parse(source.template)
    except TemplateError as error:
        raise source.bad_input(error) from None
    if source.modelfile is not None and source.modelfile.renderer:
        note = f"{source.name}: RENDERER {source.modelfile.renderer} is set, so Ollama does not use this TEMPLATE"
        click.echo(note, err=True)
    with _opened(chats) as lines, _Output(output, resume, lines) as out:
        run = _Run(source, "<stdin>" if chats == STDIN else chats, on_error == "skip")
        skipped = run.render(lines, out, jobs or _cores())
    if skipped:
        click.echo(f"{skipped} of {run.lines} lines skipped", err=True)
        ctx.exit(1)
