"""The golden prompts of a test."""

import pytest

from gotmpl import DataError
from gotmpl.golden import format_goldens, golden_path
from gotmpl.testing.golden import Golden, GoldenStore

CASES = {"test_a": "<user>\nHi \n<assistant>", "test_b[x]: empty": ""}


@pytest.fixture
def golden_of(tmp_path):
    """Gives a function that begins a test, whose goldens are those above."""
    module = tmp_path / "test_chat.py"
    golden_path(module).parent.mkdir()
    golden_path(module).write_text(format_goldens(CASES, module.name), encoding="utf-8")
    return lambda test, *, updating=False: Golden(GoldenStore(updating=updating), module, test)


def test_the_golden_prompt_is_compared(golden_of):
    golden_of("test_a")(CASES["test_a"])
    golden_of("test_b[x]")("", "empty")
    with pytest.raises(AssertionError, match="the prompt is not the golden one: it ends with a line end") as caught:
        golden_of("test_a")(CASES["test_a"] + "\n")
    assert "test_chat.golden: test_a\n" in str(caught.value)
    assert "+ <assistant>↵" in str(caught.value)
    assert str(caught.value).endswith("If the new prompt is right, write it with: pytest --gotmpl-update")


def test_a_missing_golden_prompt_is_shown(golden_of):
    with pytest.raises(AssertionError, match=r"there is no golden prompt 'test_c' in .*test_chat.golden") as caught:
        golden_of("test_c")("a b")
    assert "1   a·b\n" in str(caught.value)
    assert "pytest --gotmpl-update" in str(caught.value)


def test_while_updating_prompts_are_noted(golden_of):
    golden = golden_of("test_c", updating=True)
    golden("new")
    golden("more", "second")
    assert [*golden._store.noted.values()] == [{"test_c": "new", "test_c: second": "more"}]


def test_a_name_serves_once_in_a_test(golden_of):
    golden = golden_of("test_b[x]", updating=True)
    golden("", "empty")
    with pytest.raises(ValueError, match=r"asks for the golden prompt 'test_b\[x\]: empty' twice; give each a name"):
        golden("", "empty")


@pytest.mark.parametrize("name", ["a\nb", " a", "a ", "\u200b"])
def test_a_name_is_a_short_text(golden_of, name):
    with pytest.raises(ValueError, match="must be a short text on one line"):
        golden_of("test_a")("", name)


def test_only_text_is_a_prompt(golden_of):
    with pytest.raises(TypeError, match="must be text, not None"):
        golden_of("test_a")(None)
    with pytest.raises(AssertionError, match="there is no prompt: refused"):
        golden_of("test_a", updating=True)(DataError("refused"))
