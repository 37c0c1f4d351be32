"""Python callables as Go's functions."""

from __future__ import annotations

from collections import UserList
from typing import Any

import pytest

from gotmpl.exec.function import python_function, to_python
from gotmpl.golang.error import GoError
from gotmpl.golang.kind import EMPTY_INTERFACE, INT, STRING, UINT64
from gotmpl.golang.reflect import Value, value_of


def text() -> str:
    return "a"


def number() -> int:
    return 1


def wrong() -> int:
    return "a"  # type: ignore[return-value]


def huge() -> int:
    return 1 << 63


def nothing() -> str:
    return None  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("function", "type", "obj"),
    [
        (text, STRING, "a"),
        (number, INT, 1),
        (wrong, EMPTY_INTERFACE, "a"),
        (huge, EMPTY_INTERFACE, 1 << 63),
        (nothing, EMPTY_INTERFACE, None),
        (lambda: [1], EMPTY_INTERFACE, [1]),
        (lambda: {1}, EMPTY_INTERFACE, [1]),
        (lambda: Value(UINT64, 7), UINT64, 7),
    ],
)
def test_a_result_has_the_type_that_was_announced_if_it_is_of_it(function: Any, type: Any, obj: Any):
    result = python_function(function).call([])
    assert result.type is type
    assert result.obj == obj


def test_arguments_are_plain_python_objects():
    given: list[Any] = []
    python_function(lambda *args: given.extend(args)).call(
        [value_of("a"), value_of([1, 2, 3]).slice(1, 2), value_of(b"abc").slice(0, 1), Value(EMPTY_INTERFACE, None)]
    )
    assert given == ["a", [2], b"a", None]
    items = UserList([1])
    assert to_python(value_of(items)) is items


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ValueError("no luck"), "no luck"),
        (KeyError("k"), "'k'"),
        (ValueError(), "ValueError"),
        (RecursionError("too deep"), "too deep"),
        (GoError("of Go"), "of Go"),
    ],
)
def test_an_exception_is_an_error(error: Exception, message: str):
    def function() -> None:
        raise error

    with pytest.raises((GoError, RecursionError)) as raised:
        python_function(function).call([])
    assert str(raised.value) == message


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_what_is_to_end_the_program_ends_it(error: type[BaseException]):
    def function() -> None:
        raise error

    with pytest.raises(error):
        python_function(function).call([])
