"""Each rule's page is its test: the bad example is found, the good one is not, and the fix turns one into the other."""

import re

import pytest

from gotmpl import lint
from gotmpl.lint.codes import find, matches

RULES = list(lint.all_rules().values())
ids = [rule.code for rule in RULES]


def found(rule, example):
    return lint.check(example.text, kind=example.kind, selection=lint.Selection(select=[rule.code]))


@pytest.mark.parametrize("rule", RULES, ids=ids)
def test_the_bad_examples_are_found(rule):
    examples = rule.examples("Bad")
    assert examples
    for example in examples:
        assert {diagnostic.code for diagnostic in found(rule, example)} == {rule.code}


@pytest.mark.parametrize("rule", RULES, ids=ids)
def test_the_good_examples_are_not_found(rule):
    examples = rule.examples("Good")
    assert examples
    for example in examples:
        assert found(rule, example) == []


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.fixable], ids=lambda rule: rule.code)
def test_the_fix_turns_the_bad_example_into_the_good_one(rule):
    selection = lint.Selection(select=[rule.code])
    for bad, good in zip(rule.examples("Bad"), rule.examples("Good"), strict=True):
        assert lint.fix(bad.text, kind=bad.kind, selection=selection) == good.text


@pytest.mark.parametrize("rule", [rule for rule in RULES if not rule.fixable], ids=lambda rule: rule.code)
def test_a_rule_without_a_fix_offers_no_edits(rule):
    for example in rule.examples("Bad"):
        assert [diagnostic.edits for diagnostic in found(rule, example) if diagnostic.edits] == []


@pytest.mark.parametrize("rule", RULES, ids=ids)
def test_a_finding_has_a_place_a_message_and_words_of_its_own(rule):
    for example in rule.examples("Bad"):
        for diagnostic in found(rule, example):
            assert 0 <= diagnostic.offset < diagnostic.end <= len(example.text)
            assert diagnostic.message
            assert not diagnostic.message.endswith(".")
            assert diagnostic.severity is rule.severity


def test_codes_and_names_are_unique_and_well_formed():
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(re.fullmatch(r"GT\d{3}|GM\d{2}", rule.code) for rule in RULES)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name) for rule in RULES)


@pytest.mark.parametrize("rule", RULES, ids=ids)
def test_a_page_begins_with_a_sentence(rule):
    assert re.fullmatch(r"[`A-Z:.].*[.]", rule.summary)
    assert rule.code in rule.page
    assert rule.name in rule.page


def test_a_rule_is_found_by_code_or_name():
    assert find("gt103").name == "go-struct-print"
    assert find("go-struct-print").code == "GT103"
    assert find("GT999") is None
    assert matches(find("GT103"), ["GT1"])
    assert not matches(find("GT103"), ["GM", "go-struct"])
