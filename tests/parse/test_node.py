import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl.parse.node import (
    ActionNode,
    CommandNode,
    CommentNode,
    FieldNode,
    IfNode,
    ListNode,
    NumberNode,
    PipeNode,
    StringNode,
    TemplateNode,
    TextNode,
)
from gotmpl.parse.parser import parse
from gotmpl.parse.visit import walk
from oracle.generator import Generator
from oracle.parse_cases import BUILTINS


def pipe(*names):
    return PipeNode(0, 0, 0, [CommandNode(0, 0, 0, [FieldNode(0, 0, 0, list(names))])], [])


def test_nodes_can_be_made_by_hand():
    node = IfNode(0, 5, 9, pipe("X"), ListNode(0, 0, 0, [TextNode(0, 0, 0, "a"), ActionNode(0, 0, 0, pipe("Y", "Z"))]))
    assert str(node) == "{{if .X}}a{{.Y.Z}}{{end}}"
    assert (node.start, node.pos, node.end) == (0, 5, 9)
    assert repr(node) == "<IfNode '{{if .X}}a{{.Y.Z}}{{end}}' at 5>"


def test_what_has_delimiters_prints_its_own():
    node = ActionNode(0, 0, 0, pipe("X"), ("<<", ">>"))
    assert str(ListNode(0, 0, 0, [node, CommentNode(0, 0, 0, "/* c */")])) == "<<.X>>{{/* c */}}"


# From Go: strconv.Quote of the name.
NAMES = [
    ("a", '"a"'),
    ('q"\\', r'"q\"\\"'),
    ("\n\x00\x7f", r'"\n\x00\x7f"'),
    ("é\u200b", '"é\\u200b"'),
    ("\udcff", r'"\xff"'),
]


@pytest.mark.parametrize(("name", "quoted"), NAMES)
def test_the_name_of_a_template_is_quoted(name, quoted):
    assert str(TemplateNode(0, 0, 0, name, None)) == "{{template " + quoted + "}}"


def test_nodes_are_equal_only_to_themselves():
    assert TextNode(0, 0, 0, "a") != TextNode(0, 0, 0, "a")
    node = TextNode(0, 0, 0, "a")
    assert len({node, node}) == 1


def test_strings_keep_what_is_written_and_what_is_meant():
    (node,) = parse(r'{{"\xe2\x82\xac\xff\n"}}')[""].root.nodes[0].pipe.cmds[0].args
    assert isinstance(node, StringNode)
    assert node.quoted == r'"\xe2\x82\xac\xff\n"'
    assert node.text == "€\udcff\n"
    assert node.text.encode("utf-8", "surrogateescape") == b"\xe2\x82\xac\xff\n"


def test_a_number_without_a_value_has_zeros():
    number = NumberNode(0, 0, 0, "1i", complex128=1j)
    assert (number.is_int, number.is_uint, number.is_float, number.is_complex) == (False, False, False, True)
    assert (number.int64, number.uint64, number.float64) == (0, 0, 0.0)


TEXT = "{{range $i, $x := .X}}{{with (f .A 1).B}}{{template `t` $x}}{{break}}{{else}}{{/* c */}}{{end}}{{end}}"


def values(root):
    """All that is in a tree except the nodes themselves."""
    return [
        (
            type(node),
            [
                getattr(node, slot)
                for cls in type(node).__mro__[:-1]
                for slot in cls.__slots__
                if slot not in node._fields
            ],
        )
        for node in walk(root)
    ]


def plain(found):
    return [
        (cls, [value for value in held if not isinstance(value, (list, PipeNode, ListNode))]) for cls, held in found
    ]


@pytest.mark.parametrize(
    "how", [copy.deepcopy, lambda node: node.copy(), lambda node: pickle.loads(pickle.dumps(node))]
)
def test_a_copy_is_the_same_and_shares_nothing(how):
    root = parse(TEXT, funcs=["f"], comments=True)[""].root
    copied = how(root)
    assert str(copied) == str(root)
    assert plain(values(copied)) == plain(values(root))
    assert not {id(node) for node in walk(root)} & {id(node) for node in walk(copied)}
    copied.nodes[0].pipe.decl[0].ident[0] = "$other"
    assert "$other" not in str(root)


def test_a_deep_copy_keeps_what_belongs_together():
    root = parse("{{if .X}}a{{end}}")[""].root
    inner = root.nodes[0].list
    (copied, outer), again = copy.deepcopy(((inner, root), inner))
    assert outer.nodes[0].list is copied is again


@given(st.integers(min_value=0))
def test_what_is_printed_parses_to_the_same(seed):
    texts = ["a", " b\n", "é", "<|x|>", ""]
    generator = Generator(seed)
    generator.pick = lambda items, pick=generator.pick: pick(texts if "<|im_start|>user\n" in items else items)
    trees = parse(generator.template(), funcs=BUILTINS)
    for tree in trees.values():
        printed = str(tree.root)
        assert str(parse(printed, funcs=BUILTINS, name="other")["other"].root) == printed


def test_walk_goes_in_the_order_of_the_source():
    root = parse("{{if .A}}b{{else}}{{.C}}{{end}}d")[""].root
    names = " ".join(type(node).__name__.removesuffix("Node") for node in walk(root))
    assert names == "List If Pipe Command Field List Text List Action Pipe Command Field Text"
