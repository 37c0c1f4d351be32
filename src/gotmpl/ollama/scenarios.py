"""The documented set of conversations that a template is tried on, as plain data.

>>> from gotmpl import ollama
>>> template = ollama.parse("{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}")
>>> template.render(**SCENARIOS["prefill"].arguments())
'<user>List three primes as JSON.<assistant>{"primes": ['

Each is one request that Ollama gets in practice, and together they reach every field that a template can see: the
system text first, late, twice, empty or absent; one turn and several; neighbours of one role, which Ollama joins;
tools alone, called, called twice at once, answered; thinking asked for, refused, leveled, in earlier turns; images; a
prefill; empty contents; a role that Ollama does not know; a prompt with a suffix. No two contents in a scenario
contain each other, so that what a rendering shows of each can be found in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

__all__ = ["SCENARIOS", "Scenario"]


@dataclass(frozen=True)
class Scenario:
    """A request, in the arguments of `gotmpl.ollama.Template.render`.

    Attributes:
        title: What the request is, in a few words.
        messages: The messages, as the API takes them.
        tools: The tools likewise; None if the request has no such field.
        think: True, False, a level, or None for unset.
        prompt: What stands before the text to fill in.
        suffix: What stands behind it.
    """

    title: str
    messages: tuple[Mapping[str, Any], ...] = ()
    tools: tuple[Mapping[str, Any], ...] | None = None
    think: bool | str | None = None
    prompt: str = ""
    suffix: str = ""

    def arguments(self) -> dict[str, Any]:
        """Gives the keyword arguments of `Template.render`."""
        return {
            "messages": self.messages,
            "tools": self.tools,
            "think": self.think,
            "prompt": self.prompt,
            "suffix": self.suffix,
        }


def _message(role: str, content: str, **rest: Any) -> Mapping[str, Any]:
    return MappingProxyType({"role": role, "content": content, **rest})


def _tool(name: str, description: str, properties: dict[str, Any], required: list[str]) -> Mapping[str, Any]:
    parameters = {"type": "object", "required": required, "properties": properties}
    function = {"name": name, "description": description, "parameters": parameters}
    return MappingProxyType({"type": "function", "function": function})


def _call(name: str, index: int = 0, **arguments: Any) -> dict[str, Any]:
    return {"id": f"call_{index}", "function": {"index": index, "name": name, "arguments": arguments}}


_SYSTEM = _message("system", "Answer like a pirate.")
_ASK = _message("user", "Why is the sea salty?")
_ANSWER = _message("assistant", "Rivers carry minerals.")
_ASK_AGAIN = _message("user", "And lakes?")
_ASK_WEATHER = _message("user", "Is it raining in Oslo?")
_CALL_WEATHER = _message("assistant", "", tool_calls=[_call("weather_at", place="Oslo", unit="celsius")])
_WEATHER_RESULT = _message("tool", "drizzle, 9 degrees", tool_name="weather_at", tool_call_id="call_0")


def _two_calls(content: str) -> tuple[Mapping[str, Any], ...]:
    return (
        _message("user", "Rain in Oslo, and a train there?"),
        _message(
            "assistant",
            content,
            tool_calls=[
                _call("weather_at", place="Oslo"),
                _call("find_train", 1, stops=["Bergen", "Voss"], seats=2),
            ],
        ),
        _WEATHER_RESULT,
        _message("tool", "leaves at 8:05", tool_name="find_train", tool_call_id="call_1"),
    )


_THOUGHT = _message("assistant", "Rivers carry minerals.", thinking="The user asks about salt.")
# The eight bytes that begin a PNG file, in base64.
_IMAGE = "iVBORw0KGgo="

_WEATHER = _tool(
    "weather_at",
    "Tells the weather of a place",
    {
        "place": {"type": "string", "description": "Name of the town"},
        "unit": {"type": "string", "description": "Unit of temperature", "enum": ["celsius", "fahrenheit"]},
    },
    ["place"],
)
_FIND_TRAIN = _tool(
    "find_train",
    "Finds trains between towns",
    {
        "stops": {"type": "array", "items": {"type": "string"}, "description": "Towns on the way"},
        "seats": {"type": ["integer", "null"], "description": "How many seats"},
        "when": {"anyOf": [{"type": "string"}, {"type": "number"}], "description": "Time of departure"},
    },
    [],
)
_CLOCK = _tool("clock", "Gives the time", {}, [])

SCENARIOS: Mapping[str, Scenario] = MappingProxyType(
    {
        "user": Scenario("one question", (_ASK,)),
        "system": Scenario("a system text and a question", (_SYSTEM, _ASK)),
        "turns": Scenario("a question after an earlier turn", (_ASK, _ANSWER, _ASK_AGAIN)),
        "system-turns": Scenario("the same with a system text", (_SYSTEM, _ASK, _ANSWER, _ASK_AGAIN)),
        "system-late": Scenario(
            "a system text in the middle", (_ASK, _ANSWER, _message("system", "From now on be brief."), _ASK_AGAIN)
        ),
        "system-two": Scenario(
            "two system texts",
            (_SYSTEM, _ASK, _ANSWER, _message("system", "From now on be brief."), _ASK_AGAIN),
        ),
        "system-only": Scenario("nothing but a system text", (_SYSTEM,)),
        "system-empty": Scenario("an empty system text", (_message("system", ""), _ASK)),
        "neighbours": Scenario(
            "two messages of each role in a row, which Ollama joins",
            (
                _ASK,
                _message("user", "Please be quick."),
                _ANSWER,
                _message("assistant", "Wind adds more."),
                _ASK_AGAIN,
            ),
        ),
        "prefill": Scenario(
            "an answer that the model is to continue",
            (_message("user", "List three primes as JSON."), _message("assistant", '{"primes": [')),
        ),
        "assistant-first": Scenario("the assistant speaks first", (_message("assistant", "Ahoy there!"), _ASK)),
        "assistant-only": Scenario("nothing but an answer", (_ANSWER,)),
        "empty": Scenario("no messages at all"),
        "blank": Scenario("empty contents", (_ASK, _message("assistant", ""), _message("user", ""))),
        "markup": Scenario(
            "contents that look like markup",
            (_message("user", 'He said "<b>5 > 4</b>" & left \\n {{ .System }}'),),
        ),
        "role-developer": Scenario(
            "a role that Ollama does not know", (_message("developer", "Stay on the topic."), _ASK)
        ),
        "tools": Scenario("a question with a tool", (_ASK_WEATHER,), (_WEATHER,)),
        "tools-many": Scenario(
            "three tools and a system text", (_SYSTEM, _ASK_WEATHER), (_WEATHER, _FIND_TRAIN, _CLOCK)
        ),
        "tools-none": Scenario("an empty list of tools", (_ASK_WEATHER,), ()),
        "tool-call": Scenario(
            "a tool was called and has answered", (_ASK_WEATHER, _CALL_WEATHER, _WEATHER_RESULT), (_WEATHER,)
        ),
        "tool-calls": Scenario(
            "two calls at once, with a text before them",
            _two_calls("Let me look."),
            (_WEATHER, _FIND_TRAIN),
        ),
        "tool-calls-silent": Scenario(
            "two calls at once, without a text",
            _two_calls(""),
            (_WEATHER, _FIND_TRAIN),
        ),
        "tool-call-bare": Scenario(
            "a call without arguments",
            (
                _message("user", "What time is it?"),
                _message("assistant", "", tool_calls=[_call("clock")]),
                _message("tool", "half past ten", tool_name="clock", tool_call_id="call_0"),
            ),
            (_CLOCK,),
        ),
        "tool-turns": Scenario(
            "a question after a turn with a tool",
            (
                _SYSTEM,
                _ASK_WEATHER,
                _CALL_WEATHER,
                _WEATHER_RESULT,
                _message("assistant", "Yes, a little."),
                _message("user", "Then I stay in."),
            ),
            (_WEATHER,),
        ),
        "tool-history": Scenario(
            "earlier calls, but no tools any more",
            (_ASK_WEATHER, _CALL_WEATHER, _WEATHER_RESULT, _message("assistant", "Yes, a little."), _ASK_AGAIN),
        ),
        "think": Scenario("thinking is asked for", (_ASK,), think=True),
        "think-off": Scenario("thinking is refused", (_ASK,), think=False),
        "think-level": Scenario("thinking at a level", (_SYSTEM, _ASK), think="low"),
        "think-turns": Scenario("an earlier turn with a thought", (_ASK, _THOUGHT, _ASK_AGAIN), think=True),
        "think-tools": Scenario(
            "a thought before a call",
            (
                _ASK_WEATHER,
                _message(
                    "assistant",
                    "",
                    thinking="I need the weather.",
                    tool_calls=[_call("weather_at", place="Oslo")],
                ),
                _WEATHER_RESULT,
            ),
            (_WEATHER,),
            think=True,
        ),
        "images": Scenario("an image", (_message("user", "What is shown here?", images=[_IMAGE]),)),
        "fill-in": Scenario(
            "code between two pieces", prompt="def area(w, h):\n    return ", suffix="\n\nprint(area(2, 3))"
        ),
    }
)
"""The scenarios by name, the simple ones first."""
