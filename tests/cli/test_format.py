import json

import pytest

from formats import registry

CHAT = [{"role": "system", "content": "S"}, {"role": "user", "content": "Hi é"}]
PROMPT = "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nHi é<|im_end|>\n<|im_start|>assistant\n"
TOOL = {"type": "function", "function": {"name": "f", "description": "d", "parameters": {"type": "object"}}}


@pytest.mark.parametrize("name", ["chatml", "im_start"])
@pytest.mark.parametrize(
    "document",
    [
        json.dumps(CHAT),
        json.dumps({"model": "x", "messages": CHAT}),
        "\n".join(map(json.dumps, CHAT)),
        json.dumps({"system": "S", "messages": [{"role": "user", "content": [{"type": "text", "text": "Hi é"}]}]}),
        json.dumps({"conversations": [{"from": "system", "value": "S"}, {"from": "human", "value": "Hi é"}]}),
        json.dumps({"instruction": "Hi é", "system": "S"}),
    ],
)
def test_messages_in_any_shape(gotmpl, name, document):
    got = gotmpl("format", name, "--messages", "chat.json", files={"chat.json": document})
    assert (got.out.decode(), got.err, got.code) == (PROMPT, "", 0)


def test_one_message_on_stdin(gotmpl):
    got = gotmpl("format", "phi_3", "--messages", "-", stdin=json.dumps(CHAT[1]).encode())
    assert got.out.decode() == "<|user|>\nHi é<|end|>\n<|assistant|>\n"


def test_the_turn_of_the_assistant(gotmpl):
    chat = json.dumps(CHAT)
    assert (
        gotmpl("format", "chatml", "--messages", chat, "--no-generation-prompt").out.decode()
        == PROMPT[: -len("<|im_start|>assistant\n")]
    )
    chat = json.dumps([*CHAT, {"role": "assistant", "content": "A"}])
    assert gotmpl("format", "chatml", "--messages", chat).out.endswith(b"A<|im_end|>\n")
    assert gotmpl("format", "chatml", "--messages", chat, "--generation-prompt").out.endswith(b"assistant\n")


def test_tools(gotmpl):
    chat = json.dumps({"messages": CHAT, "tools": [TOOL]})
    inside = gotmpl("format", "qwen_2_5", "--messages", chat)
    assert b'"name": "f"' in inside.out
    for tools in (json.dumps([TOOL]), json.dumps(TOOL)):
        assert gotmpl("format", "qwen_2_5", "--messages", json.dumps(CHAT), "--tools", tools).out == inside.out
    assert b'"name": "f"' not in gotmpl("format", "qwen_2_5", "--messages", chat, "--tools", "[]").out


def test_thoughts(gotmpl):
    chat = json.dumps(CHAT)
    assert gotmpl("format", "qwen_3", "--messages", chat, "--think=false").out.endswith(b"<think>\n\n</think>\n\n")
    assert gotmpl("format", "qwen_3", "--messages", chat, "--think").out.endswith(b"assistant\n")
    got = gotmpl("format", "chatml", "--messages", chat, "--think")
    assert (got.code, got.out) == (2, b"")
    assert "The format chatml knows no thoughts." in got.err


def test_a_file_for_the_prompt(gotmpl, tmp_path):
    assert gotmpl("format", "chatml", "--messages", json.dumps(CHAT), "-o", "prompt.txt").out == b""
    assert (tmp_path / "prompt.txt").read_bytes() == PROMPT.encode()
    got = gotmpl("format", "chatml", "--messages", json.dumps(CHAT), "-o", "no/prompt.txt")
    assert (got.code, got.err.strip()) == (2, "no/prompt.txt: No such file or directory")


def test_colours(gotmpl):
    assert "↵" in gotmpl("format", "chatml", "--messages", json.dumps(CHAT), "--color").out.decode()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["format"], "Give a NAME and --messages, or --detect FILE."),
        (["format", "chatml"], "Give a NAME and --messages, or --detect FILE."),
        (["format", "chatml", "--messages", "-", "--tools", "-"], "Only one of --messages and --tools"),
        (["format", "chatml", "--detect", "x"], "--detect tells formats"),
        (["format", "chatmll", "--messages", "[]"], "there is no format of the name 'chatmll'"),
        (["format", "chatmll", "--messages", "[]"], "Did you mean chatml"),
        (["format", "chatml", "--messages", "[]"], "Messages are required."),
        (["format", "chatml", "--messages", "{}"], "there are no messages in it"),
        (["format", "chatml", "--messages", "["], "is not JSON"),
        (["format", "gemma", "--messages", '[{"content": "x"}]'], "messages[0].role: is missing"),
        (
            ["format", "chatml", "--messages", '[{"role": "user", "content": "x"}]', "--tools", "[]"],
            "no place for tools",
        ),
        (["format", "--detect", "nowhere"], "nowhere: No such file or directory"),
    ],
)
def test_what_is_refused(gotmpl, args, message):
    got = gotmpl(*args)
    assert (got.code, got.out) == (2, b"")
    assert message in got.err


@pytest.mark.parametrize(
    ("name", "content", "lines"),
    [
        ("t.jinja", "{% for m in messages %}<|im_start|>{{ m.role }}<|im_end|>{% endfor %}" + " " * 300, ["im_start"]),
        (
            "Modelfile",
            'FROM x\nTEMPLATE """<|im_start|>{{ .Prompt }}<|im_end|><|im_sep|>' + " " * 300 + '"""',
            ["phi_4", "im_start"],
        ),
        ("tokenizer_config.json", json.dumps({"chat_template": "<|header_start|><|header_end|>" * 30}), ["llama_4"]),
        ("prompt.txt", "<start_of_turn>user\nHi<end_of_turn>\n" * 20, ["gemma"]),
    ],
)
def test_detection(gotmpl, name, content, lines):
    got = gotmpl("format", "--detect", name, files={name: content})
    assert (got.code, got.err) == (0, "")
    assert [line.split()[0] for line in got.out.decode().splitlines()] == lines
    assert "  it has <" in got.out.decode()


def test_nothing_is_detected(gotmpl):
    got = gotmpl("format", "--detect", "x.txt", files={"x.txt": "Hello"})
    assert (got.code, got.out, got.err) == (1, b"", "x.txt: no format that is known\n")


def test_detection_with_an_index(gotmpl):
    index = json.dumps([{"name": "hello", "template": "Hello!"}])
    got = gotmpl("format", "--detect", "x.txt", "--index", "i.json", files={"x.txt": "Hello", "i.json": index})
    assert got.out.decode() == "hello  1 edits away from a template of hello in i.json\n"
    assert (
        "i.json is no index" in gotmpl("format", "--detect", "x.txt", "--index", "i.json", files={"i.json": "[1]"}).err
    )
    got = gotmpl("format", "--detect", "x.txt", "--index", "no.json")
    assert (got.code, "no.json: No such file or directory" in got.err) == (2, True)


def test_the_list_of_formats(gotmpl):
    got = gotmpl("formats")
    lines = got.out.decode().splitlines()
    assert lines[0].split() == ["NAME", "TOOLS", "THOUGHTS", "STOP", "WORDS"]
    assert any(line.split() == ["im_start,", "chatml", "no", "no", "<|im_start|>", "<|im_end|>"] for line in lines)
    assert any(line.split()[:3] == ["qwen_3", "yes", "yes"] for line in lines)


def test_the_list_of_formats_as_json(gotmpl, monkeypatch):
    monkeypatch.setattr(registry, "_registered", {"zz_own": len})
    listed = json.loads(gotmpl("formats", "--json").out)
    (llama_3,) = [each for each in listed if each["name"] == "llama_3"]
    assert llama_3["stop"] == ["<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"]
    assert llama_3["template"].startswith("{{-")
    assert listed[-1] == {"name": "zz_own"}
    assert "zz_own" in gotmpl("formats").out.decode()
