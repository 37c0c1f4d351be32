"""Compares pairs of a Go template and a chat template of the same model, and counts why they differ.

    python tests/oracle/survey_pairs.py PAIRS.jsonl.gz

Each line of the file is an object with `id`, `go` and `jinja`. Prints the tables of docs/pairs-survey.md, and for each
reason the ids of some pairs, so that it can be looked at.
"""

import gzip
import json
import re
import sys
from collections import Counter, defaultdict

import formats
from formats import Verdict, jinja
from gotmpl import ollama
from gotmpl.errors import TemplateError
from gotmpl.ollama.scenarios import SCENARIOS
from gotmpl.ollama.special_tokens import SPECIAL_TOKEN

DEFAULT = "the chat template has a system text of its own that the Go template lacks"
ROLES = "the chat template refuses the roles or their order, the Go template does not"
FAILS = "the chat template fails on the request"
KNOWS_NOT = "Ollama refuses the request: the Go template does not know tools or thinking, the chat template does"
SPACE = "white space: a line end, a blank or a trimmed text"
SYSTEM = "a system message that is late, repeated or empty is moved, dropped or written out"
TOOLS = "tools, calls or results are written in another way, or by one side only"
BLANK = "a message without text is dropped by one side"
ROLE = "a role that Ollama does not know is written by one side only"
TURN = "only special tokens or the names of roles differ"
OTHER = "something else"

_only_tokens = re.compile(rf"(?:{SPECIAL_TOKEN}|\s|user|assistant|system|model)*").fullmatch
_LONG = 25


def reason(case):
    """Names the likeliest reason of a difference; the first that fits."""
    if case.verdict is Verdict.REFUSED:
        if case.a_error is not None:
            return KNOWS_NOT if "does not support" in str(case.a_error) else OTHER
        return ROLES if re.search(r"alternat|support|not allowed|[Rr]ole", str(case.b_error)) else FAILS
    if case.verdict is Verdict.SPACE:
        return SPACE
    messages = SCENARIOS[case.name].messages
    roles = [message["role"] for message in messages]
    if "system" not in roles and _adds_text(case.hunks[0], case.a, messages[0]["content"]):
        return DEFAULT
    if "tool" in roles or (case.name.startswith("tools") and case.name != "tools-none"):
        return TOOLS
    if "system" in case.name and case.name not in ("system", "system-turns"):
        return SYSTEM
    if case.name == "blank":
        return BLANK
    if case.name == "role-developer":
        return ROLE
    return TURN if all(_only_tokens(hunk.a) and _only_tokens(hunk.b) for hunk in case.hunks) else OTHER


def _adds_text(hunk, prompt, content):
    """Whether only the chat template has a text in front of the first message, and a long one."""
    return not hunk.a and len(hunk.b) >= _LONG and content not in hunk.b and content not in prompt[: hunk.a_start]


def main(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        pairs = [json.loads(line) for line in file]
    verdicts, reasons, found = defaultdict(Counter), Counter(), defaultdict(dict)
    whole = basic = 0
    for pair in pairs:
        try:
            comparison = formats.compare(ollama.parse(pair["go"]), jinja.loads(pair["jinja"]))
        except TemplateError as error:
            print(f"{pair['id']}: {error}")
            continue
        whole += comparison.is_equal
        basic += all(case.is_equal for case in comparison.cases if case.name in ("user", "system", "turns"))
        for case in comparison.cases:
            verdicts[case.name][case.verdict] += 1
            if not case.is_equal:
                reasons[reason(case)] += 1
                found[reason(case)].setdefault(pair["id"], case.name)
    print(f"{len(pairs)} pairs; equal on all {whole}; on user, system and turns {basic}\n")
    print(f"| scenario | {' | '.join(verdict.value for verdict in Verdict)} |")
    print("| --- |" + " --- |" * len(Verdict))
    for name, counts in verdicts.items():
        print(f"| {name} | {' | '.join(str(counts[verdict]) for verdict in Verdict)} |")
    print("\n| reason | cases | pairs |\n| --- | --- | --- |")
    for text, count in reasons.most_common():
        print(f"| {text} | {count} | {len(found[text])} |")
    for text, ids in found.items():
        print(f"\n{text}: {', '.join(f'{id} {name}' for id, name in list(ids.items())[:12])}")


if __name__ == "__main__":
    main(sys.argv[1])
