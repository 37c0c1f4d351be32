"""The special tokens that a chat template prints and that stand in a file beside it, which is not there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from formats.comparison.cause import BOS_TOKENS, Cause
from formats.comparison.difference import distance, settled
from formats.comparison.side import JinjaSide, Manner, Side
from gotmpl.errors import TemplateError
from gotmpl.ollama.scenarios import Scenario
from gotmpl.ollama.special_tokens import special_tokens

__all__ = ["guess_tokens"]

_ALL = frozenset(Cause)
#: How many conversations are looked at: the longest ones, which have most tokens, but none of a whole day.
_LOOKED_AT = 4
_TOO_LONG = 20_000
_begins = re.compile(r"bos|begin|start|<s>|gMASK", re.IGNORECASE).search
_names_a_role = re.compile(r"bos|begin|start|<s>|sys|user|assist|inst|tool|img|think", re.IGNORECASE).search

#: Name of a token -> whether a text may be it.
_is_likely: Mapping[str, Callable[[str], bool]] = {
    "bos_token": lambda text: text in BOS_TOKENS or (_begins(text) is not None and "turn" not in text.lower()),
    "eos_token": lambda text: _names_a_role(text) is None,
    "pad_token": lambda text: "pad" in text.lower(),
    "unk_token": lambda text: "unk" in text.lower(),
}


def guess_tokens(side: JinjaSide, other: Side, scenarios: Mapping[str, Scenario]) -> dict[str, str]:
    """Guesses special tokens that nobody has told, by what the other side has where they are printed.

    Returns:
        Name -> token; the one with which the prompts are most alike, empty if that is none.
    """
    unknown = side.unknown_tokens
    if not unknown:
        return {}
    prompts = _prompts(other, scenarios)
    names = sorted(prompts, key=lambda name: (len(prompts[name]) > _TOO_LONG, -len(prompts[name])))[:_LOOKED_AT]
    seen = dict.fromkeys(token for name in names for token in special_tokens(prompts[name]))
    tokens = dict.fromkeys(unknown, "")
    # The last token of a turn is the one that matters, so it comes first.
    for name in sorted(unknown, key=lambda name: name != "eos_token"):
        likely = ["", *filter(_is_likely[name], seen)]
        best = min(likely, key=lambda token: _far(side.with_tokens({**tokens, name: token}), prompts, names, scenarios))
        tokens[name] = best
    return tokens


def _prompts(side: Side, scenarios: Mapping[str, Scenario]) -> dict[str, str]:
    prompts = {}
    for name, scenario in scenarios.items():
        if not scenario.messages:
            continue
        try:
            prompts[name] = side.render(scenario, Manner())
        except TemplateError:
            continue
    return prompts


def _far(side: JinjaSide, prompts: Mapping[str, str], names: list[str], scenarios: Mapping[str, Scenario]) -> int:
    """Tells how far the prompts of a side are from others."""
    total = 0
    for name in names:
        scenario = scenarios[name]
        try:
            text = side.render(scenario, Manner(_ALL, side.endings(scenario)[-1]))
        except TemplateError:
            continue
        total += distance(prompts[name], settled(text, prompts[name]))
    return total
