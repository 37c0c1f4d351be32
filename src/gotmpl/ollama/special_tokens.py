"""Texts that look like a model's special tokens, found without its tokenizer."""

from __future__ import annotations

import re

__all__ = ["SPECIAL_TOKEN", "special_tokens"]

SPECIAL_TOKEN = "|".join(
    (
        r"<\|[^|<>\s]{1,60}\|>",  # <|im_start|>, <|eot_id|>, <|START_OF_TURN_TOKEN|>
        r"<｜[^｜<>\s]{1,60}｜>",  # <｜User｜>, <｜end▁of▁sentence｜>
        r"<\|/?[A-Za-z_]{1,30}>",  # <|user>
        r"<</?SYS>>",
        r"\[/?[A-Z][A-Z_]*\]",  # [INST], [/AVAILABLE_TOOLS]
        r"\[img-\d+\]",
        r"</?(?:s|bos|eos|pad|unk|think|thinking|tools?|[a-z]+(?:_[a-z]+)+)>",  # </s>, <think>, <start_of_turn>
    )
)
"""A regular expression for one of them; it has no groups."""

_find = re.compile(SPECIAL_TOKEN).findall


def special_tokens(prompt: str) -> list[str]:
    """Gives those in a prompt, each once and in order."""
    return list(dict.fromkeys(_find(prompt)))
