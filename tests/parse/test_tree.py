import copy

import pytest

from gotmpl.parse.node import FieldNode
from gotmpl.parse.parser import parse
from gotmpl.parse.visit import walk

# From Go: Tree.ErrorContext of the last field of the text.
CONTEXTS = [
    ("", "{{.X}}", (":1:2", ".X")),
    ("n", "a\n b {{ .X }}", ("n:2:6", ".X")),
    ("n", "é{{.é.X}}", ("n:1:7", ".é.X")),
    ("n", "{{.A}}\n\n\n{{if eq (index .X 0) 1}}{{end}}", ("n:4:15", ".X")),
    ("n", "日本\n日本{{.X}}", ("n:2:8", ".X")),
    ("n", '{{define "a"}}\n{{.X}}{{end}}', ("n:2:2", ".X")),
    ("a:b", "\udcff{{.X}}", ("a:b:1:3", ".X")),
]


@pytest.mark.parametrize(("name", "text", "context"), CONTEXTS)
def test_the_context_of_a_node_is_that_of_go(name, text, context):
    trees = parse(text, name, funcs=["eq", "index"])
    found = [(tree, node) for tree in trees.values() for node in walk(tree.root) if isinstance(node, FieldNode)]
    tree, node = found[-1]
    assert tree.error_context(node) == context


# From Go: IsEmptyTree.
EMPTY = [
    ("", True),
    (" \n\t\r\v\f", True),
    ("\u00a0\u3000\u2028", True),
    ("\u200b", False),
    ("\udcff", False),
    ("a", False),
    ("{{/* c */}} ", True),
    ("{{.X}}", False),
    ("{{$x := 1}}", False),
    ("{{if .X}}{{end}}", False),
    ('{{template "a"}}', False),
    ('{{define "a"}}x{{end}}', True),
    ('{{block "a" .}}{{end}}', False),
]


@pytest.mark.parametrize(("text", "empty"), EMPTY)
@pytest.mark.parametrize("comments", [False, True])
def test_a_tree_of_spaces_and_comments_is_empty(text, empty, comments):
    assert parse(text, comments=comments)[""].is_empty_tree is empty


@pytest.mark.parametrize("how", [copy.deepcopy, lambda tree: tree.copy()])
def test_a_copy_shares_no_nodes(how):
    tree = parse("a{{.X}}", "n")["n"]
    copied = how(tree)
    assert (copied.name, copied.parse_name, copied.text, str(copied.root)) == ("n", "n", "a{{.X}}", "a{{.X}}")
    copied.root.nodes.clear()
    assert str(tree.root) == "a{{.X}}"
    assert repr(tree) == "<Tree 'n'>"
