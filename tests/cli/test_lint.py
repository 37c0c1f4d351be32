"""``gotmpl lint`` and ``gotmpl rule``: files, options, exit statuses."""

import json

import pytest
from click.testing import CliRunner

from gotmpl.cli import main

BAD = "FROM x\nPARAMETER mirostat 1\n"
GOOD = "FROM x\nPARAMETER temperature 1\n"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda *args, **options: CliRunner().invoke(main, [*args], **options)


def write(folder, **files):
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")


def test_a_clean_file_exits_with_0(run, tmp_path):
    write(tmp_path, Modelfile=GOOD)
    result = run("lint", "Modelfile")
    assert (result.exit_code, result.output) == (0, "1 file: nothing found\n")


def test_a_finding_exits_with_1(run, tmp_path):
    write(tmp_path, Modelfile=BAD)
    result = run("lint", "Modelfile")
    assert result.exit_code == 1
    assert "Modelfile:2:11: warning GM16 deprecated-parameter" in result.output


def test_an_info_alone_exits_with_0(run, tmp_path):
    write(tmp_path, Modelfile="FROM ./a.gguf\n")
    result = run("lint", "Modelfile")
    assert result.exit_code == 0
    assert "info GM14" in result.output


@pytest.mark.parametrize(
    "args",
    [
        ("lint", "missing"),
        ("lint", "Modelfile", "--select", "GT9"),
        ("lint", "Modelfile", "--gguf", "Modelfile", "--chat-template", "Modelfile"),
        ("lint", "Modelfile", "--gguf", "missing"),
        ("lint",),
        ("rule", "GT9"),
    ],
)
def test_what_cannot_be_done_exits_with_2(run, tmp_path, args):
    write(tmp_path, Modelfile=GOOD)
    assert run(*args).exit_code == 2


def test_a_folder_is_searched_for_modelfiles_and_templates(run, tmp_path):
    names = ["Modelfile", "a__qwen_dot_Modelfile", "Modelfile_dot_q4"]
    others = ["README_dot_md", "_dot_git__Modelfile", "a__x_dot_txt"]
    write(tmp_path, **dict.fromkeys([*names, *others], BAD), a__b__x_dot_gotmpl="{{ .Prompt")
    found = json.loads(run("lint", ".", "--format", "json").output)
    assert {item["file"] for item in found} == {"Modelfile", "a/qwen.Modelfile", "a/b/x.gotmpl", "Modelfile.q4"}


def test_stdin_is_read_for_a_dash(run):
    result = run("lint", "-", input=BAD)
    assert result.exit_code == 1
    assert result.output.startswith("<stdin>:2:11:")


def test_fix_changes_the_file_and_diff_does_not(run, tmp_path):
    text = BAD + "# é\r\nSYSTEM hi\r\n"
    write(tmp_path, Modelfile=text)
    result = run("lint", "Modelfile", "--diff")
    assert result.exit_code == 0
    assert "-PARAMETER mirostat 1\n" in result.output
    assert (tmp_path / "Modelfile").read_bytes() == text.encode()
    assert run("lint", "Modelfile", "--fix").exit_code == 0
    assert (tmp_path / "Modelfile").read_bytes() == text.replace("PARAMETER mirostat 1\n", "").encode()


def test_fix_prints_what_came_from_stdin(run):
    result = run("lint", "-", "--fix", input=BAD)
    assert (result.exit_code, result.output) == (0, "FROM x\n")


def test_fix_leaves_a_file_alone_that_is_no_utf_8(run, tmp_path):
    data = BAD.encode("utf-16")
    (tmp_path / "Modelfile").write_bytes(data)
    assert run("lint", "Modelfile", "--fix").exit_code == 2
    assert (tmp_path / "Modelfile").read_bytes() == data
    assert run("lint", "Modelfile").exit_code == 1


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ("", 1),
        ('[tool.gotmpl.lint]\nignore = ["GM16"]\n', 0),
        ('[tool.gotmpl.lint]\nselect = ["GT"]\n', 0),
        ('[tool.gotmpl.lint]\nseverity = "error"\n', 0),
        ('[tool.gotmpl.lint]\nseverity = "warning"\n', 1),
        ('[tool.gotmpl.lint]\nseverity = "bad"\n', 2),
        ("[tool.gotmpl.lint]\nignore = 1\n", 2),
        ("[tool.gotmpl.lint]\nignored = []\n", 2),
        ('[tool.gotmpl.lint]\nignore = ["GX1"]\n', 2),
        ("[tool.gotmpl.lint\n", 2),
    ],
)
def test_pyproject_is_read(run, tmp_path, table, code):
    write(tmp_path, Modelfile=BAD, pyproject_dot_toml=table)
    assert run("lint", "Modelfile").exit_code == code


def test_the_command_line_goes_before_pyproject(run, tmp_path):
    write(tmp_path, Modelfile=BAD, pyproject_dot_toml='[tool.gotmpl.lint]\nselect = ["GT"]\ntarget = "0.5"\n')
    assert run("lint", "Modelfile", "--select", "GM16").exit_code == 1


def test_a_chat_template_is_compared(run, tmp_path):
    jinja = "{% if tools %}{{ tools }}{% endif %}"
    write(tmp_path, Modelfile="FROM x\nTEMPLATE {{ .Prompt }}\n", model_dot_jinja=jinja)
    result = run("lint", "Modelfile", "--chat-template", "model.jinja", "--select", "GT107")
    assert result.exit_code == 1
    assert "GT107" in result.output


@pytest.mark.parametrize("form", ["json", "sarif", "github", "junit"])
def test_every_format_names_the_finding(run, tmp_path, form):
    write(tmp_path, Modelfile=BAD)
    result = run("lint", "Modelfile", "--format", form)
    assert result.exit_code == 1
    assert "GM16" in result.output


def test_rule_prints_a_page(run):
    result = run("rule", "gt103")
    assert result.exit_code == 0
    assert result.output.startswith("# GT103 go-struct-print\n")
    assert run("rule", "go-struct-print").output == result.output


def test_rule_lists_all(run):
    lines = run("rule").output.splitlines()
    assert len(lines) > 47
    assert lines[0].startswith("GM00 ")
