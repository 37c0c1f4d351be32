"""``gotmpl lint``: what is wrong with Modelfiles and templates, before Ollama gets them."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click

from gotmpl.cli.bad_input import BadInput, unusable_file
from gotmpl.cli.lint_config import Config, read_config
from gotmpl.cli.source import STDIN, read_bytes
from gotmpl.errors import TemplateError
from gotmpl.golang import utf8
from gotmpl.lint import Options, Selection, Severity, all_rules, check, fix
from gotmpl.lint.codes import matches
from gotmpl.lint.report import Checked, github_report, json_report, text_report
from gotmpl.lint.subject import TEMPLATE_SUFFIXES
from gotmpl.modelfile.decode import decode

__all__ = ["lint"]

_EXAMPLES = """\b
Examples:
  gotmpl lint Modelfile
  gotmpl lint . --severity error --format github
  gotmpl lint Modelfile --select GT103,system-dropped --diff
"""


@click.command(epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--fix", "fixes", is_flag=True, help="Change what has one right answer, in the files.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--select", metavar="CODES", help="Ask these rules only: codes, beginnings of codes, or names.")
@click.option("--ignore", metavar="CODES", help="Leave these rules out.")
@click.option(
    "--severity",
    type=click.Choice([severity.label for severity in Severity]),
    help="Report nothing lighter than this.  [default: info]",
)
@click.option("--target", metavar="VERSION", help="The oldest version of Ollama that is to run the template.")
@click.option("--gguf", type=click.Path(exists=True, dir_okay=False), help="The model's file, for its chat template.")
@click.option("--chat-template", type=click.Path(exists=True), help="The model's chat template, Jinja or a JSON file.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github", "junit"]),
    default="text",
    show_default=True,
    help="How findings are written.",
)
@click.pass_context
def lint(
    ctx: click.Context,
    paths: tuple[str, ...],
    fixes: bool,
    diff: bool,
    select: str | None,
    ignore: str | None,
    severity: str | None,
    target: str | None,
    gguf: str | None,
    chat_template: str | None,
    form: str,
) -> None:
    """Find what Ollama will get wrong in Modelfiles and templates.

    PATH is a Modelfile, a template (.gotmpl, .tmpl), a folder with such files, or - for stdin. Settings are read from
    [tool.gotmpl.lint] in pyproject.toml: select, ignore, severity, target.

    The exit status is 0 if nothing above the severity info is found, 1 if something is, 2 if a file cannot be checked.
    """
    if gguf and chat_template:
        raise click.UsageError("--gguf and --chat-template cannot go together.")
    config = read_config(Path.cwd())
    chosen = Config(
        _codes(select) or config.select,
        [*config.ignore, *_codes(ignore)],
        severity or config.severity,
        target or config.target,
    )
    selection = _selection(chosen)
    options = Options(chosen.target, _chat_template(gguf or chat_template))
    checked: list[Checked] = []
    for file in _files(paths):
        name = "<stdin>" if file == STDIN else file
        data = read_bytes(file)
        text = decode(data)
        if fixes or diff:
            if utf8.decode(data) != text or (not data.isascii() and "\ufffd" in text):
                raise BadInput(TemplateError(f"{name} is no plain UTF-8, and is not changed"))
            changed = fix(text, file=name, selection=selection, options=options)
            if diff:
                click.echo(_difference(name, text, changed), nl=False)
                continue
            if changed != text and file != STDIN:
                _write(file, changed)
            elif file == STDIN:
                click.echo(changed, nl=False)
                continue
            text = changed
        checked.append(Checked(name, text, check(text, file=name, selection=selection, options=options)))
    if diff or (fixes and not checked):
        return
    if form == "text":
        click.echo(text_report(checked, click.style), nl=False)
    else:
        click.echo(_REPORTS[form](checked), nl=False)
    if any(d.severity > Severity.INFO for file in checked for d in file.found):
        ctx.exit(1)


def _sarif(checked: Sequence[Checked]) -> str:
    from gotmpl.lint.sarif import sarif_report

    return sarif_report(checked)


def _junit(checked: Sequence[Checked]) -> str:
    from gotmpl.lint.junit import junit_report

    return junit_report(checked)


_REPORTS: dict[str, Callable[[Sequence[Checked]], str]] = {
    "json": json_report,
    "github": github_report,
    "sarif": _sarif,
    "junit": _junit,
}


def _codes(text: str | None) -> list[str]:
    return [code.strip() for code in (text or "").split(",") if code.strip()]


def _selection(config: Config) -> Selection:
    """Makes the selection of rules.

    Raises:
        click.UsageError: A code or a name means no rule.
    """
    for code in (*config.select, *config.ignore):
        if not any(matches(rule, [code]) for rule in all_rules().values()):
            raise click.UsageError(f"there is no rule {code}; `gotmpl rule` lists them.")
    return Selection(config.select, config.ignore, Severity[(config.severity or "info").upper()])


def _chat_template(path: str | None) -> str:
    """Reads the Jinja template of a model.

    Raises:
        BadInput: There is none.
    """
    if path is None:
        return ""
    from formats.jinja import load

    try:
        return load(path).source
    except TemplateError as error:
        raise BadInput(error, path) from None


def _files(paths: Iterable[str]) -> Iterable[str]:
    """Gives the files to lint; of a folder those that are Modelfiles or templates by their names."""
    for path in paths:
        if path == STDIN or not Path(path).is_dir():
            yield path
            continue
        for file in sorted(Path(path).rglob("*")):
            hidden = any(part.startswith(".") for part in file.relative_to(path).parts[:-1])
            if not hidden and _is_wanted(file.name) and file.is_file():
                yield str(file)


def _is_wanted(name: str) -> bool:
    lower = name.lower()
    return lower.startswith("modelfile") or lower.endswith((".modelfile", *TEMPLATE_SUFFIXES))


def _difference(name: str, before: str, after: str) -> str:
    lines = difflib.unified_diff(before.splitlines(True), after.splitlines(True), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _write(file: str, text: str) -> None:
    try:
        Path(file).write_bytes(text.encode("utf-8"))
    except OSError as error:
        raise unusable_file(file, error) from None
