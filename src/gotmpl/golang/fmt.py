"""Go's Sprint, Sprintln and Sprintf (fmt/print.go).

The operands are Values as a function with ``...any`` parameters gets them; nil is `gotmpl.golang.reflect.ZERO`.
Where Go prints an address (a pointer below the top, a function, %p), Python's `id` stands for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from gotmpl.golang import utf8
from gotmpl.golang.classes import BYTES, LIST, STRING_MAP, TOO_LARGE, refuse_too_large
from gotmpl.golang.error import GoError, foreign
from gotmpl.golang.format import Format, Reader
from gotmpl.golang.kind import BOOL, FLOAT64, INT, STRING, Kind, Type
from gotmpl.golang.reflect import Value, indirect_interface, value_of
from gotmpl.golang.strconv import format_float

__all__ = ["sprint", "sprintf", "sprintln", "too_wide"]

_SHOWN_BEHIND_POINTER = frozenset({Kind.ARRAY, Kind.SLICE, Kind.STRUCT, Kind.MAP})
_HAVE_ADDRESSES = frozenset({Kind.CHAN, Kind.FUNC, Kind.MAP, Kind.POINTER, Kind.SLICE})
_BASES = {"v": 10, "d": 10, "b": 2, "o": 8, "O": 8, "x": 16, "X": 16}


def sprint(args: Sequence[Value], *, width: int | None = None) -> str:
    """Prints operands with %v, and a space between two of which neither is a string (`fmt.Sprint`).

    Args:
        args: The operands.
        width: How many characters the text may have, or None.

    Raises:
        GoError: It has more, or an operand cannot be printed.
    """
    if len(args) == 1:
        return _default(args[0])
    parts: list[str] = []
    size = 0
    previous_is_string = True
    for arg in args:
        arg = indirect_interface(arg)
        is_string = arg.kind is Kind.STRING
        if not is_string and not previous_is_string:
            parts.append(" ")
        parts.append(_default(arg))
        size = _grown(size, parts[-1:], width)
        previous_is_string = is_string
    return utf8.canonical("".join(parts))


def sprintln(args: Sequence[Value], *, width: int | None = None) -> str:
    """Prints operands with %v, spaces between them and a newline behind (`fmt.Sprintln`); else as `sprint`."""
    parts: list[str] = []
    size = 0
    for arg in args:
        parts.append(_default(arg))
        size = _grown(size, parts[-1:], width)
    return " ".join(parts) + "\n"


def sprintf(format: str, args: Sequence[Value], *, width: int | None = None) -> str:
    """Prints operands as a format says (`fmt.Sprintf`); what is wrong is told in the text, as ``%!d(string=a)``.

    Args:
        format: The format.
        args: The operands.
        width: How many characters the text may have, or None.

    Raises:
        GoError: It has more, or an operand cannot be printed.
    """
    printer = _Printer(width)
    printer.do_printf(utf8.canonical(format), [indirect_interface(arg) for arg in args])
    return printer.text()


def too_wide(width: int) -> str:
    """Words that a text is wider than it may be."""
    return f"a value of more than {width} characters (limit of width)"


def _grown(size: int, parts: Sequence[str], width: int | None) -> int:
    """Gives the size of a text that has got more parts, if it is not too wide."""
    size += sum(map(len, parts))
    if width is not None and size > width:
        raise GoError(too_wide(width))
    return size


# %v without flags on plain values: nearly all that templates print, without a Value for each part


def _default(value: Value) -> str:
    if value.type in (STRING, INT, BOOL, FLOAT64) or (value.type in (LIST, STRING_MAP) and value.obj is not None):
        return _plain(value.obj)
    return _general(value)


def _plain(obj: Any) -> str:
    """Prints what an interface holds."""
    cls = type(obj)
    if cls is str:
        return cast(str, obj)
    if cls is int and -(1 << 63) <= obj < 1 << 63:
        return str(obj)
    if cls is bool:
        return "true" if obj else "false"
    if cls is float:
        return format_float(obj, "g", -1)
    if obj is None:
        return "<nil>"
    if cls is list or cls is tuple:
        return f"[{' '.join([_plain(item) for item in obj])}]"
    if cls is dict:
        entries = value_of(obj).sorted_entries()
        return f"map[{' '.join([f'{_default(key)}:{_plain(item.obj)}' for key, item in entries])}]"
    printer = _Printer()
    printer.print_value(value_of(obj), "v", 1)
    return printer.text()


def _general(value: Value) -> str:
    printer = _Printer()
    printer.print_arg(indirect_interface(value), "v")
    return printer.text()


class _Printer:
    """The state of one call (`pp` in Go).

    Attributes:
        parts: What has been printed.
        format: The flags of the verb at work.
        erroring: Whether an operand is being shown inside ``%!verb(…)``: methods are not asked then.
        width: How many characters may be printed, or None.
        counted: How many parts have been counted, and how many characters they have.
    """

    __slots__ = ("counted", "erroring", "format", "parts", "width")

    def __init__(self, width: int | None = None) -> None:
        self.parts: list[str] = []
        self.format = Format()
        self.erroring = False
        self.width = width
        self.counted = (0, 0)

    def text(self) -> str:
        return utf8.canonical("".join(self.parts))

    # One operand

    def print_arg(self, arg: Value, verb: str) -> None:
        """Prints an operand (`printArg`)."""
        if arg.type is None:
            self.parts.append(self.format.pad("<nil>") if verb in "Tv" else f"%!{verb}(<nil>)")
        elif verb == "T":
            self.parts.append(self.format.string(arg.type.name))
        elif verb == "p":
            self.pointer(arg, verb)
        elif arg.type is BYTES:
            self.bytes(arg, verb, "[]byte")
        elif not self.handle_methods(arg, verb):
            self.print_value(arg, verb, 0)

    def print_value(self, value: Value, verb: str, depth: int) -> None:
        """Prints a value; at a depth above 0 it is part of another one (`printValue`)."""
        if self.width is not None:
            parts, size = self.counted
            self.counted = len(self.parts), _grown(size, self.parts[parts:], self.width)
        if value.kind is Kind.INTERFACE and value.obj is not None:
            value = value.elem()
        if depth > 0 and self.handle_methods(value, verb):
            return
        kind = value.kind
        if kind is Kind.STRING:
            self.string(value, value.obj, verb)
        elif kind.is_int or kind.is_uint:
            self.integer(value, value.obj, verb)
        elif kind is Kind.BOOL:
            if verb in "tv":
                self.parts.append(self.format.boolean(value.obj))
            else:
                self.bad_verb(value, verb)
        elif kind.is_float:
            self.float(value, value.obj, 32 if kind is Kind.FLOAT32 else 64, verb)
        elif kind.is_complex:
            self.complex(value, value.obj, 32 if kind is Kind.COMPLEX64 else 64, verb)
        elif kind is Kind.MAP:
            self.map(value, verb, depth)
        elif kind is Kind.STRUCT:
            self.struct(value, verb, depth)
        elif kind is Kind.SLICE or kind is Kind.ARRAY:
            self.slice(value, verb, depth)
        elif kind is Kind.INTERFACE:
            self.parts.append(f"{value.type}(nil)" if self.format.sharp_v else "<nil>")
        elif (
            kind is Kind.POINTER and depth == 0 and value.obj is not None and value.elem().kind in _SHOWN_BEHIND_POINTER
        ):
            self.parts.append("&")
            self.print_value(value.elem(), verb, depth + 1)
        else:
            self.pointer(value, verb)

    def handle_methods(self, value: Value, verb: str) -> bool:
        """Lets a value print itself, and says whether it did (`handleMethods`).

        Raises:
            GoError: An integer for which Go has no type.
        """
        if value.type is TOO_LARGE:
            refuse_too_large(value.obj)
        if self.erroring:
            return False
        if verb == "w":
            self.bad_verb(value, verb)
            return True
        stringer = value.must_type().stringer
        if stringer is None or self.format.sharp_v or verb not in "vsxXq":
            return False
        if value.obj is None and value.kind is Kind.POINTER:
            self.parts.append("<nil>")
        else:
            try:
                text = foreign(stringer, value.obj)
            except GoError as error:
                self.parts.append(f"%!{verb}(PANIC=String method: {error})")
            else:
                self.string(value, text, verb)
        return True

    def bad_verb(self, value: Value, verb: str) -> None:
        """Prints an operand that the verb is not for (`badVerb`)."""
        self.erroring = True
        self.parts.append(f"%!{verb}({value.type}=")
        self.print_arg(value, "v")
        self.parts.append(")")
        self.erroring = False

    def string(self, value: Value, s: str, verb: str) -> None:
        """Prints a string, or what a value calls itself (`fmtString`)."""
        if verb == "s" or (verb == "v" and not self.format.sharp_v):
            self.parts.append(self.format.string(s))
        elif verb in "qv":
            self.parts.append(self.format.quoted(s))
        elif verb in "xX":
            self.parts.append(self.format.hex_bytes(utf8.encode(s), verb))
        else:
            self.bad_verb(value, verb)

    def integer(self, value: Value, number: int, verb: str) -> None:
        """Prints an integer (`fmtInteger`)."""
        if verb == "v" and self.format.sharp_v and not value.kind.is_int:
            self.parts.append(self.hex_word(number, prefix=True))
        elif verb in _BASES:
            self.parts.append(self.format.integer(number, _BASES[verb], verb))
        elif verb == "c":
            self.parts.append(self.format.char(number))
        elif verb == "q":
            self.parts.append(self.format.quoted_char(number))
        elif verb == "U":
            self.parts.append(self.format.unicode(number))
        else:
            self.bad_verb(value, verb)

    def hex_word(self, number: int, *, prefix: bool) -> str:
        """Writes an unsigned number in hexadecimal (`fmt0x64`)."""
        sharp = self.format.sharp
        self.format.sharp = prefix
        text = self.format.integer(number, 16, "v")
        self.format.sharp = sharp
        return text

    def float(self, value: Value, number: float, bits: int, verb: str) -> None:
        """Prints a floating-point number (`fmtFloat`)."""
        if verb in "vbgGxX":
            self.parts.append(self.format.float(number, bits, "g" if verb == "v" else verb, -1))
        elif verb in "feEF":
            self.parts.append(self.format.float(number, bits, "f" if verb == "F" else verb, 6))
        else:
            self.bad_verb(value, verb)

    def complex(self, value: Value, number: complex, bits: int, verb: str) -> None:
        """Prints a complex number (`fmtComplex`)."""
        if verb not in "vbgGxXfFeE":
            self.bad_verb(value, verb)
            return
        plus = self.format.plus
        self.parts.append("(")
        self.float(value, number.real, bits, verb)
        self.format.plus = True
        self.float(value, number.imag, bits, verb)
        self.parts.append("i)")
        self.format.plus = plus

    def bytes(self, value: Value, verb: str, name: str) -> None:
        """Prints a slice of bytes, whose type is called `name` for %#v (`fmtBytes`)."""
        data = bytes(value.obj or ())
        if verb == "s":
            self.parts.append(self.format.string(utf8.decode(data)))
        elif verb == "q":
            self.parts.append(self.format.quoted(utf8.decode(data)))
        elif verb in "xX":
            self.parts.append(self.format.hex_bytes(data, verb))
        elif verb not in "vd":
            self.print_value(value, verb, 0)
        elif not self.format.sharp_v:
            self.parts.append(f"[{' '.join([self.format.integer(byte, 10, verb) for byte in data])}]")
        elif value.obj is None:
            self.parts.append(f"{name}(nil)")
        else:
            self.parts.append(f"{name}{{{', '.join([self.hex_word(byte, prefix=True) for byte in data])}}}")

    def slice(self, value: Value, verb: str, depth: int) -> None:
        """Prints a slice."""
        elem = cast(Type, value.must_type().elem)
        if verb in "sqxX" and elem.kind is Kind.UINT8:
            self.bytes(value, verb, str(value.type))
        elif self.format.sharp_v and value.obj is None:
            self.parts.append(f"{value.type}(nil)")
        else:
            begin, between, end = (f"{value.type}{{", ", ", "}") if self.format.sharp_v else ("[", " ", "]")
            self.parts.append(begin)
            for i in range(value.len()):
                if i > 0:
                    self.parts.append(between)
                self.print_value(value.index(i), verb, depth + 1)
            self.parts.append(end)

    def map(self, value: Value, verb: str, depth: int) -> None:
        """Prints a map, its keys in order."""
        if self.format.sharp_v and value.obj is None:
            self.parts.append(f"{value.type}(nil)")
            return
        begin, between, end = (f"{value.type}{{", ", ", "}") if self.format.sharp_v else ("map[", " ", "]")
        self.parts.append(begin)
        for i, (key, item) in enumerate(value.sorted_entries()):
            if i > 0:
                self.parts.append(between)
            self.print_value(key, verb, depth + 1)
            self.parts.append(":")
            self.print_value(item, verb, depth + 1)
        self.parts.append(end)

    def struct(self, value: Value, verb: str, depth: int) -> None:
        """Prints a struct, with its fields' names for %+v and %#v."""
        if self.format.sharp_v:
            self.parts.append(str(value.type))
        self.parts.append("{")
        for i, field in enumerate(value.must_type().fields):
            if i > 0:
                self.parts.append(", " if self.format.sharp_v else " ")
            if self.format.plus_v or self.format.sharp_v:
                self.parts.append(f"{field.name}:")
            self.print_value(value.field(field), verb, depth + 1)
        self.parts.append("}")

    def pointer(self, value: Value, verb: str) -> None:
        """Prints an address (`fmtPointer`)."""
        address = 0 if value.obj is None else id(value.obj)
        if value.kind not in _HAVE_ADDRESSES:
            self.bad_verb(value, verb)
        elif verb == "v" and self.format.sharp_v:
            word = self.hex_word(address, prefix=True) if address else "nil"
            self.parts.append(f"({value.type})({word})")
        elif verb == "v" and not address:
            self.parts.append(self.format.pad("<nil>"))
        elif verb in "vp":
            self.parts.append(self.hex_word(address, prefix=not self.format.sharp))
        elif verb in "bodxX":
            self.integer(value, address, verb)
        else:
            self.bad_verb(value, verb)

    # The format

    def do_printf(self, format: str, args: list[Value]) -> None:
        """Prints operands as a format says (`doPrintf`)."""
        reader = Reader(format, args)
        end = len(format)
        while reader.at < end:
            percent = format.find("%", reader.at)
            if percent < 0:
                self.parts.append(format[reader.at :])
                break
            self.parts.append(format[reader.at : percent])
            reader.at = percent + 1
            self.format.clear()
            self.parts.append(reader.read_flags(self.format))
            if reader.at >= end:
                self.parts.append("%!(NOVERB)")
                break
            verb = format[reader.at]
            reader.at += 1
            if "\udc80" <= verb <= "\udcff":
                verb = utf8.RUNE_ERROR
            if verb == "%":
                self.parts.append("%")
            elif not reader.good_index:
                self.parts.append(f"%!{verb}(BADINDEX)")
            elif reader.index >= len(args):
                self.parts.append(f"%!{verb}(MISSING)")
            else:
                if verb in "vw":
                    self.format.sharp_v, self.format.sharp = self.format.sharp, False
                    self.format.plus_v, self.format.plus = self.format.plus, False
                self.print_arg(args[reader.index], verb)
                reader.index += 1
        if not reader.reordered and reader.index < len(args):
            self.extra(args[reader.index :])

    def extra(self, args: list[Value]) -> None:
        """Prints the operands that the format has no verbs for."""
        self.format.clear()
        self.parts.append("%!(EXTRA ")
        for i, arg in enumerate(args):
            if i > 0:
                self.parts.append(", ")
            if arg.type is not None:
                self.parts.append(f"{arg.type}=")
            self.print_arg(arg, "v")
        self.parts.append(")")
