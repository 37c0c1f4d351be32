"""What a ``*.gotmpl.yaml`` says: a template, requests, and what is expected of their prompts."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple, NoReturn, TypeVar

import yaml

from gotmpl import api
from gotmpl.errors import DataError
from gotmpl.ollama.scenarios import SCENARIOS, Scenario
from gotmpl.testing.expectation import Expectation

__all__ = ["JinjaTwin", "YamlCase", "YamlTests", "read_tests"]

_T = TypeVar("_T")

_FILE_KEYS = ("template", "modelfile", "cases", "jinja", "lint")
_CASE_KEYS = ("name", "scenario", "messages", "prompt", "suffix", "tools", "think", "expect")
_JINJA_KEYS = ("path", "allow")
_EXPECT_KEYS = ("equals", "contains", "not_contains", "starts_with", "ends_with", "error")
_RESERVED = ("jinja", "lint")
_TEXT = "tag:yaml.org,2002:str"

_QUOTES = "A text goes in quotes, or in a block after |, if it has one of : # ? { } [ ] , & * ! % @ or a quote in it."

_index = re.compile(r"\w+\[(\d+)\]").match


class YamlCase(NamedTuple):
    """A request and what is expected of its prompt.

    Attributes:
        name: The case's name.
        line: The line of the file that it begins on, from 1.
        scenario: The request.
        expectation: What the prompt is.
        error: What the refusal says, or None if there is to be a prompt.
    """

    name: str
    line: int
    scenario: Scenario
    expectation: Expectation
    error: str | None


class JinjaTwin(NamedTuple):
    """A chat template that says the same.

    Attributes:
        path: The path to its file.
        line: The line on which it is named.
        allow: The scenarios that may differ.
    """

    path: str
    line: int
    allow: tuple[str, ...] = ()


class YamlTests(NamedTuple):
    """All that a file says.

    Attributes:
        template: The template's text, or the path to its file; empty if there is a Modelfile.
        modelfile: The path to the Modelfile; empty if there is a template.
        cases: The requests.
        jinja: The chat template that says the same, or None.
        lint_line: The line that asks for the linter; None if none does.
    """

    template: str
    modelfile: str
    cases: tuple[YamlCase, ...]
    jinja: JinjaTwin | None
    lint_line: int | None


def read_tests(text: str) -> YamlTests:
    """Reads the text of a file.

    Raises:
        DataError: It is no YAML, or says something that no test can do; with the place in the text.
    """
    try:
        loader = yaml.SafeLoader(text)
        root = loader.get_single_node()
        if root is None:
            raise DataError("the file is empty", source=text, offset=0, hint=f"There are {_listed(_FILE_KEYS)}.")
        return _Reader(text, loader).tests(root)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        words = ", ".join(part for part in (error.context, error.problem) if part)
        offset = mark.index if mark else None
        raise DataError(f"this is no YAML: {words}", source=text, offset=offset, hint=_QUOTES) from None
    except yaml.reader.ReaderError as error:
        raise DataError(f"this is no YAML: {error.reason}", source=text, offset=error.position) from None


class _Reader:
    """Reads the nodes of one file."""

    def __init__(self, text: str, loader: yaml.SafeLoader) -> None:
        self._text = text
        self._loader = loader

    def tests(self, root: yaml.Node) -> YamlTests:
        keys = self._mapping(root, "the file", _FILE_KEYS)
        if ("template" in keys) == ("modelfile" in keys):
            only = "only " if "template" in keys else ""
            self._refuse(root, f"the file needs {only}one of the keys template and modelfile")
        if not keys.keys() & {"cases", "jinja", "lint"}:
            self._refuse(root, "there is nothing to test", f"There are {_listed(('cases', 'jinja', 'lint'))}.")
        if "lint" in keys and self._data(keys["lint"]) != "clean":
            self._refuse(keys["lint"], "lint can only be clean", "Write: lint: clean")
        return YamlTests(
            self._text_at(keys, "template"),
            self._text_at(keys, "modelfile"),
            self._cases(keys["cases"], keys) if "cases" in keys else (),
            self._jinja(keys["jinja"]) if "jinja" in keys else None,
            _line(keys["lint"]) if "lint" in keys else None,
        )

    def _jinja(self, node: yaml.Node) -> JinjaTwin:
        if not isinstance(node, yaml.MappingNode):
            return JinjaTwin(self._text_of(node, "jinja"), _line(node))
        keys = self._mapping(node, "jinja", _JINJA_KEYS)
        if "path" not in keys:
            self._refuse(node, "jinja needs the key path")
        allow = self._texts_of(keys["allow"], "allow") if "allow" in keys else ()
        for name in allow:
            if name not in SCENARIOS:
                self._refuse(keys["allow"], f"there is no scenario {name!r}", _suggestion(name, SCENARIOS))
        return JinjaTwin(self._text_at(keys, "path"), _line(node), allow)

    def _cases(self, node: yaml.Node, taken: Collection[str]) -> tuple[YamlCase, ...]:
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            self._refuse(node, "cases must be a list of cases", "Begin each case with a dash: - name: …")
        cases: list[YamlCase] = []
        for each in node.value:
            case = self._case(each)
            if any(case.name == other.name for other in cases):
                self._refuse(each, f"there are two cases of the name {case.name!r}")
            if case.name in _RESERVED and case.name in taken:
                self._refuse(each, f"a case cannot be called {case.name}, which is the name of another test here")
            cases.append(case)
        return tuple(cases)

    def _case(self, node: yaml.Node) -> YamlCase:
        keys = self._mapping(node, "a case", _CASE_KEYS)
        given = [key for key in ("scenario", "messages", "prompt") if key in keys]
        if len(given) != 1:
            only = "only " if given else ""
            self._refuse(node, f"a case needs {only}one of the keys scenario, messages and prompt")
        if "expect" not in keys:
            self._refuse(node, "a case needs the key expect", f"It takes {_listed(_EXPECT_KEYS)}.")
        scenario = self._scenario(keys, given[0])
        name = self._text_at(keys, "name") or self._text_at(keys, "scenario")
        if not name:
            self._refuse(node, "a case needs the key name")
        if not name.isprintable():
            self._refuse(keys["name"], "a name must be one line")
        return YamlCase(name, _line(node), scenario, *self._expectation(keys["expect"]))

    def _scenario(self, keys: Mapping[str, yaml.Node], given: str) -> Scenario:
        if "suffix" in keys and given != "prompt":
            self._refuse(keys["suffix"], "a suffix goes with a prompt")
        if given == "scenario":
            for key in ("tools", "think"):
                if key in keys:
                    self._refuse(keys[key], f"a scenario has its own {key}")
            name = self._text_of(keys["scenario"], "scenario")
            if name not in SCENARIOS:
                self._refuse(keys["scenario"], f"there is no scenario {name!r}", _suggestion(name, SCENARIOS))
            return SCENARIOS[name]
        return Scenario(
            "",
            self._checked(keys, "messages", _messages) or (),
            self._checked(keys, "tools", _tools),
            self._checked(keys, "think", _think),
            self._text_at(keys, "prompt"),
            self._text_at(keys, "suffix"),
        )

    def _expectation(self, node: yaml.Node) -> tuple[Expectation, str | None]:
        keys = self._mapping(node, "expect", _EXPECT_KEYS)
        if not keys:
            self._refuse(node, "nothing is expected", f"There are {_listed(_EXPECT_KEYS)}.")
        if "error" in keys:
            if len(keys) > 1:
                self._refuse(node, "where an error is expected, there is no prompt to expect anything of")
            return Expectation(), self._text_at(keys, "error")
        equals = self._text_of(keys["equals"], "equals", may_be_empty=True) if "equals" in keys else None
        contains, not_contains = (
            self._texts_of(keys[key], key) if key in keys else () for key in ("contains", "not_contains")
        )
        starts, ends = self._text_at(keys, "starts_with"), self._text_at(keys, "ends_with")
        return Expectation(equals, contains, not_contains, starts, ends), None

    def _checked(self, keys: Mapping[str, yaml.Node], key: str, check: Callable[[Any], _T]) -> _T | None:
        """Gives what a check makes of the data below a key; None if there is no such key."""
        if key not in keys:
            return None
        node = keys[key]
        try:
            return check(self._data(node))
        except DataError as error:
            item = _index(error.message)
            if item and isinstance(node, yaml.SequenceNode):
                node = node.value[int(item[1])]
            self._refuse(node, error.message, error.hint)

    def _mapping(self, node: yaml.Node, what: str, known: Collection[str]) -> dict[str, yaml.Node]:
        """Gives the nodes below the keys of a mapping that has no other keys."""
        if not isinstance(node, yaml.MappingNode):
            self._refuse(node, f"{what} must have keys, such as {next(iter(known))}: …")
        found: dict[str, yaml.Node] = {}
        for key_node, value in node.value:
            key = key_node.value if isinstance(key_node, yaml.ScalarNode) else "…"
            if key not in known:
                self._refuse(key_node, f"{what} has no key {key!r}", _suggestion(key, known))
            if key in found:
                self._refuse(key_node, f"the key {key} stands here twice")
            found[key] = value
        return found

    def _text_at(self, keys: Mapping[str, yaml.Node], key: str) -> str:
        return self._text_of(keys[key], key) if key in keys else ""

    def _text_of(self, node: yaml.Node, what: str, *, may_be_empty: bool = False) -> str:
        if not isinstance(node, yaml.ScalarNode) or node.tag != _TEXT:
            hint = f'Put it in quotes: "{node.value}"' if isinstance(node, yaml.ScalarNode) and node.value else ""
            self._refuse(node, f"{what} must be text", hint)
        if not node.value and not may_be_empty:
            self._refuse(node, f"{what} is empty")
        return str(node.value)

    def _texts_of(self, node: yaml.Node, what: str) -> tuple[str, ...]:
        if not isinstance(node, yaml.SequenceNode):
            return (self._text_of(node, what),)
        if not node.value:
            self._refuse(node, f"{what} is empty")
        return tuple(self._text_of(each, what) for each in node.value)

    def _data(self, node: yaml.Node) -> Any:
        try:
            return self._loader.construct_object(node, deep=True)
        except ValueError as error:  # such as a date that there is not
            self._refuse(node, str(error))

    def _refuse(self, node: yaml.Node, message: str, hint: str = "") -> NoReturn:
        start, end = node.start_mark.index, node.end_mark.index
        raise DataError(message, source=self._text, offset=start, end=end, hint=hint)


def _messages(data: Any) -> tuple[Any, ...]:
    return tuple(api.messages(data))


def _tools(data: Any) -> tuple[Any, ...] | None:
    tools = api.tools(data)
    return None if tools is None else tuple(tools)


def _think(data: Any) -> bool | str | None:
    api.think_value(data)
    return data  # type: ignore[no-any-return]


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _listed(names: Collection[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _suggestion(name: str, known: Collection[str]) -> str:
    close = get_close_matches(name, known, 1)
    return f"Did you mean {close[0]}?" if close else f"There are {_listed(known)}."
