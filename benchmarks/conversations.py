"""The chats that the benchmarks render."""

from __future__ import annotations

from typing import Any

__all__ = ["chat", "chat_with_tools"]


def chat(count: int) -> dict[str, Any]:
    """A chat of so many messages, the last of them the user's."""
    roles = ("user", "assistant")
    return {
        "Messages": [
            {
                "Role": roles[(count - 1 - i) % 2],
                "Content": f"Message {i}: what is to be said, in some words of usual length.",
            }
            for i in range(count)
        ]
    }


def chat_with_tools(count: int) -> dict[str, Any]:
    """A chat of so many messages in which the assistant calls a tool in every second turn of its own."""
    tools = [
        {
            "Function": {
                "Name": name,
                "Description": description,
                "Parameters": [{"Name": "city", "Type": "string"}, {"Name": "day", "Type": "string"}],
            }
        }
        for name, description in (("weather", "The weather of a day"), ("trains", "The next trains"))
    ]
    turn = [
        {"Role": "user", "Content": "How is the weather in Bern, and when does a train leave?", "ToolCalls": []},
        {
            "Role": "assistant",
            "Content": "",
            "ToolCalls": [
                {"Function": {"Name": "weather", "Arguments": {"city": "Bern"}}},
                {"Function": {"Name": "trains", "Arguments": {"city": "Bern"}}},
            ],
        },
        {"Role": "tool", "Content": "sunny, 21 degrees"},
        {"Role": "assistant", "Content": "It is sunny, and a train leaves at ten past nine.", "ToolCalls": []},
    ]
    messages = [turn[i % 4] for i in range(count - 1)] + [turn[0]]
    return {"Preamble": "", "System": "You work at a station.", "Tools": tools, "Messages": messages}
