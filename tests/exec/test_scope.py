"""The names of a template while it is compiled."""

from __future__ import annotations

from gotmpl.exec.scope import Local, Scope
from gotmpl.exec.shape import ANY, NUMBER, TEXT


def test_a_variable_is_seen_until_its_block_ends():
    root = Local("root", ANY)
    scope = Scope(root)
    outer = scope.declare("$x", TEXT)
    with scope.block():
        inner = scope.declare("$x", NUMBER)
        assert scope.find("$x") is inner
        assert scope.visible() == {"$": root, "$x": inner}
    assert scope.find("$x") is outer
    assert scope.find("$") is root
    assert scope.find("$y") is None


def test_no_two_locals_have_the_same_name():
    scope = Scope(Local("root", ANY))
    names = {scope.fresh("v"), scope.fresh("v"), scope.declare("$x", ANY).name, scope.declare("$x", ANY).name}
    assert len(names) == 4


def test_a_block_may_have_another_dot():
    root, other = Local("root", ANY), Local("e1", TEXT)
    scope = Scope(root)
    with scope.block(other):
        assert scope.dot is other
        with scope.block():
            assert scope.dot is other
    assert scope.dot is root
