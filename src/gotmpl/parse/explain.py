"""A complaint made a ParseError: Go's text, the place to look at, what was left open, and what to do.

The hints are for those who come from Jinja, Sprig, Helm, Handlebars or Python, and name what Go has instead. There is
one only where it is sure to be true.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from difflib import get_close_matches

from gotmpl.errors import Note, ParseError
from gotmpl.golang.fmt import sprintf
from gotmpl.golang.reflect import value_of
from gotmpl.parse.builder import Block, Builder
from gotmpl.parse.complaint import Complaint, complain, refuse
from gotmpl.parse.token import Item

__all__ = ["parse_error"]


def parse_error(builder: Builder, complaint: Complaint | None) -> ParseError:
    """Makes the error of a parse that has stopped at an item.

    Args:
        builder: The parse.
        complaint: What the builder complains of; None if the grammar does not take the item.
    """
    opener = builder.lexer.opener
    complaint = complain(builder, complaint) if complaint else refuse(builder)
    item = complaint.item or builder.lexer.item
    text = builder.lexer.text
    line = text.count("\n", 0, item.pos if complaint.at is None else complaint.at) + 1
    operands = [value_of(operand) for operand in complaint.operands]
    said = sprintf(complaint.format, operands)
    place = item.end - 1 if said.startswith("bad character") else item.pos
    return ParseError(
        sprintf(f"template: {builder.name}:{line}: {complaint.format}", operands),
        name=builder.name,
        source=text,
        offset=item.end if said.startswith(("unclosed comment", "unterminated")) else place,
        end=item.end,
        hint=_hint(said, complaint, builder, place),
        notes=tuple(_notes(said, complaint, builder, item, opener)),
    )


def _notes(said: str, complaint: Complaint, builder: Builder, item: Item, opener: Item | None) -> Iterable[Note]:
    """Yields where what is at fault was opened."""
    if said.startswith("unclosed action") and opener:
        yield Note(opener.pos, "the action was opened here")
    elif said.startswith("unclosed left paren") and builder.parens:
        yield Note(builder.parens[-1].pos, "the parenthesis was opened here")
    elif said.startswith("unclosed comment"):
        yield Note(item.pos, "the comment was opened here")
    elif said.startswith("unterminated"):
        yield Note(item.pos, "the quote was opened here")
    elif said.startswith("template: multiple definition"):
        yield Note(builder.trees[complaint.operands[0]].root.start, "it was defined here before")
    if builder.blocks and _OF_BLOCKS.match(said):
        yield _opened(builder.blocks[-1])


def _opened(block: Block) -> Note:
    return Note(block.opener.pos, f"the {block.opener.value} was opened here")


_OF_BLOCKS = re.compile(r"unexpected EOF|unexpected .*(else|if|with).* in (input|define|block)|expected end")
"""The complaints that an open block explains."""


def _hint(said: str, complaint: Complaint, builder: Builder, place: int) -> str:
    text, funcs = builder.lexer.text, builder.funcs
    if _find_jinja(text) and "{%" not in builder.lexer.left:
        return "This is Jinja, which Go does not read: write {{if .Name}}, {{range .Messages}} and {{end}}."
    if complaint.format.startswith("function"):
        return _function_hint(complaint.operands[0], text, place, funcs)
    for pattern, hint in _AT:
        if pattern.match(text, place) and _OF_CHARACTERS.match(said):
            return hint
    for pattern, hint in _SAID:
        match = pattern.match(said)
        if match:
            return match.expand(hint)
    return ""


def _function_hint(name: str, text: str, place: int, funcs: Container[str]) -> str:
    """Says what to write for a name that is no function."""
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    if re.compile(r"\w+\s*:?=(?!=)").match(text, place):
        return f"A variable begins with a dollar sign: {{{{${name} := …}}}}."
    near = get_close_matches(name, funcs, 1, 0.75) if isinstance(funcs, Iterable) else []
    if near:
        return f"Did you mean {near[0]}?"
    return f"A name alone calls a function; a field has a dot before it: .{name}."


_find_jinja = re.compile(r"\{%[-+]?\s*(?:if|else|elif|endif|for|endfor|set|endset|macro|endmacro)\b").search

_COMPARE = 'Compare with a function, which stands first: {{if eq .Role "user"}}; there are eq, ne, lt, le, gt and ge.'
_CALCULATE = "Go templates cannot calculate; do it to the data before it is rendered."
_CHANGE = "Go templates cannot change a text; do it to the data before it is rendered."
_INDEX = 'Write index .Messages 0 for an item of a list and index .Map "key" for one of a map.'

_FUNCTIONS = {
    name: hint
    for names, hint in [
        ("elif elseif elsif", "Write {{else if .Name}}."),
        ("endif endfor endwith endblock endmacro endset", "Every block ends with {{end}}."),
        (
            "for foreach each in",
            "Write {{range .Messages}} … {{end}}, or {{range $i, $m := .Messages}} to name the items.",
        ),
        ("loop", "{{range $i, $m := .Messages}} gives the index, $i, from 0."),
        ("set let var", "Set a variable with {{$name := value}}."),
        ("True False", "Write true and false."),
        ("None none null undefined", "Write nil; whether something is there, {{if .Name}} tells."),
        ("is equals equal", _COMPARE),
        ("default coalesce", 'or gives the first of its values that is not empty: {{or .Name "text"}}.'),
        ("ternary unless then", "Write {{if .Name}} … {{else}} … {{end}}, or {{if not .Name}}."),
        ("length size count", "Write len .Messages."),
        ("first last get", _INDEX),
        ("concat cat format string toString", "print and printf make one text of their arguments."),
        ("toJson tojson to_json", "Ollama calls this json: {{json .Arguments}}."),
        ("now date strftime_now", "Ollama has currentDate for the date of the day."),
        ("include import extends macro", 'Write {{define "name"}} … {{end}} and {{template "name" .}}.'),
        ("add add1 sub mul div mod", _CALCULATE),
        ("trim strip lower upper title capitalize replace join split contains startswith endswith", _CHANGE),
        ("hasPrefix hasSuffix trimPrefix trimSuffix indent nindent quote squote repeat trunc", _CHANGE),
    ]
    for name in names.split()
}
"""What Go has for the functions and keywords of others."""

_OF_CHARACTERS = re.compile(
    'unexpected "|bad |unrecognized |malformed |illegal number syntax: "[-+]"|unterminated char|expected :='
)
"""The complaints about what stands at the place of the fault."""

_AT = [
    (re.compile(pattern), hint)
    for pattern, hint in [
        (r"(?<=\{\{)-[^\s]|(?<=\{\{-)[^\s]", "A space belongs behind {{-."),
        (r"-\}\}", "A space belongs before -}}."),
        (r"(?<=[^\W\d])-(?=[^\W\d])", 'A field cannot have a hyphen in its name; write index . "a-b".'),
        (r"(?<=\{\{)[#^]|(?<=\{\{)>", 'Go writes {{if .Name}}, {{range .Messages}} and {{template "name" .}}.'),
        (r"/\*|//|#", "A comment is {{/* … */}}, with nothing between the braces and the asterisks."),
        (r"(?<=\{\{)/", "Every block ends with {{end}}."),
        (r"[=!<>]=|[<>=]", _COMPARE),
        (r"!", "Write {{if not .Name}}."),
        (r"&|(?<=\|)\|", "Write {{if and .A .B}} or {{if or .A .B}}."),
        (r"[-+*/%]", _CALCULATE),
        (r"~", "print makes one text of its arguments: {{print .A .B}}."),
        (r"(?<=[^\W\d])\.\d|(?<=[\w\]])\[|(?<=[\w\]] )\[", _INDEX),
        (r"\(", "Arguments stand behind a function with spaces between them: {{len .Messages}}."),
        (r"'", "A text stands between double quotes or backquotes; single quotes hold one character."),
        ("[\u2018-\u201f\u00ab\u00bb]", "These are typographic quotes; write straight ones."),
        (
            r"[^\S \t\r\n]|[\u00ad\u200b-\u200f\u2060\ufeff]",
            "This is not an ordinary space, though it may look like one.",
        ),
        (r"\{", "Two braces open an action, and there are no braces inside."),
        (r",", "Arguments have spaces between them and no commas."),
        (r";", "An action holds one pipeline, and nothing ends it but the braces."),
        (r"\?", "Write {{if .A}} … {{else}} … {{end}}."),
        (r":", "A colon is only used in :=, which declares a variable."),
        (r"\\", "A backslash has a meaning only between quotes."),
    ]
]
"""What to do about what stands at the place of the fault."""

_SAID = [
    (re.compile(pattern), hint)
    for pattern, hint in [
        (r'undefined variable "\$([A-Z]\w*)"', r"A field of the top is $.\1; $\1 would be a variable."),
        (
            r'undefined variable "(\$\w+)"',
            r"A variable is known from {{\1 := value}} to the end of the block that it is in.",
        ),
        (r"unexpected EOF", "A block ends with {{end}}."),
        (r"unclosed action", "The braces that close the action are missing."),
        (r"unclosed left paren", "A closing parenthesis is missing."),
        (r"unexpected right paren", "No parenthesis is open here."),
        (r"unclosed comment|comment ends", "A comment ends with */}} or */ -}}."),
        (r"unterminated quoted", "Close the quote on its line; a text of several lines stands between backquotes."),
        (r"unterminated raw", "A backquote is missing."),
        (r"unexpected \S*(end|else)\S*$", "No if, range or with is open here."),
        (r"expected end", "A block has one {{else}}, and it comes last, behind each {{else if}}."),
        (r"unexpected <(if|with)> in input", r"Write {{else}}{{\1 …}} … {{end}}{{end}}."),
        (r"unexpected .* in (end|else)$", r"Nothing stands behind \1."),
        (r"unexpected <define>", "A define stands outside of all blocks."),
        (r"unexpected .* in (define|template|block) clause$", r'The name stands in quotes: {{\1 "name" …}}.'),
        (r"unexpected \. after term", "Only a field, a variable or something in parentheses can have a field."),
        (r"missing value for (if|with|range)", r"A value stands behind it: {{\1 .Name}}."),
        (r"missing value for (template|block)", r'A value stands behind the name: {{\1 "name" .}}.'),
        (
            r"non executable",
            "What stands behind a pipe is called with the value before it: only a function or method can be.",
        ),
        (r"too many declarations|range can only", "Only range declares two variables: {{range $i, $m := .Messages}}."),
        (r"\{\{(\w+)\}\} outside", r"Only inside of a range there is something to \1."),
        (r"template: multiple", "Give one of them another name."),
    ]
]
"""What to do about what Go says."""
