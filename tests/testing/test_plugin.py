"""The fixtures and assertions in pytest, as a user runs them."""

import subprocess
import sys

import pytest

from gotmpl.ollama.scenarios import SCENARIOS


def failures(result):
    """Gives the lines of what failed in Python tests, as pytest shows them behind an E."""
    return [line[1:].strip() for line in result.outlines if line.startswith("E ")]


def test_fixtures_and_assertions_work_together(project):
    project.mkdir("models")
    project.makefile(".gotmpl", **{"models/bare": "{{ .Prompt }}"})
    project.makepyfile(
        **{
            "tests/test_it": """
            import pytest
            from gotmpl.testing import Chat, Matrix, assert_equivalent, assert_lint_clean, assert_prompt

            @pytest.fixture(scope="module")
            def template(ollama_template):
                return ollama_template("../Modelfile")

            def test_template(template, chat):
                assert_prompt(
                    template.render(chat.user("Hi")),
                    "<user>Hi\\n<assistant>\\n",
                    contains=["Hi", "user"], not_contains="sys", starts_with="<user>", ends_with="\\n",
                )

            def test_other_folders(ollama_template, modelfile, chat):
                assert ollama_template("models/bare.gotmpl").render(chat.user("a")) == "a"
                assert ollama_template("{{ .Prompt }}!").render(chat.user("a")) == "a!"
                assert modelfile("Modelfile").system == "Be brief."

            def test_matrix(render_matrix):
                matrix = render_matrix("Modelfile")
                assert matrix == render_matrix("../Modelfile")
                assert matrix["user"] == "<sys>Be brief.\\n<user>Why is the sea salty?\\n<assistant>\\n"
                assert "does not support insert" in str(matrix["fill-in"])

            def test_equivalence(ollama_template):
                assert_equivalent(
                    ollama_template("Modelfile"), "chat_template.jinja", scenarios=["user", "system-two", "tools"]
                )

            def test_lint():
                assert_lint_clean("Modelfile", select=["GM"])
            """
        }
    )
    project.runpytest("tests").assert_outcomes(passed=5)


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        (
            "def test(): assert_prompt('a b\\nc', 'a  b\\nc')",
            [
                "AssertionError: the prompt is not what is expected: line 1 differs in white space",
                "1 - a··b↵",
                "^",
                "1 + a·b↵",
                "2   c",
                "(- expected, + rendered; · is a blank, ↵ a line end)",
            ],
        ),
        (
            "def test(): assert_prompt('a b\\nc d\\n', contains='c  d', not_contains=['b', 'x'], ends_with='d')",
            [
                "AssertionError: the prompt does not end with what is expected",
                "2 - d",
                "^",
                "2 + c·d↵",
                "^",
                "",
                "the prompt does not contain c··d; most like it is",
                "2 - c··d",
                "^",
                "2 + c·d",
                "",
                "the prompt contains b",
                "1   a·b↵",
                "^",
                "(- expected, + rendered; · is a blank, ↵ a line end)",
            ],
        ),
        (
            "def test(): assert_prompt('a', contains='elephant', starts_with='b')",
            [
                "AssertionError: the prompt does not begin with what is expected",
                "1 - b",
                "^",
                "1 + a",
                "^",
                "",
                "the prompt does not contain elephant; it is",
                "1   a",
                "(- expected, + rendered; · is a blank, ↵ a line end)",
            ],
        ),
        (
            "def test(golden): assert_prompt('a', golden=golden)",
            [
                "AssertionError: there is no golden prompt 'test' in goldens/test_it.golden",
                "the prompt is:",
                "1   a",
                "If it is right, write it with: pytest --gotmpl-update",
            ],
        ),
        (
            "def test(render_matrix): assert_prompt(render_matrix('Modelfile')['tools'], contains='a')",
            [
                "AssertionError: there is no prompt: registry.ollama.ai/library/x:latest does not support tools",
                "Send no tools, or give a template that uses .Tools.",
            ],
        ),
        (
            "def test(): assert_prompt('a')",
            ["TypeError: assert_prompt needs something to expect: the prompt, contains, ends_with, golden, …"],
        ),
        (
            "def test(): assert_equivalent('{{ .Prompt }}', '{{ .Prompt }}!', scenarios=['user', 'prefill', 'blank'])",
            [
                "AssertionError: the template and the template differ in 3 of 3 conversations",
                "3 different: user, prefill, blank",
                "",
                "user",
                "the template:1  - Why·is·the·sea·salty?",
                "the template:1  + Why·is·the·sea·salty?!",
                "^",
                "",
                "prefill",
                'the template:1  - List·three·primes·as·JSON.{"primes":·[',
                'the template:1  + List·three·primes·as·JSON.!{"primes":·[',
                "^",
                "",
                "blank",
                "the template    -",
                "the template:1  + !",
                "^",
            ],
        ),
        (
            "def test(): assert_equivalent('{{ .Prompt }}', '{{ .Prompt }}', scenarios=['user'], allow=['user'])",
            ["AssertionError: allow: user may differ, but do not; take them out"],
        ),
        (
            "def test(): assert_equivalent('{{ .Prompt }}', '{{ .Prompt }}', scenarios=['user'], allow=['turns'])",
            ["ValueError: allow: no conversation 'turns' was compared, but user"],
        ),
        (
            "def test(): assert_equivalent('{{ .Prompt }}', '{{ .Prompt }}', scenarios=['nobody'])",
            [f"ValueError: there is no scenario 'nobody', but {', '.join(SCENARIOS)}"],
        ),
        (
            "def test(): assert_equivalent('{{ .Prompt }}', '{{ .Prompt }}', scenarios=['fill-in'])",
            [
                "AssertionError: the template and the template: no conversation that both render",
                "fill-in",
                "the template refuses: the model does not support insert",
                "the template refuses: the model does not support insert",
            ],
        ),
        (
            "def test(): assert_equivalent('Modelfile', 'format:alpacca')",
            ["gotmpl.errors.FormatError: there is no format of the name 'alpacca'"]
            + ["Did you mean alpaca?"] * (sys.version_info >= (3, 11)),  # it is a note
        ),
        (
            "def test(): assert_lint_clean('Modelfile', select=['GT122'])",
            [
                "AssertionError: the linter finds fault with Modelfile",
                "Modelfile:7:1: warning GT122 last-message-idiom: behind a last message of the assistant a new turn is "
                "opened: the model cannot continue that message",
                "7 | {{- end }}<assistant>",
                "| ^^^^^^^^^^^^^^^^^^^^^",
                'the scenario "prefill" renders:',
                "> <user>List three primes as JSON.",
                '> <assistant>{"primes": [',
                "> <assistant>",
                ">",
                "Open the turn of the assistant only if the last message is not the assistant's.",
                "",
                "1 file: 1 warning",
            ],
        ),
        (
            "def test(): assert_lint_clean('Modelfile', ignore=['GT'], select=['GX'])",
            ["ValueError: there is no rule 'GX'; `gotmpl rule` lists them"],
        ),
        (
            "def test(golden): golden('a', ' b')",
            ["ValueError: the name of a golden prompt must be a short text on one line, not ' b'"],
        ),
    ],
)
def test_a_failure_says_what_is_wrong(project, test, expected):
    project.makepyfile(
        test_it=f"from gotmpl.testing import assert_equivalent, assert_lint_clean, assert_prompt\n\n{test}\n"
    )
    result = project.runpytest()
    result.assert_outcomes(failed=1)
    assert failures(result) == expected
    assert "src/gotmpl" not in result.stdout.str()


def test_two_matrices_are_compared(project):
    project.makepyfile(
        "def test(render_matrix): assert render_matrix('{{ .Prompt }}') == render_matrix('{{ .Prompt }}{{ .System }}')"
    )
    title, equal, different, *first = failures(project.runpytest())
    assert title == "AssertionError: assert render_matrix('the template') == render_matrix('the template')"
    assert equal.startswith("27 equal: user, turns, ")
    assert different == "5 different: system, system-turns, system-late, system-two, system-only"
    assert first == [
        "system, - left, + right:",
        "line 1 differs",
        "1 - Why·is·the·sea·salty?",
        "1 + Why·is·the·sea·salty?Answer·like·a·pirate.",
        "^^^^^^^^^^^^^^^^^^^^^",
    ]


def test_a_file_that_is_not_there_is_told_with_the_folders(project):
    project.makepyfile(**{"tests/test_it": "def test(modelfile): modelfile('models/Modelfile')"})
    root = project.path
    assert failures(project.runpytest()) == [
        f"FileNotFoundError: [Errno 2] no such file in {root / 'tests/models'} or {root / 'models'}: 'models/Modelfile'"
    ]


def test_a_template_that_does_not_parse_is_shown_in_its_file(project):
    (project.path / "Modelfile").write_text("FROM x\n\nTEMPLATE {{ .Prompt | foo }}\n", encoding="utf-8")
    project.makepyfile("def test(ollama_template): ollama_template('Modelfile')")
    result = project.runpytest()
    message, *note = failures(result)
    assert message == 'gotmpl.errors.ParseError: template: :1: function "foo" not defined'
    if sys.version_info >= (3, 11):
        assert note[:3] == ["Modelfile:3:", "3 | TEMPLATE {{ .Prompt | foo }}", "|                       ^^^"]
    assert "src/gotmpl" not in result.stdout.str()


def test_the_linter_reaches_nothing_that_coverage_counts(project):
    project.makepyfile(
        """
        from gotmpl.testing import assert_lint_clean
        def test(ollama_template):
            ollama_template("Modelfile")
            assert_lint_clean("Modelfile", ignore=["GT122"])
        """
    )
    result = project.runpytest("--gotmpl-cov")
    result.assert_outcomes(passed=1)
    result.stdout.re_match_lines([r"Modelfile +10 +10 +6 +0 +0%"])


def test_loading_the_plugin_loads_no_engine():
    program = "import pytest, sys; import gotmpl.testing.plugin; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "gotmpl.testing.plugin" in loaded
    heavy = ("pydantic", "lark", "jinja2", "yaml", "formats", "gotmpl.ollama", "gotmpl.exec", "gotmpl.golang")
    assert [name for name in loaded if name.startswith(heavy)] == []


def test_the_plugin_is_found_by_its_entry_point(pytester):
    result = pytester.runpytest_subprocess("--help")
    result.stdout.fnmatch_lines(["*templates under test (gotmpl)*", "*--gotmpl-update*"])


def test_where_nothing_could_be_compared_it_says_why(project):
    project.makepyfile(
        """
        from gotmpl.testing import assert_equivalent

        def test_refused():
            assert_equivalent("{{ index .Messages 99 }}", "{%- if true %}{{ raise_exception('no way') }}{% endif %}")

        def test_none():
            assert_equivalent("{{ .Prompt }}", "{{ .Prompt }}", scenarios=[])

        def test_messages(chat):
            assert_equivalent("{{ .Prompt }}", "{{ .Prompt }}", scenarios={"mine": chat.user("Hi")})
        """
    )
    result = project.runpytest()
    result.assert_outcomes(failed=2, passed=1)
    result.stdout.fnmatch_lines(
        ["E*no conversation that both render", "E*user", "E*refuses*index*", "E*refuses*no way"]
    )
    result.stdout.fnmatch_lines(["E*there is no conversation to compare"])


@pytest.mark.skipif(sys.version_info < (3, 11), reason="errors have no notes")
def test_what_to_do_about_a_broken_golden_file_is_told(project):
    project.makepyfile(test_it="def test(golden): golden('a')")
    project.mkdir("goldens").joinpath("test_it.golden").write_text("<<<<<<< HEAD\n", encoding="utf-8")
    project.runpytest().stdout.fnmatch_lines(
        ["E*test_it.golden:1: no case begins here", "E*Mend the line, or delete the file*"]
    )
