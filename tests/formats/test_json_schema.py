"""Python functions as tools. The expected schemas were checked against transformers 5.24."""

import enum
import typing
from typing import Any, Literal

import pytest

from formats.jinja import get_json_schema
from gotmpl import DataError

# The old spellings, which a linter would change.
List, Dict, Tuple, Optional, Union = (getattr(typing, name) for name in ("List", "Dict", "Tuple", "Optional", "Union"))


class Unit(enum.Enum):
    CELSIUS = "C"
    FAHRENHEIT = "F"


class Mixed(enum.Enum):
    ONE = 1
    TWO = "two"
    NONE = None


class Nothing(enum.Enum):
    pass


class Odd(enum.Enum):
    PAIR = (1, 2)


def schema_of(hint):
    def f(x):
        """F.

        Args:
            x: X
        """

    f.__annotations__ = {"x": hint}
    return get_json_schema(f)["function"]["parameters"]["properties"]["x"]


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (int, {"type": "integer"}),
        (float, {"type": "number"}),
        (str, {"type": "string"}),
        (bool, {"type": "boolean"}),
        (type(None), {"type": "null"}),
        (Any, {}),
        (list, {"type": "array"}),
        (dict, {"type": "object"}),
        (tuple, {"type": "array"}),
        (List, {"type": "array"}),
        (Dict, {"type": "object"}),
        (Tuple, {"type": "array"}),
        (list[int], {"type": "array", "items": {"type": "integer"}}),
        (List[List[str]], {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}),
        (dict[str, float], {"type": "object", "additionalProperties": {"type": "number"}}),
        (tuple[int, str], {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}),
        (tuple[()], {"type": "array"}),
        (Optional[int], {"type": "integer", "nullable": True}),
        (int | None, {"type": "integer", "nullable": True}),
        (Union[int, str], {"type": ["integer", "string"]}),
        (str | int | None, {"type": ["integer", "string"], "nullable": True}),
        (list | tuple, {"type": "array"}),
        (list[int] | str, {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "string"}]}),
        (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),
        (Literal["a", 1, None], {"type": ["string", "integer", "null"], "enum": ["a", 1, None]}),
        (Unit, {"type": "string", "enum": ["C", "F"]}),
        (Unit | None, {"type": "string", "enum": ["C", "F"], "nullable": True}),
        (Mixed, {"type": ["integer", "string", "null"], "enum": [1, "two", None]}),
        ("int", {"type": "integer"}),
    ],
)
def test_a_hint(hint, schema):
    assert schema_of(hint) == {**schema, "description": "X"}


@pytest.mark.parametrize(
    "hint", [bytes, object, set[int], tuple[int], tuple[int, ...], list[bytes], Literal[b"x"], Nothing, Odd, "nowhere"]
)
def test_a_hint_that_has_no_schema(hint):
    with pytest.raises(DataError):
        schema_of(hint)


def described(arguments, **annotations):
    def f(x: int, y: str = ""):
        pass

    f.__doc__ = f"Does it.\n\nArgs:\n{arguments}"
    f.__annotations__.update(annotations)
    parameters = get_json_schema(f)["function"]["parameters"]
    return {name: value["description"] for name, value in parameters["properties"].items()}


@pytest.mark.parametrize(
    ("arguments", "x", "y"),
    [
        ("    x: one\n    y: two", "one", "two"),
        ("    x (int): one\n    y (str, optional): two", "one", "two"),
        ("    x: one\n        and more: here\n    y: two\n", "one and more: here", "two"),
        ("    x: one\n\n    y: two\n      lines", "one", "two lines"),
        ("    x:\n        below\n    y: two", "below", "two"),
        ("    y: two\n    x: one", "one", "two"),
        ("x: one\ny: two", "one", "two"),
        ("    x: one\n    y: two\n\nReturns:\n    three", "one", "two"),
        ("    x: one\n    y: two\nRaises:\n    ValueError: no", "one", "two"),
    ],
)
def test_the_descriptions_of_arguments(arguments, x, y):
    assert described(arguments) == {"x": x, "y": y}


def test_all_of_a_function():
    def convert(amount: float, unit: str, exact: bool = False) -> dict[str, float]:
        """Converts an amount.

        It knows two units.

        Args:
            amount: How much.
            unit: From what (choices: ["C", " F "])
            exact: Whether to round.

        Returns:
            The same amount
            in each unit.
        """

    assert get_json_schema(convert) == {
        "type": "function",
        "function": {
            "name": "convert",
            "description": "Converts an amount.\n\nIt knows two units.",
            "parameters": {
                "type": "object",
                "properties": {
                    "amount": {"type": "number", "description": "How much."},
                    "unit": {"type": "string", "enum": ["C", "F"], "description": "From what"},
                    "exact": {"type": "boolean", "description": "Whether to round."},
                },
                "required": ["amount", "unit"],
            },
            "return": {
                "type": "object",
                "additionalProperties": {"type": "number"},
                "description": "The same amount\n    in each unit.",
            },
        },
    }


def test_a_method_has_no_self():
    class Clock:
        def tell(self, zone: str):
            """Tells the time.

            Args:
                zone: Where.
            """

    parameters = get_json_schema(Clock().tell)["function"]["parameters"]
    assert parameters["required"] == ["zone"]
    assert get_json_schema(Clock.tell)["function"]["parameters"] == parameters


def test_a_function_without_arguments():
    def now():
        """Tells the time."""

    function = get_json_schema(now)["function"]
    assert function == {
        "name": "now",
        "description": "Tells the time.",
        "parameters": {"type": "object", "properties": {}},
    }


def test_a_result_without_a_schema_is_left_out():
    def now() -> bytes:
        """Tells the time."""

    assert "return" not in get_json_schema(now)["function"]


def without_docstring(x: int):
    pass


def without_hint(x):
    """F.

    Args:
        x: X.
    """


def without_description(x: int):
    """F."""


def without_json(x: int):
    """F.

    Args:
        x: X (choices: [a, b])
    """


def without_list(x: int):
    """F.

    Args:
        x: X (choices: {"a": 1})
    """


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (without_docstring, "the function without_docstring has no docstring"),
        (without_hint, "the argument x of without_hint has no type hint"),
        (without_description, "the docstring of without_description has no description of the argument x"),
        (without_json, "the choices of x in the docstring of without_json are no JSON"),
        (without_list, "the choices of x in the docstring of without_list are no list"),
    ],
)
def test_a_function_that_does_not_say_enough(function, message):
    with pytest.raises(DataError, match=message):
        get_json_schema(function)
