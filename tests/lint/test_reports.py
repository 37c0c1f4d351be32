"""Findings as text, JSON, SARIF, annotations and JUnit."""

import json
import re
from xml.etree import ElementTree

import pytest

from gotmpl import lint
from gotmpl.lint.junit import junit_report
from gotmpl.lint.report import Checked, github_report, json_report, summary, text_report
from gotmpl.lint.sarif import sarif_report

TEXT = (
    'FROM x\nTEMPLATE """{{ range .Tools }}{{ .Function }}{{ end }}\n'
    '<|User|>{{ .Prompt }}\x1b"""\nPARAMETER mirostat 1\n'
)
CHECKED = [
    Checked("a b/Modelfile", TEXT, lint.check(TEXT, file="a b/Modelfile")),
    Checked("clean.gotmpl", "", []),
]
FOUND = CHECKED[0].found


def test_the_text_has_place_line_and_carets():
    report = text_report(CHECKED)
    assert "a b/Modelfile:2:34: error GT103 go-struct-print: .Function reaches" in report
    assert '  2 | TEMPLATE """{{ range .Tools }}{{ .Function }}{{ end }}\n    |' + " " * 34 + "^" * 9 in report
    assert "Write {{ json .Function }}." in report
    assert "\x1b" not in report
    assert report.endswith(summary(CHECKED) + "\n")


def test_of_a_long_line_only_the_part_around_the_place_is_shown():
    text = "{{/* a */}}" * 50 + "{{ .System }}{{ range .Messages }}{{ .content }}{{ end }}" + "{{/* b */}}" * 50
    found = lint.check(text, kind="template", selection=lint.Selection(select=["GT104"]))
    line, carets = text_report([Checked("x", text, found)]).splitlines()[1:3]
    assert len(line) < 250
    assert line[carets.index("^") : carets.rindex("^") + 1] == "content"
    assert line.count("…") == 2


def test_the_text_can_be_coloured():
    assert "[red]error[/]" in text_report(CHECKED, lambda text, **style: f"[{style['fg']}]{text}[/]")


@pytest.mark.parametrize(
    ("checked", "line"),
    [([], "0 files: nothing found"), ([CHECKED[1]], "1 file: nothing found")],
)
def test_the_summary_counts(checked, line):
    assert summary(checked) == line


def test_the_summary_names_severities_and_fixes():
    assert re.fullmatch(r"2 files: \d+ errors?, \d+ warnings?(, \d+ infos?)?; --fix can change \d+", summary(CHECKED))


def test_the_json_has_every_finding():
    found = json.loads(json_report(CHECKED))
    assert [item["code"] for item in found] == [d.code for d in FOUND]
    first = next(item for item in found if item["code"] == "GT103")
    assert TEXT[first["offset"] : first["end"]] == ".Function"
    assert first["edits"] == [{"offset": first["offset"], "end": first["offset"], "text": "json "}]


def test_an_annotation_is_one_escaped_line():
    lines = github_report(CHECKED).splitlines()
    assert len(lines) == len(FOUND)
    assert all(
        re.match(r"::(error|warning|notice) file=a b/Modelfile,line=\d+,endLine=\d+,col=", line) for line in lines
    )
    text = "FROM x\nPARAMETER stop a,b:c%\nPARAMETER mirostat 1\n"
    [line] = github_report(
        [Checked("a,b:c.Modelfile", text, lint.check(text, selection=lint.Selection(select=["GM16"])))]
    ).splitlines()
    assert line.startswith("::warning file=a%2Cb%3Ac.Modelfile,line=3,endLine=3,col=11,endColumn=19,")
    assert "%0A" in line


def test_sarif_has_rules_regions_and_fixes():
    log = json.loads(sarif_report(CHECKED))
    [run] = log["runs"]
    assert log["version"] == "2.1.0"
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(lint.all_rules())
    assert len(run["results"]) == len(FOUND)
    for result, d in zip(run["results"], FOUND, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == d.code
        assert result["level"] in ("error", "warning", "note")
        [location] = result["locations"]
        region = location["physicalLocation"]["region"]
        assert location["physicalLocation"]["artifactLocation"]["uri"] == "a%20b/Modelfile"
        assert region["charOffset"] == d.offset
        assert (region["endLine"], region["endColumn"]) >= (region["startLine"], region["startColumn"])
        assert ("fixes" in result) == bool(d.edits)


def test_junit_has_a_suite_a_file_and_a_case_a_finding():
    root = ElementTree.fromstring(junit_report(CHECKED))
    suites = root.findall("testsuite")
    assert [suite.get("name") for suite in suites] == ["a b/Modelfile", "clean.gotmpl"]
    assert len(suites[0].findall("testcase")) == len(FOUND) == int(suites[0].get("tests"))
    assert len(suites[0].findall("testcase/failure")) == int(suites[0].get("failures"))
    assert [case.get("name") for case in suites[1].findall("testcase")] == ["clean"]


def test_junit_drops_what_xml_has_no_place_for():
    [d] = lint.check("FROM x\nSYSTEM a\x1bb\n", selection=lint.Selection(select=["GM06"]))
    text = junit_report([Checked("a\x00", "FROM x\nSYSTEM a\x1bb\n", [d])])
    assert ElementTree.fromstring(text)[0].get("name") == "a\ufffd"
