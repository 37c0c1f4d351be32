"""Golden files as pytest writes them and reports what is unused."""

import pytest

from gotmpl.testing import golden_plugin

TESTS = """
import pytest

@pytest.mark.parametrize("name", ["one", "two"])
def test_prompt(golden, name):
    golden(f"<{name}>\\n")

def test_named(golden):
    golden("first", "a")
    golden("second", "b")
"""

GOLDENS = """# The prompts that test_chat.py expects; pytest --gotmpl-update writes them.

== test_named: a
> first
! no line end

== test_named: b
> second
! no line end

== test_prompt[one]
> <one>

== test_prompt[two]
> <two>
"""


@pytest.fixture
def module(project):
    project.makepyfile(**{"tests/test_chat": TESTS})
    return project.path / "tests/test_chat.py"


@pytest.fixture
def goldens(module):
    path = module.parent / "goldens/test_chat.golden"
    path.parent.mkdir()
    path.write_text(GOLDENS, encoding="utf-8")
    return path


def section(result, title):
    """Gives the lines of a section of the terminal's summary."""
    lines = result.outlines
    start = next((i for i, line in enumerate(lines) if line.startswith("==") and f" {title} " in line), len(lines))
    end = next((i for i in range(start + 1, len(lines)) if lines[i].startswith("==")), len(lines))
    return [line for line in lines[start + 1 : end] if line]


def add_case(goldens, name):
    with goldens.open("a", encoding="utf-8") as file:
        file.write(f"\n== {name}\n> x\n")


@pytest.mark.parametrize("workers", [[], ["-p", "xdist.plugin", "-n2"]])
def test_an_update_creates_what_a_run_then_finds(project, module, workers):
    result = project.runpytest("--gotmpl-update", *workers)
    result.assert_outcomes(passed=3)
    assert section(result, "golden prompts") == ["4 created in:", "  tests/goldens/test_chat.golden"]
    assert (module.parent / "goldens/test_chat.golden").read_text("utf-8") == GOLDENS
    result = project.runpytest(*workers)
    result.assert_outcomes(passed=3)
    assert section(result, "golden prompts") + section(result, "unused golden prompts") == []


def test_without_an_update_nothing_is_written(project, module):
    project.runpytest().assert_outcomes(failed=3)
    assert not (module.parent / "goldens").exists()


@pytest.mark.parametrize("workers", [[], ["-p", "xdist.plugin", "-n2"]])
def test_an_update_changes_adds_and_removes(project, goldens, workers):
    goldens.write_text(GOLDENS.replace("<one>", "<1>").replace("test_named: b", "test_gone"), encoding="utf-8")
    result = project.runpytest("--gotmpl-update", *workers)
    assert section(result, "golden prompts") == [
        "1 created, 1 changed, 1 removed in:",
        "  tests/goldens/test_chat.golden",
    ]
    assert goldens.read_text("utf-8") == GOLDENS


def test_an_update_leaves_a_file_alone_that_is_right(project, goldens):
    goldens.write_bytes(GOLDENS.replace("\n", "\r\n").encode())
    assert section(project.runpytest("--gotmpl-update"), "golden prompts") == []
    assert b"\r\n" in goldens.read_bytes()


@pytest.mark.parametrize("workers", [[], ["-p", "xdist.plugin", "-n2"]])
def test_unused_goldens_are_reported_and_do_not_fail(project, goldens, workers):
    add_case(goldens, "test_gone[x]")
    add_case(goldens, "test_old")
    (goldens.parent / "test_nowhere.golden").write_text("== test_a\n> x\n", encoding="utf-8")
    result = project.runpytest(*workers)
    result.assert_outcomes(passed=3)
    assert result.ret == 0
    assert section(result, "unused golden prompts") == [
        "tests/goldens/test_chat.golden: test_gone[x], test_old",
        "tests/goldens/test_nowhere.golden: test_a",
        "No test asks for them; pytest --gotmpl-update removes them.",
    ]


@pytest.mark.parametrize(
    "options",
    [
        ["-k", "named"],
        ["-m", "not slow"],
        ["tests/test_chat.py::test_named"],
        ["tests/test_chat.py::test_named", "tests/test_chat.py::test_prompt"],
        ["--deselect", "tests/test_chat.py::test_named"],
        ["--setup-only"],
        ["--collect-only"],
        ["-p", "xdist.plugin", "-n1", "-k", "named"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("update", [[], ["--gotmpl-update"]], ids=["run", "update"])
def test_nothing_is_unused_in_a_run_of_some_tests(project, goldens, module, options, update):
    with module.open("a", encoding="utf-8") as file:
        file.write("\n@pytest.mark.slow\ndef test_slow(golden): golden('x\\n')\n")
    add_case(goldens, "test_slow")
    before = goldens.read_bytes()
    result = project.runpytest(*options, *update, "-W", "ignore")
    assert result.ret == 0
    assert section(result, "unused golden prompts") == []
    assert goldens.read_bytes() == before


@pytest.mark.parametrize(
    ("body", "options"),
    [
        ("assert False", []),
        ("pytest.skip()", []),
        ("pytest.xfail()", []),
        ("raise KeyboardInterrupt", []),
        ("assert False", ["-x"]),
        ("assert False", ["-p", "xdist.plugin", "-n2"]),
    ],
)
def test_nothing_is_unused_if_a_test_did_not_pass(project, goldens, module, body, options):
    module.write_text(f"{TESTS}\ndef test_last(golden):\n    {body}\n    golden('x')\n", encoding="utf-8")
    add_case(goldens, "test_last")
    result = project.runpytest_inprocess("--gotmpl-update", *options, no_reraise_ctrlc=True)
    assert "test_last" in goldens.read_text("utf-8")
    assert section(result, "unused golden prompts") == []


def test_nothing_is_unused_if_only_the_last_failures_run(project, goldens, module):
    project.makeini("[pytest]\naddopts = -p gotmpl\n")
    module.write_text(TESTS.replace("first", "other"), encoding="utf-8")
    project.runpytest().assert_outcomes(passed=2, failed=1)
    module.write_text(TESTS, encoding="utf-8")
    result = project.runpytest("--lf", "--gotmpl-update")
    result.assert_outcomes(passed=1)
    assert goldens.read_text("utf-8") == GOLDENS


def test_a_file_without_cases_is_deleted(project, goldens, module):
    module.write_text("def test(): pass\n", encoding="utf-8")
    result = project.runpytest("--gotmpl-update")
    assert section(result, "golden prompts") == ["4 removed in:", "  tests/goldens/test_chat.golden (deleted)"]
    assert not goldens.exists()


def test_modules_and_classes_do_not_share_names(project, module):
    module.write_text(
        "class TestA:\n    def test(self, golden): golden('a')\n"
        "class TestB:\n    def test(self, golden): golden('b')\n",
        encoding="utf-8",
    )
    project.makepyfile(**{"tests/test_other": "def test(golden): golden('c')"})
    result = project.runpytest("--gotmpl-update", "-p", "xdist.plugin", "-n2")
    assert section(result, "golden prompts") == [
        "3 created in:",
        "  tests/goldens/test_chat.golden",
        "  tests/goldens/test_other.golden",
    ]
    assert "== TestA::test\n> a\n! no line end\n\n== TestB::test\n> b\n" in (
        module.parent / "goldens/test_chat.golden"
    ).read_text("utf-8")
    project.runpytest().assert_outcomes(passed=3)


@pytest.mark.parametrize("options", [[], ["--gotmpl-update"]])
def test_a_broken_golden_file_fails_the_tests_and_is_left_alone(project, goldens, options):
    goldens.write_text("<<<<<<< HEAD\n", encoding="utf-8")
    result = project.runpytest(*options)
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(["E*DataError: *test_chat.golden:1: no case begins here"])
    assert goldens.read_text("utf-8") == "<<<<<<< HEAD\n"


def test_prompts_with_bytes_that_are_no_utf_8_come_through_a_worker(project, module):
    module.write_text("def test(golden): golden('a\\udcff\\r\\n')\n", encoding="utf-8")
    project.runpytest("--gotmpl-update", "-p", "xdist.plugin", "-n1").assert_outcomes(passed=1)
    assert "\\ a\\udcff\\r\n" in (module.parent / "goldens/test_chat.golden").read_text("utf-8")
    project.runpytest().assert_outcomes(passed=1)


def test_a_file_that_cannot_be_written_fails_the_run(project, module, monkeypatch):
    def fail(*args):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(golden_plugin, "format_goldens", fail)
    result = project.runpytest("--gotmpl-update")
    assert result.ret == 1
    assert section(result, "golden prompts") == ["cannot write tests/goldens/test_chat.golden: Permission denied"]
