"""What Ollama's parser reads; every expectation here was confirmed by running Ollama's parser.go."""

import pytest

from gotmpl import modelfile
from gotmpl.errors import ModelfileError

BAD_COMMAND = (
    'command must be one of "from", "license", "template", "system", "adapter", "draft", "renderer", "parser", '
    '"parameter", "message", or "requires"'
)
BAD_ROLE = 'message role must be one of "system", "user", or "assistant"'

FROM = ("model", "x")

READ = {
    "from is stored as model": ("FROM x", [FROM]),
    "case of a command does not matter": ("fRoM x\nsYsTeM y", [FROM, ("system", "y")]),
    "every command": (
        "FROM x\nLICENSE l\nTEMPLATE t\nSYSTEM s\nADAPTER a\nDRAFT d\nRENDERER r\nPARSER p\nREQUIRES 1",
        [
            FROM,
            ("license", "l"),
            ("template", "t"),
            ("system", "s"),
            ("adapter", "a"),
            ("draft", "d"),
            ("renderer", "r"),
            ("parser", "p"),
            ("requires", "1"),
        ],
    ),
    "parameter under its own name, case kept": ("FROM x\nPARAMETER Stop_1 y", [FROM, ("Stop_1", "y")]),
    "parameter name after two spaces is empty": ("FROM x\nPARAMETER  stop y", [FROM, ("", "stop y")]),
    "parameter named like a command stays a parameter": ("FROM x\nPARAMETER from y", [FROM, ("from", "y")]),
    "parameter model counts as FROM": ("PARAMETER model x", [FROM]),
    "message": ("FROM x\nMESSAGE user hi: you", [FROM, ("message", "user: hi: you")]),
    "message without a text": ("FROM x\nMESSAGE user ", [FROM, ("message", "user: ")]),
    "quoted message": ('FROM x\nMESSAGE user """a\nb"""\nSYSTEM s', [FROM, ("message", "user: a\nb"), ("system", "s")]),
    "FROM repeats and stands anywhere": ("SYSTEM s\nFROM x\nFROM y", [("system", "s"), FROM, ("model", "y")]),
    "blanks before commands": ("\n \t\r\n  FROM x\n\tSYSTEM s", [FROM, ("system", "s")]),
    "value is trimmed": ("FROM \t  x y \t \nSYSTEM\ts", [("model", "x y"), ("system", "s")]),
    "empty value": ("FROM x\nSYSTEM \nTEMPLATE t", [FROM, ("system", ""), ("template", "t")]),
    "empty value at the end": ("FROM x\nSYSTEM ", [FROM, ("system", "")]),
    "empty quoted values": ('FROM x\nSYSTEM ""\nSYSTEM """"""', [FROM, ("system", ""), ("system", "")]),
    "comment lines": ("# a\n  # b\nFROM x\n#SYSTEM s\n# end", [FROM]),
    "comment ends with CR too": ("# a\rFROM x", [FROM]),
    "# behind a value belongs to it": ("FROM x # y\nSYSTEM # z", [("model", "x # y"), ("system", "# z")]),
    "CR LF": ("FROM x\r\nSYSTEM s\r\n", [FROM, ("system", "s")]),
    "CR alone": ("FROM x\rSYSTEM s\r", [FROM, ("system", "s")]),
    "line ends stay inside quotes": ('FROM x\nSYSTEM """a\r\nb\rc\n"""', [FROM, ("system", "a\r\nb\rc\n")]),
    "one quote spans lines": ('FROM x\nSYSTEM "a\nb"\n', [FROM, ("system", "a\nb")]),
    "blanks inside quotes stay": ('FROM x\nSYSTEM " a\t "\n', [FROM, ("system", " a\t ")]),
    "blanks outside quotes go": ('FROM x\nSYSTEM  \t"""a"""  \t\n', [FROM, ("system", "a")]),
    "quote inside a line does not close": ('FROM x\nSYSTEM "a" b\nc"\n', [FROM, ("system", 'a" b\nc')]),
    "three quotes inside a line do not close": (
        'FROM x\nSYSTEM """a""" b\n"c"\nd"""',
        [FROM, ("system", 'a""" b\n"c"\nd')],
    ),
    "four quotes at the end keep one": ('FROM x\nSYSTEM """a""""', [FROM, ("system", 'a"')]),
    "five quotes do not close themselves": ('FROM x\nSYSTEM """""\na"""', [FROM, ("system", '""\na')]),
    "two quotes and text are one quote": ('FROM x\nSYSTEM ""a"', [FROM, ("system", '"a')]),
    "two quotes behind a quote close it": ('FROM x\nSYSTEM "a""', [FROM, ("system", 'a"')]),
    "value that only ends with a quote": ('FROM x\nSYSTEM a"\nTEMPLATE t', [FROM, ("system", 'a"'), ("template", "t")]),
    "one quote on its line is open": ('FROM x\nSYSTEM "\na\n"', [FROM, ("system", "\na\n")]),
    "two quotes on the second line do not make three": ('FROM x\nSYSTEM "\n""\n', [FROM, ("system", '\n"')]),
    "blank lines inside quotes": ('FROM x\nSYSTEM """a\n \n\t\n"""', [FROM, ("system", "a\n \n\t\n")]),
    "no single quotes": ("FROM x\nSYSTEM 'a\nTEMPLATE t", [FROM, ("system", "'a"), ("template", "t")]),
    "no escapes": ('FROM x\nSYSTEM "a\\n\\"', [FROM, ("system", "a\\n\\")]),
    "what is not printable is dropped": (
        "FROM x\nSYSTEM a\u00a0\u200b\u3000\u00ad\x1b\x0b\u2028b",
        [FROM, ("system", "ab")],
    ),
    "what is dropped does not split quotes": ('FROM x\nSYSTEM "\u200b""a\n"""\x00', [FROM, ("system", "a\n")]),
    "what is dropped does not stand between name and command": ("\u200bFROM x", [FROM]),
    "what is unassigned is dropped": ("FROM x\nSYSTEM a\u0378\U0001ffff\ue000b", [FROM, ("system", "ab")]),
    "marks, symbols and letters stay": (
        "FROM x\nSYSTEM e\u0301漢👋｜▁\ufffd",
        [FROM, ("system", "e\u0301漢👋｜▁\ufffd")],
    ),
}


@pytest.mark.parametrize(("text", "commands"), READ.values(), ids=READ)
def test_commands(text, commands):
    assert [(command.name, command.args) for command in modelfile.parse(text).commands] == commands


REFUSED = {
    "nothing": ("", "no FROM line"),
    "comments only": ("# FROM x\n", "no FROM line"),
    "no FROM": ("SYSTEM s\n", "no FROM line"),
    "unknown command": ("FROM x\n\nPROMPT y", f"(line 3): {BAD_COMMAND}"),
    "line end behind a command counts": ("FROM x\nSYSTEM\n", f"(line 3): {BAD_COMMAND}"),
    "CR LF counts twice": ("FROM x\r\nPROMPT y", f"(line 3): {BAD_COMMAND}"),
    "lines inside values count": ('SYSTEM """\n\n"""\nPROMPT y', f"(line 4): {BAD_COMMAND}"),
    "letter that is not ASCII": ("SYSTÉM s", f"(line 1): {BAD_COMMAND}"),
    "long s is no s": ("ſYSTEM s", f"(line 1): {BAD_COMMAND}"),
    "digit in a command": ("FROM x\nS2 s", f"(line 2): {BAD_COMMAND}"),
    "byte order mark before a comment": ("\n\ufeff# a\nFROM x", f"(line 2): {BAD_COMMAND}"),
    "command at the end": ("FROM", "unexpected EOF"),
    "unknown command at the end": ("FROM x\nPROMPT", "unexpected EOF"),
    "parameter at the end": ("PARAMETER stop", "unexpected EOF"),
    "parameter without a value": ("PARAMETER stop\n", "unexpected EOF: stop"),
    "parameter without a name": ("FROM x\nPARAMETER \n", "unexpected EOF: "),
    "parameter with a hyphen": ("PARAMETER num-ctx 1", "unexpected EOF: num"),
    "parameter with NBSP": ("PARAMETER stop\u00a0a", "unexpected EOF: stop"),
    "message at the end": ("MESSAGE user", "unexpected EOF"),
    "message without a text": ("MESSAGE user\n", "unexpected EOF: user"),
    "message with a colon": ("MESSAGE user: hi", "unexpected EOF: user"),
    "role of another case": ("FROM x\nMESSAGE User hi", f"(line 2): {BAD_ROLE}"),
    "unknown role": ("FROM x\nMESSAGE tool hi", f"(line 2): {BAD_ROLE}"),
    "role after two spaces": ("MESSAGE  user hi", f"(line 1): {BAD_ROLE}"),
    "open quote": ('FROM x\nSYSTEM "a\n', "unexpected EOF"),
    "lone quote": ('FROM x\nSYSTEM "', "unexpected EOF"),
    "lone three quotes": ('FROM x\nSYSTEM """', "unexpected EOF"),
    "three quotes closed by two": ('FROM x\nSYSTEM """a""\n', "unexpected EOF"),
    "three quotes and text": ('FROM x\nSYSTEM """a""" b\n', "unexpected EOF"),
    "quote that took FROM in": ('SYSTEM "a" b\nFROM x\nTEMPLATE "t"\n', "no FROM line"),
    "dropped character at a quote's end": ('FROM x\nSYSTEM """a"\u200b"\n', "unexpected EOF"),
}


@pytest.mark.parametrize(("text", "message"), REFUSED.values(), ids=REFUSED)
def test_errors(text, message):
    with pytest.raises(ModelfileError) as caught:
        modelfile.parse(text)
    assert str(caught.value) == message


def test_positions():
    text = 'FROM x\r\n  SYSTEM  """\na\u200b b\n""" \nMESSAGE user hi\nPARAMETER stop "<e>"\nTEMPLATE \n'
    parsed = modelfile.parse(text)
    assert parsed.source == text
    places = [
        (text[command.offset : command.end], text[command.value_offset : command.value_end], command.value_line)
        for command in parsed.commands
    ]
    assert places == [
        ("FROM x", "x", 1),
        ('SYSTEM  """\na\u200b b\n"""', "\na\u200b b\n", 2),
        ("MESSAGE user hi", "hi", 5),
        ('PARAMETER stop "<e>"', "<e>", 6),
        ("TEMPLATE", "", 7),
    ]


def test_positions_are_behind_a_byte_order_mark():
    parsed = modelfile.parse("\ufeffFROM x")
    assert parsed.source == "FROM x"
    assert parsed.commands[0].offset == 0
