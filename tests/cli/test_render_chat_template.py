import json

import pytest

TEXT = (
    "{{ bos_token }}{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}"
    "{% if tools %}({{ tools | tojson }}){% endif %}{% if add_generation_prompt %}[assistant]{% endif %}"
    "{{ enable_thinking }}"
)
CHAT = json.dumps([{"role": "user", "content": "<é>"}])
NOTE = ": a Hugging Face chat template; Jinja renders it as transformers does\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.jinja", TEXT),
        ("x.txt", TEXT),
        ("chat_template.json", json.dumps({"chat_template": TEXT})),
        ("listing.txt", "chat_template.json\n\n" + json.dumps({"chat_template": TEXT})),
    ],
)
def test_a_file(gotmpl, name, content):
    got = gotmpl("render", name, "--messages", CHAT, files={name: content})
    assert (got.out.decode(), got.err, got.code) == ("[user]<é>[assistant]", name + NOTE, 0)


def test_stdin(gotmpl):
    got = gotmpl("render", "-", "--messages", CHAT, stdin=TEXT.encode())
    assert (got.out.decode(), got.err) == ("[user]<é>[assistant]", "<stdin>" + NOTE)


def test_a_folder(gotmpl, tmp_path):
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "tokenizer_config.json").write_text(json.dumps({"chat_template": TEXT, "bos_token": "<s>"}))
    assert gotmpl("render", "model", "--messages", CHAT).out.decode() == "<s>[user]<é>[assistant]"


def test_a_gguf(gotmpl, tmp_path):
    gguf = pytest.importorskip("gguf")
    writer = gguf.GGUFWriter(tmp_path / "m.gguf", "llama")
    writer.add_chat_template(TEXT)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    got = gotmpl("render", "m.gguf", "--messages", CHAT)
    assert (got.out.decode(), got.err) == ("[user]<é>[assistant]", "m.gguf" + NOTE)


def test_the_rest_of_a_request(gotmpl):
    files = {"x.jinja": TEXT}
    tools = '[{"type": "function", "function": {"name": "f"}}]'
    got = gotmpl(
        "render", "x.jinja", "--messages", CHAT, "--tools", tools, "--think=false", "--system", "S", files=files
    )
    assert got.out.decode() == f"[system]S[user]<é>({tools})[assistant]False"
    assert gotmpl("render", "x.jinja", "--prompt", "P").out.decode() == "[user]P[assistant]"
    chat = '[{"from": "human", "value": "Q"}, {"from": "gpt", "value": "A"}]'
    assert gotmpl("render", "x.jinja", "--messages", chat).out.decode() == "[user]Q[assistant]A"


def test_a_request_that_no_chat_template_can_answer(gotmpl):
    got = gotmpl("render", "x.jinja", "--prompt", "P", "--suffix", "S", files={"x.jinja": TEXT})
    assert (got.code, got.out) == (2, b"")
    assert "A chat template renders messages only" in got.err


@pytest.mark.parametrize(
    ("content", "message", "place"),
    [
        ("a\n{% if %}", "Expected an expression, got 'end of statement block'", "x.jinja:2:1"),
        ("a\n{{ raise_exception('No.') }}", "No.", "x.jinja:2:1"),
        ('{"bos_token": "<s>"}', "there is no chat template in x.jinja", ""),
    ],
)
def test_an_error_shows_its_place(gotmpl, content, message, place):
    got = gotmpl("render", "x.jinja", "--messages", CHAT, files={"x.jinja": content})
    assert (got.code, got.out) == (2, b"")
    assert message in got.err
    assert place in got.err


def test_an_error_of_the_messages_shows_theirs(gotmpl):
    got = gotmpl("render", "x.jinja", "--messages", "[1]", files={"x.jinja": TEXT})
    assert got.code == 2
    assert "message 0: a dict" in got.err


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.gotmpl", "{% for x in y %}{{ .Prompt }}"),
        ("Modelfile", 'FROM x\nTEMPLATE """{% if x %}{{ .Prompt }}"""'),
        ("x.txt", "{ {{ .Prompt }} }"),
    ],
)
def test_a_go_template_stays_one(gotmpl, name, content):
    got = gotmpl("render", name, "--prompt", "P", files={name: content})
    assert got.err == ""
    assert b"P" in got.out
