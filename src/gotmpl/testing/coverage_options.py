"""The options of template coverage, apart from what does the work, which sessions without them need not load."""

from __future__ import annotations

import argparse

import pytest

__all__ = ["add_options"]


def add_options(parser: pytest.Parser) -> None:
    """Adds the options, which all go with ``--gotmpl-cov``."""
    group = parser.getgroup("gotmpl", "templates under test (gotmpl)")
    group.addoption(
        "--gotmpl-cov",
        action="append",
        nargs="?",
        const="",
        metavar="PATH",
        dest="gotmpl_cov",
        help="Count what the tests reach of each Go template that they load from a file. With =PATH, a file or folder: "
        "of all templates there, loaded or not, and of no others. May be given more than once.",
    )
    group.addoption(
        "--gotmpl-cov-fail-under",
        type=_percentage,
        metavar="N",
        help="With --gotmpl-cov: fail if less than N percent are reached.",
    )
    group.addoption(
        "--gotmpl-cov-html",
        metavar="DIR",
        help="With --gotmpl-cov: write a page a template, with what was reached and what was not.",
    )
    group.addoption(
        "--gotmpl-cov-lcov",
        metavar="FILE",
        help="With --gotmpl-cov: write an LCOV tracefile, for Codecov, genhtml or an editor.",
    )


def _percentage(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 100:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 100, not {text!r}")
    return number
