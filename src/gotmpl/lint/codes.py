"""All rules by their codes."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from functools import cache
from importlib import import_module

from gotmpl.lint import rules
from gotmpl.lint.rule import Rule

__all__ = ["all_rules", "find", "matches"]


@cache
def all_rules() -> dict[str, Rule]:
    """Gives the rules by code, in the order of the codes."""
    found: list[Rule] = []
    for module in pkgutil.iter_modules(rules.__path__):
        rule = import_module(f"{rules.__name__}.{module.name}").RULE
        assert isinstance(rule, Rule)
        found.append(rule)
    return {rule.code: rule for rule in sorted(found, key=lambda rule: rule.code)}


def find(name: str) -> Rule | None:
    """Gives the rule of a code or a name, in any case."""
    lower = name.lower()
    return next((rule for rule in all_rules().values() if lower in (rule.code.lower(), rule.name)), None)


def matches(rule: Rule, selectors: Iterable[str]) -> bool:
    """Tells whether one of the selectors means a rule: its name, or the beginning of its code."""
    return any(rule.code.startswith(selector.upper()) or rule.name == selector.lower() for selector in selectors)
