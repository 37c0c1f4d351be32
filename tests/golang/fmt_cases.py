"""Random cases for tests/oracle/fmt_oracle, and what this package answers to them."""

from __future__ import annotations

import base64
import json
import math
import random
import struct
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from gotmpl.golang import escape, fmt, strconv, utf8
from gotmpl.golang import json as gojson
from gotmpl.golang.classes import LIST, STRING_MAP
from gotmpl.golang.error import GoError
from gotmpl.golang.kind import (
    BOOL,
    EMPTY_INTERFACE,
    FLOAT64,
    INT,
    STRING,
    UINT8,
    Field,
    Kind,
    Type,
    func_of,
    map_of,
    pointer_to,
    slice_of,
    struct_of,
)
from gotmpl.golang.reflect import Value, value_of

SOURCE = Path(__file__).parent.parent / "oracle" / "fmt_oracle" / "main.go"

ROLE = Type(Kind.STRING, "main.Role")
WORD = Type(Kind.STRING, "main.Word", stringer=lambda s: f"<{s}>")
POINT = struct_of("main.Point", [Field("X", INT, "x"), Field("Y", INT, "y")])
TITLE = struct_of("main.Title", [Field("Text", STRING, "text")], stringer=lambda t: f"Title {t.text}")
RAW = struct_of("main.Raw", [Field("Text", STRING, "text")], marshal_json=lambda r: r.text)
FLOAT32 = Type(Kind.FLOAT32, "float32")
COMPLEX64 = Type(Kind.COMPLEX64, "complex64")
FUNC = func_of((STRING,), False, INT)
NODE = struct_of(
    "main.Node",
    [
        Field("Name", STRING, "name", json_name="name"),
        Field("Note", STRING, "note", json_name="note", omitempty=True),
        Field("Count", INT, "count", json_name="count", omitempty=True),
        Field("Score", FLOAT64, "score", json_name="score", omitempty=True),
        Field("Flag", BOOL, "flag", json_name="flag", omitempty=True),
        Field("Data", slice_of(UINT8), "data", json_name="data", omitempty=True),
        Field("Items", LIST, "items", json_name="items", omitempty=True),
        Field("Attrs", STRING_MAP, "attrs", json_name="attrs", omitempty=True),
        Field("Point", pointer_to(POINT), "point", json_name="point", omitempty=True),
        Field("Any", EMPTY_INTERFACE, "any", json_name="any", omitempty=True),
        Field("List", LIST, "list"),
        Field("Table", STRING_MAP, "table"),
        Field("Here", POINT, "here", json_name="here"),
        Field("Title", TITLE, "title"),
        Field("Gone", INT, "gone", json_name=""),
    ],
)
INTEGERS = {
    name: (Type(Kind[name.upper()], name), low, high)
    for name, low, high in [
        ("int8", -128, 127),
        ("int16", -(1 << 15), (1 << 15) - 1),
        ("int32", -(1 << 31), (1 << 31) - 1),
        ("int64", -(1 << 63), (1 << 63) - 1),
        ("uint", 0, (1 << 64) - 1),
        ("uint8", 0, 255),
        ("uint16", 0, (1 << 16) - 1),
        ("uint32", 0, (1 << 32) - 1),
        ("uintptr", 0, (1 << 64) - 1),
    ]
}


class Case(NamedTuple):
    """What to ask Go, and how this package answers."""

    request: dict[str, Any]
    answer: Callable[[], str]


class Oracle:
    """A running fmt_oracle."""

    def __init__(self, program: Path) -> None:
        self.program = program

    @classmethod
    def build(cls, go: str, folder: Path) -> Oracle:
        program = folder / "fmt_oracle"
        subprocess.run([go, "build", "-o", program, SOURCE], check=True, capture_output=True)
        return cls(program)

    def ask(self, requests: Sequence[dict[str, Any]]) -> list[str]:
        lines = "".join([json.dumps(request) + "\n" for request in requests])
        done = subprocess.run([self.program], input=lines.encode(), capture_output=True, check=True)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        return [f"error: {a['Err']}" if "Err" in a else utf8.decode(base64.b64decode(a["Out"])) for a in answers]


def answer_of(case: Case) -> str:
    """What this package says; compared as bytes, so in canonical form."""
    try:
        return utf8.canonical(case.answer())
    except GoError as error:
        return f"error: {error}"


def packed(s: str) -> str:
    return base64.b64encode(utf8.encode(s)).decode()


def bits_of(f: float) -> str:
    return struct.pack(">d", f).hex()


def float32(f: float) -> float:
    try:
        return struct.unpack("<f", struct.pack("<f", f))[0]
    except OverflowError:
        return math.copysign(math.inf, f)


class Generator:
    """Random values and calls; each value is a pair: as Python has it, and as the oracle reads it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, *items: Any) -> Any:
        return self.random.choice(items)

    # Values

    def text(self) -> str:
        size = self.pick(0, 1, 1, 2, 3, 5, 9)
        data = b"".join([self.random.choice(PIECES) for _ in range(size)])
        if self.random.random() < 0.3:
            data += bytes(self.random.choices(range(256), k=self.pick(1, 2, 4)))
        if self.random.random() < 0.3:
            data += "".join([chr(self.code_point()) for _ in range(self.pick(1, 3))]).encode("utf-8", "surrogatepass")
        if self.random.random() < 0.1:  # not in canonical form
            return "".join([chr(b) if b < 0x80 else chr(0xDC00 + b) for b in data])
        return utf8.decode(data)

    def code_point(self) -> int:
        return self.random.randrange(self.pick(0x80, 0x250, 0x3100, 0x10000, 0x20000, 0x110000))

    def int(self, low: int, high: int) -> int:
        if self.random.random() < 0.5:
            number = self.random.choice(
                [0, 1, -1, 2, 5, 7, 8, 10, 42, -42, 65, 97, 255, 1000, low, high, low + 1, high - 1]
            )
        else:
            number = self.random.getrandbits(self.random.randrange(1, 65)) * self.pick(1, -1)
        return max(low, min(high, number))

    def float(self) -> float:
        roll = self.random.random()
        if roll < 0.25:
            return self.random.choice(FLOATS)
        if roll < 0.5:
            return struct.unpack(">d", struct.pack(">Q", self.random.getrandbits(64)))[0]
        if roll < 0.75:
            return round(self.random.uniform(-1, 1) * 10 ** self.random.randrange(-8, 24), self.random.randrange(0, 9))
        if roll < 0.9:
            return self.random.randrange(-1000, 1000) / self.pick(1, 2, 4, 8, 16, 10, 100, 1000)
        return math.ldexp(self.pick(1, 1, 3, 0.5), self.random.randrange(-1074, 1020))

    def value(self, depth: int = 3, *, pointers: bool = False) -> tuple[Any, Any]:
        """A value as it may stand in a list: a plain Python object or a Value; and its encoding."""
        simple = (self.simple, self.simple, self.simple, self.typed)
        return self.pick(*simple, *((self.container, self.container, self.record) if depth > 0 else ()))(
            depth, pointers
        )

    def simple(self, depth: int, pointers: bool) -> tuple[Any, Any]:
        tag = self.pick("nil", "bool", "int", "int", "float64", "string", "string", "string", "uint64", "bytes")
        if tag == "nil":
            return None, None
        if tag == "bool":
            flag = self.pick(True, False)
            return flag, [tag, flag]
        if tag == "int":
            number = self.int(-(1 << 63), (1 << 63) - 1)
            return number, [tag, str(number)]
        if tag == "uint64":
            number = self.int(1 << 63, (1 << 64) - 1)
            return number, [tag, str(number)]
        if tag == "float64":
            f = self.float()
            return f, [tag, bits_of(f)]
        text = self.text()
        return (text if tag == "string" else utf8.encode(text)), [tag, packed(text)]

    def typed(self, depth: int, pointers: bool) -> tuple[Any, Any]:
        tag = self.pick(
            *INTEGERS, "float32", "complex128", "complex64", "Role", "Word", "Title", "*Title", "Point", "*Point", "nil"
        )
        if tag in INTEGERS:
            type, low, high = INTEGERS[tag]
            number = self.int(low, high)
            return Value(type, number), [tag, str(number)]
        if tag == "float32":
            f = float32(self.float())
            return Value(FLOAT32, f), [tag, bits_of(f)]
        if tag in ("complex128", "complex64"):
            parts = self.float(), self.float()
            if tag == "complex64":
                parts = float32(parts[0]), float32(parts[1])
                return Value(COMPLEX64, complex(*parts)), [tag, [bits_of(parts[0]), bits_of(parts[1])]]
            return complex(*parts), [tag, [bits_of(parts[0]), bits_of(parts[1])]]
        if tag in ("Role", "Word"):
            text = self.text()
            return Value(ROLE if tag == "Role" else WORD, text), [tag, packed(text)]
        if tag == "nil":
            tag = self.pick("nil list", "nil map", "nil *Title", "nil *Point", "nil func", "nil bytes")
            type = {
                "nil list": LIST,
                "nil map": STRING_MAP,
                "nil *Title": pointer_to(TITLE),
                "nil *Point": pointer_to(POINT),
                "nil func": FUNC,
                "nil bytes": slice_of(UINT8),
            }[tag]
            return Value(type, None), ["bytes", None] if tag == "nil bytes" else [tag, ""]
        if "*" in tag and not pointers:
            tag = tag[1:]
        if tag in ("Title", "*Title"):
            text = self.text()
            type, obj, content = TITLE, SimpleNamespace(text=text), packed(text)
        else:
            type, obj, content = self.point()
        return Value(pointer_to(type) if "*" in tag else type, obj), [tag, content]

    def point(self) -> tuple[Type, Any, Any]:
        x, y = self.random.randrange(-9, 99), self.random.randrange(-9, 99)
        return POINT, SimpleNamespace(x=x, y=y), [x, y]

    def container(self, depth: int, pointers: bool) -> tuple[Any, Any]:
        tag = self.pick("list", "list", "map", "map", "ints", "strings", *MAP_KEYS)
        if tag == "list":
            return self.list(depth, pointers)
        if tag == "map":
            return self.map(depth, pointers)
        size = self.pick(0, 1, 2, 3)
        if tag == "ints":
            numbers = [self.random.randrange(-99, 999) for _ in range(size)]
            return Value(slice_of(INT), numbers), [tag, numbers]
        if tag == "strings":
            texts = [self.text() for _ in range(size)]
            return Value(slice_of(STRING), texts), [tag, [packed(text) for text in texts]]
        key_type, make = MAP_KEYS[tag]
        entries, encodings = {}, []
        kind = self.random.randrange(3)
        for _ in range(size):
            key, key_encoding = make(self, kind)
            if key not in entries:
                entries[key], encoding = self.value(depth - 1, pointers=pointers)
                encodings.append([key_encoding, encoding])
        return Value(map_of(key_type, EMPTY_INTERFACE), entries), [tag, encodings]

    def list(self, depth: int, pointers: bool) -> tuple[Any, Any]:
        items = [self.value(depth - 1, pointers=pointers) for _ in range(self.pick(0, 1, 2, 3, 4))]
        return [item for item, _ in items], ["list", [encoding for _, encoding in items]]

    def map(self, depth: int, pointers: bool) -> tuple[Any, Any]:
        entries, encodings = {}, []
        for _ in range(self.pick(0, 1, 2, 3, 4)):
            key = utf8.canonical(self.text())
            if key not in entries:
                entries[key], encoding = self.value(depth - 1, pointers=pointers)
                encodings.append([packed(key), encoding])
        return entries, ["map", encodings]

    def record(self, depth: int, pointers: bool) -> tuple[Any, Any]:
        items, attrs, list, table = (
            make(depth - 1, pointers) if self.pick(True, False) else (None, None)
            for make in (self.list, self.map, self.list, self.map)
        )
        held = self.value(depth - 1, pointers=pointers)
        point = self.point()[1:] if pointers and self.pick(True, False) else (None, None)
        _, here, here_encoding = self.point()
        title = self.text()
        obj = SimpleNamespace(
            name=self.text(),
            note=self.pick("", self.text()),
            count=self.pick(0, 3),
            score=self.pick(0.0, self.float()),
            flag=self.pick(True, False),
            data=self.pick(None, b"", utf8.encode(self.text())),
            items=items[0],
            attrs=attrs[0],
            point=point[0],
            any=held[0],
            list=list[0],
            table=table[0],
            here=here,
            title=SimpleNamespace(text=title),
            gone=7,
        )
        encoding = {
            "Name": packed(obj.name),
            "Note": packed(obj.note),
            "Count": obj.count,
            "Score": bits_of(obj.score),
            "Flag": obj.flag,
            "Data": None if obj.data is None else base64.b64encode(obj.data).decode(),
            "Items": items[1],
            "Attrs": attrs[1],
            "Point": None if point[0] is None else ["*Point", point[1]],
            "Any": held[1],
            "List": list[1],
            "Table": table[1],
            "Here": here_encoding,
            "Title": packed(title),
        }
        return Value(NODE, obj), ["Node", encoding]

    def operand(self) -> tuple[Value, Any]:
        """An operand of a call: what `value` gives, or a pointer to such."""
        if self.random.random() < 0.08:
            tag = self.pick("list", "map", "Node", "Point", "Title")
            if tag == "list":
                obj, encoding = self.list(2, False)
                return Value(pointer_to(LIST), obj), ["*list", encoding[1]]
            if tag == "map":
                obj, encoding = self.map(2, False)
                return Value(pointer_to(STRING_MAP), obj), ["*map", encoding[1]]
            if tag == "Node":
                value, encoding = self.record(2, False)
                return Value(pointer_to(NODE), value.obj), ["*Node", encoding[1]]
            if tag == "Point":
                _, obj, encoding = self.point()
                return Value(pointer_to(POINT), obj), ["*Point", encoding]
            text = self.text()
            return Value(pointer_to(TITLE), SimpleNamespace(text=text)), ["*Title", packed(text)]
        obj, encoding = self.value(self.pick(0, 0, 1, 3))
        return value_of(obj), encoding

    # Calls

    def format(self) -> str:
        if self.random.random() < 0.15:
            return utf8.decode("".join(self.random.choices(GARBAGE, k=self.random.randrange(12))).encode()).replace(
                "?", self.pick("\udcff", "é", "?")
            )
        parts = []
        for _ in range(self.pick(1, 1, 1, 2, 3)):
            parts.append(self.pick("", "", "", "x", "é ", self.text().replace("%", "")))
            parts.append("%" + "".join(self.random.choices("+-# 0", k=self.pick(0, 0, 1, 1, 2, 3))))
            parts.append(self.pick("", "", "", "", "", "", "", f"[{self.random.randrange(5)}]"))
            parts.append(self.pick("", "", "", str(self.random.randrange(1, 30)), "*"))
            parts.append(self.pick("", "", "", ".", f".{self.random.randrange(22)}", ".*", ".[2]*"))
            parts.append(self.pick(*[""] * 12, "[1]", "[2]", "[x]", "[", "[3", "]"))
            parts.append(self.pick(*"vvvvvvssssddddqqqqxxxxXXTtbcoOUeEfFgGpw%z!é\udce9"))
        parts.append(self.pick("", "", "", "", "tail", "%", "%5", "%-", "%."))
        return "".join(parts)

    def call(self) -> Case:
        name = self.random.choices(list(CALLS), weights=[weight for weight, _ in CALLS.values()])[0]
        return CALLS[name][1](self)

    def sprintf(self) -> Case:
        while True:
            operands = [self.operand() for _ in range(self.pick(0, 1, 1, 1, 2, 3))]
            if self.random.random() < 0.1:
                number = self.random.randrange(-12, 12)
                operands.insert(0, (value_of(number), ["int", str(number)]))
            format = self.format()
            if "p" not in format or not any(value.kind.can_be_nil and value.obj is not None for value, _ in operands):
                break
        return self._print("sprintf", operands, lambda values: fmt.sprintf(format, values), format)

    def sprint(self) -> Case:
        operands = [self.operand() for _ in range(self.pick(0, 1, 1, 2, 3, 4))]
        if self.pick(True, False):
            return self._print("sprint", operands, fmt.sprint)
        return self._print("sprintln", operands, fmt.sprintln)

    def _print(
        self, op: str, operands: list[tuple[Value, Any]], call: Callable[[list[Value]], str], text: str = ""
    ) -> Case:
        values = [value for value, _ in operands]
        request = {"Op": op, "Text": packed(text), "Args": [encoding for _, encoding in operands]}
        return Case(request, lambda: call(values))

    def marshal(self) -> Case:
        obj, encoding = self.value(self.pick(0, 1, 2, 4), pointers=True)
        if self.random.random() < 0.1:
            text = self.json_text(2)
            obj, encoding = [Value(RAW, SimpleNamespace(text=text))], ["list", [["Raw", packed(text)]]]
        return Case({"Op": "json", "Args": [encoding]}, lambda: gojson.marshal(value_of(obj)))

    def json_text(self, depth: int) -> str:
        def space() -> str:
            return self.pick("", "", " ", "\n\t", "\r  ")

        kind = self.random.randrange(6 if depth else 4)
        if kind < 2:
            inner = self.pick('"a b"', '"\\" <&>"', '"\u2028é\\u003c"', '"\\\\"', '" \\n\t"'.replace("\t", ""), '""')
        elif kind < 4:
            inner = self.pick("1.0", "-0", "1E+2", "null", "true", "false")
        elif kind == 4:
            inner = f"[{','.join([self.json_text(depth - 1) for _ in range(self.pick(0, 1, 2))]) or space()}]"
        else:
            keys = ["a", "b<", "c d"][: self.pick(0, 1, 3)]
            inner = "{" + ",".join([f'{space()}"{key}"{space()}:{self.json_text(depth - 1)}' for key in keys]) + "}"
        return space() + inner + space()

    def on_text(self) -> Case:
        op, call = self.pick(
            ("quote", strconv.quote),
            ("quote_to_ascii", strconv.quote_to_ascii),
            ("can_backquote", lambda s: str(strconv.can_backquote(s)).lower()),
            ("html_escape", escape.html_escape),
            ("js_escape", escape.js_escape),
            ("url_query_escape", escape.url_query_escape),
        )
        text = self.text()
        return Case({"Op": op, "Text": packed(text)}, lambda: call(text))

    def on_rune(self) -> Case:
        rune = self.pick(self.code_point(), self.code_point(), self.int(-(1 << 31), (1 << 31) - 1))
        if self.pick(True, False):
            return Case({"Op": "quote_rune", "Number": str(rune)}, lambda: strconv.quote_rune(rune))
        return Case({"Op": "quote_rune_to_ascii", "Number": str(rune)}, lambda: strconv.quote_rune_to_ascii(rune))

    def on_quoted(self) -> Case:
        pieces = [*ESCAPES, *"abc\"'`\\", "é", "\udcff", "\udcc3", "\n", "\r"]
        inside = "".join(self.random.choices(pieces, k=self.pick(0, 1, 1, 2, 3, 5)))
        if self.pick(True, False):
            text = self.pick('"{}"', '"{}"', "'{}'", "`{}`", "{}", '"{}', "'{}\"").format(inside)
            return Case({"Op": "unquote", "Text": packed(text)}, lambda: strconv.unquote(text))
        quote = self.pick('"', "'", "")

        def answer() -> str:
            char, multibyte, tail = strconv.unquote_char(inside, quote)
            return f"{char} {str(multibyte).lower()} {tail}"

        return Case({"Op": "unquote_char", "Text": packed(inside), "Format": quote}, answer)

    def format_float(self) -> Case:
        f, bits = self.float(), self.pick(64, 64, 64, 32)
        verb, prec = self.pick(*"eEfgGbxX"), self.pick(-1, -1, 0, 1, 2, 6, self.random.randrange(40), 400)
        request = {"Op": "format_float", "Number": bits_of(f), "Format": verb, "Prec": prec, "Bits": bits}
        return Case(request, lambda: strconv.format_float(f, verb, prec, bits))

    def format_int(self) -> Case:
        number, base = self.int(-(1 << 63), (1 << 63) - 1), self.random.randrange(2, 37)
        request = {"Op": "format_int", "Number": str(number), "Base": base}
        return Case(request, lambda: strconv.format_int(number, base))

    def parse_number(self) -> Case:
        op = self.pick("parse_int", "parse_uint", "parse_float")
        text = self.number_text()
        if op == "parse_float":
            return Case({"Op": op, "Text": packed(text)}, lambda: _go_bits(strconv.parse_float(text)))
        base, bits = self.pick(0, 0, 0, 10, 2, 8, 16, 36), self.pick(64, 64, 32, 8)
        call = strconv.parse_int if op == "parse_int" else strconv.parse_uint
        request = {"Op": op, "Text": packed(text), "Base": base, "Bits": bits}
        return Case(request, lambda: str(call(text, base, bits)))

    def number_text(self) -> str:
        roll = self.random.random()
        if roll < 0.35:
            return "".join(self.random.choices("0123456789_.eEpPxXbBoOabcdf+-iné\udcff ", k=self.random.randrange(9)))
        sign = self.pick("", "", "-", "+")
        if roll < 0.6:
            number = abs(self.int(-(1 << 64), 1 << 65))
            return sign + self.pick(str, hex, oct, bin, "{:_}".format, "0{:o}".format, "0x_{:_x}".format)(number)
        if roll < 0.7:
            return sign + self.pick(
                "inf", "Inf", "INFINITY", "infinit", "nan", "NaN", "0x", "0b2", "08", "1e400", "1e-400"
            )
        f = self.float()
        return self.pick(repr, float.hex, "{:.30f}".format, "{:e}".format, "{:_.3f}".format)(f)


def _go_bits(f: float) -> str:
    return "7ff8000000000001" if f != f else f"{struct.unpack('>Q', struct.pack('>d', f))[0]:x}"


def _text_key(generator: Generator, kind: int) -> tuple[Any, Any]:
    text = utf8.canonical(generator.text())
    return text, packed(text)


def _int_key(generator: Generator, kind: int) -> tuple[Any, Any]:
    number = generator.random.randrange(-12, 120)
    return number, number


def _any_key(generator: Generator, kind: int) -> tuple[Any, Any]:
    # Of one type in a map, because Go orders types by address.
    if kind == 0:
        return (flag := generator.pick(True, False)), ["bool", flag]
    if kind == 1:
        return (number := generator.random.randrange(-12, 120)), ["int", str(number)]
    text = utf8.canonical(generator.text())
    return text, ["string", packed(text)]


def _float_key(generator: Generator, kind: int) -> tuple[Any, Any]:
    f = generator.pick(0.5, 1.0, -2.0, 1e21, 1e-7, math.inf)
    return f, bits_of(f)


MAP_KEYS: dict[str, tuple[Type, Callable[[Generator, int], tuple[Any, Any]]]] = {
    "int map": (INT, _int_key),
    "uint8 map": (UINT8, lambda g, kind: ((n := g.random.randrange(256)), n)),
    "bool map": (BOOL, lambda g, kind: ((flag := g.pick(True, False)), flag)),
    "float map": (FLOAT64, _float_key),
    "Word map": (WORD, _text_key),
    "any map": (EMPTY_INTERFACE, _any_key),
}

CALLS: dict[str, tuple[int, Callable[[Generator], Case]]] = {
    "sprintf": (50, Generator.sprintf),
    "sprint": (10, Generator.sprint),
    "marshal": (15, Generator.marshal),
    "on_text": (10, Generator.on_text),
    "on_rune": (2, Generator.on_rune),
    "on_quoted": (4, Generator.on_quoted),
    "format_float": (10, Generator.format_float),
    "format_int": (1, Generator.format_int),
    "parse_number": (6, Generator.parse_number),
}

PIECES = [
    *(
        c.encode()
        for c in "aZ09 \"'`\\<>&=%\n\t\r\0\x07\x1f\x7f/-_.~+é日ñ²ß€😀\xad"
        "\u200b\u2028\u2029\ufeff\ufffd\u0301\ue000\u0378"
    ),
    b"hello",
    b"<|im_start|>",
    b"\xff",
    b"\xc3",
    b"\xe2\x82",
    b"\xed\xa0\x80",
    b"\xf0\x9f\x98",
    b"\xc0\x80",
    b"\x80",
]
FLOATS = [
    *(0.0, -0.0, 1.0, -1.0, 0.1, 0.5, 1.5, 2.5, 100.0, 123456.0, 1234567.0, 1e6, 1e20, 1e21, 1e22, 1e23, 1e-4, 1e-5),
    *(1e-6, 1e-7, 9.999999e-7, 999999.5, 0.000123, 3.14159265358979, 1e100, 1e-100, 5e-324, 2.2250738585072014e-308),
    *(
        1.7976931348623157e308,
        3.4028234663852886e38,
        1.1754943508222875e-38,
        1e-45,
        16777216.0,
        math.inf,
        -math.inf,
        math.nan,
    ),
]
ESCAPES = [
    *(
        "\\n",
        "\\t",
        "\\a",
        "\\v",
        "\\\\",
        "\\'",
        '\\"',
        "\\x41",
        "\\xff",
        "\\xc3",
        "\\xa9",
        "\\x4",
        "\\u00e9",
        "\\ud800",
    ),
    *("\\u12", "\\U0001F600", "\\U00110000", "\\101", "\\377", "\\400", "\\8", "\\18", "\\q", "\\e"),
]
GARBAGE = [
    *(
        "%",
        "%",
        "%",
        "[",
        "]",
        "*",
        ".",
        "0",
        "1",
        "2",
        "3",
        "9",
        "+",
        "-",
        "#",
        " ",
        "v",
        "d",
        "s",
        "q",
        "x",
        "X",
        "T",
        "w",
        "e",
    ),
    *("g", "U", "c", "!", "a", "z", "?", "[1]", "[2]", "[]", "[1000001]", "[99999999]", "%99999999d", "12345678901"),
]


def differences(oracle: Oracle, generator: Generator, count: int) -> list[tuple[dict[str, Any], str, str]]:
    """Makes cases and asks Go; gives (request, Go's answer, ours) where they differ."""
    cases = [generator.call() for _ in range(count)]
    expected = oracle.ask([case.request for case in cases])
    found = []
    for case, want in zip(cases, expected, strict=True):
        got = answer_of(case)
        if got != want and not _same_refusal(want, got):
            found.append((case.request, want, got))
    return found


def _same_refusal(want: str, got: str) -> bool:
    """Whether both refuse a map's keys, which Go tells with the number of bytes it had written."""
    return "object member name must be a string" in want and got.startswith("error: json: unsupported type: map[")
