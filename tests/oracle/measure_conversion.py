"""Measures how many templates of Ollama's become chat templates of Hugging Face's, and how many of those prove equal.

    python tests/oracle/measure_conversion.py VECTORS [--conversations JSON] [-v]

VECTORS is a JSON Lines file, gzipped or not, of which each line has a `template`, and may have an `id`. JSON is an
object of requests by name; both templates are rendered over those as well.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from pathlib import Path

from formats.convert import to_jinja
from formats.convert.proof import compared
from formats.jinja import ChatTemplate
from gotmpl import ollama
from gotmpl.errors import FormatError, ParseError


def lines(path):
    data = path.read_bytes()
    yield from map(json.loads, (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines())


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("vectors", type=Path)
    parser.add_argument("--conversations", type=Path)
    parser.add_argument("-v", "--verbose", action="store_true", help="name the templates that do not come out equal")
    args = parser.parse_args()
    requests = json.loads(args.conversations.read_text(encoding="utf-8")) if args.conversations else {}
    chats = {name: request for name, request in requests.items() if "suffix" not in request}
    templates, agreed, refused = Counter(), Counter(), Counter()
    for number, line in enumerate(lines(args.vectors), 1):
        name = line.get("id", number)
        templates["all"] += 1
        try:
            template = ollama.parse(line["template"])
        except ParseError:
            continue
        templates["parse"] += 1
        try:
            conversion = to_jinja(template)
        except FormatError as error:
            refused[error.message] += 1
            if args.verbose:
                print(name, "refused:", error.explain())
            continue
        templates["convert"] += 1
        outcomes = Counter(proof.outcome for proof in conversion.proofs)
        if conversion.is_proven:
            templates["prove equal"] += 1
        elif not outcomes["differs"]:
            templates["are never rendered"] += 1
        elif args.verbose:
            first = next(proof for proof in conversion.proofs if proof.outcome == "differs")
            print(name, "differs on", outcomes["differs"], "scenarios, first", first.scenario, first.reason)
            if first.offset is not None:
                print("   original ", repr(first.original[max(0, first.offset - 30) : first.offset + 40]))
                print("   converted", repr(first.converted[max(0, first.offset - 30) : first.offset + 40]))
        converted = ChatTemplate(conversion.source)
        for chat, request in chats.items():
            values = {key: request.get(key) for key in ("tools", "think")}
            proof = compared(template, converted, chat, request.get("messages", ()), **values)
            agreed[proof.outcome] += 1
            if args.verbose and proof.outcome == "differs":
                print(name, "differs on the conversation", chat, proof.reason)
                if proof.offset is not None:
                    print("   original ", repr(proof.original[max(0, proof.offset - 30) : proof.offset + 40]))
                    print("   converted", repr(proof.converted[max(0, proof.offset - 30) : proof.offset + 40]))
    for what, count in templates.items():
        print(f"{count:6} {what}")
    print(f"       {templates['prove equal'] / templates['parse']:.1%} of those that parse prove equal")
    if agreed:
        print(f"{agreed['equal']:6} of {agreed['equal'] + agreed['differs']} renders of the conversations are equal")
    for reason, count in refused.most_common():
        print(f"{count:6} refused: {reason}")


if __name__ == "__main__":
    main()
