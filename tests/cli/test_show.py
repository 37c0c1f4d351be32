"""``gotmpl show``: lines with reasons and places, and JSON."""

import json

import pytest

CHATML = "{{ range .Messages }}<|im_start|>{{ .Role }}\n{{ .Content }}<|im_end|>\n{{ end }}<|im_start|>assistant\n"
MODELFILE = f'FROM llama3\nPARAMETER stop <|im_end|>\nTEMPLATE """{CHATML}{{{{ if .Tools }}}}Tools!{{{{ end }}}}"""\n'
LEGACY = "{{ .System }}\nUSER {{ .Prompt }}\nBOT {{ .Response }}</s>"
JINJA = (
    "{% for m in messages %}{{ content }}{{ tool_calls }}{% if m['role'] == 'tool' %}{% endif %}{% endfor %}{{ tools }}"
)


def lines(done):
    assert (done.code, done.err) == (0, "")
    return done.out.decode().splitlines()


def test_a_modelfile_is_shown_with_its_own_lines(gotmpl):
    shown = lines(gotmpl("show", "Modelfile", files={"Modelfile": MODELFILE}))
    assert shown[0] == "Modelfile"
    assert shown[1].startswith("rendered by      TEMPLATE")
    assert any(line.startswith("mode ") and line.endswith("(line 3)") for line in shown)
    tools = next(i for i, line in enumerate(shown) if line.startswith("tools "))
    assert shown[tools] == "tools            yes – .Tools is used (line 6)"
    assert "no name of a tool reaches the prompt" in shown[tools + 1]
    assert shown[tools + 2].strip().startswith("to get it: print the tools")
    assert "stop words       '<|im_end|>'" in shown
    assert "needs            Ollama 0.2.6 or later" in shown


def test_a_legacy_template_shows_the_cut_and_what_vanishes(gotmpl):
    shown = lines(gotmpl("show", "t.gotmpl", files={"t.gotmpl": LEGACY}))
    text = "\n".join(shown)
    assert "mode             turn by turn (legacy)" in text
    assert "cut              line 3, before '</s>'" in text
    assert "tool vanishes: its text reaches no prompt" in text
    assert "no PARAMETER stop is for '</s>'" in text


@pytest.mark.parametrize("option", ["--chat-template", "--gguf"])
def test_the_chat_template_of_the_gguf_may_win(gotmpl, option):
    files = {"t.gotmpl": CHATML, "chat_template.jinja": JINJA}
    shown = lines(gotmpl("show", "t.gotmpl", option, "chat_template.jinja", files=files))
    assert shown[1].startswith("rendered by      the chat template of the GGUF (Jinja); TEMPLATE is not used")
    assert shown[2] == "GGUF can do      tools"
    shown = lines(gotmpl("show", "t.gotmpl", option, "chat_template.jinja", "--go-template", "1", files=files))
    assert shown[1] == "rendered by      TEMPLATE – OLLAMA_GO_TEMPLATE is 1"


def test_the_environment_counts(gotmpl, monkeypatch):
    monkeypatch.setenv("OLLAMA_GO_TEMPLATE", "false")
    shown = lines(gotmpl("show", "t.gotmpl", files={"t.gotmpl": CHATML}))
    assert shown[1].startswith("rendered by      nothing – OLLAMA_GO_TEMPLATE is false")


def test_a_modelfile_without_template_still_tells_what_renders(gotmpl):
    shown = lines(
        gotmpl("show", "Modelfile", files={"Modelfile": "FROM x\nRENDERER qwen3-coder\nPARSER qwen3-coder\n"})
    )
    assert shown[1] == "rendered by      Ollama's built-in renderer and parser – RENDERER qwen3-coder is set"
    assert shown[2] == "template         none"


def test_gpt_oss_is_told_by_its_family(gotmpl):
    files = {"t.gotmpl": CHATML + "<|start|><|end|>"}
    shown = lines(gotmpl("show", "t.gotmpl", "--family", "gptoss", files=files))
    assert shown[1].startswith("rendered by      TEMPLATE, with the output read as harmony")


def test_json_has_everything_with_lines(gotmpl):
    done = gotmpl("show", "Modelfile", "--json", files={"Modelfile": MODELFILE})
    found = json.loads(done.out)
    assert found["file"] == "Modelfile"
    assert found["selection"]["source"] == "go_template"
    assert found["template"]["mode"]["lines"] == [3]
    tools = found["template"]["capabilities"][0]
    assert (tools["name"], tools["inferred"], tools["observed"], tools["lines"]) == ("tools", True, False, [6])


def test_a_template_that_does_not_parse_is_told_with_its_place(gotmpl):
    done = gotmpl("show", "Modelfile", files={"Modelfile": 'FROM x\nTEMPLATE """a\n{{ if }}"""\n'})
    assert done.code == 2
    assert "in Modelfile:3" in done.err


@pytest.mark.parametrize(("option", "file"), [("--chat-template", "none.jinja"), ("--gguf", "none.gguf")])
def test_a_file_that_is_not_there_is_told(gotmpl, option, file):
    done = gotmpl("show", "t.gotmpl", option, file, files={"t.gotmpl": CHATML})
    assert done.code == 2
    assert f"{file}: No such file" in done.err


def test_colours_only_if_asked_for(gotmpl):
    files = {"t.gotmpl": CHATML}
    assert b"\x1b[" not in gotmpl("show", "t.gotmpl", files=files).out
    assert b"\x1b[" in gotmpl("show", "t.gotmpl", "--color", files=files).out
