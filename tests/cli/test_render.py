import json

import pytest

CHAT = "{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ range .ToolCalls }}[{{ .Function.Name }}]{{ end }}{{ end }}"
FULL = """FROM x
TEMPLATE \"\"\"{{ if .Tools }}{{ .Tools }}{{ end }}{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}\"\"\"
SYSTEM Be brief.
MESSAGE user Hello
MESSAGE assistant Hi!
"""
LEGACY = "{{ if .System }}[{{ .System }}]{{ end }}{{ .Prompt }}>{{ .Response }}!"
FILL = "{{ if .Suffix }}<pre>{{ .Prompt }}<suf>{{ .Suffix }}<mid>{{ else }}{{ .Prompt }}{{ end }}"
THINK = """{{ range .Messages }}{{ if .Thinking }}<think>{{ .Thinking }}</think>{{ end }}{{ .Content }}{{ end -}}
{{ .Think }} {{ .ThinkLevel }} {{ .IsThinkSet }}"""
USER = [{"role": "user", "content": "Why?"}]


@pytest.mark.parametrize(
    ("messages", "want"),
    [
        (USER, "<user>Why?"),
        ({"messages": USER, "model": "x", "stream": False}, "<user>Why?"),
        ([{"role": "USER", "content": [{"type": "text", "text": "é"}]}], "<user>é"),
        ([{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}], "<assistant>[f]"),
        ([{"role": "user", "content": "see [img] [img]", "images": ["AA==", "AA=="]}], "<user>see [img-0] [img-1]"),
        ([*USER, {"role": "assistant", "content": ""}], "<user>Why?<assistant>"),
    ],
)
def test_messages_are_a_list_or_a_whole_request(gotmpl, messages, want):
    got = gotmpl(
        "render", "t.tmpl", "--messages", "chat.json", files={"t.tmpl": CHAT, "chat.json": json.dumps(messages)}
    )
    assert got == (0, want.encode(), "")


@pytest.mark.parametrize(
    "text",
    [
        '{"role": "user", "content": "a"}\n{"role": "assistant", "content": "b"}\n',
        '\n{"role": "user", "content": "a"}\n\n{"role": "assistant",\n"content": "b"}',
        '[{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]',
    ],
)
def test_messages_are_json_or_json_lines_in_a_file_on_stdin_or_inline(gotmpl, text):
    files = {"t.tmpl": CHAT, "chat": text}
    want = (0, b"<user>a<assistant>b", "")
    assert gotmpl("render", "t.tmpl", "--messages", "chat", files=files) == want
    assert gotmpl("render", "t.tmpl", "--messages", "-", stdin=text.encode()) == want
    assert gotmpl("render", "t.tmpl", "--messages", text) == want


def test_one_json_object_with_a_role_is_a_message(gotmpl):
    got = gotmpl("render", "t.tmpl", "--messages", '{"role": "user", "content": "a"}', files={"t.tmpl": CHAT})
    assert got.out == b"<user>a"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_json_may_begin_with_a_byte_order_mark(gotmpl, encoding):
    files = {"t.tmpl": CHAT, "chat.json": '[{"role": "user", "content": "é😀"}]'.encode(encoding)}
    assert gotmpl("render", "t.tmpl", "--messages", "chat.json", files=files).out == "<user>é😀".encode()


def test_half_a_character_is_replaced(gotmpl):
    got = gotmpl(
        "render", "t.tmpl", "--messages", r'[{"role": "user", "content": "\udc80x\ud800"}]', files={"t.tmpl": CHAT}
    )
    assert got == (0, "<user>\ufffdx\ufffd".encode(), "")


def test_the_template_may_come_from_stdin(gotmpl):
    messages = json.dumps(USER)
    assert gotmpl("render", "-", "--messages", messages, stdin=CHAT.encode()).out == b"<user>Why?"
    want = b"<system>Be brief.<user>Hello<assistant>Hi!<user>Why?"
    assert gotmpl("render", "-", "--messages", messages, stdin=FULL.encode()).out == want


def test_a_modelfile_brings_its_system_and_its_messages(gotmpl):
    files = {"Modelfile": FULL}
    got = gotmpl("render", "Modelfile", "--messages", json.dumps(USER), files=files)
    assert got == (0, b"<system>Be brief.<user>Hello<assistant>Hi!<user>Why?", "")
    own = json.dumps([{"role": "system", "content": "Own."}, *USER])
    assert gotmpl("render", "Modelfile", "--messages", own).out == b"<user>Hello<assistant>Hi!<system>Own.<user>Why?"


def test_system_stands_in_for_that_of_the_modelfile(gotmpl):
    got = gotmpl("render", "Modelfile", "--messages", json.dumps(USER), "--system", "Mine.", files={"Modelfile": FULL})
    assert got.out == b"<system>Mine.<user>Hello<assistant>Hi!<user>Why?"


def test_system_in_a_chat_request_is_passed_over_as_by_the_server(gotmpl):
    request = json.dumps({"messages": USER, "system": "no", "prompt": "no", "suffix": "no"})
    assert gotmpl("render", "t.tmpl", "--messages", request, files={"t.tmpl": CHAT}).out == b"<user>Why?"


@pytest.mark.parametrize(
    ("args", "want"),
    [
        (["--prompt", "Hi"], "Hi>"),
        (["--prompt", "Hi", "--system", "S"], "[S]Hi>"),
        (["--messages", '{"prompt": "Hi", "system": "S"}'], "[S]Hi>"),
        (["--messages", '{"prompt": "Hi", "system": "S"}', "--system", "T", "--prompt", "Ho"], "[T]Ho>"),
        (["--messages", '{"prompt": "Hi", "template": "<{{ .Prompt }}>"}'], "<Hi>"),
        (["--messages", '{"prompt": "Hi", "raw": true}'], "Hi"),
        (["--messages", '{"prompt": "Hi", "images": ["AA=="]}'], "[img-0]Hi>"),
        (["--messages", '{"prompt": "Hi", "system": null, "think": null}'], "Hi>"),
    ],
)
def test_a_prompt_is_a_request_to_generate(gotmpl, args, want):
    assert gotmpl("render", "t.tmpl", *args, files={"t.tmpl": LEGACY}) == (0, want.encode(), "")


def test_a_suffix_is_filled_in(gotmpl):
    want = b"<pre>def f(<suf>return x<mid>"
    files = {"t.tmpl": FILL}
    assert gotmpl("render", "t.tmpl", "--prompt", "def f(", "--suffix", "return x", files=files).out == want
    request = '{"prompt": "def f(", "suffix": "return x"}'
    assert gotmpl("render", "t.tmpl", "--messages", request).out == want


TOOL = {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}


@pytest.mark.parametrize("tools", [[TOOL], {"tools": [TOOL]}, TOOL])
def test_tools_come_from_their_own_option(gotmpl, tools):
    files = {"Modelfile": "FROM x\nTEMPLATE {{ range .Tools }}{{ .Function.Name }}{{ end }}{{ .Messages | len }}"}
    args = ["render", "Modelfile", "--messages", json.dumps({"messages": USER, "tools": []}), "--tools"]
    assert gotmpl(*args, json.dumps(tools), files=files).out == b"f1"
    assert gotmpl(*args, "-", stdin=json.dumps(tools).encode()).out == b"f1"


@pytest.mark.parametrize(
    ("args", "want"),
    [
        ([], "true medium true"),
        (["--think"], "true medium true"),
        (["--think=true"], "true medium true"),
        (["--think=false"], "false  true"),
        (["--think=low"], "true low true"),
        (["--think", "--system", ""], "true medium true"),
    ],
)
def test_think_may_stand_without_a_value(gotmpl, args, want):
    got = gotmpl("render", *args, "t.tmpl", "--messages", '[{"role": "user"}]', files={"t.tmpl": THINK})
    assert got == (0, want.encode(), "")


def test_think_of_the_command_line_wins(gotmpl):
    request = '{"messages": [{"role": "user"}], "think": "high"}'
    files = {"t.tmpl": THINK}
    assert gotmpl("render", "t.tmpl", "--messages", request, files=files).out == b"true high true"
    assert gotmpl("render", "t.tmpl", "--messages", request, "--think=low").out == b"true low true"


def test_earlier_thoughts_are_cut_for_the_family_in_from(gotmpl):
    messages = [{"role": "assistant", "content": "<think>a</think>b"}, *USER]
    for name, want in (("qwen3:8b", b"<assistant>b<user>Why?"), ("x", b"<assistant><think>a</think>b<user>Why?")):
        files = {"Modelfile": f"FROM {name}\nTEMPLATE {CHAT}"}
        assert gotmpl("render", "Modelfile", "--messages", json.dumps(messages), files=files).out == want


def test_the_prompt_goes_to_a_file_exactly(gotmpl, tmp_path):
    files = {"t.tmpl": "é\r\n{{ .Prompt }}"}
    assert gotmpl("render", "t.tmpl", "--prompt", "x\n", "-o", "out.txt", "--color", files=files) == (0, b"", "")
    assert (tmp_path / "out.txt").read_bytes() == "é\r\nx\n".encode()


def test_stdout_holds_the_prompt_alone_and_exactly(gotmpl):
    files = {"t.tmpl": "{{ .Prompt }}\r\n\t é<|x|>"}
    got = gotmpl("render", "t.tmpl", "--prompt", "a", files=files)
    assert got == (0, "a\r\n\t é<|x|>".encode(), "")
    assert gotmpl("render", "t.tmpl", "--prompt", "a", "--no-color") == got


def test_color_marks_tokens_and_white_space(gotmpl):
    got = gotmpl("render", "t.tmpl", "--prompt", "a", "--color", files={"t.tmpl": "<|x|> {{ .Prompt }}"})
    assert got.out.decode() == "\x1b[36m\x1b[1m<|x|>\x1b[0m\x1b[90m·\x1b[0ma\n"


def test_a_renderer_in_the_modelfile_is_told(gotmpl):
    got = gotmpl(
        "render", "Modelfile", "--prompt", "a", files={"Modelfile": "FROM x\nRENDERER y\nTEMPLATE {{ .Prompt }}"}
    )
    assert got == (0, b"a", "Modelfile: RENDERER y is set, so Ollama does not use this TEMPLATE\n")


@pytest.mark.parametrize(
    ("name", "text", "is_modelfile"),
    [
        ("Modelfile", "from x\ntemplate {{ .Prompt }}", True),
        ("my.modelfile", "# c\nFROM x\nTEMPLATE {{ .Prompt }}", True),
        ("Modelfile.txt", "FROM x\nTEMPLATE {{ .Prompt }}", True),
        ("qwen", "\n# c\n  system s\nFROM x\nTEMPLATE {{ .Prompt }}", True),
        ("qwen", "LICENCE s\nFROM x\nTEMPLATE {{ .Prompt }}", True),
        ("qwen", "{{ .Prompt }}\nFROMAGE", False),
        ("x.gotmpl", "FROM x\nTEMPLATE {{ .Prompt }}", False),
        ("x.txt", "FROM x\nTEMPLATE {{ .Prompt }}", False),
        ("x.TMPL", "FROM x\nTEMPLATE {{ .Prompt }}", False),
    ],
)
def test_what_a_file_is_follows_from_its_name_or_its_text(gotmpl, name, text, is_modelfile):
    got = gotmpl("render", name, "--prompt", "P", files={name: text})
    if "LICENCE" in text:
        assert got.code == 2
    else:
        assert got.out.decode() == ("P" if is_modelfile else text.replace("{{ .Prompt }}", "P"))


def test_a_run_has_bounds(gotmpl):
    endless = '{{ define "x" }}{{ template "x" . }}{{ end }}{{ template "x" . }}{{ .Prompt }}'
    got = gotmpl("render", "t.tmpl", "--prompt", "a", files={"t.tmpl": endless})
    assert (got.code, got.out) == (2, b"")
