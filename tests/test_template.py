"""The surface: sets of templates, functions, options, trees, copies, pickles, threads."""

from __future__ import annotations

import copy
import io
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import gotmpl
from gotmpl.exec.shape import ANY
from gotmpl.parse.node import ActionNode, FieldNode, ListNode, RangeNode, StringNode, TextNode


def shout(text: str) -> str:
    return text.upper() + "!"


def test_parse_and_render():
    assert gotmpl.parse("Hello, {{.Name}}!").render({"Name": "world"}) == "Hello, world!"
    assert gotmpl.parse("{{.}}").render() == "<no value>"


def test_execute_writes_to_anything_with_a_write_method():
    out = io.StringIO()
    gotmpl.parse("a{{.}}").execute(out, 1)
    assert out.getvalue() == "a1"


def test_execute_writes_what_comes_before_an_error():
    out = io.StringIO()
    with pytest.raises(gotmpl.ExecError) as raised:
        gotmpl.parse("a{{.}}b{{.X}}c").execute(out, 1)
    assert out.getvalue() == "a1b"
    assert raised.value.output == "a1b"


def test_an_error_tells_its_place():
    with pytest.raises(gotmpl.ExecError) as raised:
        gotmpl.parse("one\né{{ .X }}", name="greeting").render(1)
    error = raised.value
    assert str(error) == 'template: greeting:2:5: executing "greeting" at <.X>: can\'t evaluate field X in type int'
    assert (error.name, error.line, error.column) == ("greeting", 2, 5)
    assert error.source[error.offset : error.end] == ".X"
    assert error.explain().splitlines()[1:] == ["2 | é{{ .X }}", "  |     ^^"]


def test_the_cause_of_an_error_is_the_exception_of_the_function():
    def fail() -> str:
        raise KeyError("lost")

    with pytest.raises(gotmpl.ExecError, match="error calling fail: 'lost'") as raised:
        gotmpl.parse("{{fail}}", funcs={"fail": fail}).render()
    assert isinstance(raised.value.__cause__, KeyError)


def test_errors_pickle():
    with pytest.raises(gotmpl.ExecError) as raised:
        gotmpl.parse("a{{.X}}").render(1)
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.output, again.line) == (str(raised.value), "a", 1)


# Sets


def test_define_and_block_make_templates_of_the_same_set():
    template = gotmpl.parse('{{define "b"}}B{{end}}{{block "a" .}}A{{end}}{{template "b"}}', name="main")
    assert [each.name for each in template.templates] == ["a", "b", "main"]
    assert template.lookup("b").render() == "B"
    assert template.lookup("nope") is None
    assert template.render() == "AB"


def test_a_set_can_be_parsed_piece_by_piece():
    template = gotmpl.parse('{{template "head" .}}{{template "foot"}}', name="page")
    with pytest.raises(gotmpl.ExecError, match='template "head" not defined'):
        template.render(1)
    template.new("head").parse("<{{.}}>")
    template.new("foot").parse("</>")
    assert template.render(1) == "<1></>"


def test_a_later_definition_overrides_an_earlier_one():
    template = gotmpl.parse('{{block "x" .}}one{{end}}')
    assert template.render() == "one"
    template.new("more").parse('{{define "x"}}two{{end}}')
    assert template.render() == "two"
    template.lookup("x").parse("three")
    assert template.render() == "three"


@pytest.mark.parametrize("empty", ["", " \n", "{{/* c */}}", '{{define "y"}}y{{end}}'])
def test_an_empty_body_does_not_override(empty: str):
    template = gotmpl.parse('{{block "x" .}}one{{end}}')
    template.new("x").parse(empty)
    assert template.render() == "one"


def test_two_definitions_in_one_text_are_an_error():
    with pytest.raises(gotmpl.ParseError, match='multiple definition of template "x"'):
        gotmpl.parse('{{define "x"}}1{{end}}{{define "x"}}2{{end}}')


def test_execute_template():
    template = gotmpl.parse('{{define "x"}}[{{.}}]{{end}}', name="main")
    out = io.StringIO()
    template.execute_template(out, "x", 1)
    assert out.getvalue() == "[1]"
    with pytest.raises(gotmpl.ExecError) as raised:
        template.execute_template(out, "y")
    assert str(raised.value) == 'template: no template "y" associated with template "main"'


def test_a_template_without_a_body_cannot_be_run():
    template = gotmpl.Template("main")
    assert template.tree is None
    text = 'template: main: "main" is an incomplete or empty template'
    with pytest.raises(gotmpl.ExecError) as raised:
        template.render()
    assert str(raised.value) == text
    with pytest.raises(gotmpl.ExecError) as raised:
        template.root  # noqa: B018
    assert str(raised.value) == text
    template.new("other").parse("text")
    with pytest.raises(gotmpl.ExecError):
        template.render()
    assert template.lookup("other").render() == "text"


def test_a_clone_does_not_change_what_it_was_made_of():
    template = gotmpl.parse('{{block "x" .}}one{{end}}{{f}}', funcs={"f": lambda: 1}, missingkey="zero")
    assert template.render() == "one1"
    clone = template.clone()
    clone.new("more").parse('{{define "x"}}two{{end}}')
    clone.funcs({"f": lambda: 2})
    assert (clone.render(), template.render()) == ("two2", "one1")
    assert clone.missingkey == "zero"
    template.lookup("x").parse("three")
    assert (clone.render(), template.render()) == ("two2", "three1")


# Options


@pytest.mark.parametrize(
    ("missingkey", "text"), [("default", "<no value>"), ("invalid", "<no value>"), ("zero", "<no value>")]
)
def test_missingkey_of_a_map_of_interfaces(missingkey: str, text: str):
    assert gotmpl.parse("{{.X}}", missingkey=missingkey).render({}) == text


def test_missingkey_error():
    with pytest.raises(gotmpl.ExecError, match='map has no entry for key "X"'):
        gotmpl.parse("{{.X}}", missingkey="error").render({})
    with pytest.raises(gotmpl.ExecError, match='nil data; no entry for key "X"'):
        gotmpl.parse("{{.X}}", missingkey="error").render(None)


def test_an_unknown_missingkey_is_refused():
    with pytest.raises(ValueError, match="missingkey must be one of"):
        gotmpl.parse("", missingkey="ignore")


def test_delims():
    assert gotmpl.parse("<<.>> {{.}}", delims=("<<", ">>")).render(1) == "1 {{.}}"
    assert gotmpl.parse("{{.}}", delims=("", "")).render(1) == "1"
    template = gotmpl.parse("[.]", delims=("[", "]"))
    template.new("other").parse("[.][.]")
    assert template.lookup("other").render(1) == "11"
    assert str(template.root) == "[.]"


# Functions


def test_functions_take_part_in_parsing():
    assert gotmpl.parse("{{shout .}}", funcs={"shout": shout}).render("hi") == "HI!"
    with pytest.raises(gotmpl.ParseError, match='function "shout" not defined'):
        gotmpl.parse("{{shout .}}")
    template = gotmpl.Template().funcs({"shout": shout})
    assert template.parse("{{. | shout}}").render("hi") == "HI!"


def test_a_function_may_be_replaced_after_parsing():
    template = gotmpl.parse("{{f}}", funcs={"f": lambda: 1})
    assert template.render() == "1"
    template.funcs({"f": lambda: 2})
    assert template.render() == "2"


def test_a_function_may_take_the_place_of_a_builtin():
    funcs = {"len": lambda x: "long", "and": lambda *x: "and", "eq": lambda a, b: "equal", "index": lambda a, b: "i"}
    assert gotmpl.parse("{{len .}} {{and 0 1}} {{eq 1 2}} {{index . 0}}", funcs=funcs).render("x") == "long and equal i"
    funcs = {"slice": lambda *x: [1, 2, 3], "print": lambda *x: "printed"}
    assert gotmpl.parse("{{len (slice . 1)}}{{print 1}}", funcs=funcs).render("x") == "3printed"


@pytest.mark.parametrize("name", ["", "2", "a-b", "a b", ".x", "$x"])
def test_a_name_that_cannot_be_called_is_refused(name: str):
    with pytest.raises(ValueError, match="is not a valid identifier"):
        gotmpl.Template(funcs={name: shout})


@pytest.mark.parametrize("name", ["_", "a", "a1", "Ӵ", "_9"])
def test_names_that_can_be_called(name: str):
    assert gotmpl.parse(f"{{{{{name} `x`}}}}", funcs={name: shout}).render() == "X!"


def test_only_callables_are_functions():
    funcs: Any = {"f": 1}
    with pytest.raises(ValueError, match="value for f not a function"):
        gotmpl.Template(funcs=funcs)


def defaults(a: int, b: int = 2, c: int = 3) -> str:
    return f"{a}{b}{c}"


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("f 1", "123"),
        ("f 1 5", "153"),
        ("f 1 5 6", "156"),
        ("6 | f 1 5", "156"),
        ("f", "wrong number of args for f: want 1 to 3 got 0"),
        ("f 1 2 3 4", "wrong number of args for f: want 1 to 3 got 4"),
        ("f `a`", "expected integer; found `a`"),
        ("f .", "wrong type for value; expected int; got string"),
    ],
)
def test_python_defaults_may_be_left_out(call: str, text: str):
    try:
        got = gotmpl.parse(f"{{{{{call}}}}}", funcs={"f": defaults}).render("data")
    except gotmpl.ExecError as error:
        got = str(error)
    assert got.endswith(text)


def lies() -> int:
    return "no number"  # type: ignore[return-value]


def truth() -> int:
    return True


def huge() -> int:
    return 1 << 70


@pytest.mark.parametrize(
    ("function", "text"), [(lies, "no number string"), (truth, "true bool"), (lambda: None, "<no value> <nil>")]
)
def test_what_a_function_returns_has_the_type_that_it_has(function: Any, text: str):
    assert gotmpl.parse("{{f}} {{printf `%T` f}}", funcs={"f": function}).render() == text


def test_a_function_cannot_return_an_integer_that_is_too_large_to_print():
    with pytest.raises(
        gotmpl.ExecError, match="integer overflow: 1180591620717411303424 fits neither int64 nor uint64"
    ):
        gotmpl.parse("{{f}}", funcs={"f": huge}).render()


def test_an_error_of_a_template_inside_a_function_is_an_error_of_the_function():
    inner = gotmpl.parse("{{.X}}", name="inner")
    with pytest.raises(gotmpl.ExecError, match='executing "" at <f>: error calling f: template: inner:1:2: executing'):
        gotmpl.parse("a{{f}}", funcs={"f": lambda: inner.render(1)}).render()


# Trees


def test_a_tree_can_be_walked():
    template = gotmpl.parse("a{{range .L}}{{.X}}{{end}}")
    text, loop = template.root.nodes
    assert isinstance(text, TextNode)
    assert isinstance(loop, RangeNode)
    assert isinstance(loop.list.nodes[0], ActionNode)
    found = []
    stack = [template.root]
    while stack:
        node = stack.pop()
        found += [node.ident] if isinstance(node, FieldNode) else []
        stack += node.children()
    assert sorted(found) == [["L"], ["X"]]
    source = template.tree.text
    assert source[loop.start : loop.end] == "{{range .L}}{{.X}}{{end}}"


def test_a_changed_copy_of_a_tree_can_be_run():
    template = gotmpl.parse("Hello, {{.Name}}!")
    assert template.render({"Name": "you", "Nick": "Y"}) == "Hello, you!"
    tree = template.tree.copy()
    tree.root.nodes[0].text = "Bye, "
    tree.root.nodes[1].pipe.cmds[0].args[0].ident = ["Nick"]
    del tree.root.nodes[2]
    changed = template.clone()
    changed.add_parse_tree("", tree)
    assert str(changed.root) == "Bye, {{.Nick}}"
    assert changed.render({"Name": "you", "Nick": "Y"}) == "Bye, Y"
    assert template.render({"Name": "you", "Nick": "Y"}) == "Hello, you!"
    template.add_parse_tree("", tree)
    assert template.render({"Nick": "Y"}) == "Bye, Y"


def test_a_tree_can_be_made_by_hand():
    root = ListNode(0, 0, 0, [TextNode(0, 0, 0, "made by hand")])
    tree = gotmpl.parse("x").tree.copy()
    tree.root = root
    assert gotmpl.Template("t").add_parse_tree("t", tree).render() == "made by hand"


def test_a_tree_of_one_set_can_be_used_in_another():
    tree = gotmpl.parse("[{{.}}]").tree
    template = gotmpl.parse('{{template "x" .}}')
    template.add_parse_tree("x", tree)
    assert template.render(1) == "[1]"


@pytest.mark.parametrize(
    "text", ["a{{.X}}", "{{if .A}}b{{else}}{{range .C}}{{.}}{{end}}{{end}}", '{{"\\t"}}{{- 1 -}} x']
)
def test_a_printed_tree_parses_to_the_same_tree(text: str):
    printed = str(gotmpl.parse(text).root)
    assert str(gotmpl.parse(printed).root) == printed


def test_a_string_node_keeps_what_was_written():
    action = gotmpl.parse('{{"\\u00e9"}}').root.nodes[0]
    node = action.pipe.cmds[0].args[0]
    assert isinstance(node, StringNode)
    assert (node.quoted, node.text) == ('"\\u00e9"', "é")


# Copies


def test_templates_pickle():
    template = gotmpl.parse(
        '{{define "x"}}{{shout .}}{{end}}[[template "x" .N]]{{template "x" .N}}',
        funcs={"shout": shout},
        missingkey="error",
    )
    assert template.render({"N": "a"}) == '[[template "x" .N]]A!'
    again = pickle.loads(pickle.dumps(template))
    assert again.render({"N": "a"}) == template.render({"N": "a"})
    assert [each.name for each in again.templates] == ["", "x"]
    assert again.missingkey == "error"
    again.lookup("x").parse("{{shout `b`}}")
    assert again.render({"N": "a"}).endswith("B!")
    assert template.render({"N": "a"}).endswith("A!")


def test_a_part_of_a_set_pickles_with_the_set():
    part = gotmpl.parse('{{define "x"}}{{template "y"}}{{end}}{{define "y"}}y{{end}}', delims=("{{", "}}")).lookup("x")
    again = pickle.loads(pickle.dumps(part))
    assert (again.name, again.render()) == ("x", "y")


def test_templates_can_be_deep_copied():
    template = gotmpl.parse("{{shout .}}", funcs={"shout": shout})
    assert copy.deepcopy(template).render("a") == "A!"


def test_many_threads_may_run_a_template():
    template = gotmpl.parse(
        '{{range .L}}{{template "x" .}},{{end}}{{define "x"}}{{shout .S}}{{.N}}{{end}}', funcs={"shout": shout}
    )
    data = [{"L": [{"S": f"s{i}", "N": n} for n in range(20)]} for i in range(50)]
    with ThreadPoolExecutor(8) as pool:
        texts = list(pool.map(template.render, data))
    assert texts == ["".join(f"S{i}!{n}," for n in range(20)) for i in range(50)]


def test_many_threads_may_parse():
    with ThreadPoolExecutor(8) as pool:
        texts = list(
            pool.map(lambda i: gotmpl.parse(f"{{{{range .}}}}{{{{.}}}}-{i}{{{{end}}}}").render([1, 2]), range(60))
        )
    assert texts == [f"1-{i}2-{i}" for i in range(60)]


# Compiled or not


@pytest.mark.parametrize(
    "text",
    [
        "{{print ($x := 1)}}",
        "{{$x := 0}}{{range $x = .}}{{end}}",
        '{{define "r"}}{{template "r"}}{{end}}{{template "r"}}',
        "{{range 1}}" * 16 + "{{end}}" * 16,
        "{{if 1}}" * 90 + "{{end}}" * 90,
        "{{" + "(not " * 300 + "1" + ")" * 300 + "}}",
        "{{1" + " | print" * 2000 + "}}",
        "{{.A" + ".A" * 500 + "}}",
        "{{and 1" + " 1" * 500 + "}}",
        "{{.}}\n" * 25_000,
        "{{range .}}{{range $.X}}{{else}}{{break}}{{end}}{{end}}",
        "{{range and . 1}}{{end}}",
        "{{range (len .) 1}}{{end}}",
    ],
)
def test_what_is_left_to_the_interpreter(text: str):
    assert gotmpl.parse(text).compiled(ANY) is None


def test_missingkey_error_is_left_to_the_interpreter():
    assert gotmpl.parse("{{.X}}", missingkey="error").compiled(ANY) is None


def test_a_template_is_compiled_once_for_each_shape():
    template = gotmpl.parse("{{.}}")
    assert template.compiled(ANY) is template.compiled(ANY)
    template.new("x").parse("x")
    assert template.render(1) == "1"


def test_the_same_text_gives_the_same_source():
    text = "{{range $i, $m := .M}}{{if eq .Role `user`}}{{$i}}{{len .C}}{{else}}{{printf `%q` .C}}{{end}}{{end}}"
    assert gotmpl.parse(text).compiled(ANY).sources == gotmpl.parse(text + "").compiled(ANY).sources
