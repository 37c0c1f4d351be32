"""The types of parameters (`Options` and `FormatParams` in Ollama's api/types.go)."""

from __future__ import annotations

import math
import struct
from decimal import Decimal
from difflib import get_close_matches
from types import MappingProxyType

from gotmpl.errors import ModelfileError
from gotmpl.golang.error import GoError
from gotmpl.golang.strconv import format_float, parse_float, parse_int

__all__ = ["DEPRECATED_PARAMETERS", "PARAMETERS", "Parameter", "format_parameter"]

Parameter = int | float | bool | list[str]
"""What a parameter may be once it is typed."""

PARAMETERS = MappingProxyType(
    {
        "num_ctx": "int",
        "num_batch": "int",
        "num_gpu": "int",
        "main_gpu": "int",
        "use_mmap": "bool",
        "num_thread": "int",
        "draft_num_predict": "int",
        "num_keep": "int",
        "seed": "int",
        "num_predict": "int",
        "top_k": "int",
        "top_p": "float",
        "min_p": "float",
        "typical_p": "float",
        "repeat_last_n": "int",
        "temperature": "float",
        "repeat_penalty": "float",
        "presence_penalty": "float",
        "frequency_penalty": "float",
        "stop": "list",
    }
)
"""The parameters that Ollama knows: ``int`` (64 bits), ``float`` (32 bits), ``bool``, or ``list`` of strings."""

DEPRECATED_PARAMETERS = frozenset(
    {
        "penalize_newline",
        "low_vram",
        "f16_kv",
        "logits_all",
        "vocab_only",
        "use_mlock",
        "mirostat",
        "mirostat_tau",
        "mirostat_eta",
    }
)
"""The parameters that ``ollama create`` warns of and leaves out."""

_BOOLS = dict.fromkeys(("1", "t", "T", "TRUE", "true", "True"), True) | dict.fromkeys(
    ("0", "f", "F", "FALSE", "false", "False"), False
)


def format_parameter(name: str, value: str) -> Parameter:
    """Types the value of one PARAMETER command (`FormatParams`).

    A float is given as the shortest decimal number that is the same float32, which is what Ollama stores. It may be
    infinite or no number, which Ollama types too, but cannot store.

    Returns:
        For a list parameter a list of this one value.

    Raises:
        ModelfileError: With the text of ``ollama create``.
    """
    kind = PARAMETERS.get(name)
    if kind is None:
        raise ModelfileError(f"unknown parameter '{name}'", hint=_unknown(name))
    if kind == "list":
        return [value]
    try:
        if kind == "bool":
            return _BOOLS[value]
        if kind == "int":
            return parse_int(value, 10)
        return float(format_float(_parse_float32(value), "g", -1, 32))
    except (GoError, KeyError):
        raise ModelfileError(f"invalid {kind} value [{value}]", hint=f"{name} takes {_TAKES[kind]}.") from None


_TAKES = {
    "int": "a whole number of at most 64 bits, without a fraction or a unit",
    "float": "a number that fits 32 bits, such as 0.7",
    "bool": "true or false",
}


def _unknown(name: str) -> str:
    if not name:
        return "One space stands between PARAMETER and its name."
    if name.lower() in PARAMETERS:
        return f"A parameter's name is written in lower case: {name.lower()}."
    match = get_close_matches(name.lower(), PARAMETERS, 1, 0.7)
    return f"Did you mean {match[0]}?" if match else "Ollama knows " + ", ".join(sorted(PARAMETERS)) + "."


def _parse_float32(text: str) -> float:
    """Reads the nearest float32 (`strconv.ParseFloat` with 32 bits).

    Raises:
        GoError: It is none.
    """
    value = parse_float(text)
    if not math.isfinite(value):
        return value
    single = _nearest_float32(value)
    below = _nearest_float32(math.nextafter(value, -math.inf))
    above = _nearest_float32(math.nextafter(value, math.inf))
    if below != above and "x" not in text.lower():
        # The float64 may be the middle of two float32 only because it is rounded itself.
        exact, middle = Decimal(text.replace("_", "")), Decimal(value)
        single = single if exact == middle else above if exact > middle else below
    if math.isinf(single):
        raise GoError("value out of range")
    return single


def _nearest_float32(value: float) -> float:
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)
