"""``*.gotmpl.yaml`` files, in pytest and as they are read."""

import textwrap

import pytest

from gotmpl import DataError
from gotmpl.ollama.scenarios import SCENARIOS
from gotmpl.testing.expectation import Expectation
from gotmpl.testing.yaml_cases import JinjaTwin, read_tests


def read(text):
    return read_tests(textwrap.dedent(text).removeprefix("\n"))


def test_a_file_says_what_is_tested():
    tests = read(
        """
        modelfile: Modelfile
        cases:
          - name: all
            messages: [{role: user, content: Hi}]
            tools: []
            think: low
            expect:
              equals: |
                <user>Hi
              contains: Hi
              not_contains: [a, b]
              starts_with: "<"
              ends_with: "\\r\\n"
          - scenario: tools
            expect: {error: no tools}
          - {name: code, prompt: a, suffix: b, expect: {equals: ""}}
        jinja: {path: chat_template.jinja, allow: [tools]}
        lint: clean
        """
    )
    first, second, third = tests.cases
    assert (tests.template, tests.modelfile, tests.lint_line) == ("", "Modelfile", 18)
    assert tests.jinja == JinjaTwin("chat_template.jinja", 17, ("tools",))
    assert (first.name, first.line, first.error) == ("all", 3, None)
    assert first.scenario.messages[0].content == "Hi"
    assert (first.scenario.tools, first.scenario.think) == ((), "low")
    assert first.expectation == Expectation("<user>Hi\n", ("Hi",), ("a", "b"), "<", "\r\n")
    assert (second.name, second.scenario, second.error) == ("tools", SCENARIOS["tools"], "no tools")
    assert (third.scenario.prompt, third.scenario.suffix, third.scenario.tools) == ("a", "b", None)
    assert third.expectation == Expectation("")


def test_a_template_may_be_written_in_the_file():
    tests = read(
        """
        template: |-
          {{ .Prompt }}
          end
        lint: clean
        jinja: "{{ messages[0].content }}"
        """
    )
    assert (tests.template, tests.cases, tests.jinja) == (
        "{{ .Prompt }}\nend",
        (),
        JinjaTwin("{{ messages[0].content }}", 5),
    )


CASE = "template: a\ncases:\n  - "


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("", "1:1", "the file is empty", "There are template, modelfile, cases, jinja and lint."),
        ("- a\n", "1:1", "the file must have keys, such as template: …", ""),
        ("lint: clean\n", "1:1", "the file needs one of the keys template and modelfile", ""),
        ("template: a\nmodelfile: b\n", "1:1", "the file needs only one of the keys template and modelfile", ""),
        ("template: a\n", "1:1", "there is nothing to test", "There are cases, jinja and lint."),
        ("template: a\ncase: []\n", "2:1", "the file has no key 'case'", "Did you mean cases?"),
        ("template: a\ntemplate: b\n", "2:1", "the key template stands here twice", ""),
        ("template: 5\nlint: clean\n", "1:11", "template must be text", 'Put it in quotes: "5"'),
        ("template:\nlint: clean\n", "1:10", "template must be text", ""),
        ("template: ''\nlint: clean\n", "1:11", "template is empty", ""),
        ("template: a\nlint: true\n", "2:7", "lint can only be clean", "Write: lint: clean"),
        ("template: a\njinja: {allow: [user]}\n", "2:8", "jinja needs the key path", ""),
        (
            "template: a\njinja: {path: b, allow: [users]}\n",
            "2:25",
            "there is no scenario 'users'",
            "Did you mean user?",
        ),
        ("template: a\ncases: {}\n", "2:8", "cases must be a list of cases", "Begin each case with a dash: - name: …"),
        (f"{CASE}name: a\n", "3:5", "a case needs one of the keys scenario, messages and prompt", ""),
        (
            f"{CASE}{{messages: [], prompt: a}}\n",
            "3:5",
            "a case needs only one of the keys scenario, messages and prompt",
            "",
        ),
        (f"{CASE}{{name: a, prompt: a}}\n", "3:5", "a case needs the key expect", None),
        (f"{CASE}{{prompt: a, expect: {{error: a}}}}\n", "3:5", "a case needs the key name", ""),
        (f"{CASE}{{name: a, messages: [], suffix: b, expect: 1}}\n", "3:37", "a suffix goes with a prompt", ""),
        (f"{CASE}{{scenario: user, think: on, expect: 1}}\n", "3:29", "a scenario has its own think", ""),
        (f"{CASE}{{scenario: usr, expect: 1}}\n", "3:16", "there is no scenario 'usr'", "Did you mean user?"),
        (f"{CASE}{{scenario: user, expects: 1}}\n", "3:22", "a case has no key 'expects'", "Did you mean expect?"),
        (f"{CASE}{{scenario: user, expect: 1}}\n", "3:30", "expect must have keys, such as equals: …", ""),
        (f"{CASE}{{scenario: user, expect: {{}}}}\n", "3:30", "nothing is expected", None),
        (f"{CASE}{{scenario: user, expect: {{contains: []}}}}\n", "3:41", "contains is empty", ""),
        (
            f"{CASE}{{scenario: user, expect: {{contains: [a, no]}}}}\n",
            "3:45",
            "contains must be text",
            'Put it in quotes: "no"',
        ),
        (f"{CASE}{{scenario: user, expect: {{contains: ''}}}}\n", "3:41", "contains is empty", ""),
        (
            f"{CASE}{{scenario: user, expect: {{error: a, equals: b}}}}\n",
            "3:30",
            "where an error is expected, there is no prompt to expect anything of",
            "",
        ),
        (
            f"{CASE}name: a\n    messages:\n      - {{role: user}}\n      - {{content: a}}\n    expect: 1\n",
            "6:9",
            "messages[1].role: is missing",
            'Give each message a role, such as "user".',
        ),
        (f"{CASE}{{name: a, messages: a, expect: 1}}\n", "3:25", "messages: must be a list, not 'a'", ""),
        (f"{CASE}{{name: a, prompt: a, tools: [1], expect: 1}}\n", "3:34", "tools[0]: must be an object, not 1", ""),
        (
            f"{CASE}{{name: a, prompt: a, think: much, expect: 1}}\n",
            "3:33",
            'invalid think value: "much" (must be "high", "medium", "low", "max", true, or false)',
            "",
        ),
        (f'{CASE}{{name: "a\\nb", prompt: a, expect: {{error: a}}}}\n', "3:12", "a name must be one line", ""),
        (
            f"{CASE}{{scenario: user, expect: {{error: a}}}}\n  - {{scenario: user, expect: {{error: a}}}}\n",
            "4:5",
            "there are two cases of the name 'user'",
            "",
        ),
        (
            f"lint: clean\n{CASE}{{name: lint, prompt: a, expect: {{error: a}}}}\n",
            "4:5",
            "a case cannot be called lint, which is the name of another test here",
            "",
        ),
        (f"{CASE}{{name: a, messages: [2024-99-01], expect: 1}}\n", "3:25", None, ""),
        ("template: a: b\n", "1:12", "this is no YAML: mapping values are not allowed here", None),
        ("template: {a\n", "2:1", None, None),
        ("template: a\x00\n", "1:12", "this is no YAML: special characters are not allowed", ""),
    ],
)
def test_what_no_test_can_do_is_refused_with_its_place(text, place, message, hint):
    with pytest.raises(DataError) as caught:
        read_tests(text)
    error = caught.value
    assert f"{error.line}:{error.column}" == place
    assert message is None or str(error) == message
    assert hint is None or error.hint == hint


def test_each_case_is_a_test(project):
    project.makefile(
        ".gotmpl.yaml",
        **{
            "tests/chat": """
            modelfile: ../Modelfile
            jinja: {path: ../chat_template.jinja, allow: [user]}
            cases:
              - name: one question
                messages: [{role: user, content: Hi}]
                expect:
                  equals: |
                    <sys>Be brief.
                    <user>Hi
                    <assistant>
              - {scenario: tools, expect: {error: does not support tools}}
              - {name: prompt, prompt: Hello, expect: {contains: <user>Hello}}
            """
        },
    )
    result = project.runpytest("-v", "--deselect=tests/chat.gotmpl.yaml::jinja")
    result.assert_outcomes(passed=3, deselected=1)
    result.stdout.fnmatch_lines(
        ["tests/chat.gotmpl.yaml::one question PASSED*", "tests/chat.gotmpl.yaml::tools PASSED*"]
    )
    project.runpytest("tests/chat.gotmpl.yaml::prompt").assert_outcomes(passed=1)
    project.runpytest("-k", "question", "-p", "xdist.plugin", "-n2").assert_outcomes(passed=1)


def test_only_the_template_counts_where_only_the_template_is_named(project):
    project.makefile(
        ".gotmpl.yaml",
        chat="""
        template: Modelfile
        jinja: chat_template.jinja
        cases:
          - {scenario: user, expect: {equals: "<user>Why is the sea salty?\\n<assistant>\\n"}}
        """,
    )
    project.runpytest("-k", "user").assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "cases:\n  - name: a\n    prompt: Hi\n    expect:\n      equals: |-\n        Hi\n",
            [
                "chat.gotmpl.yaml:3: the prompt is not what is expected: it ends with a line end that is not expected",
                "  1 - Hi",
                "  1 + Hi↵",
                "        ^",
                "  (- expected, + rendered; · is a blank, ↵ a line end)",
                "In YAML a block after | ends with one line end, after |- with none, after |+ with all.",
            ],
        ),
        (
            "cases:\n  - {name: a, prompt: Hi, expect: {error: nothing}}\n",
            ["chat.gotmpl.yaml:3: there is no error 'nothing'; the prompt is:", "  1   Hi↵"],
        ),
        (
            "cases:\n  - {scenario: tools, expect: {error: nothing}}\n",
            [
                "chat.gotmpl.yaml:3: the error is another one than 'nothing': the model does not support tools",
            ],
        ),
        (
            "cases:\n  - {scenario: tools, expect: {contains: nothing}}\n",
            [
                "chat.gotmpl.yaml:3: there is no prompt: the model does not support tools",
                "Send no tools, or give a template that uses .Tools.",
            ],
        ),
        (
            "jinja: nowhere.jinja\n",
            ["chat.gotmpl.yaml:2: [Errno 2] no such file in FOLDER: 'nowhere.jinja'"],
        ),
    ],
)
def test_a_failure_says_where_the_test_is_and_what_is_wrong(project, text, shown):
    (project.path / "chat.gotmpl.yaml").write_text(f'template: "{{{{ .Prompt }}}}\\n"\n{text}', encoding="utf-8")
    result = project.runpytest()
    result.assert_outcomes(failed=1)
    lines = result.outlines
    start = next(i for i, line in enumerate(lines) if line.startswith("____")) + 1
    end = next(i for i, line in enumerate(lines) if "short test summary" in line)
    assert [line.replace(str(project.path), "FOLDER") for line in lines[start:end] if line] == shown
    result.stdout.fnmatch_lines(["FAILED chat.gotmpl.yaml::*"])


def test_a_template_in_the_file_is_linted(project):
    (project.path / "chat.gotmpl.yaml").write_text('template: "{{ .Prompt }}"\nlint: clean\n', encoding="utf-8")
    result = project.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["chat.gotmpl.yaml:2: the linter finds fault with the template", "the template:1:4: warning GT101 *"]
    )


def test_a_fault_of_the_template_is_shown_in_its_file(project):
    (project.path / "Modelfile").write_text("FROM x\n\nTEMPLATE {{ index .Messages 9 }}\n", encoding="utf-8")
    project.makefile(".gotmpl.yaml", chat="template: Modelfile\ncases:\n  - {scenario: user, expect: {contains: a}}\n")
    project.runpytest().stdout.fnmatch_lines(
        [
            "chat.gotmpl.yaml:3: there is no prompt: *",
            "Modelfile:3:",
            "3 | TEMPLATE {{ index .Messages 9 }}",
        ]
    )


def test_a_bad_file_is_an_error_of_the_collection(project):
    project.makefile(".gotmpl.yaml", **{"tests/chat": "template: a\ncase: []\n"})
    result = project.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        ["tests/chat.gotmpl.yaml:2: the file has no key 'case'", "2 | case: []", "  | ^^^^", "Did you mean cases?"]
    )


def test_other_yaml_is_left_alone(project):
    project.makefile(".yaml", chat="a: b\n")
    project.runpytest("chat.yaml").assert_outcomes()


def test_control_characters_do_not_reach_the_terminal(project):
    project.makefile(".gotmpl.yaml", bad="template: '{{ .Prompt }}'\n# \x1b]0;title\x07\n")
    project.makefile(
        ".gotmpl.yaml", worse='template: "{{ if }}\\e[31m"\ncases: [{scenario: user, expect: {contains: a}}]\n'
    )
    output = project.runpytest("--continue-on-collection-errors", "--color=no").stdout.str()
    assert "# ␛]0;title␇" in output
    assert "{{ if }}␛[31m" in output
    assert "\x1b" not in output


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_a_file_that_is_no_utf_8(project, encoding):
    (project.path / "bad.gotmpl.yaml").write_bytes("# é\n".encode(encoding))
    project.runpytest().stdout.fnmatch_lines(["*bad.gotmpl.yaml is no UTF-8 text; save it as that: *"])
