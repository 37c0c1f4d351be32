"""``gotmpl convert``: a template of Ollama's as a Hugging Face chat template, with a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gotmpl import ollama
from gotmpl.blanks import visible
from gotmpl.cli.bad_input import BadInput
from gotmpl.cli.options import ollama_option
from gotmpl.cli.output import colour, write_prompt
from gotmpl.cli.source import Source, read_model, read_source
from gotmpl.errors import FormatError, TemplateError
from gotmpl.ollama.scenarios import SCENARIOS

if TYPE_CHECKING:
    from formats.convert import Conversion, Proof

__all__ = ["convert"]

_AROUND = 24

_EXAMPLES = """\b
Examples:
  gotmpl convert Modelfile --to jinja
  gotmpl convert Modelfile --to jinja -o chat_template.jinja
"""


@click.command(epilog=_EXAMPLES)
@click.argument("file")
@ollama_option
@click.option("--to", "target", type=click.Choice(["jinja"]), required=True, help="What to make of the template.")
@click.option("-o", "--output", metavar="FILE", help="Write the result to a file rather than to stdout.")
@click.option("--force", is_flag=True, help="Write the result even where it does not say what the template says.")
@click.option("--color/--no-color", default=None, help="Colours of errors; by default on a terminal only.")
@click.pass_context
def convert(
    ctx: click.Context,
    file: str,
    server: str | None,
    target: str,
    output: str | None,
    force: bool,
    color: bool | None,
) -> None:
    """Make a Hugging Face chat template of a template, for transformers, vLLM and llama.cpp.

    FILE is a Modelfile, a bare template, - for stdin, or an installed model: ollama://NAME.

    What Ollama does around the template is written out in Jinja. Both templates are then rendered over the documented
    scenarios. If their prompts differ anywhere, nothing is written, stderr says where they do, and the exit status is
    1; it is 2 if the template has something that Jinja cannot say.
    """
    colour(ctx, color)
    source = read_model(file, server) if server else read_source(file, chat_templates=True)
    if source.chat_template is not None:
        raise BadInput(TemplateError(f"{source.name} is a Hugging Face chat template already"))
    conversion = _converted(source)
    failure = None if conversion.is_proven else _failure(source, conversion, force)
    if failure is not None and not force:
        raise failure
    write_prompt(conversion.source.encode(), output, color=False)
    if failure is not None:
        failure.show()
    else:
        click.echo(_summary(conversion), err=True)
    for note in [*_left_behind(source), *conversion.notes]:
        click.echo(f"note: {note}", err=True)


def _converted(source: Source) -> Conversion:
    from formats.convert import to_jinja

    try:
        return to_jinja(ollama.Template(source.template))
    except TemplateError as error:
        raise source.bad_input(error) from None


def _summary(conversion: Conversion) -> str:
    equal, differs, refused = (
        sum(proof.outcome == outcome for proof in conversion.proofs) for outcome in ("equal", "differs", "refused")
    )
    more = f"; it refuses {refused} more" if refused else ""
    return f"equal on {equal} of {equal + differs} scenarios that the template renders{more}"


class _Unproven(BadInput):
    """A conversion that does not say what the template says."""

    exit_code = 1


def _failure(source: Source, conversion: Conversion, force: bool) -> _Unproven:
    """Words why a conversion is not proven."""
    different = next((proof for proof in conversion.proofs if proof.outcome == "differs"), None)
    if different is None:
        reason = f"nothing is proven: Ollama renders the template on no scenario\n{conversion.proofs[0].reason}"
    else:
        reason = f"{_summary(conversion)}\n{_difference(different)}"
    start, end = (None if different is None else different.place) or (None, None)
    hint = "" if force else "Nothing is written; --force writes the Jinja all the same."
    failure = source.bad_input(FormatError(reason, source=source.template, offset=start, end=end, hint=hint))
    return _Unproven(failure.error, failure.file)


def _difference(proof: Proof) -> str:
    where = f"on {proof.scenario} ({SCENARIOS[proof.scenario].title})"
    at = proof.offset
    if at is None:
        return f"{where} the Jinja fails: {proof.reason}"
    start = max(0, at - _AROUND)
    before, dots = visible(proof.original[start:at]), "…" if start else ""
    original, converted = (
        visible(text[at : at + _AROUND]) + ("…" if at + _AROUND < len(text) else "")
        for text in (proof.original, proof.converted)
    )
    return (
        f"{where} the prompts differ from character {at + 1} on:\n"
        f"  template {dots}{before}{original}\n"
        f"  Jinja    {dots}{before}{converted}\n"
        f"           {' ' * len(dots + before)}^"
    )


def _left_behind(source: Source) -> list[str]:
    """Tells what of a Modelfile is not part of its template."""
    if source.modelfile is None:
        return []
    notes = []
    if source.modelfile.system or source.modelfile.messages:
        notes.append("SYSTEM and MESSAGE of the Modelfile are not in it; give them as the first messages")
    if source.renderer_note:
        notes.append(source.renderer_note)
    return notes
