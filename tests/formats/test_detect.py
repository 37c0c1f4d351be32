"""Which format a template or a prompt is in."""

import json

import pytest

import formats
from formats.jinja import ChatTemplate
from gotmpl import FormatError, ollama

CHAT = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Q"},
    {"role": "assistant", "content": "A"},
    {"role": "user", "content": "Q2"},
]
TOOL = {"name": "f", "description": "d", "parameters": {"type": "object", "properties": {}}}


@pytest.mark.parametrize("name", formats.names())
@pytest.mark.parametrize("kind", ["jinja", "template"])
def test_our_own_templates_are_known(name, kind):
    text = getattr(formats.get(name), kind)
    best = formats.detect(text)[0]
    assert (best.name, best.distance) == (name, 0)
    assert best.evidence == f"it is the {'chat' if kind == 'jinja' else 'Go'} template of {name}"
    changed = formats.detect(text.replace("content", "text", 2).replace(".Content", ".Text", 1))[0]
    assert changed.name == name
    assert 0 < changed.distance < 100
    assert changed.evidence.startswith(f"{changed.distance} edits away from")


@pytest.mark.parametrize("name", formats.names())
def test_a_prompt_shows_its_marks(name):
    format = formats.get(name)
    has_tools = format.tools is not formats.ToolUse.NONE
    chat = [*CHAT[:2], {**CHAT[2], "thinking": "T"}] if format.thinking else CHAT
    prompt = formats.apply_chat_template(chat, name, tools=[TOOL] if has_tools else None)
    found = {match.name: match for match in formats.detect(prompt)}
    expected = "gemma" if name == "gemma3" else name  # only pictures tell them apart
    assert expected in found
    assert all(mark in found[expected].evidence for mark in formats.get(expected).marks)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "{% for m in messages %}<|im_start|>{{ m.role }}{{ m.content }}<|im_end|>{% endfor %}" + " " * 200,
            ["im_start"],
        ),
        ("<|im_start|><|im_sep|><|im_end|>" + " " * 200, ["phi_4", "im_start"]),
        ("[INST] <<SYS>> <</SYS>> [/INST]" + " " * 200, ["llama_2", "inst"]),
        ("[INST] x[/INST]" + " " * 200, ["inst"]),
        ("Hello", []),
        ("", []),
    ],
)
def test_the_format_with_most_marks_comes_first(text, names):
    assert [match.name for match in formats.detect(text)] == names


def test_a_template_may_be_given_as_an_object():
    format = formats.get("zephyr")
    for given in (format, ChatTemplate(format.jinja), ollama.parse(format.template)):
        assert formats.detect(given)[0].name == "zephyr"


def test_what_has_no_text_is_refused():
    with pytest.raises(FormatError, match="a template or a prompt is needed, not 3"):
        formats.detect(3)


def test_an_index_of_ollamas_form_is_known_as_well(tmp_path):
    index = tmp_path / "index.json"
    entries = [{"template": "{{ a }}" * 30, "name": "a-chat"}, {"template": "{{ b }}" * 30, "name": "b-chat"}]
    index.write_text(json.dumps(entries), encoding="utf-8")
    matches = formats.detect("{{ b }}" * 29 + "{{ b", index=index)
    assert [(match.name, match.distance) for match in matches] == [("b-chat", 3), ("a-chat", 33)]
    assert matches[0].evidence == f"3 edits away from a template of b-chat in {index}"
    assert formats.detect("{{ c }}" * 300, index=index) == []


def test_the_least_distance_of_a_name_counts(tmp_path):
    index = tmp_path / "index.json"
    entries = [{"template": "x" * n, "name": "x"} for n in (150, 110, 130)]
    index.write_text(json.dumps(entries), encoding="utf-8")
    assert [match.distance for match in formats.detect("x" * 112, index=index)] == [2]


@pytest.mark.parametrize("text", ["{", "[1]", '[{"name": "x"}]', "3"])
def test_a_file_that_is_no_index(tmp_path, text):
    (tmp_path / "index.json").write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match="is no index of templates"):
        formats.detect("x", index=tmp_path / "index.json")
