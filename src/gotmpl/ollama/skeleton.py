"""Requests that reach the branches of a template: to see each of them once, and to test a template whole.

Candidates are the documented scenarios, one conversation with all there is, and variations of it with the constants
that the template compares with. What they reach is found by running them; the fewest that reach the most are kept.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gotmpl import api
from gotmpl.errors import ExecError
from gotmpl.exec.limits import Limits
from gotmpl.exec.record import record
from gotmpl.ollama.capabilities import model_capabilities
from gotmpl.ollama.dead import Branch, branches, dead_branches
from gotmpl.ollama.execution import executions
from gotmpl.ollama.fields import Usage, usage
from gotmpl.ollama.harmony import FAMILIES, uses_harmony
from gotmpl.ollama.scenarios import SCENARIOS
from gotmpl.ollama.template import Template

__all__ = ["Skeleton", "reached", "skeleton"]

_LIMITS = Limits(output=1_000_000, steps=200_000, depth=200, width=1_000_000)
_TRIES = 80
_LEVELS = ("low", "medium", "high", "max")
_IMAGE = "iVBORw0KGgo="

Request = dict[str, Any]
"""A request to ``/api/chat`` with messages, or to ``/api/generate`` with a prompt and a suffix."""


@dataclass(frozen=True)
class Skeleton:
    """Requests that reach the branches of a template.

    Attributes:
        requests: The requests; the first one reaches the most, each further one some more.
        reached: How many branches are reached by the requests up to each one.
        missed: The branches that none of them reaches, though one might.
        dead: The branches that no request can reach.
        total: How many branches there are, the dead ones among them.
    """

    requests: tuple[Request, ...]
    reached: tuple[int, ...]
    missed: tuple[Branch, ...]
    dead: tuple[Branch, ...]
    total: int


def reached(template: Template, request: Request) -> set[Branch]:
    """Gives the branches that a request reaches; up to the error, if the template fails on it."""
    messages, tools = api.messages(request.get("messages", ())), api.tools(request.get("tools"))
    think = api.think_value(request.get("think"))
    found: set[Branch] = set()
    with suppress(ExecError):
        for each in executions(template, messages, tools, request.get("prompt", ""), request.get("suffix", ""), think):
            recording = record(each.program, each.data, _LIMITS)
            found |= {Branch(choice.node.start, choice.taken) for choice in recording.choices}
            if recording.error is not None:
                break
    return found


def skeleton(template: Template) -> Skeleton:
    """Finds requests that reach as many branches of a template as can be found, and that Ollama's server takes."""
    used, everything = usage(template), branches(template)
    dead = dead_branches(template, used) & everything
    alive = everything - dead
    maker = _Maker(template, used)
    tried: list[tuple[set[Branch], Request]] = []
    covered: set[Branch] = set()
    for request in maker.requests():
        if tried and covered >= alive:
            break
        found = reached(template, request) & everything
        if not tried or found - covered or len(found) > max(len(each) for each, _ in tried):
            tried.append((found, request))
            covered |= found
    chosen: list[Request] = []
    counts: list[int] = []
    have: set[Branch] = set()
    while tried:
        found, request = max(tried, key=lambda each: len(each[0] - have))
        if chosen and not found - have:
            break
        have |= found
        chosen.append(request)
        counts.append(len(have))
    missed, dead = alive - have, dead - have
    return Skeleton(tuple(chosen), tuple(counts), tuple(sorted(missed)), tuple(sorted(dead)), len(everything))


class _Maker:
    """Makes requests with what a template asks for."""

    def __init__(self, template: Template, used: Usage) -> None:
        harmony = uses_harmony(template, FAMILIES[0])  # then it is made for that family
        self.capabilities = model_capabilities(template, FAMILIES[0] if harmony else "")
        self.constants: dict[str, list[Any]] = {}
        for path, constant in used.comparisons:
            self.constants.setdefault(path, []).append(constant)
        self.random = random.Random(0)
        self.tools = [self._tool(name) for name in ["weather_at", *self._texts(".Tools[].Function.Name")]]
        self.tools.append({"type": "function", "function": {"name": "clock"}})
        self.atoms = list(self._atoms())

    def requests(self) -> Iterator[Request]:
        """Yields requests that the server takes, the most promising first."""
        for request in self._all():
            if "suffix" in request:
                if "insert" in self.capabilities:
                    yield request
                continue
            if "tools" not in self.capabilities:
                request.pop("tools", None)
            if "thinking" not in self.capabilities:
                if request.get("think"):
                    del request["think"]
            elif request.get("think") is None:
                request["think"] = True  # as the server does
            yield request

    def _all(self) -> Iterator[Request]:
        whole = [message for message in self.atoms if message["role"] != "system"]
        levels = [level for level in self._texts(".ThinkLevel") if level in _LEVELS]
        for think in (True, False, *levels):
            for last in ([_user("And now?")], []):
                yield {"messages": [*self._systems()[:1], *whole, *last], "tools": self.tools, "think": think}
        yield {"prompt": "def area(w, h):\n    return ", "suffix": "\n\nprint(area(2, 3))"}
        for scenario in SCENARIOS.values():
            if scenario.messages:
                request: Request = {"messages": [dict(message) for message in scenario.messages]}
                if scenario.tools is not None:
                    request["tools"] = [dict(tool) for tool in scenario.tools]
                if scenario.think is not None:
                    request["think"] = scenario.think
                yield request
        for message in self.atoms:
            for pair in ([_user("Hi"), message], [message, _user("Hi")]):
                yield {"messages": pair}
                yield {"messages": pair, "tools": self.tools, "think": False}
        for system in self._systems():
            for message in (_user("Hi"), {"role": "assistant", "content": "Ahoy"}):
                yield {"messages": [system, message]}
                yield {"messages": [system, message], "tools": self.tools}
        for _ in range(_TRIES):
            yield self._random(levels)

    def _random(self, levels: list[str]) -> Request:
        rand = self.random
        messages = [rand.choice(self.atoms) for _ in range(rand.randrange(1, 7))]
        request: Request = {"messages": messages, "think": rand.choice([True, False, *levels])}
        if rand.random() < 0.6:
            request["tools"] = rand.sample(self.tools, rand.randrange(1, len(self.tools) + 1))
        return request

    def _texts(self, path: str) -> list[str]:
        return [each for each in self.constants.get(path, []) if isinstance(each, str) and each]

    def _systems(self) -> list[Request]:
        texts = ["Answer like a pirate.", *self._texts(".System")]
        return [{"role": "system", "content": text} for text in texts]

    def _atoms(self) -> Iterator[Request]:
        """Yields messages of all kinds, in an order that makes a conversation."""
        yield from self._systems()
        yield {"role": "user", "content": "What is on this picture?", "images": [_IMAGE]}
        yield {"role": "assistant", "content": "A harbour.", "thinking": "Boats, water."}
        yield _user("Is it raining there?")
        names = dict.fromkeys(["weather_at", *self._texts(".Messages[].ToolCalls[].Function.Name")])
        calls = [
            {"id": f"call_{i}", "function": {"index": i, "name": name, "arguments": {"place": "Oslo", "days": 2}}}
            for i, name in enumerate(names)
        ]
        yield {"role": "assistant", "content": "Let me look.", "thinking": "I need the weather.", "tool_calls": calls}
        for i, name in enumerate(dict.fromkeys([*names, *self._texts(".Messages[].ToolName")])):
            yield {"role": "tool", "content": "drizzle", "tool_name": name, "tool_call_id": f"call_{i}"}
        yield {"role": "assistant", "content": "", "tool_calls": [*calls[:1], *calls]}
        yield {"role": "tool", "content": "more drizzle"}
        yield {"role": "assistant", "content": "Yes, a little."}
        for role in self._texts(".Messages[].Role"):
            if role not in ("system", "user", "assistant", "tool"):
                yield {"role": role, "content": f"This is the {role}."}
        for role in self._texts(".Messages[].Role"):
            for text in self._texts(".Messages[].Content"):
                yield {"role": role, "content": text}
        yield {"role": "assistant", "content": "", "thinking": "Hmm."}
        yield {"role": "developer", "content": "Be brief."}
        for role in self._texts(".Messages[].Role"):
            yield {"role": f"{role} 1", "content": "One of several."}
        yield {"role": "user", "content": ""}

    def _tool(self, name: str) -> Request:
        properties = {
            "place": {"type": "string", "description": "Name of the town", "enum": ["Oslo", "Bergen"]},
            "days": {"type": ["integer", "null"]},
            "when": {"anyOf": [{"type": "string"}, {"type": "number"}], "description": "Time of day"},
            "stops": {"type": "array", "items": {"type": "string"}, "description": "Towns on the way"},
            "options": {"type": "object", "properties": {"unit": {"type": "string"}}, "required": ["unit"]},
        }
        parameters = {"type": "object", "required": ["place"], "properties": properties}
        return {
            "type": "function",
            "function": {"name": name, "description": "Tells the weather of a place", "parameters": parameters},
        }


def _user(content: str) -> Request:
    return {"role": "user", "content": content}
