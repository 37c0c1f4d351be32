import pytest

from gotmpl.ollama.scenarios import Scenario

TEMPLATE = "{{ range .Messages }}<{{ .Role }}>\n{{ .Content }}{{ end }}<assistant>\n"


def test_the_jinja_goes_to_stdout_and_the_proof_to_stderr(gotmpl):
    got = gotmpl("convert", "t.gotmpl", "--to", "jinja", files={"t.gotmpl": TEMPLATE})
    assert got.code == 0
    assert got.out.decode().endswith(
        "{%- for message in chat.messages %}\n"
        "    {{- '<' + message.role + '>\\n' + message.content }}\n"
        "{%- endfor %}\n"
        "{%- if add_generation_prompt %}\n"
        "    {{- '<assistant>\\n' }}\n"
        "{%- endif %}\n"
    )
    first, *notes = got.err.splitlines()
    assert first == "equal on 31 of 31 scenarios that the template renders"
    assert all(note.startswith("note: ") for note in notes)


def test_it_goes_to_a_file(gotmpl, tmp_path):
    printed = gotmpl("convert", "t.gotmpl", "--to", "jinja", files={"t.gotmpl": TEMPLATE})
    got = gotmpl("convert", "t.gotmpl", "--to", "jinja", "-o", "t.jinja")
    assert (got.code, got.out, got.err) == (0, b"", printed.err)
    assert (tmp_path / "t.jinja").read_bytes() == printed.out
    got = gotmpl("convert", "t.gotmpl", "--to", "jinja", "-o", "no/t.jinja")
    assert (got.code, got.err) == (2, "no/t.jinja: No such file or directory\n")


def test_what_it_makes_renders(gotmpl):
    gotmpl("convert", "t.gotmpl", "--to", "jinja", "-o", "t.jinja", files={"t.gotmpl": TEMPLATE})
    chat = '[{"role": "user", "content": "Hi"}]'
    got = gotmpl("render", "t.jinja", "--messages", chat)
    assert got.out == gotmpl("render", "t.gotmpl", "--messages", chat).out == b"<user>\nHi<assistant>\n"


def test_a_modelfile_and_stdin(gotmpl):
    modelfile = f'FROM x\nTEMPLATE """{TEMPLATE}"""\nSYSTEM Be brief.\nRENDERER qwen3-coder\n'
    got = gotmpl("convert", "Modelfile", "--to", "jinja", files={"Modelfile": modelfile})
    assert got.code == 0
    assert "note: SYSTEM and MESSAGE of the Modelfile are not in it; give them as the first messages\n" in got.err
    assert "note: RENDERER qwen3-coder is set, so Ollama does not use this TEMPLATE\n" in got.err
    assert gotmpl("convert", "-", "--to", "jinja", stdin=TEMPLATE.encode()).out == got.out


def test_scenarios_that_the_template_refuses_are_counted(gotmpl):
    source = "{{ range .Messages }}{{ if .ToolCalls }}{{ .Missing }}{{ end }}{{ end }}"
    got = gotmpl("convert", "-", "--to", "jinja", stdin=source.encode())
    assert got.code == 0
    assert "equal on 24 of 24 scenarios that the template renders; it refuses 7 more\n" in got.err


def test_what_jinja_cannot_say_is_shown_in_the_file(gotmpl):
    modelfile = 'FROM x\nTEMPLATE """{{ range .Messages }}\n{{ html .Content }}{{ end }}"""\n'
    got = gotmpl("convert", "Modelfile", "--to", "jinja", "-o", "t.jinja", files={"Modelfile": modelfile})
    assert (got.code, got.out) == (2, b"")
    assert got.err == (
        "html .Content cannot be converted: Jinja has nothing like html\n"
        "  in Modelfile:3:4\n"
        '3 | {{ html .Content }}{{ end }}"""\n'
        "  |    ^^^^^^^^^^^^^\n"
    )


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("{{ if }}", "missing value for if"),
        ("{% for m in messages %}{{ m.content }}{% endfor %}", "t.txt is a Hugging Face chat template already"),
    ],
)
def test_bad_input(gotmpl, source, said):
    got = gotmpl("convert", "t.txt", "--to", "jinja", files={"t.txt": source})
    assert (got.code, got.out) == (2, b"")
    assert said in got.err


def test_a_target_is_needed(gotmpl):
    assert "--to" in gotmpl("convert", "t.gotmpl", files={"t.gotmpl": TEMPLATE}).err
    assert gotmpl("convert", "t.gotmpl", "--to", "go").code == 2


CUT = "{{ range .Messages }}\n[{{ slice .Content 1 }}]{{ end }}"


@pytest.fixture
def scenario_that_differs(monkeypatch):
    """Adds a conversation on which characters and bytes are not the same."""
    scenarios = {
        "short": Scenario("one letter", ({"role": "user", "content": "ab"},)),
        "accents": Scenario("a letter of two bytes", ({"role": "user", "content": "a é c"},)),
        "more-accents": Scenario("a letter of two bytes first", ({"role": "user", "content": "éa c"},)),
    }
    monkeypatch.setattr("formats.convert.proof.SCENARIOS", scenarios)
    monkeypatch.setattr("gotmpl.cli.convert.SCENARIOS", scenarios)


@pytest.mark.usefixtures("scenario_that_differs")
def test_a_difference_is_shown_and_nothing_written(gotmpl, tmp_path):
    got = gotmpl("convert", "t.gotmpl", "--to", "jinja", "-o", "t.jinja", files={"t.gotmpl": CUT})
    assert (got.code, got.out) == (1, b"")
    assert not (tmp_path / "t.jinja").exists()
    assert got.err == (
        "equal on 2 of 3 scenarios that the template renders\n"
        "on more-accents (a letter of two bytes first) the prompts differ from character 3 on:\n"
        "  template ↵[�a·c]\n"
        "  Jinja    ↵[a·c]\n"
        "             ^\n"
        "  in t.gotmpl:2:2\n"
        "2 | [{{ slice .Content 1 }}]{{ end }}\n"
        "  |  ^^^^^^^^^^^^^^^^^^^^^^\n"
        "Nothing is written; --force writes the Jinja all the same.\n"
    )


@pytest.mark.usefixtures("scenario_that_differs")
def test_force_writes_it_with_the_warning(gotmpl):
    refused = gotmpl("convert", "-", "--to", "jinja", stdin=CUT.encode())
    got = gotmpl("convert", "-", "--to", "jinja", "--force", stdin=CUT.encode())
    assert got.code == 0
    assert b"message.content[1:]" in got.out
    assert got.err.startswith(refused.err.removesuffix("Nothing is written; --force writes the Jinja all the same.\n"))
    assert "counts characters" in got.err


def test_a_template_that_is_never_rendered_is_not_proven(gotmpl):
    source = b"{{ .System.Missing }}{{ range .Messages }}{{ end }}"
    got = gotmpl("convert", "-", "--to", "jinja", stdin=source)
    assert (got.code, got.out) == (1, b"")
    assert got.err.startswith("nothing is proven: Ollama renders the template on no scenario\n")
    assert "can't evaluate field Missing in type interface {}" in got.err
