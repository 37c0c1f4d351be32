import contextlib

from hypothesis import assume, example, given
from hypothesis import strategies as st

from gotmpl import modelfile
from gotmpl.errors import ModelfileError
from gotmpl.modelfile import COMMANDS, ROLES, Command, Modelfile
from gotmpl.modelfile.command import is_kept

PIECES = st.sampled_from(
    [
        '"',
        '""',
        '"""',
        '"\n',
        '"""\n',
        "\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "#",
        "a",
        "b c",
        "é",
        "\u200b",
        "\0",
        "\ufeff",
        ": ",
    ]
)
WORDS = st.sampled_from(
    [f"{name.upper()} " for name in COMMANDS]
    + [f"{role} " for role in ROLES]
    + ["FROM x\n", "stop ", "PARAMETER message ", "MESSAGE user "]
)
TEXTS = st.lists(PIECES | WORDS | st.text(max_size=3), max_size=25).map("".join)
FILES = st.lists(
    st.tuples(WORDS, st.sampled_from(["", '"', '"""']), st.lists(PIECES, max_size=8).map("".join)).map(
        lambda parts: f"{parts[0]}{parts[1]}{parts[2]}{parts[1]}\n"
    ),
    max_size=4,
).map(lambda lines: "FROM x\n" + "".join(lines))
NAMES = st.sampled_from(["model", "template", "system", "message", "stop", "", "from"]) | st.text("aZ_0-", max_size=3)
VALUES = st.lists(PIECES | st.text(max_size=3), max_size=8).map("".join)


def parsed(text):
    """Parses; None if refused. Any other exception fails the test."""
    with contextlib.suppress(ModelfileError):
        return modelfile.parse(text)
    return None


def refusal(text):
    try:
        modelfile.parse(text)
    except ModelfileError as error:
        return error
    return None


@given(TEXTS | FILES | st.text(st.characters(categories=None)))
@example("\udcff\udcfeF")
def test_any_text_is_read_or_refused(text):
    parsed(text)


@given(st.binary() | st.binary().map(b"\xff\xfe".__add__) | st.binary().map(b"\xef\xbb\xbfFROM ".__add__))
def test_any_bytes_are_read_or_refused(data):
    parsed(data)


@given(TEXTS | FILES)
def test_a_refusal_has_a_place_inside_the_text(text):
    error = refusal(text)
    assume(error)
    assert error.offset is None or 0 <= error.offset <= error.end <= len(error.source)
    assert all(0 <= note.offset < len(error.source) for note in error.notes)
    assert error.explain().startswith(str(error))


@given(FILES)
def test_every_parsed_modelfile_can_be_written(text):
    if file := parsed(text):
        assert modelfile.parse(file.to_text()) == file


@given(st.lists(st.builds(Command, NAMES, VALUES), max_size=4))
def test_what_is_written_reads_back(commands):
    file = Modelfile([Command("model", "x"), *commands])
    try:
        text = file.to_text()
    except ModelfileError:
        return
    assert modelfile.parse(text) == file
    assert modelfile.parse(text.encode()) == file


@given(st.sampled_from(["model", "system", "stop"]), VALUES)
def test_what_is_not_written_cannot_be_written(name, value):
    command = Command(name, value)
    try:
        command.to_text()
    except ModelfileError:
        for quote in ("", '"', '"""'):
            file = parsed(f"FROM first\n{command.keyword} {quote}{value}{quote}\n")
            assert file is None or file.commands != [Command("model", "first"), command]


@given(FILES)
def test_positions_show_the_value(text):
    if file := parsed(text):
        for command in file.commands:
            assert 0 <= command.offset <= command.value_offset <= command.value_end <= command.end <= len(text)
            kept = "".join(filter(is_kept, file.source[command.value_offset : command.value_end]))
            assert kept in (command.args, command.args.partition(": ")[2])
            assert command.value_line == file.source.count("\n", 0, command.value_offset) + 1
