"""Alpaca's rows: an instruction, perhaps its input, and the output."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from formats.messages.conversation import Conversation
from gotmpl import api
from gotmpl.errors import DataError

__all__ = ["from_alpaca"]


def from_alpaca(row: Mapping[str, Any]) -> Conversation:
    """Reads a row: `instruction` and `input`, a line each, are the user's message, `output` is the answer.

    A row's `system` goes in front, its `history` (pairs of a question and an answer) behind that. Without an
    `output` the conversation ends with the user.

    Raises:
        DataError: There is no instruction, or something is no text.
    """
    if not isinstance(row.get("instruction"), str):
        raise DataError(f"instruction: must be text, not {row.get('instruction')!r}")
    messages: list[dict[str, Any]] = []
    if row.get("system"):
        messages.append({"role": "system", "content": row["system"]})
    for question, answer in row.get("history") or ():
        messages += [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]
    lines = [row["instruction"], row.get("input")]
    messages.append({"role": "user", "content": "\n".join(line for line in lines if line)})
    if row.get("output"):
        messages.append({"role": "assistant", "content": row["output"]})
    return Conversation(api.messages(messages))
