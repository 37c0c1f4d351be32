"""The verbs of Go's Printf: what stands between the % and the letter, and strings and numbers laid out by it.

After fmt/format.go and the reading half of fmt/print.go.
"""

from __future__ import annotations

from gotmpl.golang import strconv, utf8
from gotmpl.golang.reflect import Value
from gotmpl.golang.unicode import is_print

__all__ = ["Format", "Reader"]

_FLAGS = {"#": "sharp", "0": "zero", "+": "plus", "-": "minus", " ": "space"}
_TOO_LARGE = 1_000_000


class Format:
    """The flags, width and precision of a verb.

    Attributes:
        width: The least width in characters, or None.
        prec: The precision, or None.
        minus: ``-``: pad on the right.
        plus: ``+``.
        sharp: ``#``.
        space: A space.
        zero: ``0``: pad with zeros on the left.
        plus_v: ``%+v``, for which `plus` is not set.
        sharp_v: ``%#v``, for which `sharp` is not set.
    """

    __slots__ = ("minus", "plus", "plus_v", "prec", "sharp", "sharp_v", "space", "width", "zero")

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Takes back all flags."""
        self.width: int | None = None
        self.prec: int | None = None
        self.minus = self.plus = self.sharp = self.space = self.zero = self.plus_v = self.sharp_v = False

    def pad(self, text: str, *, zero: bool = True) -> str:
        """Fills a text up to the width.

        Args:
            text: The text, in canonical form.
            zero: False if the flag ``0`` does not count for this text.
        """
        if not self.width or self.width <= len(text):
            return text
        if self.minus:
            return text.ljust(self.width)
        return text.rjust(self.width, "0" if zero and self.zero else " ")

    def boolean(self, value: bool) -> str:
        """Writes a bool, for %t and %v."""
        return self.pad("true" if value else "false")

    def string(self, s: str) -> str:
        """Writes a string for %s and %v: cut to the precision, then padded."""
        return self.pad(self._truncate(s))

    def _truncate(self, s: str) -> str:
        return utf8.canonical(s)[: self.prec]

    def quoted(self, s: str) -> str:
        """Writes a string for %q."""
        s = self._truncate(s)
        if self.sharp and strconv.can_backquote(s):
            return self.pad(f"`{s}`")
        return self.pad(strconv.quote_to_ascii(s) if self.plus else strconv.quote(s))

    def hex_bytes(self, data: bytes, verb: str) -> str:
        """Writes bytes for %x and %X."""
        data = data[: self.prec]
        if not data:
            return self.pad("")
        prefix = "0" + verb if self.sharp else ""
        digits = data.hex()
        if verb == "X":
            digits = digits.upper()
        if not self.space:
            return self.pad(prefix + digits)
        return self.pad(" ".join([prefix + digits[i : i + 2] for i in range(0, len(digits), 2)]))

    def integer(self, value: int, base: int, verb: str) -> str:
        """Writes an integer for %d, %b, %o, %O, %x and %X."""
        digits = f"{abs(value):{'X' if verb == 'X' else _PYTHON_TYPES[base]}}"
        sign = "-" if value < 0 else "+" if self.plus else " " if self.space else ""
        least = 0
        if self.prec is not None:
            if self.prec == 0 and value == 0:
                return " " * (self.width or 0)
            least = self.prec
        elif self.zero and not self.minus and self.width is not None:
            least = self.width - len(sign)
        digits = digits.rjust(least, "0")
        if self.sharp:
            if base == 2:
                digits = "0b" + digits
            elif base == 8 and digits[0] != "0":
                digits = "0" + digits
            elif base == 16:
                digits = ("0X" if verb == "X" else "0x") + digits
        if verb == "O":
            digits = "0o" + digits
        return self.pad(sign + digits, zero=False)

    def unicode(self, value: int) -> str:
        """Writes an integer for %U, such as ``U+0078``, or ``U+0078 'x'`` for %#U."""
        value &= 0xFFFFFFFFFFFFFFFF
        text = f"U+{value:0{max(4, self.prec or 0)}X}"
        if self.sharp and value <= 0x10FFFF and is_print(chr(value)):
            text += f" '{chr(value)}'"
        return self.pad(text, zero=False)

    def char(self, value: int) -> str:
        """Writes an integer for %c."""
        return self.pad(utf8.rune_string(value))

    def quoted_char(self, value: int) -> str:
        """Writes an integer for %q."""
        return self.pad(strconv.quote_rune_to_ascii(value) if self.plus else strconv.quote_rune(value))

    def float(self, value: float, bit_size: int, verb: str, prec: int) -> str:
        """Writes a floating-point number.

        Args:
            value: The number.
            bit_size: 32 or 64.
            verb: A format of `strconv.format_float`.
            prec: The precision if the flags give none.
        """
        if self.prec is not None:
            prec = self.prec
        number = strconv.format_float(value, verb, prec, bit_size)
        sign = "+"
        if number[0] in "+-":
            sign, number = number[0], number[1:]
        if self.space and sign == "+" and not self.plus:
            sign = " "
        if number[0] in "IN":
            if number[0] == "N" and not self.space and not self.plus:
                sign = ""
            return self.pad(sign + number, zero=False)
        if self.sharp and verb != "b":
            number = _with_point(number, verb, prec)
        if sign == "+" and not self.plus:
            return self.pad(number)
        if self.zero and not self.minus and self.width is not None:
            return sign + number.rjust(self.width - 1, "0")
        return self.pad(sign + number)


_PYTHON_TYPES = {2: "b", 8: "o", 10: "d", 16: "x"}


def _with_point(number: str, verb: str, prec: int) -> str:
    """Adds what the flag ``#`` asks of a number: a decimal point, and the zeros that %g leaves out."""
    at = next((i for i, c in enumerate(number) if c in "pP" or (c in "eE" and verb not in "xX")), len(number))
    number, tail = number[:at], number[at:]
    missing = 0
    if verb in "gGx":
        # Leading zeros do not count as digits, but a lone 0 does.
        missing = (6 if prec == -1 else prec) - len(number.replace(".", "").lstrip("0"))
    if "." not in number:
        missing -= number == "0"
        number += "."
    return number + "0" * missing + tail


class Reader:
    """What stands between the % and the verb, and which operand is next.

    Attributes:
        at: Where in the format to read on.
        index: The next operand.
        reordered: Whether the format chose an operand by its number.
        good_index: Whether all such numbers since the last % were good.
    """

    __slots__ = ("args", "at", "format", "good_index", "index", "reordered")

    def __init__(self, format: str, args: list[Value]) -> None:
        self.format = format
        self.args = args
        self.at = self.index = 0
        self.reordered = False
        self.good_index = True

    def read_flags(self, flags: Format) -> str:
        """Reads flags, width, precision and operand number into `flags`; returns the complaints to print."""
        format, complaints = self.format, ""
        self.good_index = True
        while self.at < len(format) and format[self.at] in _FLAGS:
            setattr(flags, _FLAGS[format[self.at]], True)
            self.at += 1
        chosen = self.read_index()
        if format.startswith("*", self.at):
            self.at += 1
            flags.width = self.int_operand()
            if flags.width is None:
                complaints += "%!(BADWIDTH)"
            elif flags.width < 0:
                flags.width, flags.minus, flags.zero = -flags.width, True, False
            chosen = False
        else:
            flags.width = self.read_number()
            if chosen and flags.width is not None:
                self.good_index = False
        if format.startswith(".", self.at) and self.at + 1 < len(format):
            self.at += 1
            if chosen:
                self.good_index = False
            chosen = self.read_index()
            if format.startswith("*", self.at):
                self.at += 1
                flags.prec = self.int_operand()
                if flags.prec is None or flags.prec < 0:
                    flags.prec = None
                    complaints += "%!(BADPREC)"
                chosen = False
            else:
                flags.prec = self.read_number() or 0
        if not chosen:
            self.read_index()
        return complaints

    def read_index(self) -> bool:
        """Reads ``[n]`` if it is there (`argNumber`); says whether it was, in due form."""
        if not self.format.startswith("[", self.at):
            return False
        self.reordered = True
        close = self.format.find("]", self.at)
        if close < 0 or close == self.at + 1 == len(self.format) - 1:
            self.good_index = False
            self.at += 1
            return False
        number = _number(self.format[self.at + 1 : close])
        self.at = close + 1
        if number is not None and 1 <= number <= len(self.args):
            self.index = number - 1
        else:
            self.good_index = False
        return number is not None

    def read_number(self) -> int | None:
        """Reads a width or a precision; None if there is none. One that is far too large swallows the format."""
        start = self.at
        while self.at < len(self.format) and self.format[self.at] in "0123456789":
            self.at += 1
        number = _number(self.format[start : self.at])
        if number is None and self.at > start:
            self.at = len(self.format)
        return number

    def int_operand(self) -> int | None:
        """Takes the next operand as a width or a precision; None if it is no integer or too large (`intFromArg`)."""
        if self.index >= len(self.args):
            return None
        arg = self.args[self.index]
        self.index += 1
        if not (arg.kind.is_int or arg.kind.is_uint) or abs(arg.obj) > _TOO_LARGE:
            return None
        return int(arg.obj)


def _number(text: str) -> int | None:
    """Reads digits; None if there are none, or too many: what stands before the last must not be above a million."""
    digits = text.lstrip("0")
    if not text or not text.isascii() or not text.isdigit() or len(digits) > 8:
        return None
    number = int(digits or "0")
    return number if number // 10 <= _TOO_LARGE else None
