"""Plain words for what Ollama's parser refuses: what to do, and which earlier place caused it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from gotmpl.errors import Note
from gotmpl.modelfile.command import COMMANDS, ROLES, Command
from gotmpl.modelfile.parameters import DEPRECATED_PARAMETERS, PARAMETERS

__all__ = ["bad_command", "bad_message", "bad_parameter", "bad_role", "cut_off", "no_from", "unclosed"]

_Words = tuple[str, tuple[Note, ...]]

_TEXTS = ("license", "template", "system", "message")
"""The commands whose values tend to have several lines."""

_find_from = re.compile(r"^[ \t]*(FROM[ \t]\S)", re.MULTILINE | re.IGNORECASE).search
_match_word = re.compile(r"\w+").match
_find_text_behind = {
    '"': re.compile(r'(")[ \t]*[^\s"]').search,
    '"""': re.compile(r'(""")[ \t]*[^\s"]').search,
}


def cut_off(rest: str) -> str:
    """Says what to do about a text that ends in the middle of a command's name."""
    return f"The text ends behind {rest!r}, which has no value."


def bad_command(source: str, offset: int, end: int, commands: Sequence[Command]) -> _Words:
    """Says what to do where a command was expected and something else stands.

    Args:
        source: The Modelfile.
        offset: Where the command should begin.
        end: Behind the letters that were read.
        commands: The commands before it.
    """
    word, follower = source[offset:end], source[end : end + 1]
    if "\0" in source[:2]:
        return "The text has NUL characters: save it as UTF-8, or as UTF-16 with a byte order mark.", ()
    if source.startswith("```", offset):
        return "This is the fence of a Markdown code block; delete it.", ()
    if word.lower() in COMMANDS:
        if follower in "\r\n":
            return f"{word} needs a value on its own line.", ()
        return f"Write a space behind {word}, not {follower!r}.", ()
    if (parameter := _match_word(source, offset)) and parameter[0] in (*PARAMETERS, *DEPRECATED_PARAMETERS):
        return f"{parameter[0]} is a parameter: write PARAMETER {parameter[0]} and its value.", ()
    if match := get_close_matches(word.lower(), COMMANDS, 1, 0.75):
        return f"Did you mean {match[0].upper()}?", ()
    hint = "Only a command or a # comment may stand here."
    if commands and (before := commands[-1]).name in _TEXTS:
        if before.end == before.value_end:
            hint += ' A value without quotes ends with its line; put a text of several lines between """ and """.'
            return hint, (Note(before.offset, "the value of this command ended with its line"),)
        return hint, (Note(before.value_end, "the value of the command before was closed here"),)
    return hint, ()


def bad_parameter(source: str, offset: int, end: int) -> str:
    """Says what to do where a PARAMETER has no name that is followed by a space."""
    name, follower = source[offset:end], source[end : end + 1]
    if follower in "\r\n":
        return f"Write the value of {name or 'PARAMETER'} on the same line."
    if follower.isspace() or not name:
        return "PARAMETER needs a name and a value, with one space before each."
    if name in PARAMETERS:
        return f"Write a space behind {name}, not {follower!r}."
    word = source[offset:].split(maxsplit=1)[0]
    match = get_close_matches(word.lower(), PARAMETERS, 1, 0.8)
    return "A parameter's name has letters, digits and underscores only." + (
        f" Did you mean {match[0]}?" if match else ""
    )


def bad_message(source: str, offset: int, end: int) -> str:
    """Says what to do where a MESSAGE has no role that is followed by a space."""
    role, follower = source[offset:end], source[end : end + 1]
    if follower in "\r\n":
        return f"Write the text of the message on the line of its role: MESSAGE {role or 'user'} and the text."
    if not role:
        return "MESSAGE needs a role before its text: system, user or assistant."
    return f"Write a space behind {role}, not {follower!r}."


def bad_role(role: str) -> str:
    """Says what to do about a MESSAGE with another role."""
    if role.lower() in ROLES:
        return f"A role is written in lower case: {role.lower()}."
    if not role:
        return "One space stands between MESSAGE and its role."
    if match := get_close_matches(role.lower(), ROLES, 1, 0.6):
        return f"Did you mean {match[0]}?"
    return "A Modelfile has messages of these three roles only."


def unclosed(source: str, opened: int, quote: str) -> _Words:
    """Says what to do about a quoted value that the text ends in.

    Args:
        source: The Modelfile.
        opened: Where the value's first quote stands.
        quote: The quote that would close it, one or three characters.
    """
    notes = [Note(opened, f"the value was opened by this {quote}")]
    if behind := _find_text_behind[quote](source, opened + len(quote)):
        notes.append(Note(behind.start(1), "this does not close it, for text follows on its line"))
    return f"A value that begins with {quote} ends with {quote} at the end of a line.", tuple(notes)


def no_from(source: str, commands: Iterable[Command]) -> _Words:
    """Says what to do about a Modelfile without FROM, and where a quoted value took it in."""
    for command in commands:
        value = source[command.value_offset : command.value_end]
        if ("\n" in value or "\r" in value) and (found := _find_from(value)):
            place = Note(command.value_offset + found.start(1), "this FROM is a part of the quoted text")
            return "The value that was opened before FROM must be closed.", (Note(command.offset, "opened here"), place)
    return "Add a line such as FROM llama3.2 or FROM ./model.gguf.", ()
