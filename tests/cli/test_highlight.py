import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gotmpl.cli.highlight import highlight

TOKEN = "\x1b[36m\x1b[1m{}\x1b[0m"
MARK = "\x1b[90m{}\x1b[0m"


@pytest.mark.parametrize(
    "token",
    [
        "<|im_start|>",
        "<|START_OF_TURN_TOKEN|>",
        "<|eot_id|>",
        "<｜User｜>",
        "<｜end▁of▁sentence｜>",
        "<s>",
        "</s>",
        "<bos>",
        "<start_of_turn>",
        "<think>",
        "</think>",
        "<tool_call>",
        "</tools>",
        "[INST]",
        "[/INST]",
        "[AVAILABLE_TOOLS]",
        "<<SYS>>",
        "<</SYS>>",
        "[img-0]",
    ],
)
def test_special_tokens_stand_out(token):
    assert highlight(f"a{token}b\n") == f"a{TOKEN.format(token)}b{MARK.format('↵')}\n"


@pytest.mark.parametrize("text", ["<p>", "a[0]", "[Inst]", "x<|y", "<||>", "1<2>3"])
def test_other_text_stays_as_it_is(text):
    assert highlight(text + "\n") == f"{text}{MARK.format('↵')}\n"


@pytest.mark.parametrize(
    ("char", "shown"),
    [
        (" ", "·"),
        ("\r", "␍"),
        ("\u00a0", "⍽"),
        ("\u200b", "<200B>"),
        ("\ufeff", "<FEFF>"),
        ("\x1b", "<1B>"),
        ("\x7f", "<7F>"),
        ("\x9b", "<9B>"),
    ],
)
def test_what_cannot_be_seen_is_shown(char, shown):
    assert highlight(f"a{char}b\n") == f"a{MARK.format(shown)}b{MARK.format('↵')}\n"


def test_a_tab_still_moves_on():
    assert highlight("\t\n") == f"{MARK.format('→')}\t{MARK.format('↵')}\n"


def test_a_last_line_without_a_line_end_has_no_mark():
    assert highlight("a") == "a\n"
    assert highlight("") == ""


@given(st.text())
@settings(deadline=None)
def test_no_control_character_of_the_prompt_remains(prompt):
    plain = re.sub(r"\x1b\[\d+m", "", highlight(prompt))
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", plain)
    assert plain.count("\n") == prompt.count("\n") + (prompt != "" and not prompt.endswith("\n"))
