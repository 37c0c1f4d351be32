"""``gotmpl batch``: the prompts of many chats, a line each, on all cores."""

from __future__ import annotations

import multiprocessing
import os
import signal
import stat
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from itertools import chain, islice
from typing import BinaryIO

import click

from gotmpl import ollama
from gotmpl.cli.bad_input import BadInput, unusable_file
from gotmpl.cli.batch_lines import Chunk, Rendered, render_lines
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
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Worker processes; as many as there are cores, if not given.",
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
    if source.renderer_note:
        click.echo(f"{source.name}: {source.renderer_note}", err=True)
    name = "<stdin>" if chats == STDIN else chats
    try:
        with _input(chats) as lines, _output(output, resume, chats) as (write, done):
            size = _skip_lines(lines, done, name, output)
            chunks = _chunks(lines, done + 1)
            number, skipped = done, 0
            with (
                _progress_bar(lines, size, done, output) as advance,
                closing(_rendered(source, chunks, on_error == "skip", jobs or _cores())) as results,
            ):
                for result in results:
                    write(result.output)
                    number += result.lines
                    skipped += _report(result, name, on_error == "skip")
                    advance(result.size, result.lines)
    except KeyboardInterrupt:
        click.echo("Interrupted. The lines that are written are whole; --resume goes on behind them.", err=True)
        ctx.exit(_INTERRUPTED)
    if skipped:
        click.echo(f"{skipped} of {number - done} lines skipped", err=True)
        ctx.exit(1)


def _report(result: Rendered, name: str, skip: bool) -> int:
    """Tells on stderr what was wrong with lines that are skipped, and gives their number.

    Raises:
        BadInput: A line is bad, and none is to be skipped.
    """
    for place, message, hint in result.problems:
        bad = BadInput(DataError(f"{name}:{place}: {message}", hint="" if skip else hint))
        if not skip:
            raise bad
        click.echo(bad.format_message(), err=True)
    return len(result.problems)


def _rendered(source: Source, chunks: Iterator[Chunk], skip: bool, jobs: int) -> Generator[Rendered]:
    """Renders chunks, in worker processes if there are several; yields the results in order."""
    head = list(islice(chunks, 2))
    if jobs == 1 or len(head) < 2:
        for chunk in chain(head, chunks):
            yield render_lines(source, chunk, skip)
        return
    executor = ProcessPoolExecutor(
        jobs, multiprocessing.get_context("spawn"), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    )
    pending: deque[Future[Rendered]] = deque()
    try:
        for chunk in chain(head, chunks):
            with _interrupts_held():
                pending.append(executor.submit(render_lines, source, chunk, skip))
            if len(pending) > 2 * jobs:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    except BrokenProcessPool:
        hint = "The machine may lack the memory for so many: give --jobs a smaller number."
        raise BadInput(TemplateError("a worker process came to a sudden end", hint=hint)) from None
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Holds Ctrl-C back while workers are started, which a terminal sends to them, too; this process ends them."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _chunks(lines: BinaryIO, number: int) -> Iterator[Chunk]:
    """Reads the rest of a file, whose next line has that number."""
    while found := lines.readlines(_CHUNK):
        yield Chunk(number, found)
        number += len(found)


def _skip_lines(lines: BinaryIO, count: int, name: str, output: str | None) -> int:
    """Reads the lines that are done, and gives their bytes.

    Raises:
        BadInput: There are not so many.
    """
    size = 0
    for number in range(count):
        line = lines.readline()
        if not line:
            message = f"{output} has {count} lines and {name} only {number}: it was not made from these chats"
            raise BadInput(TemplateError(message))
        size += len(line)
    return size


def _input(name: str) -> AbstractContextManager[BinaryIO]:
    if name == STDIN:
        return nullcontext(sys.stdin.buffer)
    try:
        return open(name, "rb")
    except OSError as error:
        raise unusable_file(name, error) from None


@contextmanager
def _output(name: str | None, resume: bool, chats: str) -> Iterator[tuple[Callable[[bytes], object], int]]:
    """Gives what writes lines, and the number of the lines that are already written."""
    if name is None:
        yield sys.stdout.buffer.write, 0
        return
    if chats != STDIN and os.path.exists(name) and os.path.samefile(name, chats):
        raise BadInput(TemplateError(f"{name}: the chats cannot be written over"))
    try:
        file = WholeLines(name, resume=resume)
    except OSError as error:
        raise unusable_file(name, error) from None

    def write(block: bytes) -> None:
        try:
            file.write(block)
        except OSError as error:
            raise unusable_file(name, error) from None

    with file:
        yield write, file.lines


@contextmanager
def _progress_bar(lines: BinaryIO, size: int, count: int, output: str | None) -> Iterator[Callable[[int, int], object]]:
    """Shows a progress bar on stderr, if that is a terminal and the prompts are not shown on one.

    Args:
        lines: The input.
        size: The bytes that are done.
        count: The lines that are done.
        output: Where the prompts go; None for stdout.

    Yields:
        What takes the number of bytes and of lines that are done now.
    """
    if not sys.stderr.isatty() or (output is None and sys.stdout.isatty()):
        yield lambda size, lines: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    status = os.fstat(lines.fileno())
    total = status.st_size if stat.S_ISREG(status.st_mode) else None
    counter = TextColumn("{task.fields[count]:,} lines")
    columns = (BarColumn(), TaskProgressColumn(), counter, TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=total, completed=size, count=count)

        def advance(size: int, lines: int) -> None:
            nonlocal count
            count += lines
            progress.update(task, advance=size, count=count)

        yield advance
