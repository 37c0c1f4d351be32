import pytest

from gotmpl.api import Message
from gotmpl.ollama.thinking import without_think_tags

# What thinking.Parser of Ollama takes for content, if it gets the text at once.
CUT = [
    ("<think>t</think>a", "a"),
    ("<think>t</think>", ""),
    ("<think></think>a", "a"),
    (" \n<think> t </think> \n a ", "a "),
    ("<think>a</think>b</think>c", "b</think>c"),
    ("<think><think>t</think>a", "a"),
    ("<think>never closed", ""),
    ("<think>", ""),
    ("<thi", ""),
    ("", ""),
    (" \t", ""),
    ("a<think>t</think>", "a<think>t</think>"),
    (" a", " a"),
    ("<Think>t</think>a", "<Think>t</think>a"),
]


@pytest.mark.parametrize(("content", "want"), CUT)
def test_what_was_thought_is_cut_before_the_last_user_message(content, want):
    messages = [Message(role="assistant", content=content), Message(role="user", content="q")]
    assert [m.content for m in without_think_tags(messages)] == [want, "q"]


def test_only_what_the_assistant_said_before_the_last_user_message_is_cut():
    thought = "<think>t</think>a"
    roles = ["system", "user", "assistant", "user", "assistant", "tool"]
    messages = [Message(role=role, content=thought) for role in roles]
    got = [m.content for m in without_think_tags(messages)]
    assert got == [thought, thought, "a", thought, thought, thought]
    assert [m.content for m in messages] == [thought] * 6


def test_without_a_user_message_nothing_is_cut():
    messages = [Message(role="assistant", content="<think>t</think>a")]
    assert without_think_tags(messages) == messages
