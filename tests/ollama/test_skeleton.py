"""Skeleton requests reach what can be reached, and what cannot is told."""

import pytest

from gotmpl import ParseError
from gotmpl.ollama import chat_prompt, generate_prompt, parse, skeleton
from gotmpl.ollama.dead import branches, dead_branches
from gotmpl.ollama.fields import usage
from gotmpl.ollama.scenarios import SCENARIOS
from gotmpl.ollama.skeleton import reached
from oracle.ollama_cases import TEMPLATES

ROLES = (
    "{{ if .System }}{{ .System }}{{ end }}{{ range $i, $m := .Messages }}"
    '{{ if eq .Role "user" }}U{{ else if eq .Role "critic" }}C{{ else if .ToolCalls }}'
    "{{ range .ToolCalls }}{{ .Function.Name }}{{ end }}{{ else }}A{{ end }}{{ end }}"
    "{{ if .Tools }}{{ .Tools }}{{ end }}"
)
LEGACY = "{{ if .System }}{{ .System }}{{ end }}{{ if .Prompt }}{{ .Prompt }}{{ end }}{{ .Response }}"
FILL_IN = "{{ if .Suffix }}{{ .Prompt }}{{ .Suffix }}{{ else }}{{ range .Messages }}{{ .Content }}{{ end }}{{ end }}"
THINKING = (
    "{{ range .Messages }}{{ if and .Thinking $.Think }}<think>{{ .Thinking }}</think>{{ end }}{{ end }}"
    '{{ if eq .ThinkLevel "high" }}!{{ end }}'
)


@pytest.mark.parametrize("text", [ROLES, LEGACY, FILL_IN, THINKING, "plain"])
def test_all_branches_are_reached(text):
    template = parse(text)
    made = skeleton(template)
    assert (made.missed, made.dead) == ((), ())
    assert made.reached[-1] == made.total == len(branches(template))
    assert set().union(*(reached(template, request) for request in made.requests)) == branches(template)
    assert list(made.reached) == sorted(set(made.reached)) or made.total == 0


@pytest.mark.parametrize("text", [ROLES, LEGACY, FILL_IN, THINKING])
def test_the_server_takes_the_requests(text):
    template = parse(text)
    for request in skeleton(template).requests:
        if "messages" in request:
            options = {key: value for key, value in request.items() if key != "messages"}
            assert isinstance(chat_prompt(template, request["messages"], **options).text, str)
        else:
            assert isinstance(generate_prompt(template, **request).text, str)


def test_the_same_template_gives_the_same_requests():
    assert skeleton(parse(ROLES)) == skeleton(parse(ROLES))


@pytest.mark.parametrize(
    ("text", "dead"),
    [
        (
            "{{ range .Messages }}{{ end }}{{ if .First }}{{ if .System }}x{{ end }}{{ end }}",
            [("{{ if .First", True), ("{{ if .System", True), ("{{ if .System", False)],
        ),
        (
            "{{ if .Messages }}{{ else }}{{ range .Tools }}{{ end }}{{ end }}",
            [("{{ if .Messages", False), ("{{ range", True)],
        ),
        ("{{ if .Messages }}{{ end }}{{ .Suffix }}", []),
        ("{{ .Response }}{{ if .Tools }}{{ end }}", [("{{ if .Tools", True)]),
        ("{{ .Response }}{{ if and .System .Nope }}{{ end }}", [("{{ if and", True)]),
        ("{{ .Response }}{{ if or .System .Nope }}{{ end }}", []),
        (
            "{{ .Response }}{{ if not .Nope }}{{ end }}{{ if true }}{{ end }}",
            [("{{ if not", False), ("{{ if true", False)],
        ),
        ("{{ .Response }}{{ range -1 }}{{ else }}{{ end }}", []),
        ("{{ range .Messages }}{{ if .Nope }}{{ end }}{{ end }}", [("{{ if .Nope", True)]),
    ],
)
def test_dead_branches_are_told(text, dead):
    template = parse(text)
    found = dead_branches(template, usage(template))
    assert found == {(text.index(head), taken) for head, taken in dead}


def taken_by_the_server(template, request):
    """Whether Ollama's server takes a request to a model with this template."""
    needs = {"insert": bool(request["suffix"]), "tools": bool(request["tools"]), "thinking": bool(request["think"])}
    asked = all(name in template.capabilities for name, needed in needs.items() if needed)
    return asked and bool(request["messages"] or request["suffix"])


@pytest.mark.parametrize("text", TEMPLATES)
def test_no_scenario_reaches_a_dead_branch(text):
    try:
        template = parse(text)
    except ParseError:
        return
    dead = dead_branches(template, usage(template))
    for scenario in SCENARIOS.values():
        request = scenario.arguments()
        if dead and taken_by_the_server(template, request):
            assert not reached(template, request) & dead


def test_a_range_without_else_has_one_branch():
    assert len(branches(parse("{{ range .Messages }}{{ end }}"))) == 1
    assert len(branches(parse("{{ range .Messages }}{{ else }}{{ end }}"))) == 2
