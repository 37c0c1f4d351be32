"""What ``ollama create`` takes from a Modelfile (CreateRequest in parser.go)."""

import math

import pytest

from gotmpl import modelfile
from gotmpl.errors import ModelfileError
from gotmpl.modelfile import Command, Modelfile


def test_the_last_of_a_command_wins():
    parsed = modelfile.parse(
        "FROM a\nFROM b\nTEMPLATE a\nTEMPLATE b\nSYSTEM a\nSYSTEM b\nADAPTER a\nADAPTER b\n"
        "RENDERER a\nRENDERER b\nPARSER a\nPARSER b\nREQUIRES 1\nREQUIRES 2\n"
    )
    got = [parsed.model, parsed.template, parsed.system, parsed.adapter, parsed.renderer, parsed.parser]
    assert got == ["b"] * 6
    assert parsed.requires == "2"


def test_what_is_not_there():
    parsed = modelfile.parse("FROM x")
    got = [parsed.template, parsed.system, parsed.adapter, parsed.renderer, parsed.parser, parsed.requires]
    assert got == [None] * 6
    assert (parsed.licenses, parsed.messages, parsed.parameters) == ([], [], {})


def test_an_empty_value_is_not_a_missing_one():
    assert modelfile.parse('FROM x\nSYSTEM ""').system == ""


def test_licenses_and_messages_add_up():
    parsed = modelfile.parse("FROM x\nLICENSE a\nLICENSE b\nMESSAGE user a: b\nMESSAGE assistant c\n")
    assert parsed.licenses == ["a", "b"]
    assert parsed.messages == [{"role": "user", "content": "a: b"}, {"role": "assistant", "content": "c"}]


def test_a_parameter_may_name_a_command():
    parsed = modelfile.parse("FROM x\nPARAMETER template t\nPARAMETER message hi")
    assert parsed.template == "t"
    assert parsed.messages == [{"role": "hi", "content": ""}]
    assert parsed.parameters == {}


def test_stop_adds_up_and_others_are_replaced():
    parsed = modelfile.parse(
        "FROM x\nPARAMETER stop a\nPARAMETER top_k 1\nPARAMETER stop b\nPARAMETER top_k 2\nPARAMETER mirostat x\n"
    )
    assert parsed.parameters == {"stop": ["a", "b"], "top_k": 2}
    assert parsed.parameters == {"stop": ["a", "b"], "top_k": 2}


def test_parsing_does_not_type_parameters():
    assert modelfile.parse("FROM x\nPARAMETER top_k many").commands[1] == Command("top_k", "many")


def test_a_bad_parameter_is_refused_with_its_line():
    parsed = modelfile.parse('FROM x\nSYSTEM """a\nb"""\n\nPARAMETER top_k many\n')
    with pytest.raises(ModelfileError, match=r"^invalid int value \[many\]$") as caught:
        _ = parsed.parameters
    assert caught.value.line == 5
    assert parsed.source[caught.value.offset : caught.value.end] == "PARAMETER top_k many"


def test_a_bad_parameter_without_a_text_has_no_line():
    with pytest.raises(ModelfileError, match=r"^unknown parameter 'x'$") as caught:
        _ = Modelfile([Command("x", "1")]).parameters
    assert caught.value.line is None


@pytest.mark.parametrize(("text", "written"), [("nan", "NaN"), ("inf", "+Inf"), ("-inf", "-Inf")])
def test_a_float_that_json_cannot_hold_is_refused(text, written):
    parsed = modelfile.parse(f"FROM x\nPARAMETER top_p {text}\n")
    with pytest.raises(ModelfileError) as caught:
        _ = parsed.parameters
    assert str(caught.value) == f"json: unsupported value: {written}"
    assert caught.value.line == 2


def test_a_float_that_json_cannot_hold_may_be_replaced():
    parameters = modelfile.parse("FROM x\nPARAMETER top_p nan\nPARAMETER top_p 0.5\n").parameters
    assert math.isclose(parameters["top_p"], 0.5)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("0.14.0", "0.14.0"),
        ("v0.14.0", "0.14.0"),
        ("1", "1"),
        ("1.2", "1.2"),
        ("1.2.3-rc.1+b.01", "1.2.3-rc.1+b.01"),
        ("1.2.3-0a", "1.2.3-0a"),
        ("1.2.3--", "1.2.3--"),
    ],
)
def test_requires(text, version):
    assert modelfile.parse(f"FROM x\nREQUIRES {text}").requires == version


@pytest.mark.parametrize(
    "text",
    ["", "x", "vv1", "V1", "01.2.3", "1.2.3.4", "1.2-rc", "1.2.3-01", "1.2.3-", "1.2.3+", "1.2.3-a..b", ">=1", "1 "],
)
def test_requires_must_be_a_version(text):
    parsed = modelfile.parse(f'FROM x\nREQUIRES "{text}"\nREQUIRES 1.0.0')
    with pytest.raises(ModelfileError) as caught:
        _ = parsed.requires
    assert str(caught.value) == "requires must be a valid semver (e.g. 0.14.0)"
    assert caught.value.line == 2


def test_model_of_commands_without_from():
    with pytest.raises(ModelfileError, match=r"^no FROM line$"):
        _ = Modelfile([]).model


def test_string_forms():
    parsed = modelfile.parse('# c\nFROM x\nSYSTEM """a\n"b" c"""\n')
    assert str(parsed) == 'FROM x\nSYSTEM """a\n"b" c"""\n'
    assert parsed.to_text() == 'FROM x\nSYSTEM """a\n"b" c"""\n'
    assert modelfile.parse('FROM x\nSYSTEM """"a"""').to_text() == 'FROM x\nSYSTEM """"a"""\n'
    assert str(modelfile.parse('FROM x\nSYSTEM """"a"""')) == 'FROM x\nSYSTEM "a\n'


def test_a_line_of_the_template_is_found_in_the_file():
    parsed = modelfile.parse('FROM x\n\nTEMPLATE """\u200b{{ a }}\n{{ b }}"""\n')
    (command,) = (command for command in parsed.commands if command.name == "template")
    line = command.args[: command.args.index("b")].count("\n") + 1
    assert parsed.source.splitlines()[command.value_line + line - 2] == '{{ b }}"""'
