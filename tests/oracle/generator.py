"""Random templates: valid ones over a vocabulary of fields and functions, broken ones, and plain soup."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Generator", "Vocabulary"]


@dataclass
class Vocabulary:
    """What valid templates talk of.

    Attributes:
        fields: Names behind a dot; with dots inside they are chains.
        lists: Those of which a range makes sense.
        functions: Functions by name, with the numbers of arguments that they take.
        names: Names of associated templates that are defined elsewhere.
    """

    fields: Sequence[str] = ("Prompt", "System", "Role", "Content", "Function.Name", "Arguments.a.b", "é", "_x9")
    lists: Sequence[str] = ("Messages", "Tools", "ToolCalls")
    functions: Sequence[tuple[str, Sequence[int]]] = (
        ("and", (1, 2, 3)),
        ("or", (1, 2)),
        ("not", (1,)),
        ("eq", (2, 3)),
        ("ne", (2,)),
        ("lt", (2,)),
        ("ge", (2,)),
        ("len", (1,)),
        ("index", (2, 3)),
        ("slice", (2, 3)),
        ("print", (0, 1, 2)),
        ("printf", (1, 2)),
        ("html", (1,)),
        ("call", (1,)),
    )
    names: Sequence[str] = ()


TEXTS = [
    "a",
    "b\n",
    " ",
    "\n\n",
    "\t x ",
    "<|im_start|>user\n",
    "é",
    "日本",
    "{ ",
    "}",
    "} }",
    "{%",
    '"',
    "\r\n",
    "-",
    "%d",
]
STRINGS = ['"a"', '""', '"user"', r'"\n"', r'"\"q\""', r'"\u00e9\xff"', "`raw`", "`a\n\\b`", "`\r`", '"é日"', '"{{x}}"']
NUMBERS = [
    "0",
    "1",
    "-1",
    "+2",
    "42",
    "1.5",
    ".5",
    "1.",
    "1e3",
    "-1E-2",
    "0x1F",
    "0b101",
    "0o17",
    "017",
    "1_000",
    "0x1p4",
]
NUMBERS += [
    "0X.8p1",
    "'a'",
    r"'\n'",
    r"'\''",
    "'é'",
    r"'\x41'",
    "1i",
    "1.5e1i",
    "1+2i",
    "1e3-0i",
    "9223372036854775808",
]
NUMBERS += [
    "1e19",
    "-9223372036854775808",
    "0_1",
    "-0",
    "1e-400",
    "0i",
    "18446744073709551615",
    "-0.0",
    "0x1p-2+0x1p2i",
]
ODD = [
    "0x",
    "1__0",
    "1_",
    "0b2",
    "08",
    "1e",
    "''",
    "'ab'",
    r"'\z'",
    r'"\z"',
    r'"\400"',
    "1e400",
    "99999999999999999999",
]
ODD += [
    "'",
    '"',
    "`",
    '"a',
    "0xg",
    "1+",
    "1+2",
    "1i+2i",
    "-",
    "+",
    ".",
    "..",
    "$",
    "$.",
    "$x.",
    "$é",
    "_",
    ".5x",
    "1.X",
]
ODD += [
    ":=",
    "=",
    ":",
    ",",
    "|",
    "||",
    "(",
    ")",
    "()",
    "!",
    "#",
    "==",
    "&&",
    "[0]",
    "@",
    "\x00",
    "\x7f",
    "é",
    "²",
    "\u00a0",
]
ODD += [
    "if",
    "else",
    "end",
    "range",
    "with",
    "define",
    "block",
    "template",
    "break",
    "continue",
    "nil",
    "true",
    "false",
]
ODD += [
    "\udcff",
    "\u2028",
    "“",
    "٣",
    ".٣",
    "nope",
    "elif",
    ".X.Y.Z",
    "$.A.B",
    "(.X).Y",
    "len.X",
    "true.X",
    "/*",
    "*/",
    "{{",
]
ODD += [
    "}}",
    "{{-",
    "-}}",
    " -}}",
    "{{- ",
    "\n",
    "\r",
    "  ",
    "-1",
    "- 1",
    "1-",
    '"a"',
    "`b\nc`",
    "; ",
    "\\",
    "ǅ",
    "ⅷ",
    "x\u0301",
]
STATEMENTS = ["{{end}}", "{{else}}", "{{if .X}}", "{{else if .X}}", "{{else with .X}}", "{{with .X}}", "{{range .X}}"]
STATEMENTS += [
    "{{break}}",
    "{{continue}}",
    '{{define "d"}}',
    '{{block "d" .}}',
    '{{template "d"}}',
    "{{.X}}",
    "{{/* c */}}",
]
STATEMENTS += [
    "{{- end -}}",
    "{{else if}}",
    "{{ else\nif .X }}",
    "{{range $i, $x := .X}}",
    "{{$x := 1}}",
    "{{$x}}",
    "{{end",
    "{{",
]
STATEMENTS += [
    "{{- /* c */ -}}",
    "{{/*",
    "{{/* c */ }}",
    "{{break 1}}",
    "{{define}}",
    "{{template `d` $x}}",
    "{{range $i, $}}",
]
VARIABLES = ["$x", "$y", "$i", "$", "$long_name", "$é", "$1"]


class Generator:
    """A stream of random templates, the same for the same seed."""

    def __init__(self, seed: int | str, vocabulary: Vocabulary | None = None) -> None:
        self.random = random.Random(seed)
        self.vocabulary = vocabulary or Vocabulary()

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pick(self, items: Sequence[str]) -> str:
        return self.random.choice(items)

    # Valid templates

    def template(self, depth: int = 4) -> str:
        """Makes a template that parses."""
        self.vars = ["$"]
        self.loops = 0
        self.defined = 0
        parts = []
        for _ in range(self.random.randrange(1, 4)):
            parts.append(self.body(depth))
            if self.chance(0.15):
                parts.append(self.define(depth - 1))
        return "".join(parts)

    def body(self, depth: int) -> str:
        return "".join(self.statement(depth) for _ in range(self.random.randrange(4)))

    def statement(self, depth: int) -> str:
        kind = self.random.randrange(16)
        if kind < 4:
            return self.pick(TEXTS)
        if kind < 8 or depth <= 0:
            return self.action(self.pipeline(depth))
        if kind == 8:
            return self.action(self.setting(depth))
        if kind == 9:
            return self.pick(["{{/* c */}}", "{{- /* c\n{{x}} */ -}}", "{{/**/}}", "{{- /* c */}}"])
        if kind == 10:
            names = [f'"t{i}"' for i in range(self.defined)] + [f'"{name}"' for name in self.vocabulary.names]
            if self.chance(0.5) and names:
                return self.action(f"template {self.pick(names)}{self.pick(['', ' .', ' $', ' ' + self.pipeline(1)])}")
            return self.block(depth)
        if kind == 11 and self.loops:
            return self.action(self.pick(["break", "continue"]))
        return self.branch(depth)

    def branch(self, depth: int) -> str:
        """Makes an if, with or range with all that belongs to it."""
        mark, keyword = len(self.vars), self.pick(["if", "if", "with", "range", "range"])
        out = self.action(f"{keyword} {self.range_head(depth) if keyword == 'range' else self.head(depth)}")
        self.loops += keyword == "range"
        out += self.body(depth - 1)
        self.loops -= keyword == "range"
        while keyword != "range" and self.chance(0.3):
            out += self.action(f"else{self.space()}{keyword} {self.head(depth)}") + self.body(depth - 1)
        if self.chance(0.4):
            out += self.action("else") + self.body(depth - 1)
        del self.vars[mark:]
        return out + self.action("end")

    def head(self, depth: int) -> str:
        return self.setting(depth) if self.chance(0.2) else self.pipeline(depth)

    def range_head(self, depth: int) -> str:
        names = [self.pick(VARIABLES) for _ in range(self.random.randrange(3))]
        if len(names) == 2 and self.chance(0.05):
            self.vars.append(names[0])
            return f"{names[0]}, {self.pick(self.vars)}"
        over = "." + self.pick(self.vocabulary.lists) if self.chance(0.7) else self.pipeline(depth)
        if not names:
            return over
        sign = self.pick([":=", ":=", " := ", " = "])
        self.vars += names
        return f"{self.pick([',', ', ', ' , ']).join(names)}{' ' if sign == '=' else ''}{sign}{over}"

    def setting(self, depth: int) -> str:
        pipeline, name = self.pipeline(depth), self.pick(VARIABLES)
        self.vars.append(name)
        return f"{name}{self.pick([' := ', ':=', ' :=', ' = ', ' ='])}{pipeline}"

    def define(self, depth: int) -> str:
        self.defined += 1
        return self.action(f'define "t{self.defined}"') + self.apart(depth) + self.action("end")

    def block(self, depth: int) -> str:
        self.defined += 1
        head = self.action(
            f"block {self.pick(['{0}t{1}{0}']).format(self.pick([chr(34), '`']), self.defined)} {self.pipeline(1)}"
        )
        return head + self.apart(depth - 1) + self.action("end")

    def apart(self, depth: int) -> str:
        """Makes a body with variables and loops of its own."""
        outer, self.vars, loops, self.loops = self.vars, ["$"], self.loops, 0
        out = self.body(depth)
        self.vars, self.loops = outer, loops
        return out

    def pipeline(self, depth: int) -> str:
        commands = [self.command(depth)]
        while self.chance(0.2):
            commands.append(self.call(depth - 1) if self.chance(0.8) else "." + self.pick(self.vocabulary.fields))
        return self.pick([" | ", "|", " |", "\n| "]).join(commands) + (" |" if self.chance(0.01) else "")

    def command(self, depth: int) -> str:
        return self.operand(depth) if self.chance(0.5) else self.call(depth)

    def call(self, depth: int) -> str:
        name, counts = self.random.choice(self.vocabulary.functions)
        operands = [self.operand(depth - 1) for _ in range(self.random.choice(counts))]
        return self.space().join([name, *operands])

    def operand(self, depth: int) -> str:
        kind = self.random.randrange(12)
        if kind < 5:
            return "." + self.pick([*self.vocabulary.fields, *self.vocabulary.lists])
        if kind < 6:
            return self.pick(self.vars) + self.pick(["", "", "." + self.pick(self.vocabulary.fields)])
        if kind < 8:
            return self.pick(STRINGS)
        if kind < 9:
            return self.pick(NUMBERS)
        if kind < 10 or depth <= 0:
            return self.pick([".", "true", "false", "nil", "print"])
        inside = self.space(0).join(["(", self.head_or_pipeline(depth - 1), ")"])
        return inside + self.pick(["", "", "." + self.pick(self.vocabulary.fields)])

    def head_or_pipeline(self, depth: int) -> str:
        return self.setting(depth) if self.chance(0.03) else self.pipeline(depth)

    def space(self, least: int = 1) -> str:
        return self.pick([" " * least, " " * least, " " * least, "  ", "\n", " \t\r\n"])

    def action(self, inside: str) -> str:
        left = self.pick(["{{", "{{", "{{ ", "{{- ", "{{-\n ", "{{\n"])
        right = self.pick(["}}", "}}", " }}", " -}}", "  -}}", "\n}}", "\n-}}"])
        return left + inside + right

    # Others

    def case(self, seeds: Sequence[str] = ()) -> str:
        """Makes any template: valid, a broken one of those or of the given ones, or soup."""
        kind = self.random.randrange(10)
        if kind < 2:
            return self.template()
        if kind < 5:
            return self.mutated(self.template(self.random.randrange(1, 5)))
        if kind < 7 and seeds:
            return self.mutated(self.cut(self.pick(seeds)))
        return self.soup()

    def cut(self, text: str, size: int = 600) -> str:
        """Takes a piece out of a long text, from its start or from an action on."""
        if len(text) <= size:
            return text
        start = max(0, text.rfind("{{", 0, self.random.randrange(len(text))))
        return text[start : start + self.random.randrange(20, size)]

    def mutated(self, text: str) -> str:
        """Changes a text in a few places."""
        for _ in range(self.pick_count()):
            i = self.random.randrange(len(text) + 1)
            j = min(len(text), i + self.random.randrange(1, 5))
            kind = self.random.randrange(8)
            if kind == 0:
                text = text[:i] + text[j:]
            elif kind == 1:
                text = text[:i] + self.pick(ODD) + text[j:]
            elif kind == 2:
                text = text[:i] + self.pick(ODD) + text[i:]
            elif kind == 3:
                text = text[:i] + " " + self.pick(ODD) + " " + text[i:]
            elif kind == 4:
                text = text[:i] + self.pick(STATEMENTS) + text[i:]
            elif kind == 5:
                k = self.random.randrange(len(text) + 1)
                text = text[:i] + text[min(i, k) : max(i, k)][:40] + text[i:]
            elif kind == 6 and self.chance(0.3):
                text = text[:i]
            else:
                text = self.mutated_inside(text)
        return text

    def mutated_inside(self, text: str) -> str:
        """Changes the inside of an action."""
        starts = [i for i in range(len(text)) if text.startswith("{{", i)]
        if not starts:
            return text
        i = self.random.choice(starts) + 2
        end = text.find("}}", i)
        i = self.random.randrange(i, max(i, end) + 1)
        j = min(len(text), i + self.random.choice([0, 0, 1, 2, 6]))
        return (
            text[:i]
            + self.pick(["", " "])
            + self.pick(ODD + STRINGS + NUMBERS + VARIABLES)
            + self.pick(["", " "])
            + text[j:]
        )

    def pick_count(self) -> int:
        return self.random.choice([1, 1, 1, 2, 3])

    def soup(self) -> str:
        """Makes actions of anything at all."""
        words = (
            ODD + STRINGS + NUMBERS + VARIABLES + TEXTS + [".X", ".A.B", "len", "eq", "print", "(", ")", "|", ":=", "="]
        )
        out = []
        for _ in range(self.random.randrange(1, 5)):
            kind = self.random.randrange(6)
            if kind == 0:
                out.append(self.pick(STATEMENTS))
            elif kind == 1:
                out.append(self.pick(TEXTS))
            else:
                glue = self.pick(["", " ", " ", "\n"])
                count = self.random.choice([0, 1, 1, 2, 2, 3, 5])
                some = [self.number() if self.chance(0.1) else self.pick(words) for _ in range(count)]
                heads = [
                    "",
                    "",
                    "if ",
                    "range ",
                    "with ",
                    "else ",
                    "else if ",
                    "template ",
                    "define ",
                    "block `b` ",
                    "end ",
                ]
                heads += ["template `t` ", "range $i, ", "range $i, $j ", "$x := ", "range $i, $j = ", "break ", "("]
                out.append(self.action(self.pick(heads) + glue.join(some)))
        return "".join(out)

    def number(self) -> str:
        """Makes something that looks like a number or a character constant."""
        letters = self.pick(["0123456789", "0123456789_.eE+-i", "0189abfxXoObBpP_.+-i", "0x.pP+-1_i", "\\'ntx0123u\"é"])
        text = "".join(self.pick(letters) for _ in range(self.random.randrange(1, 12)))
        return f"'{text}'" if "'" in letters else self.pick(["", "0x", "0b", "0o", "-", "0x1p", "1e"]) + text
