"""``pytest --gotmpl-cov`` as a user runs it."""

import pytest

from gotmpl.testing import coverage_plugin, plugin

#: Runs in this process are to find these loaded.
LOADED = (coverage_plugin, plugin)

pytest_plugins = ["pytester"]

MODELFILE = '''FROM x
TEMPLATE """{{ if .System }}<sys>
{{ .System }}
{{ end }}
{{- range .Messages }}
{{- if eq .Role "user" }}
<user>{{ .Content }}
{{- else if eq .Role "tool" }}
<tool>{{ .Content }}
{{- end }}
{{- end }}
<assistant>"""
'''

TESTS = """
import pytest
from gotmpl import ollama
from gotmpl.testing import files

@pytest.mark.parametrize("number", range(4))
def test_chat(number):
    template = files.load("models/Modelfile").template
    messages = [{"role": "user", "content": "hi"}] + [{"role": "system", "content": "be"}] * (number == 3)
    assert "<user>hi" in template.render(messages)

def test_legacy():
    assert files.load("models/old.gotmpl").template.render([{"role": "user", "content": "hi"}]) == "hi"

def test_string():
    ollama.parse("{{ if .System }}[{{ .System }}]{{ end }}{{ .Prompt }}").render([{"role": "system", "content": "hi"}])
    ollama.parse("other").render()
"""

TABLE = [
    "Name                Nodes   Miss   Branch   BrPart   Cover   Missing",
    "-" * 69,
    "models/Modelfile       11      2        8        2     79%   5->11, 9",
    "models/old.gotmpl       5      0        2        0    100%",
    "-" * 69,
    "TOTAL                  16      2       10        2     85%",
]


@pytest.fixture
def project(pytester, monkeypatch):
    """Gives a project with templates and tests, and pytest in it, which loads no plugin that is not asked for."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeini("[pytest]\naddopts = -p gotmpl -p no:cacheprovider\n")
    pytester.makepyfile(TESTS)
    for name, text in {
        "Modelfile": MODELFILE,
        "old.gotmpl": "{{ if .System }}[{{ .System }}]{{ end }}{{ .Prompt }}",
        "never.tmpl": "{{ .Prompt }}",
    }.items():
        path = pytester.path / "models" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return pytester


def section(result):
    """Gives the lines of the report, without the line that ends the run."""
    lines = result.outlines
    start = next((i for i, line in enumerate(lines) if "template coverage" in line and line.startswith("==")), None)
    return [] if start is None else [line.rstrip() for line in lines[start + 1 :] if line and " passed" not in line]


@pytest.mark.parametrize("workers", [[], ["-p", "xdist.plugin", "-n0"], ["-p", "xdist.plugin", "-n2"]])
def test_the_table_is_the_same_with_any_number_of_workers(project, workers):
    result = project.runpytest_subprocess(*workers, "--gotmpl-cov")
    assert section(result) == TABLE
    assert result.ret == 0


def test_without_the_option_nothing_is_counted(project):
    result = project.runpytest_inprocess("--gotmpl-cov-fail-under=100", "--gotmpl-cov-html=pages")
    assert (section(result), result.ret) == ([], 0)
    assert not (project.path / "pages").exists()


def test_with_a_path_templates_that_no_test_ran_are_listed(project):
    lines = section(project.runpytest_inprocess("--gotmpl-cov=models"))
    assert lines[2:-2] == [TABLE[2], "models/never.tmpl       1      1        0        0      0%   1", TABLE[3]]


def test_only_the_paths_given_count(project):
    lines = section(project.runpytest_inprocess("--gotmpl-cov=models/old.gotmpl", "--gotmpl-cov=models/never.tmpl"))
    assert [line.split()[0] for line in lines[2:-2]] == ["models/never.tmpl", "models/old.gotmpl"]


@pytest.mark.parametrize(
    ("wanted", "status", "said"),
    [
        ("84.6", 0, []),
        ("85", 1, ["FAIL Required template coverage of 85% not reached. Total coverage: 84.61%"]),
    ],
)
def test_too_little_coverage_fails(project, wanted, status, said):
    result = project.runpytest_inprocess("--gotmpl-cov", f"--gotmpl-cov-fail-under={wanted}")
    assert section(result) == TABLE + said
    assert result.ret == status


def test_a_failed_test_is_not_hidden_by_coverage(project):
    project.makepyfile(test_bad="def test(): assert 0")
    assert project.runpytest_inprocess("--gotmpl-cov", "--gotmpl-cov-fail-under=1").ret == 1


def test_no_tests_are_not_hidden_by_coverage(project):
    result = project.runpytest_inprocess("--gotmpl-cov", "--gotmpl-cov-fail-under=1", "-k", "nothing")
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_the_options_may_stand_in_the_ini_file(project):
    project.makeini("[pytest]\naddopts = -p gotmpl --gotmpl-cov=models --gotmpl-cov-fail-under=99\n")
    assert project.runpytest_inprocess().ret == 1


def test_no_template_is_too_little(project):
    result = project.runpytest_inprocess("--gotmpl-cov", "--gotmpl-cov-fail-under=0", "-k", "string")
    assert section(result)[:2] == [
        "There is no template that a test loaded from a file.",
        "FAIL Required template coverage of 0% not reached: no template was counted.",
    ]
    assert result.ret == 1


def test_files_elsewhere_do_not_count_unless_asked_for(project):
    project.makepyfile(
        test_elsewhere="""
        from gotmpl.testing import files

        def test_elsewhere(tmp_path_factory):
            path = tmp_path_factory.getbasetemp().parent / "elsewhere.gotmpl"
            path.write_text("a{{ .Prompt }}")
            assert files.load(path).template.render() == "a"
        """
    )
    basetemp = project.path.parent / "elsewhere"
    basetemp.mkdir()
    run = [f"--basetemp={basetemp / 'temp'}"]
    assert section(project.runpytest_inprocess(*run, "--gotmpl-cov"))[:6] == TABLE
    lines = section(project.runpytest_inprocess(*run, f"--gotmpl-cov={basetemp}"))
    assert lines[2].split() == [f"{basetemp}/elsewhere.gotmpl", "2", "0", "0", "0", "100%"]


def test_reports_are_written(project):
    result = project.runpytest_inprocess(
        "--gotmpl-cov", "--gotmpl-cov-html=out/pages", "--gotmpl-cov-lcov=out/cov/template.info"
    )
    assert section(result)[6:] == [
        "Template coverage as HTML: out/pages/index.html",
        "Template coverage as LCOV: out/cov/template.info",
    ]
    assert (project.path / "out" / "pages" / "models_Modelfile.html").exists()
    tracefile = (project.path / "out" / "cov" / "template.info").read_text()
    assert "SF:models/Modelfile\n" in tracefile
    assert tracefile.count("end_of_record\n") == 2


@pytest.mark.parametrize("option", ["--gotmpl-cov-html=taken/pages", "--gotmpl-cov-lcov=taken/file"])
def test_a_report_that_cannot_be_written_fails(project, option):
    (project.path / "taken").write_text("a file")
    result = project.runpytest_inprocess("--gotmpl-cov", option)
    assert section(result)[6].startswith(f"FAIL cannot write {project.path / 'taken'}")
    assert result.ret == 1


def test_files_that_cannot_be_counted_are_named(project):
    (project.path / "models" / "Modelfile.base").write_text("FROM llama3\n")
    lines = section(project.runpytest_inprocess("--gotmpl-cov=models"))
    assert lines[-1].startswith("Not counted: models/Modelfile.base: no TEMPLATE")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--gotmpl-cov=nowhere"], "--gotmpl-cov: no such file or folder: *nowhere"),
        (["--gotmpl-cov-fail-under=101"], "*must be a number from 0 to 100, not '101'"),
        (["--gotmpl-cov-fail-under=x"], "*must be a number from 0 to 100, not 'x'"),
    ],
)
def test_a_wrong_option_is_a_usage_error(project, options, said):
    result = project.runpytest_inprocess(*options)
    result.stderr.fnmatch_lines([f"*{said}"])
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_collecting_tests_only_reports_nothing(project):
    result = project.runpytest_inprocess("--gotmpl-cov", "--gotmpl-cov-fail-under=100", "--collect-only")
    assert (section(result), result.ret) == ([], 0)


def test_a_worker_that_dies_is_named(project):
    project.makepyfile(test_bad="import os\n\ndef test(): os._exit(3)")
    result = project.runpytest_subprocess(
        "-p", "xdist.plugin", "-n1", "--gotmpl-cov", "--max-worker-restart=0", "test_bad.py"
    )
    assert "Lost: what gw0 counted, which ended early." in section(result)
