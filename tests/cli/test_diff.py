"""``gotmpl diff``: what is compared, how it is written, and the exit status."""

import hashlib
import io
import json

import pytest
from rich.console import Console

from fake_ollama import fake_ollama
from formats.comparison.comparison import compare_sides
from gotmpl.cli.diff_findings import find
from gotmpl.cli.diff_sides import read_side
from gotmpl.cli.diff_text import print_findings
from gotmpl.ollama.scenarios import SCENARIOS, Scenario

GO = "{{ range .Messages }}<|{{ .Role }}|>\n{{ .Content }}<|end|>\n{{ end }}<|assistant|>\n"
JINJA = (
    "{% for m in messages %}{{ '<|' + m.role + '|>\n' + m.content + '<|end|>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|assistant|>\n' }}{% endif %}"
)
#: The line end behind the last token is lost, and tools' answers are refused.
WORSE = (
    "{% for m in messages %}\n"
    "{% if m.role == 'tool' %}{{ raise_exception('no tools here') }}{% endif %}\n"
    "{{ '<|' + m.role + '|>\n' + m.content + '<|end|>\n' }}{% endfor %}\n"
    "{% if add_generation_prompt %}\n"
    "{{ '<|assistant|>' }}{% endif %}"
)
FILES = {"a.gotmpl": GO, "b.jinja": JINJA, "w.jinja": WORSE, "Modelfile": f'FROM x\nTEMPLATE """{GO}"""\n'}
CHAT = '[{"role": "user", "content": "Hi"}]'


def lines(done):
    return done.out.decode().splitlines()


def test_equal(gotmpl):
    done = gotmpl("diff", "a.gotmpl", "b.jinja", files=FILES)
    assert (done.code, done.err) == (0, "")
    shown = lines(done)
    assert shown[:4] == [
        "A  a.gotmpl  a template of Ollama's",
        "B  b.jinja   a Hugging Face chat template",
        "",
        shown[3],
    ]
    assert shown[3].startswith("equal  30  user, system, turns")
    assert "  neighbours of one role are merged: neighbours" in shown
    assert shown[-1] == "30 of 30 equal"


def test_a_difference_is_shown_once_with_the_lines_of_both(gotmpl):
    done = gotmpl("diff", "Modelfile", "w.jinja", files=FILES)
    assert (done.code, done.err) == (1, "")
    text = done.out.decode()
    first = text.index("1. in 23: user, system, turns,")
    assert [line.split() for line in text[first:].splitlines()[3:6]] == [
        ["Modelfile:4", "w.jinja:7"],
        ["-", "<|assistant|>⟦↵⟧", "+", "<|assistant|>⟦⟧"],
        [],
    ]
    assert "2. " not in text
    assert text[text.index("Refused tool-history") :].splitlines()[:4] == [
        "Refused tool-history",
        "  w.jinja:2  no tools here",
        "    The template itself refuses these messages (raise_exception).",
        "",
    ]
    assert text[text.index("Refused by both think-tools") :].splitlines() == [
        "Refused by both think-tools",
        '  Modelfile  "x" does not support thinking',
        "  w.jinja:2  no tools here",
        "",
        "0 of 30 equal, 23 differ in white space, 1 refused by w.jinja, 6 refused by both",
    ]


def test_what_ollama_does_counts_if_strict(gotmpl):
    done = gotmpl("diff", "a.gotmpl", "b.jinja", "--strict", files=FILES)
    shown = done.out.decode()
    assert done.code == 1
    assert "Set aside" not in shown
    assert "neighbours" in shown[shown.index("1. ") :]


def test_an_own_conversation_comes_first_under_the_name_of_its_file(gotmpl):
    files = {**FILES, "chat.json": CHAT, "tools.json": '[{"type": "function", "function": {"name": "f"}}]'}
    done = gotmpl("diff", "a.gotmpl", "b.jinja", "--messages", "chat.json", "--format", "json", files=files)
    case = json.loads(done.out)["cases"][0]
    assert (case["name"], case["a"]) == ("chat.json", "<|user|>\nHi<|end|>\n<|assistant|>\n")
    arguments = ["--messages", "chat.json", "--tools", "tools.json", "--think", "--format", "json"]
    case = json.loads(gotmpl("diff", "a.gotmpl", "b.jinja", *arguments).out)["cases"][0]
    assert (case["verdict"], case["causes"]) == ("equal", ["left_out"])
    arguments = ["--messages", "user", "--format", "json"]
    done = gotmpl("diff", "a.gotmpl", "b.jinja", *arguments, files={"user": CHAT})
    assert [case["name"] for case in json.loads(done.out)["cases"]][:2] == ["--messages", "user"]


@pytest.mark.parametrize(
    ("given", "prompt"),
    [
        (CHAT, "<|user|>\nHi<|end|>\n<|assistant|>\n"),
        ('{"prompt": "P"}', "<|user|>\nP<|end|>\n<|assistant|>\n"),
        ('{"prompt": "P", "system": "S"}', "<|system|>\nS<|end|>\n<|user|>\nP<|end|>\n<|assistant|>\n"),
    ],
)
def test_a_request_on_the_command_line(gotmpl, given, prompt):
    done = gotmpl("diff", "a.gotmpl", "b.jinja", "--messages", given, "--format", "json", files=FILES)
    case = json.loads(done.out)["cases"][0]
    assert (case["name"], case["a"], case["b"]) == ("--messages", prompt, prompt)


def test_a_request_with_a_suffix(gotmpl):
    files = {"a.gotmpl": "{{ .Prompt }}|{{ .Suffix }}{{ .Response }}"}
    arguments = ["--messages", '{"prompt": "P", "suffix": "S"}', "--format", "json"]
    done = gotmpl("diff", "a.gotmpl", "a.gotmpl", *arguments, files=files)
    assert json.loads(done.out)["cases"][0]["a"] == "P|S"
    done = gotmpl("diff", "a.gotmpl", "b.jinja", *arguments, files={"b.jinja": JINJA})
    assert (done.code, done.out) == (2, b"")
    assert "b.jinja renders messages only: no suffix." in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no.gotmpl", "b.jinja"], "no.gotmpl: No such file"),
        (["a.gotmpl", "format:no"], "there is no format of the name 'no'"),
        (["broken.gotmpl", "b.jinja"], "broken.gotmpl:1"),
        (["a.gotmpl", "broken.jinja"], "broken.jinja:2"),
        (["no-template/Modelfile", "b.jinja"], "no-template/Modelfile"),
        (["-", "-"], "Only one of A, B, --messages and --tools can be -"),
        (["a.gotmpl", "b.jinja", "--think"], "are of the conversation that --messages gives"),
        (["a.gotmpl", "b.jinja", "--messages", '[{"role": 1}]'], "messages[0].role: must be text"),
        (["a.gotmpl", "b.jinja", "--messages", CHAT, "--tools", "[1]"], "tools[0]"),
        (["a.gotmpl", "b.jinja", "--messages", '{"prompt": "x", "raw": true}'], "uses neither A nor B"),
        (["a.gotmpl", "b.jinja", "--ollama", "http://localhost:1"], "--ollama is for models: ollama://NAME."),
        (["a.gotmpl", "b.jinja", "-o", "no/where"], "no/where: No such file"),
    ],
)
def test_what_cannot_be_compared(gotmpl, arguments, message):
    files = {**FILES, "broken.gotmpl": "{{ if }}", "broken.jinja": "x\n{% if %}"}
    done = gotmpl("diff", *arguments, files=files)
    assert (done.code, done.out) == (2, b"")
    assert message in done.err


def test_nothing_to_compare_is_no_equality(gotmpl):
    done = gotmpl("diff", "a.gotmpl", "r.jinja", files={**FILES, "r.jinja": "{{ raise_exception('Never.') }}"})
    assert done.code == 2
    assert lines(done)[-1] == "0 of 30 equal, 19 refused by r.jinja, 11 refused by both"
    assert done.err == "nothing to compare: no conversation has a prompt on both sides\n"


def test_a_renderer_is_told(gotmpl):
    files = {"Modelfile": "FROM x\nRENDERER y\n" + FILES["Modelfile"][7:], "b.jinja": JINJA}
    done = gotmpl("diff", "Modelfile", "b.jinja", files=files)
    assert (done.code, done.err) == (0, "Modelfile: RENDERER y is set, so Ollama does not use this TEMPLATE\n")


def test_guessed_tokens_and_endings_are_told(gotmpl):
    jinja = JINJA.replace("'<|end|>\n'", "eos_token").replace("{% for", "{{ bos_token }}{% for")
    go = GO.replace("<|end|>\n", "<|end|>")
    shown = lines(gotmpl("diff", "a.gotmpl", "b.jinja", files={"a.gotmpl": go, "b.jinja": jinja}))
    assert shown[2:4] == [
        "bos_token is told by no file; taken to be empty",
        "eos_token is told by no file; taken to be <|end|>",
    ]
    open_end = (
        "{{ range $i, $_ := .Messages }}<|{{ .Role }}|>\n{{ .Content }}"
        "{{ if gt (len (slice $.Messages $i)) 1 }}<|end|>\n{{ end }}{{ end }}"
    )
    shown = lines(gotmpl("diff", "a.gotmpl", "b.jinja", files={"a.gotmpl": open_end, "b.jinja": JINJA}))
    assert shown[2] == "prefill, assistant-only: rendered with continue_final_message=True, where both are most alike"


@pytest.mark.parametrize(
    ("name", "content", "place"),
    [
        ("x.jinja", WORSE, "x.jinja:7"),
        ("x.txt", WORSE, "x.txt:7"),
        ("chat_template.json", json.dumps({"chat_template": WORSE}), "chat_template.json, line 7 of its template"),
        (
            "tokenizer_config.json",
            json.dumps({"chat_template": WORSE}),
            "tokenizer_config.json, line 7 of its template",
        ),
    ],
)
def test_chat_templates(gotmpl, name, content, place):
    done = gotmpl("diff", "a.gotmpl", name, files={**FILES, name: content})
    assert done.code == 1
    assert place in done.out.decode()


def test_a_folder(gotmpl, tmp_path):
    (tmp_path / "model").mkdir()
    (tmp_path / "model/chat_template.jinja").write_text(JINJA)
    assert gotmpl("diff", "model", "a.gotmpl", files=FILES).code == 0


def test_a_gguf(gotmpl, tmp_path):
    gguf = pytest.importorskip("gguf")
    writer = gguf.GGUFWriter(tmp_path / "m.gguf", "llama")
    writer.add_chat_template(JINJA)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    assert gotmpl("diff", "a.gotmpl", "m.gguf", files=FILES).code == 0


def test_stdin(gotmpl):
    assert gotmpl("diff", "a.gotmpl", "-", stdin=JINJA.encode(), files=FILES).code == 0
    done = gotmpl("diff", "-", "b.jinja", stdin=GO.replace("<|end|>", "<|END|>").encode())
    assert done.code == 1
    assert "<stdin>:2" in done.out.decode()


def test_a_named_format(gotmpl):
    done = gotmpl("diff", "format:chatml", "format:im_start", "--format", "json")
    assert done.code == 0
    assert json.loads(done.out)["a"] == {"name": "format:chatml", "kind": "a named format", "lines": "template"}


def test_an_installed_model_and_one_of_a_server(gotmpl, tmp_path, monkeypatch):
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path))
    digest = hashlib.sha256(GO.encode()).hexdigest()
    (tmp_path / "blobs").mkdir()
    (tmp_path / f"blobs/sha256-{digest}").write_text(GO)
    manifest = tmp_path / "manifests/registry.ollama.ai/library/m/latest"
    manifest.parent.mkdir(parents=True)
    layer = {"mediaType": "application/vnd.ollama.image.template", "digest": f"sha256:{digest}"}
    manifest.write_text(json.dumps({"layers": [layer]}))
    assert gotmpl("diff", "ollama://m", "b.jinja", files=FILES).code == 0
    with fake_ollama({"m": {"template": GO.replace("<|end|>", "<|END|>"), "details": {"family": "llama"}}}) as (url, _):
        done = gotmpl("diff", "ollama://m", "b.jinja", "--ollama", url)
    assert done.code == 1
    assert "m, line 2 of its template" in done.out.decode()


def test_a_file_gets_the_text_without_colours(gotmpl, tmp_path):
    done = gotmpl("diff", "a.gotmpl", "w.jinja", "-o", "out.txt", "--color", files=FILES)
    assert (done.code, done.out) == (1, b"")
    assert (tmp_path / "out.txt").read_bytes() == gotmpl("diff", "a.gotmpl", "w.jinja").out


def test_colours_only_if_asked_for(gotmpl, monkeypatch):
    assert b"\x1b[" not in gotmpl("diff", "a.gotmpl", "w.jinja", files=FILES).out
    assert b"\x1b[" in gotmpl("diff", "a.gotmpl", "w.jinja", "--color").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert b"\x1b[" not in gotmpl("diff", "a.gotmpl", "w.jinja").out


# How a difference looks


@pytest.fixture
def findings(tmp_path):
    """Gives a function that compares two texts over a conversation."""

    def make(a, b, *contents):
        (tmp_path / "a.gotmpl").write_text(a, encoding="utf-8")
        (tmp_path / "b.gotmpl").write_text(b, encoding="utf-8")
        sides = [read_side(str(tmp_path / name), None) for name in ("a.gotmpl", "b.gotmpl")]
        for side, name in zip(sides, "ab", strict=True):
            side.side.name = name
        chats = {f"c{i}": Scenario("", ({"role": "user", "content": each},)) for i, each in enumerate(contents)}
        comparison = compare_sides(sides[0].side, sides[1].side, chats or {"user": SCENARIOS["user"]})
        return find(comparison, *sides, is_strict=False)

    return make


def shown(findings, width=80):
    """Gives the lines of the differences."""
    file = io.StringIO()
    print_findings(findings, Console(file=file, width=width, highlight=False, force_terminal=False))
    text = [line.rstrip() for line in file.getvalue().splitlines()]
    return text[text.index("") + 2 :][1:-2]


def test_lines_that_one_side_lacks(findings):
    found = findings("<|a|>\nx\n", "<|a|>\n<|b|>\ny\nx\n")
    assert shown(found) == [
        "1. user",
        "  a:2",
        "    <|a|>↵",
        "  - (nothing)",
        "    x↵",
        "  b:2",
        "    <|a|>↵",
        "  + <|b|>↵",
        "  + y↵",
        "    x↵",
    ]


def test_the_sides_stand_beside_each_other_on_a_wide_terminal(findings):
    found = findings("<|a|>\nx\n", "<|a|>\n<|b|>\ny\nx\n")
    rows = [(line[:50].rstrip(), line[50:].rstrip()) for line in shown(found, 100)]
    assert rows == [
        ("1. user", ""),
        ("    a:2", "    b:2"),
        ("    <|a|>↵", "    <|a|>↵"),
        ("  - (nothing)", "  + <|b|>↵"),
        ("", "  + y↵"),
        ("    x↵", "    x↵"),
    ]


def test_a_difference_within_a_line_is_in_brackets(findings):
    found = findings("x one\ttwo \u00a0y", "x one two y")
    assert shown(found) == [
        "1. user",
        "  a:1",
        "  - x·one⟦→ two·⍽⟧y",
        "  b:1",
        "  + x·one⟦·two·⟧y",
    ]


def test_long_text_is_cut(findings):
    long = "word " * 400
    found = findings(f"{long}A {long}", f"{long}B {long}")
    lines = shown(found)
    side = "".join(line[4:] for line in lines[2 : lines.index("  b:1")])
    assert side == "…" + "word·" * 24 + "⟦A⟧·" + ("word·" * 24)[:-1] + "…"
    found = findings("x", f"x{long}y")
    assert "… 1102 characters …" in " ".join(" ".join(shown(found)).split())


def test_a_line_that_goes_on_to_another_difference_says_so(findings):
    found = findings("<|a|> one is here <|b|>\n", "<|x|> one is here <|y|>\n")
    assert [line for line in shown(found) if line[2:3] in ("-", "+")] == [
        "  - ⟦<|a|>⟧·one·is·here·…",
        "  + ⟦<|x|>⟧·one·is·here·…",
        "  - …·one·is·here·⟦<|b|>⟧↵",
        "  + …·one·is·here·⟦<|y|>⟧↵",
    ]


def test_the_commonest_difference_comes_first(findings):
    found = findings(
        "{{ if eq .Prompt `xy` }}<|1|>{{ end }}{{ .Prompt }} and more\n<|2|>",
        "{{ .Prompt }} and more\n<|3|>",
        "xy",
        "y",
        "z",
    )
    assert [([case.name for case in each.cases], each.hunk.a) for each in found.differences] == [
        (["c0", "c1", "c2"], "<|2|>"),
        (["c0"], "<|1|>"),
    ]


def test_control_characters_do_not_reach_the_terminal(findings):
    assert any("<1B>[31mred" in line for line in shown(findings("\x1b[31mred", "blue")))


def test_nor_do_those_of_an_error(gotmpl):
    files = {**FILES, "r.jinja": "{{ raise_exception('a\n\\x1b[31mb') }}"}
    assert "  r.jinja:1  a <1B>[31mb\n" in gotmpl("diff", "a.gotmpl", "r.jinja", files=files).out.decode()


def test_what_is_not_of_the_kind_that_its_name_promises(gotmpl, tmp_path):
    (tmp_path / "model.gguf").write_bytes(b"version https://git-lfs.github.com/spec/v1\n")
    (tmp_path / "folder").mkdir()
    for name, message in (("model.gguf", "model.gguf is no GGUF"), ("folder", "no chat template in the folder folder")):
        done = gotmpl("diff", name, "b.jinja", files=FILES)
        assert (done.code, done.out) == (2, b"")
        assert message in done.err


def test_a_conversation_without_messages_is_none_for_transformers(gotmpl):
    done = gotmpl("diff", "a.gotmpl", "b.jinja", "--messages", "[]", files=FILES)
    assert done.code == 2
    assert "b.jinja renders messages only: there must be one at least." in done.err
