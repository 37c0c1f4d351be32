"""`gotmpl port`: what it writes, and that it passes."""

import ast
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl import modelfile, ollama
from gotmpl.cli.port_literal import comment, layout, literal
from gotmpl.cli.port_name import port_name
from gotmpl.cli.source import Source
from gotmpl.golden import parse_goldens
from gotmpl.ollama.scenarios import SCENARIOS

PAGE = (Path(__file__).parents[2] / "docs" / "port.md").read_text(encoding="utf-8")

PLAIN = "{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}"
CALLS = "{{ range .Messages }}{{ if .ToolCalls }}TAG{{ json .ToolCalls }}{{ end }}{{ .Content }}{{ end }}{{ .Tools }}"
DATED = "It is {{ currentDate }}, not {{ yesterdayDate }}." + PLAIN

#: Name of a file -> what is in it; a module is written for each.
FILES = {
    "plain.gotmpl": PLAIN,
    "legacy.tmpl": "{{ if .System }}<<{{ .System }}>>{{ end }}[{{ .Prompt }}] {{ .Response }}</s>",
    "fills in.gotmpl": "{{ .Prompt }}<gap>{{ .Suffix }}{{ .Response }}",
    "thinks.gotmpl": "{{ range .Messages }}{{ if .Thinking }}<think>{{ .Thinking }}</think>{{ end }}{{ end }}",
    "crashes.gotmpl": "{{ range .Messages }}{{ .Content }}{{ end }}{{ index .Messages 2 }}",
    "misspelt.gotmpl": "{{ range .Messages }}{{ .ToolCallsOfTheAssistant }}{{ end }}" + PLAIN,
    "crashes_always.gotmpl": "{{ range .Messages }}{{ end }}{{ index .Messages 99 }}",
    "addresses.gotmpl": "{{ if .System }}{{ .Messages }}{{ end }}" + PLAIN,
    "only_addresses.gotmpl": "{{ range .Messages }}{{ end }}{{ .Messages }}",
    "empty.gotmpl": "",
    "dated.gotmpl": DATED,
    "long_tag.gotmpl": CALLS.replace(
        "TAG", "<a 'call' with a name of some ninety characters, which fit on no line of eighty-eight>"
    ),
    "longer_tag.gotmpl": CALLS.replace("TAG", '<a "call" ' + "with a name of too many characters " * 5 + ">"),
    "wide_tag.gotmpl": CALLS.replace("TAG", "这是一个很长的标签" * 7 + "ノ｜é"),
    "3b's best (1).gotmpl": PLAIN,
    "模型.gotmpl": PLAIN,
    "модель.gotmpl": PLAIN,
    "Modelfile": f'FROM ./Nut-3.Q4_K_M.gguf\nTEMPLATE """{PLAIN}"""\nSYSTEM Be "brief".\nMESSAGE user Hi\n',
}

RENDERED_BY_ALL = ["user", "system", "turns", "prefill", "neighbours"]


@pytest.fixture
def port(gotmpl):
    """Runs `gotmpl port` with the files that it reads; it must succeed."""

    def run(*args, stdin=b"", files=None):
        done = gotmpl("port", *args, stdin=stdin, files=files)
        assert done.code == 0, done.err
        return done

    return run


def run_pytest(folder, *args):
    """Runs pytest as somebody who has gotmpl installed."""
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "gotmpl", "-p", "no:cacheprovider", *args]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8")


def goldens(folder, name):
    path = folder / "tests" / "goldens" / f"test_{name}.golden"
    return parse_goldens(path.read_text(encoding="utf-8"), path.name)


def module(folder, name):
    return (folder / "tests" / f"test_{name}.py").read_text(encoding="utf-8")


@pytest.fixture
def ported(port, tmp_path):
    """All files, ported, one from stdin, and one with a chat template."""
    for name, text in FILES.items():
        port(name, files={name: text})
    port("-", stdin=PLAIN.encode())
    jinja = "It is {{ strftime_now('%Y-%m-%d') }}.{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}"
    port("twin.gotmpl", "--chat-template", "twin.jinja", files={"twin.gotmpl": DATED, "twin.jinja": jinja})
    return tmp_path


def test_what_is_written_passes(ported):
    done = run_pytest(ported)
    assert done.returncode == 0, done.stdout
    written = len([*(ported / "tests").glob("test_*.py")])
    assert written == len(FILES) + 2
    # Each scenario but those with an address, and three or four tests more.
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > written * 20
    assert "unused" not in done.stdout


@pytest.mark.skipif(find_spec("ruff") is None, reason="ruff is for developers")
def test_what_is_written_is_formatted(ported):
    command = [sys.executable, "-m", "ruff"]
    options = ["--isolated", "--no-cache", str(ported / "tests")]
    rules = ["check", "--select=E,F,W,I,B,UP,SIM,C4,RUF,PT,ISC", "--line-length=120"]
    for arguments in (["format", "--diff"], ["format", "--diff", "--line-length=120"], rules):
        done = subprocess.run([*command, *arguments, *options], capture_output=True, text=True, encoding="utf-8")
        assert done.returncode == 0, done.stdout


def test_a_change_of_the_template_fails(port, tmp_path):
    jinja = "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}"
    port("t.gotmpl", "--chat-template", "t.jinja", files={"t.gotmpl": PLAIN, "t.jinja": jinja})
    (tmp_path / "t.gotmpl").write_text(f"{PLAIN}{{{{ .Nonsense }}}}{{{{ .Tools }}}} ")
    done = run_pytest(tmp_path, "tests", "--tb=no", "-rf")
    assert done.returncode == 1
    for test in (
        "test_prompt[user]",
        "test_refusal[tools-",
        "test_what_ollama_reads_in_it",
        "test_linter_finds_nothing_else",
        "test_chat_template_says_the_same",
    ):
        assert f"FAILED tests/test_t.py::{test}" in done.stdout


def test_the_page_shows_what_is_written(port, tmp_path):
    blocks = dict(re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
    (tmp_path / "models").mkdir()
    command, _, output = blocks["console"].partition("\n")
    assert command.startswith("$ gotmpl port ")
    files = {"models/Modelfile": blocks["modelfile"], "models/chat_template.jinja": blocks["jinja"]}
    done = port(*command.split()[3:], files=files)
    assert done.out.decode().replace("\\", "/") == output
    assert module(tmp_path, "sailor_3b") == blocks["python"]
    golden = tmp_path / "tests" / "goldens" / "test_sailor_3b.golden"
    assert f"\n{blocks['text']}" in golden.read_text(encoding="utf-8")


def test_prompts_are_those_of_the_server(port, tmp_path):
    port("Modelfile", files={"Modelfile": FILES["Modelfile"]})
    prompts = goldens(tmp_path, "nut_3")
    system = '<system>Be "brief".<user>Hi'
    assert prompts["test_prompt[turns]"] == (
        f"{system}\n\nWhy is the sea salty?<assistant>Rivers carry minerals.<user>And lakes?"
    )
    assert {f"test_prompt[{name}]" for name in RENDERED_BY_ALL} <= prompts.keys()
    listed = re.findall(r'^ {8}(?:\("|    "|")([\w-]+)", ?', module(tmp_path, "nut_3"), re.MULTILINE)
    assert {*listed} == {*SCENARIOS}


def test_the_day_is_fixed(port, tmp_path):
    port("dated.gotmpl", files={"dated.gotmpl": DATED})
    assert goldens(tmp_path, "dated")["test_prompt[user]"].startswith("It is 2025-01-15, not 2025-01-14.<user>")
    assert "fixed_day(date(2025, 1, 15))" in module(tmp_path, "dated")
    port("plain.gotmpl", files={"plain.gotmpl": PLAIN})
    assert "day" not in module(tmp_path, "plain")


def test_prompts_with_addresses_are_left_out(port, tmp_path):
    done = port("addresses.gotmpl", files={"addresses.gotmpl": FILES["addresses.gotmpl"]})
    prompts = goldens(tmp_path, "addresses")
    assert "test_prompt[user]" in prompts
    assert "test_prompt[system]" not in prompts
    assert "# Not system: there is an address in its prompt" in module(tmp_path, "addresses")
    assert "with an address in it" in done.err
    port("hex.gotmpl", files={"hex.gotmpl": f"0xc0ffee00{PLAIN}"})
    assert goldens(tmp_path, "hex")["test_prompt[user]"] == "0xc0ffee00<user>Why is the sea salty?"


def test_doubts_stand_where_they_are_proven(port, tmp_path):
    text = "{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}<assistant>{{ .Nonsense }}"
    port("t.gotmpl", files={"t.gotmpl": text})
    written = module(tmp_path, "t")
    lines = written.split("\n")
    (at,) = (i for i, line in enumerate(lines) if line.startswith("        # GT122 t.gotmpl:1: "))
    assert next(line for line in lines[at:] if "#" not in line) == '        "prefill",'
    assert re.search(r"^# GT138 t\.gotmpl:1: .*\n(?:#.*\n)*TEMPLATE = ", written, re.MULTILINE)
    assert 'ignore=["GT122", "GT138"]' in written
    port("clean.gotmpl", files={"clean.gotmpl": ""})
    assert "def test_template_is_lint_clean() -> None:\n    assert_lint_clean(TEMPLATE)\n" in module(tmp_path, "clean")


def test_a_chat_template_that_says_the_same_needs_no_list(port, tmp_path):
    jinja = "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}"
    port("t.gotmpl", "--chat-template", "t.jinja", files={"t.gotmpl": PLAIN, "t.jinja": jinja})
    assert "    assert_equivalent(TEMPLATE, CHAT_TEMPLATE)\n" in module(tmp_path, "t")


@pytest.mark.parametrize("name", ["", ".", "./chat_template.jinja"])
def test_a_chat_template_is_found_again_by_its_folder(port, tmp_path, name):
    jinja = "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}"
    port("t.gotmpl", "--chat-template", name, files={"t.gotmpl": PLAIN, "chat_template.jinja": jinja})
    path = "../chat_template.jinja" if name.endswith("jinja") else ".."
    assert f'CHAT_TEMPLATE = Path(__file__).parent / "{path}"\n' in module(tmp_path, "t")


def test_what_cannot_be_compared_is_told(port, tmp_path):
    jinja = "{% if true %}{{ raise_exception('never') }}{% endif %}"
    done = port("t.gotmpl", "--chat-template", "t.jinja", files={"t.gotmpl": PLAIN, "t.jinja": jinja})
    assert done.err == (
        "note: no test has t.jinja: no conversation has a prompt of both templates; gotmpl diff says why\n"
    )
    assert "equivalent" not in module(tmp_path, "t")


def test_stdin_is_copied(port, tmp_path):
    done = port("-", "-o", "t", stdin=PLAIN.encode())
    assert b"wrote " + os.fsencode(Path("t", "template.gotmpl")) in done.out
    assert (tmp_path / "t/template.gotmpl").read_text() == PLAIN
    assert '# A copy of what came on stdin.\nTEMPLATE = Path(__file__).parent / "template.gotmpl"\n' in (
        tmp_path / "t/test_template.py"
    ).read_text(encoding="utf-8")
    port("-", "-o", "t", stdin=FILES["Modelfile"].encode())
    assert (tmp_path / "t/nut_3.Modelfile").read_text() == FILES["Modelfile"]


@pytest.mark.parametrize(("system", "copy"), [("Be nice.", "gem_7b.Modelfile"), ("It rings:\a", "gem_7b.gotmpl")])
def test_an_installed_model_is_copied(port, tmp_path, monkeypatch, system, copy):
    model = ollama.Model("gem:7b", template=PLAIN, system=system, stop=("<user>",), family="qwen3")
    monkeypatch.setattr("gotmpl.ollama.store.installed_model", {"gem:7b": model}.__getitem__)
    port("ollama://gem:7b")
    text = (tmp_path / "tests" / copy).read_text(encoding="utf-8")
    if copy.endswith("Modelfile"):
        assert modelfile.parse(text).system == system
        assert goldens(tmp_path, "gem_7b")["test_prompt[user]"] == "<system>Be nice.<user>Why is the sea salty?"
    else:
        assert text == PLAIN
    assert "# A copy of ollama://gem:7b.\n" in module(tmp_path, "gem_7b")
    assert run_pytest(tmp_path).returncode == 0


def test_a_renderer_is_told(port):
    text = f"{FILES['Modelfile']}RENDERER qwen3-coder\n"
    done = port("Modelfile", files={"Modelfile": text})
    assert done.err == "note: RENDERER qwen3-coder is set, so Ollama does not use this TEMPLATE\n"


def test_no_file_is_written_over(gotmpl, tmp_path):
    assert gotmpl("port", "t.gotmpl", files={"t.gotmpl": PLAIN}).code == 0
    golden = tmp_path / "tests/goldens/test_t.golden"
    golden.unlink()
    test = tmp_path / "tests/test_t.py"
    test.write_text("# mine\n")
    done = gotmpl("port", "t.gotmpl")
    assert (done.code, done.out) == (2, b"")
    assert done.err.replace("\\", "/") == (
        "tests/test_t.py is there already\nWith --force it is written over, with -o another folder is written to.\n"
    )
    assert (test.read_text(), golden.exists()) == ("# mine\n", False)
    assert gotmpl("port", "t.gotmpl", "--force").code == 0
    assert test.read_text(encoding="utf-8").startswith('"""What Ollama makes of t:')
    assert golden.exists()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["bad.gotmpl"], "template: :1: missing value for if\n  in bad.gotmpl:1:7\n"),
        (["no_template.modelfile"], "no TEMPLATE: Ollama would use the one of x"),
        (["nowhere"], "nowhere: No such file or directory"),
        (["chat.jinja"], "chat.jinja is a Hugging Face chat template, not one of Ollama's"),
        (["t.gotmpl", "--chat-template", "nowhere.jinja"], "nowhere.jinja: No such file or directory"),
        (["t.gotmpl", "--chat-template", "t.gotmpl"], "t.gotmpl is no Hugging Face chat template"),
        (["t.gotmpl", "--chat-template", "-"], "--chat-template takes no -"),
        (["t.gotmpl", "-o", "chat.jinja"], "chat.jinja/test_t.py: "),
    ],
)
def test_what_is_refused(gotmpl, tmp_path, args, message):
    files = {
        "t.gotmpl": PLAIN,
        "bad.gotmpl": "{{ if }}",
        "no_template.modelfile": "FROM x\n",
        "chat.jinja": "{% for m in messages %}{{ m.content }}{% endfor %}",
    }
    done = gotmpl("port", *args, files=files)
    assert (done.code, done.out) == (2, b"")
    assert message in done.err.replace("\\", "/")
    assert not (tmp_path / "tests").exists()


@pytest.mark.parametrize(
    ("file", "model", "name"),
    [
        ("a/coder.Modelfile", "x", "coder"),
        ("a/Modelfile.coder", "x", "coder"),
        ("a/chatml.gotmpl", None, "chatml"),
        ("a/My Chat-Template v2.txt", None, "my_chat_template_v2"),
        ("a/3b.tmpl", None, "3b"),
        ("a/Modelfile", "llama3.2:1b", "llama3_2_1b"),
        ("a/Modelfile", "hf.co/somebody/Llama:latest", "llama"),
        ("a/Modelfile", "./Llama-4-Scout.Q4_K_M.gguf", "llama_4_scout"),
        ("a/Modelfile", "C:\\models\\phi", "phi"),
        ("a/Modelfile", ".", "a"),
        ("a/Modelfile", "scratch", "a"),
        ("a/Modelfile", "/var/lib/blobs/sha256-0123456789", "a"),
        ("a/template.gotmpl", None, "a"),
        ("+/template.gotmpl", None, "template"),
        ("-", None, "template"),
        ("-", "phi", "phi"),
        ("ollama://library/phi:latest", "library/phi:latest", "phi"),
    ],
)
def test_names(file, model, name):
    read = None if model is None else modelfile.parse(f"FROM {model}\nTEMPLATE x\n")
    assert port_name(file, Source(file, "x", read)) == name


VALUES = st.recursive(
    st.text(st.characters() | st.sampled_from("\"'\\ \n"), max_size=200),
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner),
    max_leaves=6,
)


@given(st.text(st.characters() | st.sampled_from("\"'\\\n")))
def test_a_literal_is_read_back(text):
    assert ast.literal_eval(literal(text)) == text


@given(VALUES, st.sampled_from([0, 4, 8]))
def test_a_layout_is_read_back(value, indent):
    lines = layout([value], indent=indent, before="x = ")
    assert ast.literal_eval("\n".join(lines).strip().removeprefix("x = ")) == [value]
    assert all(line.startswith(" " * indent) for line in lines)


@given(st.text(max_size=400), st.sampled_from([0, 8]))
def test_a_comment_is_nothing_else(text, indent):
    for line in comment(f"x {text}", indent):
        assert re.fullmatch(rf" {{{indent}}}# .*\S", line)
        assert len(line) <= 88
