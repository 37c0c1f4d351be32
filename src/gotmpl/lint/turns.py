"""What stands around the turns of a conversation, read off renderings: headers, ends, the prompt to answer."""

from __future__ import annotations

import re

from gotmpl.lint.observe import Observer
from gotmpl.ollama.scenarios import SCENARIOS

__all__ = [
    "ANSWER",
    "ASK",
    "ASK_AGAIN",
    "SYSTEM",
    "assistant_opening",
    "generation_prompt",
    "is_role_header",
    "turn_end",
]

SYSTEM = str(SCENARIOS["system"].messages[0]["content"])
ASK, ANSWER, ASK_AGAIN = (str(message["content"]) for message in SCENARIOS["turns"].messages)

_is_role = re.compile(
    r"(?i)(?:^|[^a-z])(?:assistant|model|gpt4?|bot|chatbot|ai|response|answer|output)(?:$|[^a-z])"
).search
_match_rest_of_token = re.compile(r"[^<\[\s]*[>\]]+").match
_ends_in_token = re.compile(r"[<\[][^>\]]*$").search


def is_role_header(text: str) -> bool:
    """Tells whether a text names the one who answers."""
    return bool(_is_role(text))


def assistant_opening(observe: Observer) -> str | None:
    """Gives what stands between a question and its answer; None if one of them is not shown."""
    return observe("turns").between(ASK, ANSWER)


def generation_prompt(observe: Observer) -> str | None:
    """Gives what stands behind the last question, where the model goes on; None if that is not shown."""
    return observe("turns").behind(ASK_AGAIN)


def turn_end(observe: Observer) -> str | None:
    """Gives what ends an answer, before the header of the next question; None if one of them is not shown."""
    between = observe("turns").between(ANSWER, ASK_AGAIN)
    if between is None:
        return None
    before = observe("user").text.partition(ASK)[0]
    size = 0
    while size < min(len(between), len(before)) and between[-size - 1] == before[-size - 1]:
        size += 1
    end, header = between[: len(between) - size], between[len(between) - size :]
    if _ends_in_token(end) and (rest := _match_rest_of_token(header)):
        end += rest[0]
    return end
