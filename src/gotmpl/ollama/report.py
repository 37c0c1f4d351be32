"""How Ollama will treat a template, and why: what it concludes, from which nodes, and what renderings really show.

What Ollama concludes is taken from the functions that stand for its own; beside it stands what the documented
scenarios (gotmpl/ollama/scenarios.py) and some probes make of the template.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from gotmpl.errors import ExecError
from gotmpl.exec.limits import Limits
from gotmpl.ollama import legacy
from gotmpl.ollama.capabilities import model_capabilities, select_template
from gotmpl.ollama.facts import (
    Capability,
    Mode,
    Place,
    Report,
    Response,
    Role,
    Stops,
    Tags,
    TemplateReport,
    Versioned,
)
from gotmpl.ollama.fields import Usage, usage
from gotmpl.ollama.scenarios import SCENARIOS
from gotmpl.ollama.template import Template
from gotmpl.ollama.thinking import tag_nodes
from gotmpl.ollama.tools import NO_TAG, tag_node
from gotmpl.ollama.trace import cut_offset, trace
from gotmpl.ollama.versions import function_version, newest
from gotmpl.parse.node import ChainNode, Node

__all__ = ["report"]

_begins_with_token = re.compile(r"<[^<>\s]{1,60}>|\[/?[A-Z_]{1,40}\]").match
_LIMITS = Limits(output=1_000_000, steps=200_000, depth=200, width=1_000_000)


def report(
    template: Template | None,
    *,
    stop: Sequence[str] = (),
    renderer: str = "",
    parser: str = "",
    family: str = "",
    chat_template: str = "",
    go_template_env: str = "",
) -> Report:
    """Tells how Ollama will treat a template, and why.

    Args:
        template: The model's TEMPLATE, or None.
        stop: The Modelfile's stop words.
        renderer: The Modelfile's RENDERER.
        parser: The Modelfile's PARSER.
        family: The model's family.
        chat_template: The Jinja template of the GGUF, or nothing.
        go_template_env: The server's environment variable ``OLLAMA_GO_TEMPLATE``.
    """
    selection = select_template(
        template,
        chat_template,
        renderer=renderer,
        parser=parser,
        family=family,
        go_template_env=go_template_env,
    )
    return Report(selection, None if template is None else _Reporter(template, stop, family).report())


class _Reporter:
    """Looks at one template."""

    def __init__(self, template: Template, stop: Sequence[str], family: str) -> None:
        self.template = template
        self.capabilities = model_capabilities(template, family)
        self.family = family
        self.stop = tuple(stop)
        self.usage: Usage = usage(template)
        self.renderings: dict[str, str | None] = {name: self._scenario(name) for name in SCENARIOS}

    def report(self) -> TemplateReport:
        """Puts all parts together."""
        fields = tuple(Versioned(f.path, f.type, f.since if f.known else None, f.places) for f in self.usage.fields)
        functions = tuple(
            Versioned(name, "", function_version(name), tuple(places))
            for name, places in sorted(self.usage.functions.items())
        )
        return TemplateReport(
            self._mode(),
            (self._tools(), self._insert(), self._thinking(), self._round_trip()),
            self._thinking_tags(),
            self._tool_tag(),
            self._response(),
            fields,
            functions,
            newest([each.since for each in (*fields, *functions) if each.since is not None]),
            self._stops(),
            tuple(self._role(role) for role in self._role_names()),
        )

    # What Ollama concludes

    def _places(self, name: str) -> tuple[Place, ...]:
        """Gives where a name is used that Ollama's scan finds, in any case."""
        found = [f for f in self.usage.fields if f.path.lower().rpartition(".")[2] == name]
        return tuple(dict.fromkeys(place for f in found for place in f.places))

    def _named(self, name: str, field: str) -> tuple[str, tuple[Place, ...]]:
        """Says whether Ollama's scan finds a name, and where."""
        if name in self.template.vars:
            return f".{field} is used", self._places(name)
        hidden = tuple((node.start, node.end) for node in _chains(self.template) if f".{field}" in str(node))
        if hidden:
            return f".{field} stands only in a (…).Field, which Ollama's scan passes over", hidden
        return f".{field} is not used", ()

    def _mode(self) -> Mode:
        reason, places = self._named("messages", "Messages")
        legacy_mode = "messages" not in self.template.vars
        if legacy_mode:
            reason += ": Ollama runs the template once for each turn, with .System, .Prompt and .Response"
        else:
            reason += ": Ollama runs the template once, with all messages"
        return Mode("legacy" if legacy_mode else "messages", reason, places, "suffix" in self.template.vars)

    def _tools(self) -> Capability:
        reason, places = self._named("tools", "Tools")
        inferred = "tools" in self.capabilities
        shown = self._showing(("tools", "tools-many", "tool-call"), "weather_at", before="tool_calls")
        evidence = "the names of tools reach the prompt" if shown else "no name of a tool reaches the prompt"
        change = ""
        if not inferred or shown is False:
            change = (
                "print the tools: {{ if .Tools }}{{ range .Tools }}{{ json . }}{{ end }}{{ end }}"
                if "messages" in self.template.vars
                else "a legacy template never gets tools: loop over .Messages, and print {{ json .Tools }}"
            )
        return Capability("tools", inferred, reason, places, shown, _or_failed(shown, evidence), change)

    def _insert(self) -> Capability:
        reason, places = self._named("suffix", "Suffix")
        inferred = "insert" in self.capabilities
        text = self.renderings["fill-in"]
        shown = None if text is None else "def area(w, h)" in text and "print(area(2, 3))" in text
        evidence = "prompt and suffix reach the prompt" if shown else "the suffix does not reach the prompt"
        change = "" if inferred and shown else "{{ if .Suffix }}<PRE>{{ .Prompt }}<SUF>{{ .Suffix }}<MID>{{ end }}"
        return Capability("insert", inferred, reason, places, shown, _or_failed(shown, evidence), change)

    def _thinking(self) -> Capability:
        opening, closing = self.template.thinking_tags
        inferred = "thinking" in self.capabilities
        places = tuple((node.start, node.end) for node in tag_nodes(self.template.go.root) if node is not None)
        if inferred and not (opening and closing):
            reason = f"the family is {self.family}"
        elif inferred:
            reason = f"{opening!r} and {closing!r} stand around .Thinking in a range over .Messages"
        elif "thinking" not in self.template.vars:
            reason = self._named("thinking", "Thinking")[0]
        elif opening or closing:
            reason = f".Thinking has a tag only {'before' if opening else 'behind'} it, in the list that it stands in"
        else:
            reason = ".Thinking is used, but not between two texts in a range over .Messages"
            places = self._places("thinking")
        shown = self._showing(("think-turns", "think-tools"), "The user asks about salt.", "I need the weather.")
        evidence = "earlier thoughts reach the prompt" if shown else "no earlier thought reaches the prompt"
        change = ""
        if not inferred:
            change = (
                "in the range over .Messages: {{ if .Thinking }}<think>{{ .Thinking }}</think>{{ end }}"
                if "messages" in self.template.vars
                else "loop over .Messages, and there: {{ if .Thinking }}<think>{{ .Thinking }}</think>{{ end }}"
            )
        return Capability("thinking", inferred, reason, places, shown, _or_failed(shown, evidence), change)

    def _round_trip(self) -> Capability:
        inferred = self.template.has_tool_round_trip
        missing = [
            f".{field}"
            for name, field in (("tools", "Tools"), ("toolcalls", "ToolCalls"))
            if name not in self.template.vars
        ]
        if inferred:
            reason = ".Tools and .ToolCalls are used, and the text has a mark of answers of tools"
        elif missing:
            reason = f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not used"
        else:
            reason = 'the text has none of eq .Role "tool", tool_response, TOOL_RESULTS'
        calls = self._shows_calls()
        answers = self._showing(("tool-turns", "tool-call"), "drizzle, 9 degrees")
        shown = None if calls is None or answers is None else calls and answers
        evidence = (
            "calls and answers reach the prompt"
            if shown
            else "answers of tools do not reach the prompt"
            if not answers
            else "calls of tools do not reach the prompt"
        )
        change = (
            "" if inferred else 'show .ToolCalls, and answers in a branch {{ if eq .Role "tool" }}, spelt like this'
        )
        places = self._places("toolcalls") if not missing else ()
        return Capability("tool round trip", inferred, reason, places, shown, _or_failed(shown, evidence), change)

    def _thinking_tags(self) -> Tags:
        opening, closing = self.template.thinking_tags
        nodes = tag_nodes(self.template.go.root)
        problems: list[str] = []
        if opening and closing:
            name = opening.strip("<>[]|")
            if opening == closing:
                problems.append("both tags are the same, so the end of a thought cannot be told")
            elif name and name.split()[0] not in closing:
                problems.append(
                    f"{closing!r} does not close {opening!r}: unless the model writes it, its whole answer counts as "
                    "a thought"
                )
            if "\n" in opening or "\n" in closing or " " in opening:
                problems.append("a tag has text of the template in it that the model may not write")
        elif opening or closing:
            problems.append("one tag is missing: Ollama parses no thoughts, and does not list thinking")
        places = tuple((node.start, node.end) for node in nodes if node is not None)
        return Tags((opening, closing), places, tuple(problems))

    def _tool_tag(self) -> Tags:
        tag, node = self.template.tool_call_tag, tag_node(self.template.go.root)
        problems: list[str] = []
        uses_calls = "toolcalls" in self.template.vars
        if tag == NO_TAG and uses_calls:
            if node is None:
                problems.append(
                    "no {{ if .ToolCalls }} has a text first ($x.ToolCalls does not count): any { may begin a call"
                )
            else:
                problems.append("no text stands before the {: any { may begin a call")
        elif tag != NO_TAG and any(space in tag for space in " \n"):
            problems.append("the text before the call became a part of the tag: the model has to write all of it")
        return Tags((tag,), () if node is None else ((node.start, node.end),), tuple(problems))

    def _response(self) -> Response:
        source = self.template.go.root
        appended = bool(source.nodes) and source.nodes[-1].start == source.nodes[-1].end == len(self.template.text)
        if "messages" in self.template.vars:
            return Response(appended, None, "", "")
        try:
            kept = legacy.cut_at_response(self.template.go)
        except ExecError as error:
            return Response(appended, None, "", error.hint or str(error))
        cut = cut_offset(self.template.go, kept)
        problem = ""
        try:
            kept.render({"System": "s", "Prompt": "p", "Response": ""}, limits=_LIMITS)
        except ExecError as error:
            problem = f"rendering the last turn fails: {error}"
        return Response(appended, cut, "" if cut is None else self.template.text[cut:], problem)

    # What renderings show

    def _scenario(self, name: str) -> str | None:
        try:
            return self.template.render(**SCENARIOS[name].arguments(), limits=_LIMITS)
        except ExecError:
            return None

    def _showing(self, scenarios: Iterable[str], *texts: str, before: str = "") -> bool | None:
        """Tells whether one of some texts is in the prompt of a scenario; None if all of them fail.

        Args:
            scenarios: Their names.
            texts: The texts.
            before: If given, only what stands before this text counts.
        """
        prompts = [text for name in scenarios if (text := self.renderings[name]) is not None]
        if not prompts:
            return None
        parts = [prompt.partition(before)[0] if before else prompt for prompt in prompts]
        return any(text in part for part in parts for text in texts)

    def _shows_calls(self) -> bool | None:
        """Tells whether a call of a tool, not the tool itself, is in a prompt; None if the template fails."""
        history, call = self.renderings["tool-history"], self.renderings["tool-call"]
        behind = None if call is None else call.rpartition("Is it raining in Oslo?")[2].partition("drizzle")[0]
        texts = [text for text in (history, behind) if text is not None]
        return any("weather_at" in text for text in texts) if texts else None

    def _stops(self) -> Stops:
        end = ""
        traced = trace(self.template, **SCENARIOS["system-turns"].arguments(), limits=_LIMITS)
        pieces = traced.pieces
        for i, piece in enumerate(pieces):
            if piece.kind == "value" and piece.text == "Rivers carry minerals." and traced.error is None:
                text = "".join(each.text for each in pieces[i + 1 :]).partition("And lakes?")[0].strip()
                token = _begins_with_token(text)
                end = token[0] if token else text.partition("\n")[0].strip()
        covered = any((stop and stop in end) or end in stop for stop in self.stop) if end else None
        return Stops(self.stop, end, covered)

    def _role_names(self) -> list[str]:
        compared = [
            each.constant
            for each in self.usage.comparisons
            if each.path == ".Messages[].Role" and isinstance(each.constant, str)
        ]
        return list(dict.fromkeys(["system", "user", "assistant", "tool", *compared, "developer"]))

    def _role(self, role: str) -> Role:
        shown: list[str] = []
        failed: list[str] = []
        mark = "Sixty green apples."
        ask = {"role": "user", "content": "How many?"}
        message: dict[str, Any] = {"role": role, "content": mark}
        if role == "tool":
            message["tool_name"] = "weather_at"
        answer = {"role": "assistant", "content": "Wait."}
        tried = {"first": [message, ask], "middle": [ask, answer, message, ask], "last": [ask, answer, message]}
        if role == "assistant":
            tried = {"first": [message, ask], "middle": [ask, message, ask], "last": [ask, message]}
        for position, messages in tried.items():
            try:
                text = self.template.render(messages, limits=_LIMITS)
            except ExecError:
                failed.append(position)
            else:
                if mark in text:
                    shown.append(position)
        return Role(role, tuple(shown), tuple(failed), _role_note(role, shown, failed))


def _role_note(role: str, shown: list[str], failed: list[str]) -> str:
    if len(shown) == 3:
        return "is rendered"
    parts = []
    if shown:
        parts.append(f"is rendered only {' and '.join(shown)} in the conversation")
    elif not failed:
        parts.append("vanishes: its text reaches no prompt")
    if failed:
        parts.append(f"makes the template fail ({', '.join(failed)})")
    return "; ".join(parts)


def _or_failed(shown: bool | None, evidence: str) -> str:
    return "the template fails on these requests" if shown is None else evidence


def _chains(template: Template) -> list[Node]:
    found: list[Node] = []
    for each in template.go.templates:
        stack: list[Node] = [] if each.tree is None else [each.tree.root]
        while stack:
            node = stack.pop()
            if isinstance(node, ChainNode):
                found.append(node)
            stack += node.children()
    return found
