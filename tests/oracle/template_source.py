"""Random templates of Ollama's that are made of what real ones are made of."""

from __future__ import annotations

import random

_TEXTS = ["<s>", "\n", " ", "<|im_start|>user\n", "it's", '"x"', "{%", "{#", "}}", "\\n", "é", "\u00a0", "#}", "'\""]
_WORDS = ["user", "system", "assistant", "tool", "", "Hi", "x"]
_FIELDS = {
    "root": [".System", ".Prompt", ".Response", ".ThinkLevel", "$.System", "currentDate"],
    "message": [".Role", ".Content", ".Thinking", ".ToolName", ".ToolCallID", "$.System"],
    "call": [".ID", ".Function.Name", ".Function.Arguments"],
    "tool": [".", ".Type", ".Function", ".Function.Name", ".Function.Description", ".Function.Parameters", "json ."],
    "property": [".Description", ".Type", "toTypeScriptType .", "json .", ".ToTypeScriptType"],
}
_LISTS = {
    "root": [(".Messages", "message"), (".Tools", "tool")],
    "message": [("$.Messages", "message"), (".ToolCalls", "call"), ("$.Tools", "tool")],
    "call": [(".Function.Arguments", "value"), ("$.Tools", "tool")],
    "tool": [(".Function.Parameters.Properties", "property"), (".Function.Parameters.Required", "value")],
    "property": [(".Type", "value"), (".Enum", "value"), (".AnyOf", "property")],
}


class TemplateSource:
    """Makes the sources of templates.

    Args:
        seed: What they follow from.
        legacy: Whether they know no messages.
    """

    def __init__(self, seed: int, *, legacy: bool = False) -> None:
        self.random = random.Random(seed)
        self.legacy = legacy
        self.variables: list[tuple[str, str]] = []  # name and kind, the innermost last
        self.loops: list[tuple[str, str]] = []  # number and list
        self.inside_range = 0

    def template(self) -> str:
        """Makes one."""
        body = self.body("root", 0)
        return (
            f"{body}{{{{ .Response }}}}{self.body('root', 1)}"
            if self.legacy
            else f"{body}{{{{/* {{%.Messages%}} */}}}}"
        )

    def body(self, dot: str, depth: int) -> str:
        mark = len(self.variables)
        made = "".join(self.node(dot, depth) for _ in range(self.random.randint(1, 3 if depth else 5)))
        del self.variables[mark:]
        return made

    def node(self, dot: str, depth: int) -> str:
        kinds = ["text", "text", "print", "print", "set", "assign"]
        if depth < 4:
            kinds += ["if", "if", "if", "range", "range", "with"]
        if self.inside_range:
            kinds += ["leave"]
        return getattr(self, f"_{self.random.choice(kinds)}")(dot, depth)

    def action(self, code: str) -> str:
        left, right = self.random.choice([("{{", "}}"), ("{{- ", "}}"), ("{{", " -}}"), ("{{- ", " -}}")])
        return f"{left}{code}{right}"

    def _text(self, dot: str, depth: int) -> str:
        return self.random.choice(_TEXTS)

    def _print(self, dot: str, depth: int) -> str:
        return self.action(self.value(dot))

    def _set(self, dot: str, depth: int) -> str:
        name = f"${self.random.choice('abc')}"
        kind, value = self.random.choice(
            [("text", self.text(dot)), ("flag", self.condition(dot)), ("number", self.number(dot))]
        )
        made = self.action(f"{name} := {value}")
        self.variables.append((name, kind))
        return made

    def _assign(self, dot: str, depth: int) -> str:
        seen = {name: kind for name, kind in self.variables if kind in ("text", "flag", "number")}
        if not seen:
            return self._set(dot, depth)
        name = self.random.choice(list(seen))
        value = {"text": self.text, "flag": self.condition, "number": self.number}[seen[name]](dot)
        return self.action(f"{name} = {value}")

    def _if(self, dot: str, depth: int) -> str:
        made = self.action(f"if {self.condition(dot)}") + self.body(dot, depth + 1)
        while self.random.random() < 0.3:
            made += self.action(f"else if {self.condition(dot)}") + self.body(dot, depth + 1)
        if self.random.random() < 0.4:
            made += self.action("else") + self.body(dot, depth + 1)
        return made + self.action("end")

    def _with(self, dot: str, depth: int) -> str:
        texts = [name for name, kind in self.variables if kind == "text"]
        if texts and self.random.random() < 0.3:
            made = self.action(f"with {self.random.choice(texts)}") + self.body("value", depth + 1)
            return made + "{{ . }}" + self.action("end")
        if dot in ("message", "root"):
            field = self.random.choice(_LISTS[dot] if not self.legacy else [(".System", "value")])[0]
            named = self.random.random() < 0.3
            made = self.action(f"with {'$w := ' if named else ''}{field}") + self.random.choice(
                ["x", self.action("len .")]
            )
            return made + self.action("else") + self.body(dot, depth + 1) + self.action("end")
        return self._if(dot, depth)

    def _range(self, dot: str, depth: int) -> str:
        if self.legacy or dot not in _LISTS:
            return self._if(dot, depth)
        over, inner = self.random.choice(_LISTS[dot])
        head, mark = over, len(self.variables)
        number = f"$i{depth}"
        style = self.random.randrange(3)
        is_map = over.endswith(("Properties", "Arguments"))
        if style == 0:
            head = f"{number}, $_ := {over}"
        elif style == 1:
            head = f"{number}, $e{depth} := {over}"
        if style < 2:
            self.variables.append((number, "key" if is_map else "index"))
            if over.endswith("Messages"):
                self.loops.append((number, "$.Messages"))
        if style == 1 and inner == "message":
            self.variables.append((f"$e{depth}", "message"))
        self.inside_range += 1
        made = self.action(f"range {head}") + self.body(inner, depth + 1)
        self.inside_range -= 1
        if style < 2 and over.endswith("Messages"):
            self.loops.pop()
        del self.variables[mark:]
        if self.random.random() < 0.2:
            made += self.action("else") + self.body(dot, depth + 1)
        return made + self.action("end")

    def _leave(self, dot: str, depth: int) -> str:
        made = self.action(f"if {self.condition(dot)}") + self.random.choice(["{{ break }}", "{{ continue }}"])
        return made + self.action("end")

    # Values

    def value(self, dot: str) -> str:
        if dot == "value":
            return self.random.choice([".", "json .", "print ."])
        return self.random.choice(
            [self.text(dot), self.text(dot), self.number(dot), self.condition(dot), self.any(dot)]
        )

    def any(self, dot: str) -> str:
        fields = _FIELDS.get(dot, ["$.System"])
        if self.legacy:
            fields = [".System", ".Prompt", ".Missing", ".Think"]
        elif dot == "root":
            fields = [*fields, ".Tools", "json .Tools", ".Missing", ".Think", ".IsThinkSet"]
        return self.random.choice(fields)

    def text(self, dot: str) -> str:
        texts = [f'"{self.random.choice(_WORDS)}"', '"a\\n<b>"', "`it's`"]
        texts += [name for name, kind in self._visible() if kind in ("text", "key")]
        texts += [f"{name}.Content" for name, kind in self._visible() if kind == "message"]
        texts += {"root": [".System"], "message": [".Content", ".Role", ".Thinking"], "call": [".Function.Name"]}.get(
            dot, []
        )
        if self.legacy:
            texts += [".Prompt", ".System"]
        one = self.random.choice(texts)
        if self.random.random() < 0.2:
            return f"(print {one} {self.random.choice(texts)} {self.number(dot)} {self.number(dot)})"
        if self.random.random() < 0.1:
            return f'(printf "%s-%v|%d%%" {one} {self.random.choice(texts)} {self.number(dot)})'
        if self.random.random() < 0.1:
            return f"({self.random.choice(['or', 'and'])} {one} {self.random.choice(texts)})"
        if self.random.random() < 0.1 and not self.legacy:
            return f"(json {one})"
        return one

    def number(self, dot: str) -> str:
        numbers = ["0", "1", "2", "-1", 'len "é"']
        numbers += [name for name, kind in self._visible() if kind in ("number", "index")]
        numbers += [f'len (printf "a%*s" {name} "")' for name, kind in self._visible() if kind == "index"]
        numbers += [f"len (slice {over} {name})" for name, over in self.loops]
        if not self.legacy:
            numbers += ["len $.Messages", "len $.Tools"]
        if dot == "message":
            numbers += ["len .Content", "len .Role", "len .ToolCalls"]
        return f"({self.random.choice(numbers)})"

    def condition(self, dot: str) -> str:
        kind = self.random.randrange(8)
        if kind == 0:
            return f"(not {self.condition(dot)})"
        if kind == 1:
            return f"({self.random.choice(['and', 'or'])} {self.condition(dot)} {self.condition(dot)})"
        if kind == 2:
            return f"({self.random.choice(['eq', 'ne', 'lt', 'le', 'gt', 'ge'])} {self.number(dot)} {self.number(dot)})"
        if kind in (3, 4):
            more = f' "{self.random.choice(_WORDS)}"' if self.random.random() < 0.3 else ""
            return f'(eq {self.text(dot)} "{self.random.choice(_WORDS)}"{more})'
        if kind == 5 and self.loops:
            number, over = self.random.choice(self.loops)
            return f"(eq (len (slice {over} {number})) 1)"
        if kind == 6 and not self.legacy:
            return self.random.choice(["$.Tools", "$.Messages", "$.IsThinkSet", "$.Think", "$.Missing", "$.Response"])
        return self.text(dot)

    def _visible(self) -> list[tuple[str, str]]:
        return list({name: (name, kind) for name, kind in self.variables}.values())
