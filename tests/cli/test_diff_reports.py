"""What ``gotmpl diff`` writes for programs, for browsers, and for GitHub."""

import json
import re
from html.parser import HTMLParser

import pytest

from cli.browser import CHROMIUM, DRIVER, browser

GO = "{{ range .Messages }}<|{{ .Role }}|>\n{{ .Content }}<|end|>\n{{ end }}<|assistant|>\n"
JINJA = (
    "{% for m in messages %}{% if m.role == 'tool' %}{{ raise_exception('no tools <here>') }}{% endif %}"
    "{{ '<|' + m.role + '|>\\n' + m.content + '<|end|>\\n' }}{% endfor %}\n"
    "{{ eos_token }}{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}"
)
FILES = {"a.gotmpl": GO, "b&<b>.jinja": JINJA}


@pytest.fixture(autouse=True)
def no_summary(monkeypatch):
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


@pytest.fixture
def report(gotmpl):
    """Gives a function that compares the two files and gives what is written in a form."""

    def make(form, *arguments, b="b&<b>.jinja", files=FILES, code=1):
        done = gotmpl("diff", "a.gotmpl", b, "--format", form, *arguments, files=files)
        assert (done.code, done.err) == (code, "")
        return done.out.decode()

    return make


# JSON


def test_json_has_all_of_it(report):
    found = json.loads(report("json"))
    assert [*found] == ["a", "b", "strict", "equal", "compared", "counts", "guessed_tokens", "cases", "differences"]
    assert found["a"] == {"name": "a.gotmpl", "kind": "a template of Ollama's", "lines": "file"}
    assert (found["strict"], found["equal"], found["compared"]) == (False, False, 23)
    assert found["counts"] == {"equal": 0, "space": 23, "different": 0, "refused": 1, "both_refused": 6}
    assert found["guessed_tokens"] == {"eos_token": ""}
    cases = {case["name"]: case for case in found["cases"]}
    user = cases["user"]
    assert user == {
        "name": "user",
        "title": "one question",
        "verdict": "space",
        "causes": [],
        "ending": "opened",
        "a": "<|user|>\nWhy is the sea salty?<|end|>\n<|assistant|>\n",
        "b": "<|user|>\nWhy is the sea salty?<|end|>\n<|assistant|>",
        "a_error": None,
        "b_error": None,
        "hunks": user["hunks"],
        "differences": [1],
    }
    (hunk,) = user["hunks"]
    assert hunk == {
        "a": "\n",
        "b": "",
        "before": "<|assistant|>",
        "after": "",
        "a_start": 51,
        "b_start": 51,
        "a_line": 3,
        "b_line": 2,
    }
    assert cases["neighbours"]["causes"] == ["merged"]
    assert cases["tool-history"]["b_error"] == {
        "message": "no tools <here>",
        "line": 1,
        "hint": "The template itself refuses these messages (raise_exception).",
    }
    (difference,) = found["differences"]
    assert difference["cases"] == [name for name, case in cases.items() if case["verdict"] == "space"]
    assert {key: difference[key] for key in ("number", "places", *hunk)} == {"number": 1, "places": 23, **hunk}


@pytest.mark.parametrize("form", ["text", "json", "html", "github"])
def test_bytes_that_are_no_text_can_be_written(report, form):
    files = {"a.gotmpl": GO + '{{ "\\xff" }}', "b.gotmpl": GO + '{{ "\\xfe" }}{{ "\\xff" }}'}
    assert "\ufffd" in report(form, b="b.gotmpl", files=files)


# GitHub


def test_github_gets_a_command_a_difference_and_a_refusal(report):
    lines = report("github").splitlines()
    assert len(lines) == 3
    assert lines[0].startswith(
        "::error file=a.gotmpl,line=3,title=gotmpl diff%3A difference in 23 conversations::"
        "a.gotmpl has <|assistant|>↵%0Ab&<b>.jinja has <|assistant|>%0AIn user, system, turns,"
    )
    assert lines[1] == (
        "::error title=gotmpl diff%3A refusal in 1 conversation::"
        "b&<b>.jinja refuses: no tools <here>%0AIn tool-history."
    )
    assert lines[2] == "0 of 30 equal, 23 differ in white space, 1 refused by b&<b>.jinja, 6 refused by both"


def test_a_command_is_on_the_file_of_a_or_else_of_b(report):
    files = {"a.gotmpl": GO, "x%,y:z.gotmpl": GO + "!"}
    assert "::error file=a.gotmpl,line=3," in report("github", b="x%,y:z.gotmpl", files=files)
    config = json.dumps({"chat_template": "{{ messages[0].content }}"})
    out = report(
        "github", b="tokenizer_config.json", files={"a.gotmpl": "{{ .Prompt }}!", "tokenizer_config.json": config}
    )
    assert "::error file=a.gotmpl,line=1," in out


def test_a_place_without_a_file_has_no_file(gotmpl):
    done = gotmpl("diff", "-", "format:chatml", "--format", "github", stdin=b"{{ .Prompt }}")
    assert done.out.startswith(b"::error title=")
    done = gotmpl("diff", "format:chatml", "x%,y.gotmpl", "--format", "github", files={"x%,y.gotmpl": "{{ .Prompt }}"})
    assert done.out.startswith(b"::error file=x%25%2Cy.gotmpl,line=1,title=")


def test_the_job_gets_a_summary(report, tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    (tmp_path / "summary.md").write_text("before\n")
    report("github")
    text = (tmp_path / "summary.md").read_text("utf-8")
    assert text.startswith("before\n### a.gotmpl and b&#38;&#60;b&#62;.jinja\n")
    assert "| neighbours | white space | neighbours of one role are merged | 1 |" in text
    assert "| tool-history | one refuses |  | no tools &#60;here&#62; |" in text
    assert "```diff\n@@ a.gotmpl:3 @@ b&<b>.jinja:2 @@\n- <|assistant|>↵\n+ <|assistant|>\n```\n" in text
    report("text")
    assert (tmp_path / "summary.md").read_text("utf-8") == text


def test_a_summary_that_cannot_be_written_is_told(gotmpl, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "no/where.md")
    done = gotmpl("diff", "a.gotmpl", "a.gotmpl", "--format", "github", files=FILES)
    assert done.code == 2
    assert "no/where.md: No such file" in done.err


# HTML


class _Page(HTMLParser):
    """The elements of a page, and whether they are closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.tags = [], [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        self.links += [value for name, value in attrs if name == "href"]
        if tag not in ("meta", "wbr", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_needs_nothing_else(report):
    text = report("html")
    page = _Page(text)
    assert page.open == []
    assert "script" not in page.tags
    assert "b" in page.tags
    assert not re.search(r"https?:|src=|url\(|@import", text)
    assert "b&amp;&lt;b&gt;.jinja" in text
    assert "b&<b>" not in text
    assert "no tools &lt;here&gt;" in text


def test_links_lead_somewhere_and_no_anchor_is_there_twice(report):
    page = _Page(report("html", "--messages", '[{"role": "user", "content": "<script>"}]'))
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert {"d1", "r1", "c-user", "c---messages"} <= set(page.ids)


def test_a_page_of_equal_templates_has_the_matrix_alone(report):
    text = report("html", b="a.gotmpl", code=0)
    assert "<h2>Conversations</h2>" in text
    assert "<h2>Differences</h2>" not in text


@pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="needs chromium and chromedriver")
def test_a_browser_shows_both_sides(report, tmp_path):
    (tmp_path / "page.html").write_text(report("html"), encoding="utf-8")
    with browser(tmp_path / "profile") as window:
        window.open(tmp_path / "page.html")
        texts = "return [...document.querySelectorAll(arguments[0])].map(each => each.textContent)"
        assert window.run(texts, "#d1 .side > b") == ["a.gotmpl:3", "b&<b>.jinja:2"]
        assert window.run(texts, "#d1 mark") == ["↵", ""]
        assert window.run(texts, "#d1 .token") == ["<|assistant|>", "<|assistant|>"]
        assert len(window.run(texts, ".matrix tbody tr")) == 30
        widths = "return [document.documentElement.scrollWidth, window.innerWidth]"
        assert window.run(widths)[0] <= window.run(widths)[1]
        assert window.call("POST", "/se/log", type="browser") == []
