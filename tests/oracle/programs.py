"""Random templates over random data: most run to their end, many fail on the way.

A program knows samples of what its dot and variables hold, so that it can mostly do what makes sense with them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from oracle.exec_cases import Case
from oracle.exec_data import FUNCS

__all__ = ["Programs"]

TEXTS = ["a", "b c", " ", "\n", "é", "<|im_start|>", "}", "{ ", "x\r\n", "\t--", "日本", '"', "%d"]
STRINGS = ["", "a", "héllo", "日本", "<a href='x'>&\"", "tab\t\n", "a\x00b", "%v", "0", "-7", "user", "\u2028", "👩‍🚀"]
INTS = [0, 1, 2, 3, 4, -1, -3, 7]
BIG_INTS = [255, 1 << 31, 1 << 40, (1 << 63) - 1, -(1 << 63), 10**18]
FLOATS = [0.0, 1.0, 1.5, -0.25, 3.0, 1e21, 1e20, 1e-7, 123456789.0, 2.5e-300, 1e300, 0.1, 100000.5]
KEYS = ["A", "B", "C", "Name", "Role", "Content", "é", "N", "key"]
NUMBERS = ["1", "0", "2", "3", "-1", "1.5", "1e3", "0x1F", "0b101", "0o17", "017", "1_0", "'a'", "'\\n'", "'é'", "1i"]
NUMBERS += ["1e21", "0x1p4", "+3", "2.0", "1.5i", "0x_f", "-0.0", ".5", "1."]
BIG_NUMBERS = ["9223372036854775807", "-9223372036854775808", "0xFFFFFFFF", "18446744073709551615", "1e19", "1e400"]
COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge"]
FLAGS = ["", "", "", "+", "-", " ", "0", "#", "+0", "-0", "# ", "+-", "#+", "08"]
WIDTHS = ["", "", "", "1", "3", "6", "12", "*"]
PRECISIONS = ["", "", "", ".", ".0", ".1", ".2", ".5", ".*", ".30"]
VERBS = "vvvsdTqxXtfgeEGbcoOUwFp%z"
MARKERS = ["", "", "", " ", "-"]
#: Functions that give back what they get, which may come back as another type, or whose type tells that they may fail.
_PASSING = {"same", "pair", "list", "fail"}
VARIABLES = ["$x", "$y", "$i", "$v", "$é"]


class Programs:
    """A stream of random cases.

    Attributes:
        wild: How likely it is that an operand is just anything.
    """

    def __init__(self, seed: int | str | random.Random) -> None:
        self.random = seed if isinstance(seed, random.Random) else random.Random(seed)
        self.wild = 0.0

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pick(self, items: Any) -> Any:
        return self.random.choice(items)

    # Data

    def scalar(self) -> Any:
        kind = self.random.randrange(12)
        if kind < 4:
            return self.pick(STRINGS)
        if kind < 7:
            return self.pick(BIG_INTS if self.big and self.chance(0.3) else INTS)
        if kind < 9:
            return self.pick(FLOATS)
        return self.pick([True, False, None])

    def special(self) -> Any:
        """A value that JSON has not."""
        kind = self.random.randrange(20)
        if kind == 18:
            return {"$chan": [self.scalar() for _ in range(self.random.randrange(4))]}
        if kind == 19:
            return {"$ptr": self.pick([1, "text", [1, "a"], {"A": 2}, True, 1.5, {"$ints": [1, 2]}])}
        if kind == 0:
            return {"$bytes": self.pick(["", "00ff", "616263", "e282ac"])}
        if kind == 1:
            return {"$text": self.pick(["ff", "61ff62", "e282", "edb080", "f09f92a9"])}
        if kind == 2:
            return {"$uint64": self.pick(["18446744073709551615", "9223372036854775808"])} if self.big else None
        if kind == 3:
            return {"$float": self.pick(["NaN", "Inf", "-Inf", "-0"])}
        if kind == 4:
            return {"$complex": [self.pick(FLOATS), self.pick(FLOATS)]}
        if kind == 5:
            keys = self.pick([[1, 2, -3], [1.5, 0.0], [True, False], ["k", "j"]])
            return {"$map": [part for key in keys for part in (key, self.scalar())]}
        if kind == 6:
            return {"$anymap": [part for key in self.pick([["A", "B"], ["Name"], []]) for part in (key, self.scalar())]}
        if kind == 7:
            return {"$strings": self.random.sample(STRINGS, self.random.randrange(4))}
        if kind == 8:
            return {"$ints": self.random.sample(INTS, self.random.randrange(4))}
        if kind == 9:
            return {"$maps": [self.mapping(0) for _ in range(self.random.randrange(3))]}
        if kind == 10:
            return {"$counts": [part for key in self.random.sample(KEYS, 2) for part in (key, self.pick(INTS))]}
        if kind == 11:
            return {"$words": [part for key in self.random.sample(KEYS, 2) for part in (key, self.pick(STRINGS))]}
        if kind == 12:
            return {"$role": self.pick(STRINGS)}
        if kind == 13:
            return {"$title": self.pick(STRINGS)}
        if kind == 14:
            return {"$point": [*self.random.sample(INTS, 2), self.pick(STRINGS), self.scalar(), None]}
        if kind == 15:
            following = {"$pointer": [5, 6, "next", None, None]} if self.chance(0.5) else None
            return {"$pointer": [*self.random.sample(INTS, 2), self.pick(STRINGS), self.scalar(), following]}
        if kind == 16:
            return {"$nil": self.pick(["*main.Point", "*int", "map", "list", "bytes"])}
        return {"$func": self.pick([name for name in FUNCS if name not in _PASSING])}

    def item(self, depth: int) -> Any:
        if depth <= 0 or self.chance(0.45):
            return self.special() if self.chance(self.odd) else self.scalar()
        if self.chance(0.5):
            kind = self.random.randrange(4)
            size = self.random.randrange(4)
            if kind == 0:
                return [self.pick(STRINGS) for _ in range(size)]
            if kind == 1:
                return [self.pick(INTS) for _ in range(size)]
            if kind == 2:
                return [self.mapping(depth - 1) for _ in range(size)]
            return [self.item(depth - 1) for _ in range(size)]
        return self.mapping(depth - 1)

    def mapping(self, depth: int) -> dict[str, Any]:
        keys = self.random.sample(KEYS, self.random.randrange(5))
        return {key: self.item(depth) for key in keys}

    def data(self) -> Any:
        if self.chance(0.05):
            return self.item(2)
        top = {"S": self.pick(STRINGS), "I": self.pick(INTS), "F": self.pick(FLOATS), "T": True, "Z": None}
        top["L"] = [self.item(1) for _ in range(self.random.randrange(4))]
        top["M"] = self.mapping(2)
        top["Rows"] = [
            {"Role": self.pick(["user", "system", ""]), "Content": self.pick(STRINGS), "N": self.pick(INTS)}
            for _ in range(self.random.randrange(4))
        ]
        for key in ("D", "E", "G"):
            top[key] = self.special() if self.chance(self.odd) else self.item(2)
        return top

    # Cases

    def case(self, *, json_only: bool = False) -> Case:
        """Makes a template, perhaps with others, and data, which with `json_only` has no special values."""
        self.wild = self.pick([0.0, 0.0, 0.01, 0.05, 0.3])
        self.odd = 0.0 if json_only else self.pick([0.0, 0.0, 0.3, 0.8])
        self.big = self.chance(0.15)
        self.nil_ok = self.pick([0.0, 0.02])
        self.loops = 0
        self.budget = self.pick([3, 6, 12, 25])
        data = self.data()
        self.root = data
        self.dot = data
        self.variables: list[tuple[str, Any]] = [("$", data)]
        self.defined = [f"t{i}" for i in range(self.random.randrange(4))]
        self.callable = list(self.defined)
        main = self.body(3)
        more: list[tuple[str, str]] = []
        pieces = []
        for i, name in enumerate(self.defined):
            self.callable = self.defined[i + 1 :]
            self.budget = self.pick([2, 5])
            sample = self.pick([data, self.subvalue(data)])
            with self.scope(sample), self.fresh_variables(sample):
                text = self.body(2)
            if self.chance(0.3):
                more.append((name, text))
            else:
                pieces.append(f"{self.tag('define ' + chr(34) + name + chr(34))}{text}{self.tag('end')}")
        if self.chance(0.05):
            pieces.append(self.recursive())
            main += self.tag(f'template "rec" {self.pick(["3", "1", ".I", "5"])}')
        pieces.insert(self.random.randrange(len(pieces) + 1), main)
        text = "".join(pieces)
        if self.chance(0.03):
            text = self.mutated(text)
        case = Case(text, data, more=more)
        if self.chance(0.2):
            case.missingkey = self.pick(["default", "invalid", "zero", "error"])
        if self.chance(0.1):
            case.name = self.pick(["main", 'q"uote', "é", "t0"])
        if self.chance(0.05) and self.defined:
            case.execute = self.pick([*self.defined, "nowhere"])
        if self.chance(0.04):
            case.delims = self.pick([("<<", ">>"), ("[%", "%]"), ("{", "}")])
            case.template = with_delims(case.template, case.delims)
            case.more = [(name, with_delims(text, case.delims)) for name, text in more]
        return case

    def recursive(self) -> str:
        body = self.pick(["{{.}}", "<{{print . 1}}>", "{{if eq . 2}}two{{else}}{{.}}{{end}}"])
        step = self.pick(["add . -1", "len (slice `12345678` 0 (add . -1))"])
        return f'{{{{define "rec"}}}}{{{{if gt . 0}}}}{body}{{{{template "rec" ({step})}}}}{{{{end}}}}{{{{end}}}}'

    def mutated(self, text: str) -> str:
        i = self.random.randrange(len(text) + 1)
        j = min(len(text), i + self.random.randrange(4))
        return (
            text[:i] + self.pick(["", "}}", "{{", "|", "(", ")", "$", "#", '"', "{{end}}", "{{else}}", "."]) + text[j:]
        )

    def subvalue(self, value: Any) -> Any:
        while self.chance(0.7):
            if isinstance(value, dict) and value and not special(value):
                value = self.pick(list(value.values()))
            elif isinstance(value, list) and value:
                value = self.pick(value)
            else:
                break
        return value

    @contextmanager
    def scope(self, dot: Any) -> Iterator[None]:
        outer, mark = self.dot, len(self.variables)
        self.dot = dot
        yield
        self.dot = outer
        del self.variables[mark:]

    @contextmanager
    def fresh_variables(self, root: Any) -> Iterator[None]:
        outer, self.variables, loops = self.variables, [("$", root)], self.loops
        self.loops = 0
        yield
        self.variables, self.loops = outer, loops

    # Statements

    def tag(self, inside: str) -> str:
        left, right = self.pick(MARKERS), self.pick(MARKERS)
        left = "- " if left == "-" else left
        right = " -" if right == "-" else right
        return "{{" + left + inside + right + "}}"

    def body(self, depth: int) -> str:
        parts = []
        for _ in range(self.random.randrange(1, 5)):
            if self.budget <= 0:
                break
            parts.append(self.statement(depth))
        return "".join(parts)

    def statement(self, depth: int) -> str:
        self.budget -= 1
        kind = self.random.randrange(20)
        if kind < 3 or depth < 0:
            return str(self.pick(TEXTS))
        if kind < 9:
            return self.tag(self.pipeline())
        if kind < 11:
            return self.tag(self.setting())
        if kind < 14:
            return self.if_(depth)
        if kind < 15:
            return self.with_(depth)
        if kind < 18 and not self.big:  # a loop of 2**63 rounds is no use
            return self.range_(depth)
        if kind == 18:
            if self.loops and self.chance(0.6):
                return self.tag(self.pick(["break", "continue"]))
            return self.pick(["{{/* c */}}", "{{- /* c\n */ -}}"])
        return self.call(depth)

    def setting(self) -> str:
        assigned = [name for name, _ in self.variables]
        if len(assigned) > 1 and self.chance(0.4):
            name = self.pick(assigned)
            text, sample = self.sampled_pipeline()
            i = max(i for i, (other, _) in enumerate(self.variables) if other == name)
            self.variables[i] = (name, sample)
            return f"{name} = {text}"
        text, sample = self.sampled_pipeline()
        name = self.pick(VARIABLES)
        self.variables.append((name, sample))
        return f"{name} := {text}"

    def head(self) -> tuple[str, Any]:
        """The pipeline of an if or with."""
        if self.chance(0.15):
            text, sample = self.sampled_pipeline()
            name = self.pick(VARIABLES)
            self.variables.append((name, sample))
            return f"{name} := {text}", sample
        return self.sampled_pipeline() if self.chance(0.4) else (self.condition(), None)

    def if_(self, depth: int) -> str:
        with self.scope(self.dot):
            out = self.tag("if " + self.head()[0]) + self.body(depth - 1)
            while self.chance(0.3):
                out += self.tag("else if " + self.head()[0]) + self.body(depth - 1)
            if self.chance(0.4):
                out += self.tag("else") + self.body(depth - 1)
        return out + self.tag("end")

    def with_(self, depth: int) -> str:
        with self.scope(self.dot):
            text, sample = self.head()
            out = self.tag("with " + text)
            with self.scope(sample):
                out += self.body(depth - 1)
            if self.chance(0.2):
                out += self.tag("else with " + self.head()[0]) + self.body(depth - 1)
            if self.chance(0.4):
                out += self.tag("else") + self.body(depth - 1)
        return out + self.tag("end")

    def range_(self, depth: int) -> str:
        with self.scope(self.dot):
            text, sample = self.iterable()
            names: list[str] = []
            sign = ":="
            if self.chance(0.6):
                names = [self.pick(VARIABLES) for _ in range(self.pick([1, 2, 2]))]
                declared = [name for name, _ in self.variables]
                if self.chance(0.1) and len(declared) > 1:
                    sign, names = "=", [self.pick(declared) for _ in names]
            elem, index = self.element(sample)
            head = f"range {', '.join(names)} {sign} {text}" if names else f"range {text}"
            out = self.tag(head)
            with self.scope(elem):
                if sign == ":=" and names:
                    self.variables += list(zip(names, [index, elem][-len(names) :], strict=True))
                self.loops += 1
                out += self.body(depth - 1)
                self.loops -= 1
            if self.chance(0.3):
                out += self.tag("else") + self.body(depth - 1)
        return out + self.tag("end")

    def iterable(self) -> tuple[str, Any]:
        if self.chance(0.1):
            return self.pick(["3", "0", "2", "-1", "5"]), 3
        for _ in range(8):
            text, sample = self.path()
            if isinstance(sample, (list, dict)):
                return text, sample
        return self.sampled_pipeline()

    def element(self, sample: Any) -> tuple[Any, Any]:
        sample = seen(sample)
        if isinstance(sample, list) and sample:
            return self.pick(sample), 1
        if isinstance(sample, dict) and sample:
            key = self.pick(list(sample))
            return sample[key], key
        return (1 if isinstance(sample, int) else None), 0

    def call(self, depth: int) -> str:
        if self.chance(0.3):
            text, sample = self.sampled_pipeline()
            name = self.pick(["b1", "b2", "b3"])
            with self.scope(sample), self.fresh_variables(sample):
                body = self.body(min(depth - 1, 0))
            return f"{self.tag(f'block {chr(34)}{name}{chr(34)} {text}')}{body}{self.tag('end')}"
        if not self.callable and self.chance(0.9):
            return self.tag(self.pipeline())
        name = self.pick(self.callable or ["nowhere"])
        if self.chance(0.25):
            return self.tag(f'template "{name}"')
        return self.tag(f'template "{name}" {self.sampled_pipeline()[0]}')

    # Expressions

    def sampled_pipeline(self) -> tuple[str, Any]:
        """A pipeline and a sample of its value, if it is a mere path; else None."""
        if self.chance(0.5):
            return self.path()
        return self.pipeline(), None

    def pipeline(self, depth: int = 2) -> str:
        text = self.command(depth)
        while self.chance(0.12):
            text += " | " + self.stage(depth)
        return text

    def stage(self, depth: int) -> str:
        """A command that takes one argument more."""
        kind = self.random.randrange(14)
        if kind < 3:
            return str(self.pick(["print", "println", "html", "js", "urlquery", "len", "not"]))
        if kind < 5:
            return f'printf "{self.format()}"'
        if kind < 6:
            return f"{self.pick(COMPARISONS)} {self.operand(depth - 1)}"
        if kind < 8:
            return f"{self.pick(['and', 'or'])} {self.operand(depth - 1)}"
        if kind < 9:
            return f"index {self.operand(depth - 1)}"
        if kind < 10:
            return f'printf "{self.format()}" {self.operand(depth - 1)}'
        if kind < 13:
            return str(self.pick(["same", "list", f"pair {self.operand(depth - 1)}", "upper", "join `,`", "invert"]))
        return str(self.pick(["call", ".S", "(len .S)", "$", "half", "total", "size", "keys", "count", "turn", "fail"]))

    def condition(self) -> str:
        kind = self.random.randrange(6)
        if kind == 0:
            return self.path()[0]
        if kind == 1:
            return f"not {self.operand(1)}"
        if kind == 2:
            return f"{self.pick(['and', 'or'])} {' '.join(self.operand(2) for _ in range(self.pick([1, 2, 2, 3])))}"
        return self.comparison(1)

    def comparison(self, depth: int) -> str:
        name = self.pick(COMPARISONS)
        if self.chance(self.wild * 3):
            return f"{name} {' '.join(self.operand(depth - 1) for _ in range(self.pick([1, 2, 2, 3])))}"
        kind = self.pick(["str", "str", "int", "int", "float", "bool", "any"])
        if kind == "bool":
            name = self.pick(["eq", "ne"])
        count = self.pick([2, 2, 3, 4]) if name == "eq" else 2
        return f"{name} {' '.join(self.of_kind(kind, depth - 1) for _ in range(count))}"

    def of_kind(self, kind: str, depth: int) -> str:
        """An operand that mostly has a type."""
        if kind == "any" or self.chance(self.wild):
            return self.operand(depth)
        for _ in range(4):
            text, sample = self.path()
            if type(sample).__name__ == kind:
                return text
        if depth > 0 and kind in ("str", "int", "bool") and self.chance(0.4):
            if kind == "str":
                return f"({self.textual(depth - 1)})"
            if kind == "int":
                return self.pick([f"(len {self.sized(depth - 1)})", f"(add {self.of_kind('int', depth - 1)} 1)"])
            return f"({self.comparison(depth - 1)})"
        if kind == "str":
            return self.string()
        if kind == "int":
            return str(self.pick(["0", "1", "2", "3", "-1", "'a'", "0x10", "1e1", "1_0"]))
        if kind == "float":
            return str(self.pick(["1.0", "1.5", "-0.25", "1e21", "0x1p4"]))
        return str(self.pick(["true", "false"]))

    def string(self) -> str:
        text = self.pick([*STRINGS[:6], "user", "A"])
        if self.chance(0.2):
            return f"`{text}`"
        escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
        return (
            f'"{escaped}"'
            if self.chance(0.95)
            else self.pick(['"\\xff"', '"\\u00e9"', '"\\377\\x00"', '"\\U0001F600"'])
        )

    def sized(self, depth: int) -> str:
        for _ in range(6):
            text, sample = self.path()
            if isinstance(sample, (str, list, dict)):
                return text
        return self.string()

    def textual(self, depth: int) -> str:
        """A command that gives a string."""
        kind = self.random.randrange(5)
        if kind < 2:
            return self.printf(depth)
        name = self.pick(["print", "println", "html", "js", "urlquery"])
        return f"{name} {' '.join(self.operand(depth) for _ in range(self.pick([1, 1, 2, 3])))}"

    def printf(self, depth: int) -> str:
        count = self.pick([0, 1, 1, 2, 3])
        return f'printf "{self.format()}" {" ".join(self.operand(depth) for _ in range(count))}'.rstrip()

    def format(self) -> str:
        out = ""
        for _ in range(self.pick([1, 1, 2, 3])):
            out += self.pick(["", "", "a", " ", "é", "|"])
            out += self.verb()
        return out

    def verb(self) -> str:
        if self.chance(0.6):
            return "%" + self.pick(["v", "s", "d", "q", "T", "+v", "#v", "x"])
        index = self.pick(["", "", "", "", "", "", "[1]", "[2]", "[3]", "[0]", "[x]", "[", "[]"])
        return f"%{self.pick(FLAGS)}{self.pick(WIDTHS)}{self.pick(PRECISIONS)}{index}{self.pick(VERBS)}"

    def command(self, depth: int) -> str:
        kind = self.random.randrange(16)
        if depth <= 0 or kind < 4:
            return self.operand(depth)
        if kind < 6:
            return self.textual(depth - 1)
        if kind < 8:
            return self.comparison(depth - 1)
        if kind == 8:
            operands = [self.operand(depth - 1) for _ in range(self.pick([1, 2, 2, 3, 4]))]
            return f"{self.pick(['and', 'or'])} {' '.join(operands)}"
        if kind == 9:
            return f"not {self.operand(depth - 1)}"
        if kind == 10:
            return f"len {self.sized(depth - 1)}"
        if kind < 13:
            return self.indexed(depth - 1)
        if kind == 13:
            return self.function(depth - 1)
        if kind == 14 and self.chance(0.5):
            return self.pick(["call .D", "call .E", "call (same .G)"]) + "".join(
                " " + self.operand(depth - 1) for _ in range(self.random.randrange(3))
            )
        return self.sliced(depth - 1)

    def indexed(self, depth: int) -> str:
        for _ in range(8):
            text, sample = self.path()
            sample = seen(sample)
            if isinstance(sample, list) and not self.chance(self.wild):
                index = self.random.randrange(len(sample) + (0 if sample and self.chance(0.95) else 2)) if sample else 0
                if not sample and self.chance(0.9):
                    continue
                return f"index {text} {index}"
            if isinstance(sample, dict) and sample and not self.chance(self.wild):
                key = self.pick(list(sample)) if self.chance(0.8) else "nope"
                inner = sample.get(key)
                deeper = " 0" if isinstance(inner, list) and inner and self.chance(0.5) else ""
                return f"index {text} {self.literal(key)}{deeper}"
        if self.chance(self.wild):
            return f"index {' '.join(self.operand(depth) for _ in range(self.pick([1, 2, 2, 3])))}"
        return f"index {self.string()} 0" if self.chance(0.1) else self.path()[0]

    def literal(self, key: Any) -> str:
        if isinstance(key, str):
            return f'"{key}"'
        if isinstance(key, bool):
            return "true" if key else "false"
        return repr(key)

    def sliced(self, depth: int) -> str:
        for _ in range(8):
            text, sample = self.path()
            sample = seen(sample)
            if isinstance(sample, (str, list)):
                size = len(sample)
                bounds = sorted(self.random.randrange(size + 1) for _ in range(self.pick([0, 1, 1, 2, 2, 3])))
                if self.chance(self.wild):
                    bounds = [self.pick([-1, 0, 1, 2, 3, 9]) for _ in bounds]
                out = f"slice {text} {' '.join(map(str, bounds))}".rstrip()
                return f"len ({out})" if self.chance(0.3) else out
        return f"slice {self.string()} {self.pick(['', '0', '1', '0 1', '1 1'])}".rstrip()

    def function(self, depth: int) -> str:
        kind = self.random.randrange(13)
        some = " ".join(self.operand(depth) for _ in range(self.random.randrange(4)))
        if self.chance(self.wild):
            return f"{self.pick(list(FUNCS))} {some}".rstrip()
        if kind == 0:
            return f"add {self.of_kind('int', depth)} {self.of_kind('int', depth)}"
        if kind == 1:
            return f"upper {self.of_kind('str', depth)}"
        if kind == 2:
            return f"join {' '.join(self.of_kind('str', depth) for _ in range(self.pick([1, 2, 3])))}"
        if kind == 3:
            return f"half {self.of_kind('float', depth)}"
        if kind == 4:
            return f"same {self.operand(depth)}"
        if kind == 5:
            return f"pair {self.operand(depth)} {self.operand(depth)}"
        if kind == 6:
            return f"list {some}".rstrip()
        if kind == 7:
            return f"invert {self.of_kind('bool', depth)}"
        if kind == 8:
            return f"total {' '.join(self.of_kind('int', depth) for _ in range(self.random.randrange(4)))}".rstrip()
        if kind == 9:
            return f"turn {self.pick(['1', '1.5', '2i', '(turn 1i)', '.I'])}"
        if kind == 10:
            return str(self.pick(["none", "inf", "keys .M", "count .L", "size nil", "keys nil", "count nil"]))
        if kind == 11:
            return str(self.pick(["fail `x`", "panics `y`", "none", "inf", "half 3", "half nil", "add 1"]))
        return f"call {self.path()[0]} {self.operand(depth)}"

    def operand(self, depth: int) -> str:
        if self.chance(self.wild):
            return self.anything(depth)
        if depth > 0 and self.chance(0.35):
            return self.chained(f"({self.pipeline(depth - 1)})")
        kind = self.random.randrange(10)
        if kind < 6:
            return self.path()[0]
        if kind < 8:
            return self.string()
        if kind < 9 or not self.chance(0.2):
            return str(self.pick(BIG_NUMBERS if self.big and self.chance(0.3) else NUMBERS))
        return str(self.pick(["true", "false", "nil" if self.chance(0.3) else "none", "."]))

    def chained(self, text: str) -> str:
        return text + self.pick([".A", ".Name", ".A.B", ".Nope"]) if self.chance(self.wild / 2) else text

    def anything(self, depth: int) -> str:
        kind = self.random.randrange(9)
        if kind < 2:
            return self.path()[0] + self.pick([".Nope", ".A", ".Name.B", ".Sum", ".Label", ".Next.X", ".Text"])
        if kind == 2:
            return str(self.pick([".", "$", "nil", "true", "false", "none", "inf", "len", "print"]))
        if kind == 3:
            return str(self.pick(BIG_NUMBERS if self.big else NUMBERS))
        if kind == 4:
            return self.chained(f"({self.command(1)})")
        if kind == 5:
            return str(self.pick(["(nil)", "(.)", "($)", "(print)", '("a")', "(1)", "$.S.X", "(same nil)", "(none).A"]))
        return str(self.pick([".S", ".I", ".F", ".L", ".M", ".T", ".Z", ".Rows", ".D", ".E", ".G", ".Nope", ".Z.A"]))

    def path(self) -> tuple[str, Any]:
        """A field chain that mostly exists, and what is there."""
        start = self.random.random()
        if start < 0.5 and isinstance(self.dot, dict):
            text, sample = ("", self.dot)
        elif start < 0.75:
            text, sample = "$", self.variables[0][1]
        elif start < 0.8:
            return ".", self.dot
        else:
            text, sample = self.pick(list(dict(self.variables).items()))
        steps = 0
        while isinstance(sample, dict) and steps < 4 and ((steps == 0 and text == "") or self.chance(0.75)):
            fields = fields_of(sample)
            if not fields:
                break
            name = self.pick(list(fields))
            sample = fields[name]
            text += f".{name}"
            steps += 1
            if self.chance(0.02):
                return f"{text}.Nope" if self.chance(self.wild) else text, None
        if steps == 0 and text == "":
            return ".", self.dot
        return text, sample


def special(value: Any) -> bool:
    """Whether a dict stands for a value that JSON has not."""
    return len(value) == 1 and next(iter(value)).startswith("$")


def fields_of(value: dict[str, Any]) -> dict[str, Any]:
    """What a template can find behind a dot."""
    if not special(value):
        return {key: item for key, item in value.items() if key.isidentifier()}
    ((kind, content),) = value.items()
    if kind in ("$point", "$pointer"):
        methods = {"Sum": 0, "Nothing": None}
        return dict(zip(["X", "Y", "Label", "Any", "Next"], content, strict=True)) | {"List": ["l"]} | methods
    if kind in ("$counts", "$words", "$anymap"):
        return dict(zip(content[::2], content[1::2], strict=True))
    if kind == "$ptr" and isinstance(content, dict):
        return fields_of(content)
    return {"Text": content} if kind == "$title" else {}


def seen(value: Any) -> Any:
    """What an index or a range finds in a special value."""
    if not isinstance(value, dict) or not special(value):
        return value
    ((kind, content),) = value.items()
    if kind in ("$map", "$counts", "$words", "$anymap"):
        return dict(zip(content[::2], content[1::2], strict=True))
    return content if kind in ("$strings", "$ints", "$maps", "$chan", "$ptr") else None


def with_delims(text: str, delims: tuple[str, str]) -> str:
    return text.replace("{{", delims[0]).replace("}}", delims[1])
