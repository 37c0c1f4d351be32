from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gotmpl.api import Message
from gotmpl.ollama.collate import collate
from gotmpl.ollama.legacy import turns

messages = st.lists(
    st.builds(
        Message,
        role=st.sampled_from(["system", "user", "assistant", "tool", "other"]),
        content=st.text(max_size=5),
        thinking=st.text(max_size=2),
    ),
    max_size=12,
)


@given(messages)
def test_neighbours_differ_in_role_but_for_tools(given_messages):
    collated = collate(given_messages)[1]
    assert all(a.role != b.role or a.role == "tool" for a, b in pairwise(collated))


@given(messages)
def test_no_text_of_a_role_is_lost(given_messages):
    collated = collate(given_messages)[1]
    for role in ("system", "user", "assistant", "tool", "other"):
        before = "\n\n".join(m.content for m in given_messages if m.role == role)
        assert "\n\n".join(m.content for m in collated if m.role == role) == before


@given(messages)
def test_the_system_text_joins_all_system_messages(given_messages):
    system = collate(given_messages)[0]
    assert system == "\n\n".join(m.content for m in given_messages if m.role == "system")


@given(messages)
def test_collating_twice_changes_nothing(given_messages):
    system, collated = collate(given_messages)
    again = collate(collated)
    assert again == (system, collated)
    assert all(a is b for a, b in zip(again[1], collated, strict=True))


@given(messages)
def test_messages_are_copied_only_to_merge_others_into_them(given_messages):
    before = [m.model_copy() for m in given_messages]
    collated = collate(given_messages)[1]
    assert given_messages == before
    copies = [m for m in collated if not any(m is original for original in given_messages)]
    assert len(copies) <= len(given_messages) - len(collated)


@given(messages)
def test_a_merged_message_keeps_what_the_first_one_had(given_messages):
    collated = collate(given_messages)[1]
    firsts = [
        m for i, m in enumerate(given_messages) if i == 0 or m.role == "tool" or given_messages[i - 1].role != m.role
    ]
    assert [(m.role, m.thinking) for m in collated] == [(m.role, m.thinking) for m in firsts]


@given(messages)
def test_turns_keep_the_order_of_what_the_user_said(given_messages):
    collated = collate(given_messages)[1]
    prompts = [turn.prompt for turn in turns(collated) if turn.prompt]
    said = iter(m.content for m in collated if m.role == "user")
    assert all(any(prompt == content for content in said) for prompt in prompts)


@given(messages)
def test_only_the_last_turn_may_be_empty(given_messages):
    *done, _ = turns(collate(given_messages)[1])
    assert all(turn.prompt or turn.response for turn in done)
