"""Template coverage of a file: its numbers, what is missing, the table, the LCOV file, the pages."""

import re
from pathlib import Path

import pytest

import gotmpl
from gotmpl.exec.coverage import Counts, collecting
from gotmpl.testing import files
from gotmpl.testing.coverage import Tally, TemplateCoverage, total
from gotmpl.testing.coverage_files import Uncounted, measure, template_files
from gotmpl.testing.coverage_lcov import lcov
from gotmpl.testing.coverage_page import write_pages
from gotmpl.testing.coverage_table import missing, table


def covered(source, *datas, name="t.gotmpl"):
    """Renders the template in a file of that source on each of the data."""
    file = files.read(Path(name), source)
    with collecting() as collector:
        for data in datas:
            gotmpl.parse(file.text).render(data)
    return TemplateCoverage(name, file, collector.of(file.text))


MODELFILE = '''FROM x
TEMPLATE """
{{- if .System }}\u200b<sys>{{ .System }}
{{ else if .Tools }}
none

of these
{{ end }}
{{- range .Messages }}{{ .Content }}{{ break }}{{ end }}
{{- with .Think }} {{ end }}"""
SYSTEM s
'''


def test_white_space_and_comments_are_no_nodes():
    assert covered("{{/* c */}}\n \t{{if .A}} {{end}}\n").tally == Tally(1, 1, 2, 2, 0)


def test_numbers_of_a_template():
    coverage = covered(MODELFILE, {"System": "s", "Messages": [{"Content": "a"}]}, name="Modelfile")
    # Nodes: if, <sys>, .System, else if, none of these, range, .Content, break, with.
    assert coverage.tally == Tally(nodes=9, missed=2, branches=8, missed_branches=5, partial=3)
    assert coverage.lines == {3: 1, 4: 0, 5: 0, 7: 0, 9: 1, 10: 1}


def test_what_ollama_appends_is_no_node():
    file = files.read(Path("t.gotmpl"), "{{ .Prompt }}")
    with collecting() as collector:
        assert file.template.render([{"role": "user", "content": "u"}]) == "u"
    assert TemplateCoverage("t", file, collector.of(file.text)).tally == Tally(1, 0, 0, 0, 0)


def test_turns_of_a_legacy_template_count_together():
    source = "{{ if .System }}{{ .System }}{{ end }}{{ .Prompt }}|{{ .Response }}|end"
    file = files.read(Path("t.gotmpl"), source)

    def counts(*contents):
        roles = [("user", "assistant")[i % 2] for i in range(len(contents))]
        with collecting() as collector:
            file.template.render([{"role": role, "content": text} for role, text in zip(roles, contents, strict=True)])
        return {source[at:]: count for at, count in collector.of(source).nodes.items() if at >= source.index("|")}

    assert counts("a") == {"|{{ .Response }}|end": 1, "{{ .Response }}|end": 1}
    assert counts("a", "b", "c") == {"|{{ .Response }}|end": 2, "{{ .Response }}|end": 2, "|end": 1}


@pytest.mark.parametrize(
    ("tally", "percent", "shown", "down"),
    [
        (Tally(0, 0, 0, 0, 0), 100, "100%", "100.00%"),
        (Tally(3, 1, 0, 0, 0), 200 / 3, "67%", "66.66%"),
        (Tally(600, 1, 400, 2, 2), 99.7, "99%", "99.70%"),
        (Tally(1000, 1000, 4, 2, 0), 200 / 1004, "1%", "0.19%"),
        (Tally(2, 2, 2, 2, 0), 0, "0%", "0.00%"),
        (Tally(20000, 1, 0, 0, 0), 99.995, "99%", "99.99%"),
    ],
)
def test_percentages_are_full_or_nothing_only_if_they_are(tally, percent, shown, down):
    assert tally.percent == pytest.approx(percent)
    assert (tally.shown, tally.percent_down) == (shown, down)


def test_numbers_add_up():
    assert total([]) == Tally(0, 0, 0, 0, 0)
    assert total([covered("a{{if .}}b{{end}}", 1), covered("c")]) == Tally(4, 1, 2, 1, 1)


@pytest.mark.parametrize(
    ("source", "datas", "expected"),
    [
        ("a", [], "1"),
        ("a", [0], ""),
        ("{{if .}}\nyes\n\nyes\n{{else}}\nno\n{{end}}", [0], "2-4"),
        ("{{if .}}\nyes\n{{else}}\nno\n{{end}}", [1], "4"),
        ("{{if .}}\nyes\n{{else}}\nno\n{{end}}", [0, 1], ""),
        ("{{if .}}\nyes\n{{end}}\n", [1], "1->3"),
        ("{{if .}}yes{{end}}", [1], "1->end"),
        ("{{if .}}yes{{end}}", [0], "1:9"),
        ("{{if .}} \t yes{{end}}", [0], "1:12"),
        ("{{if .}}yes{{end}}", [], "1"),
        ("{{if .}}{{end}}", [0], "1->body"),
        ("{{if .}}{{else}}{{end}}", [1], "1->else"),
        ("{{if .}}\n{{else}}\n{{end}}", [1], "1->2"),
        ("{{if .}}a{{end}}{{if .}}b{{end}}", [1], "1:1->end, 1:17->end"),
        ("{{if .}}a{{end}}{{if .}}b{{end}}", [0], "1:9, 1:25"),
        ("{{if .}}a\nb{{end}}c\n{{if .}}\nd{{end}}", [0], "1:9-2, 4"),
        ("{{if .}}\n  a{{else if not .}}\n  b\n{{end}}", [1], "2:4-3"),
        ("{{range .}}\n{{.}}\n{{end}}x", [[1]], "1->3"),
        ("{{range .}}\n{{.}}\n{{end}}x", [[]], "2"),
        ("{{range .}}\n{{.}}\n{{else}}\n0\n{{end}}x", [[1]], "4"),
        ('{{define "d"}}\nd\n{{end}}x\n{{define "e"}}e{{end}}', [0], "2, 4"),
        ("{{range .}}\n{{continue}}\nx\n{{end}}", [[1], []], "3"),
        ("  x\n\n{{if\n.}} y {{end}}", [], "1-4"),
    ],
)
def test_what_is_missing(source, datas, expected):
    assert missing(covered(source, *datas)) == expected


def test_what_is_missing_has_the_lines_of_the_file():
    coverage = covered(MODELFILE, {"System": "s", "Messages": [{"Content": "a"}]}, name="Modelfile")
    assert missing(coverage) == "4-7, 9->end, 10->body"


def test_columns_count_what_ollama_drops():
    assert missing(covered('FROM x\nTEMPLATE """\u200b{{if .}}\u200ba{{end}}"""', 0, name="Modelfile")) == "2:23"


def test_a_condition_that_always_fails_took_no_way():
    coverage = TemplateCoverage("t", files.read(Path("t.gotmpl"), "{{if index . 1}}a{{end}}"), Counts())
    coverage.counts.nodes[0] = 2
    assert [(branch.never, branch.is_partial) for branch in coverage.branches] == [("always fails", True)]
    assert missing(coverage) == "1->end, 1:17"


def test_table():
    coverages = [
        covered("a{{if .}}\nb\n{{end}}", 0, name="long/name.gotmpl"),
        covered("a", 0, name="b.tmpl"),
    ]
    assert table(coverages) == [
        "Name               Nodes   Miss   Branch   BrPart   Cover   Missing",
        "-------------------------------------------------------------------",
        "long/name.gotmpl       3      1        2        1     60%   2",
        "b.tmpl                 1      0        0        0    100%",
        "-------------------------------------------------------------------",
        "TOTAL                  4      1        2        1     67%",
    ]


def test_lcov():
    coverages = [
        covered(MODELFILE, {"System": "s", "Messages": [{"Content": "a"}]}, {"System": "s"}, name="models/Modelfile"),
        covered("a\n\nb", name="b.tmpl"),
    ]
    assert lcov(coverages).splitlines() == [
        "TN:",
        "SF:models/Modelfile",
        "BRDA:3,0,0,2",
        "BRDA:3,0,1,0",
        "BRDA:4,1,0,-",
        "BRDA:4,1,1,-",
        "BRDA:9,2,0,1",
        "BRDA:9,2,1,1",
        "BRDA:10,3,0,0",
        "BRDA:10,3,1,2",
        "BRF:8",
        "BRH:4",
        "DA:3,2",
        "DA:4,0",
        "DA:5,0",
        "DA:7,0",
        "DA:9,2",
        "DA:10,2",
        "LF:6",
        "LH:3",
        "end_of_record",
        "TN:",
        "SF:b.tmpl",
        "BRF:0",
        "BRH:0",
        "DA:1,0",
        "DA:3,0",
        "LF:2",
        "LH:0",
        "end_of_record",
    ]


def text_of(html):
    """Gives the lines of code of a page, without what counts."""
    rows = re.findall(r"<pre>(.*?)</pre>", html, re.DOTALL)
    bare = [re.sub(r"<sup>.*?</sup>|<[^>]*>", "", row) for row in rows]
    return [row.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&") for row in bare]


def test_pages(tmp_path):
    first = covered(MODELFILE, {"System": "s", "Messages": [{"Content": "a"}]}, name="models/Modelfile")
    second = covered("<b>&{{if .}}\n{{end}}", 1, name="models/t.tmpl")
    third = covered("c", name="models_t.tmpl")
    write_pages([first, second, third], tmp_path / "a" / "b")
    pages = {path.name: path.read_text("utf-8") for path in (tmp_path / "a" / "b").iterdir()}
    index, page = pages.pop("index.html"), pages.pop("models_Modelfile.html")
    other, last = pages.pop("models_t.tmpl.html"), pages.pop("models_t.tmpl-2.html")
    assert pages == {}
    assert '<a href="models_t.tmpl-2.html">models_t.tmpl</a>' in index
    assert '<a href="models_Modelfile.html#L4">4-7</a>' in index
    assert text_of(page) == MODELFILE.splitlines()
    assert text_of(other) == ["<b>&{{if .}}", "{{end}}"]
    assert text_of(last) == ["c"]
    assert '<span class="part" title="reached once, never false">{{if .}}<sup>✓1 ✗0</sup></span>' in other
    assert "<em>if . never false</em>" in other
    assert '<span class="miss" title="not reached">{{ else if .Tools }}</span>' in page
    assert '<div class="row is-miss" id="L7"><i>7</i><i class="none">×0</i>' in page
    for html in (index, page, other):
        assert "<script" not in html
        assert not re.search(r"(?:src|href)=\"(?:https?:|//)", html)


def test_carriage_returns_make_no_lines_of_their_own(tmp_path):
    coverage = covered("a\r\n{{if .}}\r\n{{end}}\r\n", 1)
    assert missing(coverage) == "2->3"
    write_pages([coverage], tmp_path)
    assert "\r" not in (tmp_path / "t.gotmpl.html").read_bytes().decode()


def test_a_long_condition_is_cut(tmp_path):
    coverage = covered('{{if or "" "" "" "" "" "" "" "" "" "" "" "" "" ""}}a{{end}}', 0)
    write_pages([coverage], tmp_path)
    assert "<em>if or &quot;&quot; " in (tmp_path / "t.gotmpl.html").read_text("utf-8")
    assert "… never true</em>" in (tmp_path / "t.gotmpl.html").read_text("utf-8")


@pytest.fixture
def project(tmp_path):
    """Gives a folder with files, and a function that writes more."""

    def write(name, text="a"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    for name in ("Modelfile", "models/MODELFILE.small", "models/big.modelfile"):
        write(name, "FROM x\nTEMPLATE a\n")
    for name in ("models/a.gotmpl", "models/deep/b.TMPL", "models/notes.txt", "models/chat.jinja", "models/Dockerfile"):
        write(name)
    for name in (".git/a.gotmpl", "models/node_modules/a.gotmpl", "env/a.gotmpl", "env/pyvenv.cfg"):
        write(name)
    return tmp_path, write


def test_template_files_of_a_folder(project):
    folder, _ = project
    assert [path.relative_to(folder).as_posix() for path in template_files(folder)] == [
        "Modelfile",
        "models/MODELFILE.small",
        "models/a.gotmpl",
        "models/big.modelfile",
        "models/deep/b.TMPL",
    ]
    assert [*template_files(folder / "models" / "notes.txt")] == [folder / "models" / "notes.txt"]


def names(measured):
    return [each.name for each in measured.templates]


def test_without_a_path_loaded_files_below_the_roots_count(project):
    folder, write = project
    loaded = {path.resolve(): files.load(path) for path in (write("models/x.txt"), write("other/y.txt"))}
    assert names(measure({}, loaded, [], [folder / "models"])) == ["x.txt"]
    assert names(measure({}, loaded, [], [folder / "models", folder])) == ["other/y.txt", "x.txt"]


def test_with_a_path_all_templates_there_count_and_no_others(project):
    folder, write = project
    loaded = {path.resolve(): files.load(path) for path in (write("models/x.txt"), write("other/y.txt"))}
    assert names(measure({}, loaded, [folder / "models", folder / "models" / "a.gotmpl"], [folder])) == [
        "models/MODELFILE.small",
        "models/a.gotmpl",
        "models/big.modelfile",
        "models/deep/b.TMPL",
        "models/x.txt",
    ]
    outside = measure({}, loaded, [folder / "other" / "y.txt"], [folder / "models"])
    assert names(outside) == [(folder / "other" / "y.txt").resolve().as_posix()]


def test_counts_belong_to_all_files_of_that_text(project):
    folder, _ = project
    with collecting() as collector:
        files.load(folder / "models" / "a.gotmpl").template.go.render()
    measured = measure(collector.counts, {}, [folder / "models"], [folder])
    assert {each.name: each.tally.percent for each in measured.templates} == dict.fromkeys(names(measured), 100)


def test_files_without_a_template_are_named(project):
    folder, write = project
    write("bad/a.gotmpl", "{{ if }}")
    write("bad/Modelfile.broken", "FROM x\n\nTEMPLATE a{{ end }}\n")
    write("bad/Modelfile", "FROM llama3\n")
    write("bad/Modelfile.md", "Not one\n")
    (folder / "bad" / "gone.tmpl").symlink_to(folder / "nowhere")
    measured = measure({}, {}, [folder / "bad"], [folder])
    assert measured.templates == []
    assert measured.uncounted == [
        Uncounted("bad/Modelfile", "no TEMPLATE: Ollama would use the one of llama3, which is not in this file"),
        Uncounted("bad/Modelfile.broken", "line 3: unexpected {{end}}"),
        Uncounted("bad/Modelfile.md", measured.uncounted[2].reason),
        Uncounted("bad/a.gotmpl", "line 1: missing value for if"),
        Uncounted("nowhere", "No such file or directory"),
    ]
    assert "command must be one of" in measured.uncounted[2].reason
