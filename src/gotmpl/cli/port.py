"""``gotmpl port``: a test module that holds a template to what it does now."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from gotmpl import modelfile
from gotmpl.cli.bad_input import BadInput, unusable_file
from gotmpl.cli.port_name import port_name
from gotmpl.cli.source import STDIN, Source, read_source
from gotmpl.errors import ModelfileError, TemplateError
from gotmpl.golden import format_goldens, golden_path
from gotmpl.ollama.name import family_told

if TYPE_CHECKING:
    from formats.comparison.side import JinjaSide
    from gotmpl.cli.port_facts import Facts

__all__ = ["port"]

_EXAMPLES = """\b
Examples:
  gotmpl port Modelfile
  gotmpl port Modelfile --chat-template tokenizer_config.json
  gotmpl port ollama://llama3.2 -o tests/templates
"""


class _Template(NamedTuple):
    """A template where its tests will find it.

    Attributes:
        path: Its file.
        text: The text of the file.
        source: What is in it.
        origin: What the file is to be written from; empty if it is there.
    """

    path: Path
    text: str
    source: Source
    origin: str = ""


@click.command(epilog=_EXAMPLES)
@click.argument("file")
@click.option("--chat-template", metavar="FILE", help="The model's chat template, for a test that both say the same.")
@click.option(
    "-o", "--output", "folder", metavar="DIR", default="tests", show_default=True, help="Where to write the tests."
)
@click.option("--force", is_flag=True, help="Write over files that are there.")
def port(file: str, chat_template: str | None, folder: str, force: bool) -> None:
    """Write tests that hold a template to what it does now.

    FILE is a Modelfile, a bare template, - for stdin, or an installed model: ollama://NAME. Of the last two a copy is
    written beside the tests.

    The tests need pytest, and pass at once. They look at the prompt of each documented scenario, at the words with
    which Ollama refuses the others, at what Ollama reads in the template, and at what the linter says; the findings of
    today are comments. With --chat-template they also look at whether both templates make the same prompts.
    """
    source = read_source(file, chat_templates=True)
    if source.chat_template is not None:
        message = f"{source.name} is a Hugging Face chat template, not one of Ollama's"
        hint = "Give the template of Ollama's as FILE, and this one as --chat-template."
        raise BadInput(TemplateError(message, hint=hint))
    name = port_name(file, source)
    template = _located(file, source, Path(folder), name)
    facts = _facts(template, None if chat_template is None else _read_chat_template(chat_template))
    files = _files(name, facts, template, Path(folder), chat_template)
    _write(files, force=force)
    _report(files, facts, template.source, chat_template)


def _located(file: str, source: Source, folder: Path, name: str) -> _Template:
    """Gives a template with the file that its tests are to read, which is yet to be written if there is none."""
    text = source.template if source.modelfile is None else source.modelfile.source
    if file != STDIN and Path(file).is_file():
        return _Template(Path(file), text, source)
    origin = source.name if source.name != "<stdin>" else "what came on stdin"
    if source.modelfile is not None:
        try:
            text = text or source.modelfile.to_text()
        except ModelfileError:  # a model can have texts that no Modelfile can
            text = ""
    if text and source.modelfile is not None:
        path = folder / f"{name}.Modelfile"
        read = modelfile.parse(text)
        return _Template(path, text, Source(str(path), source.template, read, family_told(read.model)), origin)
    path = folder / f"{name}.gotmpl"
    return _Template(path, source.template, Source(str(path), source.template), origin)


def _read_chat_template(name: str) -> JinjaSide:
    from formats.comparison.side import JinjaSide
    from gotmpl.cli.diff_sides import read_side

    if name == STDIN:
        raise click.UsageError("--chat-template takes no -, for the tests are to read the file again.")
    side = read_side(name, None).side
    if not isinstance(side, JinjaSide):
        raise BadInput(TemplateError(f"{name} is no Hugging Face chat template"))
    return side


def _facts(template: _Template, chat_template: JinjaSide | None) -> Facts:
    from gotmpl.cli.diff_sides import ollama_side
    from gotmpl.cli.port_facts import find_facts

    return find_facts(ollama_side(template.source), template.text, template.path.name, chat_template)


def _files(name: str, facts: Facts, template: _Template, folder: Path, chat_template: str | None) -> dict[Path, str]:
    """Gives what is to be written: file -> its text."""
    from gotmpl.cli.port_module import PROMPT_TEST, Module

    path = folder / f"test_{name}.py"
    text = str(
        Module(
            name,
            facts,
            _relative(template.path, folder),
            template.path.name,
            template.origin,
            "" if chat_template is None else _relative(Path(chat_template), folder),
        )
    )
    files = {path: text}
    if facts.prompts:
        goldens = {f"{PROMPT_TEST}[{scenario}]": prompt for scenario, prompt in facts.prompts.items()}
        files[golden_path(path)] = format_goldens(goldens, path.name)
    if template.origin:
        files[template.path] = template.text
    return files


def _relative(path: Path, folder: Path) -> str:
    """Gives the path of a file from a folder."""
    absolute = path.parent.resolve() / path.name if path.name else path.resolve()
    try:
        return Path(os.path.relpath(absolute, folder.resolve())).as_posix()
    except ValueError:  # on another drive
        return absolute.as_posix()


def _write(files: Mapping[Path, str], *, force: bool) -> None:
    """Writes all files, or none if one is there.

    Raises:
        BadInput: One is there, or cannot be written.
    """
    for path in files:
        if not force and path.exists():
            raise BadInput(
                TemplateError(
                    f"{path} is there already",
                    hint="With --force it is written over, with -o another folder is written to.",
                )
            )
    for path, text in files.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "surrogateescape"))
        except OSError as error:
            raise unusable_file(str(path), error) from None


def _report(files: Mapping[Path, str], facts: Facts, source: Source, chat_template: str | None) -> None:
    click.echo("\n".join(f"wrote {path}" for path in files))
    counts = [
        _count(len(facts.prompts), "prompt"),
        _count(len(facts.refusals), "refusal"),
        f"{_count(len(facts.findings), 'finding')} of the linter",
    ]
    if facts.comparison is not None:
        different = sum(not case.is_equal for case in facts.comparison.cases)
        counts.append(f"{_count(different, 'difference')} in {_count(len(facts.comparison.cases), 'conversation')}")
    click.echo(", ".join(counts))
    click.echo(f"run: pytest {shlex.quote(str(next(iter(files))))}")
    if chat_template is not None and facts.comparison is None:
        click.echo(
            f"note: no test has {chat_template}: no conversation has a prompt of both templates; gotmpl diff says why",
            err=True,
        )
    if facts.unsteady:
        click.echo(f"note: no test has {_count(len(facts.unsteady), 'prompt')} with an address in it", err=True)
    if source.renderer_note:
        click.echo(f"note: {source.renderer_note}", err=True)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
