import pytest

from gotmpl import modelfile
from gotmpl.errors import ModelfileError
from gotmpl.modelfile import Command, Modelfile

# Confirmed by running Ollama's Command.String.
OLLAMA = {
    "from is never quoted": (Command("model", " x"), "FROM  x"),
    "upper case keyword": (Command("license", "MIT"), "LICENSE MIT"),
    "draft": (Command("draft", "./d"), "DRAFT ./d"),
    "parameter": (Command("stop", "a"), "PARAMETER stop a"),
    "parameter named parameter": (Command("parameter", "a"), "PARAMETER parameter a"),
    "blank at an edge": (Command("stop", "a "), 'PARAMETER stop "a "'),
    "tab at an edge is not quoted": (Command("stop", "a\t"), "PARAMETER stop a\t"),
    "newline": (Command("system", "a\nb"), 'SYSTEM "a\nb"'),
    "newline and quote": (Command("system", 'a\n"b"'), 'SYSTEM """a\n"b""""'),
    "quote alone is not quoted": (Command("system", '"a'), 'SYSTEM "a'),
    "CR alone is not quoted": (Command("system", "a\rb"), "SYSTEM a\rb"),
    "empty": (Command("system", ""), "SYSTEM "),
    "message": (Command("message", "user: a\nb"), 'MESSAGE user "a\nb"'),
    "message without a role": (Command("message", "hi"), "MESSAGE hi "),
}


@pytest.mark.parametrize(("command", "text"), OLLAMA.values(), ids=OLLAMA)
def test_string_form_is_ollamas(command, text):
    assert str(command) == text


SAFE = {
    "plain": (Command("system", "a # b"), "SYSTEM a # b"),
    "quotes inside": (Command("system", 'say "a"'), 'SYSTEM say "a"'),
    "edge blanks": (Command("model", " x\t"), 'FROM " x\t"'),
    "empty": (Command("system", ""), 'SYSTEM ""'),
    "opening quote": (Command("system", '"a'), 'SYSTEM """"a"""'),
    "lone quote": (Command("stop", '"'), 'PARAMETER stop """""""'),
    "lines": (Command("system", "a\nb\n"), 'SYSTEM """a\nb\n"""'),
    "CR": (Command("system", "a\rb"), 'SYSTEM """a\rb"""'),
    "line that ends with a quote": (Command("system", 'a""\nb"""'), 'SYSTEM """a""\nb""""""'),
    "message": (Command("message", "user: "), 'MESSAGE user ""'),
    "message without a role": (Command("message", "tool: a"), "PARAMETER message tool: a"),
    "parameter without a name": (Command("", "a b"), "PARAMETER  a b"),
}


@pytest.mark.parametrize(("command", "text"), SAFE.values(), ids=SAFE)
def test_safe_form_reads_back(command, text):
    assert command.to_text() == text
    assert modelfile.parse(f"{text}\nFROM end").commands == [command, Command("model", "end")]


UNWRITABLE = {
    "line that ends with three quotes": (
        Command("system", 'a\nb""" \nc'),
        'a Modelfile cannot hold the value of SYSTEM: its line 2 ends with """',
    ),
    "first line of three quotes": (
        Command("message", 'user: """\na'),
        'a Modelfile cannot hold the value of MESSAGE user: its line 1 ends with """',
    ),
    "no-break space": (
        Command("stop", "ab\u00a0c"),
        "a Modelfile cannot hold the value of PARAMETER stop: it has a U+00A0 at character 2",
    ),
    "byte that is not UTF-8": (
        Command("model", "a\udcff"),
        "a Modelfile cannot hold the value of FROM: it has a U+DCFF at character 1",
    ),
    "parameter with a hyphen": (Command("num-ctx", "1"), "a Modelfile cannot hold the parameter 'num-ctx'"),
}


@pytest.mark.parametrize(("command", "message"), UNWRITABLE.values(), ids=UNWRITABLE)
def test_what_cannot_be_written_is_refused(command, message):
    with pytest.raises(ModelfileError) as caught:
        Modelfile([Command("model", "x"), command]).to_text()
    assert str(caught.value) == message
    assert caught.value.hint


def test_without_from_nothing_is_written():
    with pytest.raises(ModelfileError, match=r"^no FROM line$"):
        Modelfile([Command("system", "s")]).to_text()


def test_position_is_no_part_of_equality():
    assert Command("system", "s", 3, 9, 5, 8, 2) == Command("system", "s")
