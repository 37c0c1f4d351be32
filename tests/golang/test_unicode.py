"""Go's classes of characters; the expected answers are from tests/oracle/fmt_oracle."""

from __future__ import annotations

import pytest

from gotmpl.golang import unicode, unicode_tables

CLASSES = {
    "letter": unicode.is_letter,
    "digit": unicode.is_digit,
    "upper": unicode.is_upper,
    "space": unicode.is_space,
    "print": unicode.is_print,
    "graphic": unicode.is_graphic,
}
CHARACTERS = [
    ("a", "letter print graphic"),
    ("Z", "letter upper print graphic"),
    ("_", "print graphic"),
    (" ", "space print graphic"),
    ("5", "digit print graphic"),
    ("é", "letter print graphic"),
    ("ß", "letter print graphic"),
    ("É", "letter upper print graphic"),
    ("日", "letter print graphic"),
    ("ª", "letter print graphic"),
    ("ʰ", "letter print graphic"),
    ("ǅ", "letter print graphic"),
    ("²", "print graphic"),
    ("½", "print graphic"),
    ("٣", "digit print graphic"),
    ("०", "digit print graphic"),
    ("Ⅷ", "print graphic"),
    ("\x85", "space"),
    ("\xa0", "space graphic"),
    ("\u1680", "space graphic"),
    ("\u2003", "space graphic"),
    ("\u2028", "space"),
    ("\u200b", ""),
    ("\u3000", "space graphic"),
    ("\xad", ""),
    ("\u0301", "print graphic"),
    ("€", "print graphic"),
    ("\U0001f600", "print graphic"),
    ("\ue000", ""),
    ("\u0378", ""),
    ("\ufffd", "print graphic"),
    ("\U00016ea0", "letter upper print graphic"),
    ("\U0001fac8", "print graphic"),
    ("\U00011de0", "digit print graphic"),
    ("\U000323b0", "letter print graphic"),
    ("\udcff", ""),
    ("\ud800", ""),
]


@pytest.mark.parametrize(("char", "classes"), CHARACTERS)
def test_character_is_in_gos_classes(char, classes):
    assert [name for name, is_in in CLASSES.items() if is_in(char)] == classes.split()


@pytest.mark.parametrize(
    ("name", "count"),
    [("letter", 145672), ("digit", 770), ("upper", 1886), ("space", 25), ("print", 159613), ("graphic", 159629)],
)
def test_class_has_as_many_characters_as_in_go(name, count):
    is_in = CLASSES[name]
    assert sum(is_in(chr(point)) for point in range(0x110000)) == count


def test_tables_are_of_gos_unicode_version():
    assert unicode_tables.VERSION == "17.0.0"
