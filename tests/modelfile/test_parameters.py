"""The types of parameters; the expectations were confirmed by running Ollama's FormatParams."""

import math

import pytest

from gotmpl.errors import ModelfileError
from gotmpl.modelfile import DEPRECATED_PARAMETERS, PARAMETERS, format_parameter

TYPED = [
    ("num_ctx", "4096", 4096),
    ("num_ctx", "+5", 5),
    ("seed", "-007", -7),
    ("seed", "9223372036854775807", 9223372036854775807),
    ("main_gpu", "1", 1),
    ("draft_num_predict", "4", 4),
    ("temperature", "1", 1.0),
    ("temperature", "0.7", 0.7),
    ("temperature", "-0", -0.0),
    ("temperature", ".5", 0.5),
    ("temperature", "5.", 5.0),
    ("temperature", "1_0.5", 10.5),
    ("temperature", "0x1p-2", 0.25),
    ("temperature", "0.123456789", 0.12345679),
    ("temperature", "1e-7", 1e-07),
    ("temperature", "1e-50", 0.0),
    ("temperature", "16777217", 16777216.0),
    ("temperature", "16777217.0000000000000000001", 16777218.0),
    ("temperature", "16777218.9999999999999999999", 16777218.0),
    ("temperature", "3.40282356779733661637539395458142568447e38", 3.4028235e38),
    ("use_mmap", "T", True),
    ("use_mmap", "FALSE", False),
    ("use_mmap", "0", False),
    ("stop", "<|eot_id|>", ["<|eot_id|>"]),
    ("stop", "", [""]),
]


@pytest.mark.parametrize(("name", "text", "value"), TYPED)
def test_typed_value(name, text, value):
    got = format_parameter(name, text)
    assert (got, type(got)) == (value, type(value))


@pytest.mark.parametrize(("text", "value"), [("inf", math.inf), ("+Infinity", math.inf), ("-INF", -math.inf)])
def test_infinities_are_floats(text, value):
    assert format_parameter("top_p", text) == value


def test_nan_is_a_float():
    assert math.isnan(format_parameter("top_p", "nan"))


REFUSED = [
    ("num_ctx", "4k", "invalid int value [4k]"),
    ("num_ctx", "1.0", "invalid int value [1.0]"),
    ("num_ctx", "1_000", "invalid int value [1_000]"),
    ("num_ctx", "0x10", "invalid int value [0x10]"),
    ("num_ctx", "", "invalid int value []"),
    ("num_ctx", "١", "invalid int value [١]"),
    ("num_ctx", "9223372036854775808", "invalid int value [9223372036854775808]"),
    ("top_p", "0,9", "invalid float value [0,9]"),
    ("top_p", "1 # c", "invalid float value [1 # c]"),
    ("top_p", "+nan", "invalid float value [+nan]"),
    ("top_p", "1e39", "invalid float value [1e39]"),
    ("top_p", "3.4028236e38", "invalid float value [3.4028236e38]"),
    ("top_p", "-1e400", "invalid float value [-1e400]"),
    ("use_mmap", "yes", "invalid bool value [yes]"),
    ("use_mmap", "tRUE", "invalid bool value [tRUE]"),
    ("numa", "true", "unknown parameter 'numa'"),
    ("Stop", "a", "unknown parameter 'Stop'"),
    ("", "a", "unknown parameter ''"),
]


@pytest.mark.parametrize(("name", "text", "message"), REFUSED)
def test_refused_value(name, text, message):
    with pytest.raises(ModelfileError) as caught:
        format_parameter(name, text)
    assert str(caught.value) == message
    assert caught.value.hint


HINTS = [
    ("tempreture", "Did you mean temperature?"),
    ("Stop", "A parameter's name is written in lower case: stop."),
    ("", "One space stands between PARAMETER and its name."),
]


@pytest.mark.parametrize(("name", "hint"), HINTS)
def test_hint_for_an_unknown_parameter(name, hint):
    with pytest.raises(ModelfileError) as caught:
        format_parameter(name, "1")
    assert caught.value.hint == hint


def test_no_parameter_is_both_known_and_deprecated():
    assert not DEPRECATED_PARAMETERS & PARAMETERS.keys()
