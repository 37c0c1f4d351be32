import pytest

from gotmpl import modelfile
from gotmpl.errors import ModelfileError

ONLY = "Only a command or a # comment may stand here."
HINTS = {
    "mistyped command": ("FROM x\nSYSTM s", "Did you mean SYSTEM?"),
    "command without a value": (
        "FROM x\nSYSTEM\n",
        "SYSTEM needs a value on its own line. Ollama's count is off: it is line 2.",
    ),
    "colon behind a command": ("FROM: x", "Write a space behind FROM, not ':'."),
    "parameter as a command": (
        "FROM x\nnum_ctx 1",
        "num_ctx is a parameter: write PARAMETER num_ctx and its value.",
    ),
    "Markdown fence": ("```\nFROM x\n```", "This is the fence of a Markdown code block; delete it."),
    "UTF-16 without a mark": (
        "F\0R\0O\0M\0 \0x\0",
        "The text has NUL characters: save it as UTF-8, or as UTF-16 with a byte order mark.",
    ),
    "prose": ("Here is it", ONLY),
    "prose behind FROM": ("FROM x\nHere is it", ONLY),
    "CR LF": ("FROM x\r\n\r\nHere is it", f"{ONLY} Ollama's count is off: it is line 3."),
    "cut off": ("FROM x\nSYSTEM", "The text ends behind 'SYSTEM', which has no value."),
    "hyphen in a parameter": (
        "PARAMETER num-ctx 1",
        "A parameter's name has letters, digits and underscores only. Did you mean num_ctx?",
    ),
    "equals sign": ("PARAMETER top_k=1", "Write a space behind top_k, not '='."),
    "parameter without a value": ("PARAMETER stop\n", "Write the value of stop on the same line."),
    "NBSP behind PARAMETER": (
        "PARAMETER stop\u00a0a",
        "PARAMETER needs a name and a value, with one space before each.",
    ),
    "role in upper case": ("MESSAGE USER hi", "A role is written in lower case: user."),
    "mistyped role": ("MESSAGE asistant hi", "Did you mean assistant?"),
    "other role": ("MESSAGE tool hi", "A Modelfile has messages of these three roles only."),
    "two spaces before a role": ("MESSAGE  user hi", "One space stands between MESSAGE and its role."),
    "colon behind a role": ("MESSAGE user: hi", "Write a space behind user, not ':'."),
    "no role": ('MESSAGE "hi"', "MESSAGE needs a role before its text: system, user or assistant."),
    "message without a text": (
        "MESSAGE user\n",
        "Write the text of the message on the line of its role: MESSAGE user and the text.",
    ),
    "no FROM": ("SYSTEM s", "Add a line such as FROM llama3.2 or FROM ./model.gguf."),
}


def refuse(text):
    with pytest.raises(ModelfileError) as caught:
        modelfile.parse(text)
    return caught.value


def marked(error):
    """Gives the text behind each note."""
    return [error.source[note.offset :].splitlines()[0] for note in error.notes]


@pytest.mark.parametrize(("text", "hint"), HINTS.values(), ids=HINTS)
def test_hint(text, hint):
    error = refuse(text)
    assert error.hint == hint
    assert error.notes == ()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("FROM x\nPROMPT y", "PROMPT"),
        ("FROM x\n\u200bFR y", "\u200bFR"),
        ("FROM x\nMESSAGE tool y", "tool"),
        ("FROM x\nPARAMETER num-ctx 1", "num"),
        ("FROM x\nSYSTEM", "SYSTEM"),
    ],
)
def test_place(text, place):
    error = refuse(text)
    assert error.line == 2
    assert error.source[error.offset : error.end] == place


def test_text_of_several_lines_without_quotes():
    error = refuse("FROM x\nSYSTEM You are\na cat.\n")
    assert error.line == 3
    assert marked(error) == ["SYSTEM You are"]
    assert error.hint.startswith(ONLY)


def test_text_behind_a_value_that_was_closed_early():
    error = refuse('FROM x\nSYSTEM "a\nb"\nc"\n')
    assert error.line == 4
    assert marked(error) == ['"']


def test_open_quote_names_its_opening_and_what_did_not_close_it():
    error = refuse('FROM x\nSYSTEM """a\nb""" c\nTEMPLATE t\n')
    assert error.offset == len(error.source)
    assert marked(error) == ['"""a', '""" c']


def test_open_quote_without_another():
    assert marked(refuse('FROM x\nSYSTEM "a\nTEMPLATE t\n')) == ['"a']


def test_from_inside_a_quoted_value():
    error = refuse('SYSTEM "a" b\nFROM x\nTEMPLATE "t"\n')
    assert error.offset is None
    assert marked(error) == ['SYSTEM "a" b', "FROM x"]


def test_explanation_shows_the_line():
    assert refuse("FROM x\nSYSTM s").explain().splitlines()[1:] == ["2 | SYSTM s", "  | ^^^^^", "Did you mean SYSTEM?"]
