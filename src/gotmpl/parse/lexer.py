"""Text into items (Go's text/template/parse/lex.go).

The lexer owns what Go's owns: where actions begin and end, trim markers, comments, and every complaint about
characters. It differs in what it hands on. An opening delimiter and its keyword are one item, as is the whole of
``{{end}}``; fields that follow each other are one item; and there are no spaces: where they matter, the item behind
them has another type. grammar/README.md says more.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from functools import lru_cache
from typing import NamedTuple

from gotmpl.golang.strconv import quote
from gotmpl.golang.unicode import is_digit, is_letter, is_print
from gotmpl.golang.utf8 import RUNE_ERROR
from gotmpl.parse.token import OPENERS, OPERANDS, Item

__all__ = ["NUMBER_RUN", "Lexer"]

NUMBER_RUN = re.compile(
    r"[+-]?(?:0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?"
    r"|0[oO][0-7_]*(?:\.[0-7_]*)?|0[bB][01_]*(?:\.[01_]*)?"
    r"|[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?)i?"
)
"""One number, of two with a sign between them only the first (`scanNumber`)."""

_SPACES = " \t\r\n"
_WORDS = {"true": "BOOL", "false": "BOOL", "nil": "NIL", **dict.fromkeys(OPENERS, "KEYWORD")}
_UNCLOSED = {"END": "end", "ELSE": "else", "BREAK": "{{break}}", "CONTINUE": "{{continue}}"}
_NAMED = frozenset(["DEFINE", "BLOCK", "TEMPLATE"])
_PUNCTUATION = {"=": "ASSIGN", "|": "PIPE", "(": "LPAREN", ")": "RPAREN", ",": "COMMA"}
_BEFORE_PIPELINE = frozenset(["COMMA", "LPAREN", "NAME"])
_GLUABLE = OPERANDS - {"CHAIN", "FIELD", "RPAREN"} | {"LPAREN"}

_SPACES_RUN = re.compile(r"[ \t\r\n]*")
_match_quoted = re.compile(r'"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"').match
_match_char_constant = re.compile(r"'[^'\\\n]*(?:\\[^\n][^'\\\n]*)*'").match
_WORD_RUN = re.compile(r"\w*", re.ASCII)


class _Patterns(NamedTuple):
    """The patterns that depend on the closing delimiter.

    Attributes:
        head: Matches behind an opening delimiter: trim marker, comment, keyword with closing delimiter, trim marker of
            that, keyword without.
        inside: Matches spaces and an item inside an action, if it is a common one.
        types: The types of the groups of `inside`.
        plain: Whether the above hold. Not so if the closing delimiter may be taken for a part of an item.
    """

    head: re.Pattern[str]
    inside: re.Pattern[str]
    types: tuple[str, ...]
    plain: bool


@lru_cache(maxsize=64)
def _patterns(right: str) -> _Patterns:
    close = re.escape(right)
    behind = rf"(?=[ \t\r\n,|:)(]|{close}|\Z)"
    head = (
        rf"(-[ \t\r\n])?(?:(/\*)|[ \t\r\n]*(?:(end|else|break|continue)(?:[ \t\r\n]*|[ \t\r\n]+(-)){close}"
        rf"|(else[ \t\r\n]+(?:if|with)|{'|'.join(OPENERS)})(?=[ \t\r\n.,|:)(]|{close}|\Z))?)"
    )
    items = {
        "RDELIM": close,
        "FIELD": rf"(?:\.[A-Za-z_]\w*)+{behind}",
        "IDENTIFIER": rf"[A-Za-z_]\w*(?:(?=\.)|{behind})",
        "VARIABLE": rf"\$\w*(?:\.[A-Za-z_]\w*)*{behind}",
        "STRING": r'"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"|`[^`]*`',
        "PIPE": r"\|",
        "LPAREN": r"\(",
        "RPAREN": r"\)",
        "TRIMMED": rf"-{close}",
        "DOT": rf"\.(?=[ \t\r\n,|:)(]|{close})",
        "NUMBER": rf"-?(?:0|[1-9][0-9]*){behind}",
        "DECLARE": ":=",
        "ASSIGN": "=",
        "COMMA": ",",
    }
    inside = rf"[ \t\r\n]*(?:{'|'.join(f'({item})' for item in items.values())})"
    plain = right[0] in "!#%&)*/;<>?@[\\]^{|}~"
    return _Patterns(re.compile(head), re.compile(inside if plain else "(?!)", re.ASCII), ("", *items), plain)


class Lexer:
    """The items of a text.

    Attributes:
        text: The text.
        left: The opening delimiter.
        right: The closing delimiter.
        opener: The last opening delimiter, or None.
        item: The last item.
    """

    def __init__(
        self,
        text: str,
        left: str,
        right: str,
        *,
        break_ok: bool = True,
        continue_ok: bool = True,
        comments: bool = False,
    ) -> None:
        """Makes a lexer.

        Args:
            text: The text.
            left: The opening delimiter.
            right: The closing delimiter.
            break_ok: Whether ``break`` is a keyword (`lexOptions.breakOK`).
            continue_ok: Whether ``continue`` is one.
            comments: Whether to give comments (`lexOptions.emitComment`).
        """
        self.text = text
        self.left = left
        self.right = right
        self.opener: Item | None = None
        self.item = Item("EOF", "", 0, 0)
        self._comments = comments
        self._words = dict(_WORDS)
        if not break_ok:
            del self._words["break"]
        if not continue_ok:
            del self._words["continue"]

    def items(self, pos: int = 0) -> Iterator[Item]:
        """Yields the items from an offset outside of actions on, up to ``EOF`` or the first ``ERROR``."""
        text, left, words = self.text, self.left, self._words
        patterns = _patterns(self.right)
        match_head = patterns.head.match
        while pos >= 0:
            at = text.find(left, pos)
            behind = at + len(left)
            head = match_head(text, behind) if at >= 0 else None
            value = text[pos:at] if head else text[pos:]
            if head and head[1]:
                value = value.rstrip(_SPACES)
                behind += 2
            if value:
                self.item = item = Item("TEXT", value, pos, pos + len(value))
                yield item
            if head is None:
                self.item = item = Item("EOF", "", len(text), len(text))
                yield item
                return
            if head[2]:
                item, pos = self._comment(behind)
                if self._comments or item.type == "ERROR":
                    self.item = item
                    yield item
                continue
            closed, trimmed, word, pos = head[3], head[4], head[5], head.end()
            if not patterns.plain:
                closed, trimmed, word, pos = self._head(behind)
            if closed in words:
                self.item = self.opener = item = Item(OPENERS[closed], closed, at, pos)
                yield item
                if trimmed:
                    pos = _run_end(_SPACES_RUN, text, pos)
                continue
            if word is None or (word in OPENERS and word not in words):
                item, pos = Item("LDELIM", "", at, behind), behind
            else:
                item = Item(OPENERS.get(word) or ("ELSE_IF" if word[-1] == "f" else "ELSE_WITH"), word, at, pos)
                if item.type in _UNCLOSED:
                    item.type, item.value = "UNCLOSED", _UNCLOSED[item.type]
            self.item = self.opener = item
            yield item
            pos = yield from self._inside(pos, item.type in _NAMED, patterns)

    def _inside(self, pos: int, named: bool, patterns: _Patterns) -> Generator[Item, None, int]:
        """Yields the items of an action behind its opening; returns where text begins again, or -1 after an error."""
        text, words = self.text, self._words
        match_item, types = patterns.inside.match, patterns.types
        depth = 0  # of parentheses
        operand = False  # behind an operand: what follows without a space is glued to it
        fresh = not named  # a pipeline begins here, perhaps with variables to be set
        while True:
            type_, trimmed = "", False
            match = match_item(text, pos)
            if match:
                group = match.lastindex or 0
                type_, value = types[group], match[group]
                first, end = match.span(group)
                if first > pos:
                    operand = False
                if type_ == "TRIMMED":
                    trimmed = first > pos  # or else it is a number without digits
                    type_, first = "RDELIM" if trimmed else "", first + 1
                if (type_ == "RDELIM" and depth) or (type_ == "RPAREN" and not depth):
                    type_ = ""  # an error
            if not type_:
                item = self._scan(pos, depth)
                type_, value, first, end = item.type, item.value, item.pos, item.end
                if type_ == "SPACE":
                    pos, operand = end, False
                    continue
                trimmed = type_ == "RDELIM" and first > pos
            pos = end

            if type_ == "FIELD":
                if operand:
                    type_ = "CHAIN"
                operand, fresh = True, False
            elif type_ == "RDELIM":
                self.item = item = Item(type_, self.right, first, end)
                yield item
                return _run_end(_SPACES_RUN, text, end) if trimmed else end
            elif type_ == "ERROR":
                self.item = item
                yield item
                return -1
            else:
                if type_ == "IDENTIFIER":
                    type_ = words.get(value, type_)
                elif type_ == "LPAREN":
                    depth += 1
                elif type_ == "RPAREN":
                    depth -= 1
                if operand and type_ in _GLUABLE:
                    type_ = "GLUED_" + type_
                elif fresh and type_ == "VARIABLE" and "." not in value and self._is_set(end):
                    type_ = "DECLARED"
                elif named and type_ == "STRING":
                    type_ = "NAME"
                operand = type_ in OPERANDS
                fresh = type_ in _BEFORE_PIPELINE
                named = False
            self.item = item = Item(type_, value, first, end)
            yield item

    def _is_set(self, pos: int) -> bool:
        """Tells whether a variable that ends at an offset is declared or assigned there."""
        pos = _run_end(_SPACES_RUN, self.text, pos)
        return self.text.startswith((":=", "=", ","), pos) and not self._right_delim(pos)[1]

    def _comment(self, pos: int) -> tuple[Item, int]:
        """Reads a comment at an offset (`lexComment`); gives it and where text begins again, or an error and -1."""
        text = self.text
        stop = text.find("*/", pos + 2)
        if stop < 0:
            return Item("ERROR", "unclosed comment", pos, len(text)), -1
        stop += 2
        trimmed, end = self._right_delim(stop)
        if not end:
            return Item("ERROR", "comment ends before closing delimiter", pos, stop), -1
        return Item("COMMENT", text[pos:stop], pos, end), _run_end(_SPACES_RUN, text, end) if trimmed else end

    # The exact and slow way, for what the patterns leave

    def _head(self, pos: int) -> tuple[str | None, bool, str | None, int]:
        """Reads what the pattern `head` matches behind the trim marker and comment."""
        word = self._scan_behind_spaces(pos)
        if word.type != "IDENTIFIER" or self._words.get(word.value) != "KEYWORD":
            return None, False, None, pos
        second = self._scan_behind_spaces(word.end)
        if second.type == "RDELIM" and word.value in ("end", "else", "break", "continue"):
            return word.value, self._right_delim(second.pos - 2)[0], None, second.end
        if word.value == "else" and second.type == "IDENTIFIER" and second.value in ("if", "with"):
            return None, False, self.text[word.pos : second.end], second.end
        return None, False, word.value, word.end

    def _scan_behind_spaces(self, pos: int) -> Item:
        item = self._scan(pos, 0)
        return self._scan(item.end, 0) if item.type == "SPACE" else item

    def _right_delim(self, pos: int) -> tuple[bool, int]:
        """Tells whether a closing delimiter has a trim marker and where it ends, or 0 (`atRightDelim`)."""
        text = self.text
        if text[pos : pos + 1] in _SPACES and text.startswith("-" + self.right, pos + 1):
            return True, pos + 2 + len(self.right)
        return False, pos + len(self.right) if text.startswith(self.right, pos) else 0

    def _scan(self, pos: int, depth: int) -> Item:
        """Reads one of Go's items inside an action (`lexInsideAction`), or the fields that follow each other."""
        text = self.text
        trimmed, end = self._right_delim(pos)
        if end:
            if depth:
                return Item("ERROR", "unclosed left paren", pos, end)
            return Item("RDELIM", self.right, pos + 2 if trimmed else pos, end)
        char, following = text[pos : pos + 1], text[pos + 1 : pos + 2]
        if not char:
            return Item("ERROR", "unclosed action", pos, pos)
        if char in _SPACES:
            return self._scan_spaces(pos)
        if char == '"':
            return self._scan_quoted("STRING", _match_quoted(text, pos), "unterminated quoted string", pos)
        if char == "'":
            return self._scan_quoted("NUMBER", _match_char_constant(text, pos), "unterminated character constant", pos)
        if char == "`":
            end = text.find("`", pos + 1) + 1
            if not end:
                return Item("ERROR", "unterminated raw quoted string", pos, len(text))
            return Item("STRING", text[pos:end], pos, end)
        if char == ":":
            if following != "=":
                return Item("ERROR", "expected :=", pos, pos + 1)
            return Item("DECLARE", ":=", pos, pos + 2)
        if char == "$" or (char == "." and following and not "0" <= following <= "9"):
            return self._scan_names(pos)
        if char in ".+-" or "0" <= char <= "9":
            return self._scan_number(pos)
        if _is_alphanumeric(char):
            return self._scan_names(pos)
        if char == ")" and not depth:
            return Item("ERROR", "unexpected right paren", pos, pos + 1)
        if " " < char <= "~":
            return Item(_PUNCTUATION.get(char, "CHAR"), char, pos, pos + 1)
        return Item("ERROR", f"unrecognized character in action: {_unicode(char)}", pos, pos + 1)

    def _scan_spaces(self, pos: int) -> Item:
        """Reads spaces, but the last if it belongs to a closing delimiter with trim marker (`lexSpace`)."""
        end = _run_end(_SPACES_RUN, self.text, pos)
        if self._right_delim(end - 1)[0]:
            end -= 1
        return Item("SPACE", " ", pos, end)

    def _scan_quoted(self, type_: str, match: re.Match[str] | None, complaint: str, pos: int) -> Item:
        if match is None:
            line_end = self.text.find("\n", pos)
            return Item("ERROR", complaint, pos, line_end if line_end >= 0 else len(self.text))
        return Item(type_, match[0], pos, match.end())

    def _scan_names(self, pos: int) -> Item:
        """Reads an identifier, or a field or variable with the fields behind it (`lexFieldOrVariable`)."""
        text = self.text
        end = self._name_end(pos)
        if not self._at_terminator(end):
            return Item("ERROR", f"bad character {_unicode(text[end])}", pos, end + 1)
        if text[pos] not in "$.":
            return Item("IDENTIFIER", text[pos:end], pos, end)
        if text[pos:end] == ".":
            return Item("DOT", ".", pos, end)
        while text.startswith(".", end) and not self._right_delim(end)[1]:
            further = self._name_end(end)
            if "0" <= text[end + 1 : end + 2] <= "9" or further == end + 1 or not self._at_terminator(further):
                break
            end = further
        return Item("VARIABLE" if text[pos] == "$" else "FIELD", text[pos:end], pos, end)

    def _name_end(self, pos: int) -> int:
        """Tells where the word at an offset ends, which may begin with a dollar sign or a dot."""
        text, end = self.text, pos
        if text[pos] in "$.":
            end += 1
            if self._at_terminator(end):
                return end
        while True:
            end = _run_end(_WORD_RUN, text, end)
            if not _is_alphanumeric(text[end : end + 1]):
                return end
            end += 1

    def _at_terminator(self, pos: int) -> bool:
        """Tells whether what is at an offset may stand behind a word (`atTerminator`)."""
        text = self.text
        return pos >= len(text) or text[pos] in " \t\r\n.,|:)(" or text.startswith(self.right, pos)

    def _scan_number(self, pos: int) -> Item:
        """Reads a number; whether it is one is found out later (`lexNumber`)."""
        text = self.text
        end = _run_end(NUMBER_RUN, text, pos)
        good = not _is_alphanumeric(text[end : end + 1])
        if good and text[end : end + 1] in ("+", "-"):
            end = _run_end(NUMBER_RUN, text, end)
            good = not _is_alphanumeric(text[end : end + 1])
            if good and text[end - 1] != "i":
                return Item("ERROR", f"bad number syntax: {quote(text[pos:end])}", pos, end)
        if not good:
            return Item("ERROR", f"bad number syntax: {quote(text[pos : end + 1])}", pos, end + 1)
        return Item("NUMBER", text[pos:end], pos, end)


def _run_end(run: re.Pattern[str], text: str, pos: int) -> int:
    """Tells where the match of a pattern that may be empty ends."""
    match = run.match(text, pos)
    return match.end() if match else pos


def _is_alphanumeric(char: str) -> bool:
    return char != "" and (char == "_" or is_letter(char) or is_digit(char))


def _unicode(char: str) -> str:
    """Writes a character as Go's ``%#U``."""
    if "\ud800" <= char <= "\udfff":
        char = RUNE_ERROR
    return f"U+{ord(char):04X} '{char}'" if is_print(char) else f"U+{ord(char):04X}"
