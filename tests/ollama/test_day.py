"""The day that templates print."""

import datetime

import pytest

from formats.jinja import ChatTemplate
from gotmpl import ollama
from gotmpl.ollama.day import fixed_day, now

GO = ollama.parse("{{ range .Messages }}{{ end }}{{ currentDate }} {{ yesterdayDate }}")
JINJA = ChatTemplate("{{ strftime_now('%d %b %Y %H:%M') }}")

DAY = datetime.date(2024, 3, 1)


def test_it_is_the_same_day_for_all_templates():
    with fixed_day(DAY):
        assert GO.render() == "2024-03-01 2024-02-29"
        assert JINJA.render([]) == "01 Mar 2024 12:00"


def test_a_day_within_another_one():
    with fixed_day(DAY):
        with fixed_day(datetime.date(1999, 12, 31)):
            assert now() == datetime.datetime(1999, 12, 31, 12)
        assert now().date() == DAY


def test_it_ends_with_an_error():
    with pytest.raises(ZeroDivisionError), fixed_day(DAY):
        raise ZeroDivisionError
    assert now().date() > DAY
