"""The pages of the formats tell the truth."""

import datetime
import re
from pathlib import Path

import pytest

import formats
from formats.named import named_formats

PAGES = Path(__file__).parents[2] / "docs" / "formats"
FORMATS = {format.name: format for format in named_formats()}
DAY = datetime.date(2026, 8, 6)
CHAT = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Hello"},
    {"role": "assistant", "content": "Hi!"},
    {"role": "user", "content": "Bye"},
]
TOOL = {
    "type": "function",
    "function": {
        "name": "clock",
        "description": "Tells the time.",
        "parameters": {
            "type": "object",
            "properties": {"zone": {"type": "string", "description": "Where."}},
            "required": ["zone"],
        },
    },
}
CALL = {"id": "abcdef123", "type": "function", "function": {"name": "clock", "arguments": {"zone": "UTC"}}}
TOOL_CHAT = [
    {"role": "user", "content": "What time is it?"},
    {"role": "assistant", "content": "", "tool_calls": [CALL]},
    {"role": "tool", "content": "12:00", "name": "clock", "tool_call_id": "abcdef123"},
]


def shown(prompt):
    """Writes a prompt as the pages do: a mark for each line end and each blank at the end of a line."""
    return re.sub(r" +(?=\n|\Z)", lambda match: "·" * len(match[0]), prompt).replace("\n", "↵\n").rstrip("\n")


def blocks(page):
    return re.findall(r"^```text\n(.*?)\n```$", page, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", FORMATS)
def test_a_page_shows_the_prompt(name):
    format = FORMATS[name]
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    none = {"tools": []} if format.tools is formats.ToolUse.REQUIRED else {}
    expected = [shown(format.render(CHAT, date=DAY, **none))]
    if format.tools is not formats.ToolUse.NONE:
        expected.append(shown(format.render(TOOL_CHAT, tools=[TOOL], date=DAY)))
    assert blocks(page) == expected


@pytest.mark.parametrize("name", FORMATS)
def test_a_page_names_the_tokens(name):
    format = FORMATS[name]
    text = (PAGES / f"{name}.md").read_text(encoding="utf-8").replace("\\|", "|")
    assert text.startswith(f"# `{name}`\n")
    assert f"| First token | {f'`{format.bos}`' if format.bos else 'none in the text'} |" in text
    assert f"| End of a turn | `{format.eos}` |" in text
    opening = (
        f"`{shown(format.generation_prompt)}`".replace("\n", "") if format.generation_prompt else "nothing of its own"
    )
    assert f"| Opens the assistant's turn | {opening} |" in text
    assert f"| Stop words | {' '.join(f'`{word}`' for word in format.stop)} |" in text
    assert f"| Other names | {', '.join(f'`{alias}`' for alias in format.aliases) or 'none'} |" in text


def test_the_list_is_complete():
    page = (PAGES / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| \[`(\w+)`\]\(\1\.md\)", page, re.MULTILINE) == list(FORMATS)
    assert {path.stem for path in PAGES.glob("*.md")} == {"README", *FORMATS}
