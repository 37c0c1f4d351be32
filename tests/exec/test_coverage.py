"""Counting what a run reaches does not change the run, and counts what was reached."""

import random
import re
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gotmpl
from exec.odd_data import Odd
from gotmpl import Limits, parse
from gotmpl.exec.coverage import Collector, collecting
from gotmpl.exec.record import record
from gotmpl.parse.node import ActionNode, BranchNode, BreakNode, ContinueNode, TemplateNode, TextNode
from gotmpl.parse.visit import walk
from oracle.exec_data import FUNCS
from oracle.programs import Programs

COUNTED = (TextNode, ActionNode, BranchNode, TemplateNode, BreakNode, ContinueNode)
ADDRESS = re.compile("0x[0-9a-f]{6,}", re.IGNORECASE)
piece = re.compile(r"\{\{.*?\}\}|[^{]+").match


def counted(text, *datas):
    """Renders a template on each of the data, whatever comes of it, and gives the counts."""
    template = parse(text)
    with collecting() as collector:
        for data in datas:
            with suppress(gotmpl.ExecError):
                template.render(data)
    return collector.of(text)


def by_source(text, counts):
    return {piece(text, at)[0]: count for at, count in counts.items() if count}


@pytest.mark.parametrize(
    ("text", "datas", "nodes"),
    [
        ("a{{.A}}", [{}, {}], {"a": 2, "{{.A}}": 2}),
        ("{{if .A}}yes{{else}}no{{end}}", [{"A": 1}], {"{{if .A}}": 1, "yes": 1}),
        ("{{if .A}}yes{{else if .B}}no{{end}}", [{"B": 1}], {"{{if .A}}": 1, "{{else if .B}}": 1, "no": 1}),
        ("{{range .}}x{{break}}y{{end}}", [[1, 2]], {"{{range .}}": 1, "x": 1, "{{break}}": 1}),
        ("{{range .}}{{continue}}y{{end}}", [[1, 2]], {"{{range .}}": 1, "{{continue}}": 2}),
        ("{{$x := 1}}{{$x = 2}}", [0], {"{{$x := 1}}": 1, "{{$x = 2}}": 1}),
        ("{{print (print (print .))}}", [0], {"{{print (print (print .))}}": 1}),
        ('{{define "d"}}d{{end}}{{define "e"}}e{{end}}{{template "d"}}', [0], {"d": 1, '{{template "d"}}': 1}),
        ('{{block "d" .}}d{{.}}{{end}}', [0], {'{{block "d" .}}': 1, "d": 1, "{{.}}": 1}),
        ("a{{index . 5}}b", [[]], {"a": 1, "{{index . 5}}": 1}),
        ("{{with .A}}b{{end}}", [{"A": 0}], {"{{with .A}}": 1}),
        ("{{/* c */}}", [0], {}),
    ],
)
def test_each_text_and_action_counts_as_often_as_it_begins(text, datas, nodes):
    assert by_source(text, counted(text, *datas).nodes) == nodes


@pytest.mark.parametrize(
    ("text", "datas", "taken", "passed"),
    [
        ("{{if .}}a{{end}}", [True, True, False], 2, 1),
        ("{{if .}}a{{else}}b{{end}}", [False], 0, 1),
        ("{{if .}}{{end}}", [1], 1, 0),
        ("{{if .}}{{else}}{{end}}", [0], 0, 1),
        ("{{with .}}a{{end}}", ["x", "", None], 1, 2),
        ("{{range .}}a{{end}}", [[1, 2, 3], []], 1, 1),
        ("{{range .}}{{break}}{{end}}", [[1, 2, 3]], 1, 0),
        ("{{range .}}a{{else}}b{{end}}", [{}, None, {"k": 1}], 1, 2),
        ("{{range .}}a{{end}}", [3, 0], 1, 1),
        ("{{range .}}a{{end}}", [iter(()), iter("ab")], 1, 1),
        ("{{range .}}{{index . 1}}{{end}}", [[1]], 1, 0),
        ("{{if index . 1}}{{end}}", [[]], 0, 0),
        ("{{range .}}{{end}}", [1.5], 0, 0),
    ],
)
def test_both_ways_of_a_branch_count(text, datas, taken, passed):
    counts = counted(text, *datas)
    assert (counts.nodes[0], counts.taken[0], counts.passed[0]) == (len(datas), taken, passed)


def test_a_break_out_of_an_if_counts_the_if():
    text = "{{range .}}{{if .}}{{break}}{{end}}-{{end}}"
    counts = counted(text, [0, 0, 1, 0])
    assert by_source(text, counts.nodes) == {"{{range .}}": 1, "{{if .}}": 3, "{{break}}": 1, "-": 2}
    assert (by_source(text, counts.taken), by_source(text, counts.passed)) == (
        {"{{range .}}": 1, "{{if .}}": 1},
        {"{{if .}}": 2},
    )


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("{{$x := 1}}{{if $x := 2}}{{$x}}{{end}}{{$x}}", "21"),
        ("{{$x := 1}}{{if $x := 0}}{{else}}{{$x}}{{end}}{{$x}}", "01"),
        ("{{$x := 1}}{{with $x := 2}}{{$x}}{{.}}{{end}}{{$x}}", "221"),
        ("{{$x := 1}}{{if $x := 0}}a{{end}}{{$x}}", "1"),
        ("{{$x := 1}}{{range .}}{{if $x := 2}}{{continue}}{{end}}{{$x}}{{end}}{{$x}}", "1"),
        ("{{$x := 1}}{{range $x := .}}{{if $x}}{{$x}}{{break}}{{end}}{{$x}}-{{end}}{{$x}}", "0-31"),
    ],
)
def test_variables_go_out_of_scope_as_ever(text, output):
    with collecting():
        assert parse(text).render([0, 3, 4]) == output


def test_templates_of_a_set_count_for_the_texts_they_come_from():
    template = parse('a{{template "d" .}}')
    template.new("d").parse("{{.}}d")
    with collecting() as collector:
        template.render(1)
    counts = {text: by_source(text, each.nodes) for text, each in collector.counts.items()}
    assert counts == {'a{{template "d" .}}': {"a": 1, '{{template "d" .}}': 1}, "{{.}}d": {"{{.}}": 1, "d": 1}}


def test_all_ways_to_run_a_template_count(tmp_path):
    text = '{{define "d"}}d{{end}}a'
    template = parse(text)
    with collecting() as collector, (tmp_path / "out").open("w") as out:
        template.render()
        template.render(limits=Limits())
        template.execute(out)
        template.execute_template(out, "d")
    assert by_source(text, collector.of(text).nodes) == {"a": 3, "d": 1}


def test_limits_hold():
    with collecting(), pytest.raises(gotmpl.ExecError, match="limit of steps"):
        parse("{{range .}}{{end}}").render(10**9, limits=Limits(steps=1000))


def test_what_is_collected_inside_counts_outside_as_well():
    template = parse("a")
    with collecting() as outer:
        template.render()
        with collecting() as inner:
            template.render()
        template.render()
    template.render()
    assert (inner.of("a").nodes, outer.of("a").nodes) == ({0: 1}, {0: 3})


def test_collectors_add_up():
    whole = Collector()
    for data in (True, False, False):
        with collecting() as collector:
            parse("{{if .}}a{{end}}").render(data)
        whole.add(collector.counts)
    counts = whole.of("{{if .}}a{{end}}")
    assert (counts.nodes, counts.taken, counts.passed) == ({0: 3, 8: 1}, {0: 1}, {0: 2})


def program(source):
    """Makes a random template with its data; None if it does not parse."""
    case = Programs(source).case(json_only=True)

    def make(odd):
        funcs = FUNCS | {name: odd.function(name) for name in ("same", "none")}
        delims = tuple(case.delims) or ("{{", "}}")
        template = gotmpl.Template(case.name, funcs=funcs, missingkey=case.missingkey or "default", delims=delims)
        template.parse(case.template)
        for name, text in case.more:
            template.new(name).parse(text)
        return template

    return case, make


def outcome(template, data):
    try:
        return ADDRESS.sub("0x", template.render(data)), ""
    except gotmpl.ExecError as error:
        return ADDRESS.sub("0x", error.output), ADDRESS.sub("0x", str(error))


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.integers(0, 1 << 32), st.sampled_from([0.0, 0.3]))
def test_counting_changes_neither_text_nor_error_nor_calls(source: random.Random, seed: int, rate: float):
    case, make = program(source)
    plain, watched = Odd(seed, rate), Odd(seed, rate)
    try:
        template = make(plain)
    except gotmpl.ParseError:
        return
    expected = outcome(template, plain.value(case.data))
    with collecting():
        assert outcome(make(watched), watched.value(case.data)) == expected
    assert watched.calls == plain.calls


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.integers(0, 1 << 32))
def test_counts_are_those_of_a_recorded_run(source: random.Random, seed: int):
    case, make = program(source)
    odd = Odd(seed, 0)
    try:
        template = make(odd)
    except gotmpl.ParseError:
        return
    data = odd.value(case.data)
    with collecting() as collector:
        outcome(template, data)
    trees = {}
    for tree in {template.tree, *(each.tree for each in template.templates)} - {None}:
        trees.setdefault(tree.text, []).append(tree.root)
    assert collector.counts.keys() <= trees.keys()
    for text, counts in collector.counts.items():
        nodes = {node.start: node for root in trees[text] for node in walk(root) if isinstance(node, COUNTED)}
        assert counts.nodes.keys() <= nodes.keys()
        branches = {start for start, node in nodes.items() if isinstance(node, BranchNode)}
        assert counts.taken.keys() | counts.passed.keys() <= branches
        assert all(counts.taken[at] + counts.passed[at] <= counts.nodes[at] for at in branches)
    recording = record(template, odd.value(case.data))
    if recording.error is not None or len(trees) > 1:
        return
    (counts,) = collector.counts.values() or (Collector().of(""),)
    written = Counter(piece.node.start for piece in recording.pieces)
    assert {at: counts.nodes[at] for at in written} == written
    for way, taken in ((counts.taken, True), (counts.passed, False)):
        assert way == Counter(choice.node.start for choice in recording.choices if choice.taken is taken)
