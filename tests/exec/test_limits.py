"""Templates that nobody has read: every run ends, with a result or with one clear error."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest

import gotmpl
from gotmpl import ExecError, Limits, TemplateError

LIMITS = Limits(output=10_000, steps=20_000, depth=50, width=1_000)


def error_of(text: str, data: Any = None, limits: Limits | None = LIMITS) -> str:
    with pytest.raises(ExecError) as raised:
        gotmpl.parse(text).render(data, limits=limits)
    return str(raised.value)


def test_what_keeps_within_the_limits_is_rendered_as_without():
    text = '{{range $i, $x := .L}}{{$i}}{{template "t" $x}}{{end}}{{define "t"}}{{printf "%5v" .}}{{end}}'
    template = gotmpl.parse(text)
    assert template.render({"L": [1, "a"]}, limits=LIMITS) == template.render({"L": [1, "a"]}) == "0    11    a"


def test_the_default_limits_are_wide_enough_for_a_long_chat():
    chat = {"Messages": [{"Role": "user", "Content": "x" * 500} for _ in range(5_000)]}
    text = (
        "{{range $i, $_ := .Messages}}{{$last := eq (len (slice $.Messages $i)) 1}}"
        "{{.Role}}: {{.Content}}{{if $last}}!{{end}}{{end}}"
    )
    assert gotmpl.parse(text).render(chat, limits=Limits()) == gotmpl.parse(text).render(chat)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{{range 1000000000}}{{end}}", "more than 20000 steps (limit of steps)"),
        ("{{range 1000000000}}{{range 1000000000}}{{end}}{{end}}", "more than 20000 steps (limit of steps)"),
        (
            "{{range 9223372036854775807}}{{`aaaaaaaaaa`}}{{end}}",
            "more than 10000 characters of output (limit of output)",
        ),
        ("{{range 9223372036854775807}}{{continue}}{{end}}", "more than 20000 steps (limit of steps)"),
        ('{{define "r"}}{{template "r"}}{{end}}{{template "r"}}', "exceeded maximum template depth (50)"),
        (
            '{{define "a"}}{{template "b"}}{{template "b"}}{{end}}{{define "b"}}{{if .}}{{template "a"}}{{end}}{{end}}'
            '{{define "c"}}{{template "c" 1}}{{end}}{{template "a"}}{{template "c"}}',
            "exceeded maximum template depth (50)",
        ),
        (
            '{{printf "%1000000d" 1}}',
            'at <printf "%1000000d" 1>: a value of more than 1000 characters (limit of width)',
        ),
        ('{{printf "%1000000d%1000000d" 1 2}}', "a value of more than 1000 characters (limit of width)"),
        ('{{$x := "aaaaaaaaaa"}}{{range 99}}{{$x = printf "%s%s" $x $x}}{{end}}', "(limit of width)"),
        ('{{$x := "aaaaaaaaaa"}}{{range 99}}{{$x = print $x $x $x $x}}{{end}}', "(limit of width)"),
        ('{{$x := "aaaaaaaaaa"}}{{range 99}}{{$x = println $x $x $x $x}}{{end}}', "(limit of width)"),
        ('{{$x := "aaaaaaaaaa"}}{{range 99}}{{$x = printf "%[1]s%[1]s%[1]s" $x}}{{end}}', "(limit of width)"),
        ('{{$x := "aaaaaaaaaa"}}{{range 99}}{{$x = printf "" $x $x}}{{end}}', "(limit of width)"),
        ('{{$x := "<<<<<<<<<<"}}{{range 99}}{{$x = html $x $x}}{{end}}', "(limit of width)"),
        ('{{$x := "%%%%%%%%%%"}}{{range 99}}{{$x = urlquery $x $x}}{{end}}', "(limit of width)"),
        ('{{$x := "\\\\"}}{{range 99}}{{$x = js $x}}{{end}}', "(limit of width)"),
        ('{{$x := "\\\\"}}{{range 99}}{{$x = printf "%q" $x}}{{end}}', "(limit of width)"),
        ('{{$x := "aaaa"}}{{range 99}}{{$x = printf "%x" $x}}{{end}}', "(limit of width)"),
        ("{{range 999}}{{print `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`}}{{end}}", "(limit of output)"),
        ("{{range 99999}}{{$x := print `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`}}{{end}}", "(limit of steps)"),
    ],
)
def test_a_costly_template_ends_with_an_error_that_names_the_limit(text: str, message: str):
    assert message in error_of(text)


@pytest.mark.parametrize(
    ("text", "data", "message"),
    [
        ('{{printf "%1000000d" .}}', list(range(5_000)), "(limit of width)"),
        ('{{printf "%100d" .}}', {str(i): i for i in range(50)}, "(limit of width)"),
        ("{{println . . . . . . . . . .}}", list(range(100)), "(limit of width)"),
        ("{{.}}", "x" * 1001, "a value of more than 1000 characters (limit of width)"),
        ("{{.}}", list(range(1000)), "(limit of width)"),
        ("{{range .}}{{range $}}{{break}}{{end}}{{end}}", {str(i): i for i in range(1_000)}, "(limit of steps)"),
        ("{{range 20000}}{{$x := $.A}}{{end}}", {str(i): i for i in range(1_000)}, "(limit of steps)"),
    ],
)
def test_large_data_does_not_make_a_template_cheap(text: str, data: Any, message: str):
    assert message in error_of(text, data)


def test_no_value_grows_beyond_the_width_before_it_is_refused():
    text = '{{$x := "aaaaaaaaaa"}}{{range 99}}{{$x = print' + " $x" * 1000 + "}}{{end}}"
    template = gotmpl.parse(text)
    tracemalloc.start()
    with pytest.raises(ExecError, match="limit of width"):
        template.render(limits=Limits(width=100_000))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3_000_000


def test_output_before_the_limit_is_kept():
    with pytest.raises(ExecError) as raised:
        gotmpl.parse("{{range 100}}abcde{{end}}").render(limits=Limits(output=12))
    assert raised.value.output == "abcdeabcde"


@pytest.mark.parametrize("limits", [None, LIMITS], ids=["unlimited", "limited"])
@pytest.mark.parametrize(
    ("text", "data", "got"),
    [
        ("{{if 1}}" * 3000 + "x" + "{{end}}" * 3000, None, "x"),
        ("{{with 1}}" * 3000 + "x" + "{{end}}" * 3000, None, "x"),
        ("{{range 1}}" * 1500 + "x" + "{{end}}" * 1500, None, "x"),
        ("{{if .}}x" + "{{else if .}}y" * 3000 + "{{else}}z{{end}}", None, "z"),
        ("{{1" + " | print" * 1000 + "}}", None, "1"),
        ("{{len (print" + " 1" * 400 + ")}}", None, "799"),
        ("{{and 1" + " 1" * 1000 + "}}", None, "1"),
        ("{{eq 0 1" + " 1" * 1000 + "}}", None, "false"),
        ("{{.A" + ".A" * 1000 + "}}", {}, "<no value>"),
        ("{{$x := 1}}" * 2000 + "{{$x}}", None, "1"),
        ("{{" + "(" * 100 + "1" + ")" * 100 + "}}", None, "1"),
        ("{{" + "(print " * 100 + "1" + ")" * 100 + "}}", None, "1"),
        ("{{" + "(and 1 " * 100 + "1" + ")" * 100 + "}}", None, "1"),
    ],
)
def test_deep_and_long_templates_run(text: str, data: Any, got: str, limits: Limits | None):
    assert gotmpl.parse(text).render(data, limits=limits) == got


@pytest.mark.parametrize("limits", [None, Limits()], ids=["unlimited", "limited"])
@pytest.mark.parametrize(
    "text",
    [
        "{{" + "(" * 3000 + "1" + ")" * 3000 + "}}",
        "{{" + "(not " * 3000 + "1" + ")" * 3000 + "}}",
        "{{if " + "(or 0 " * 3000 + "1" + ")" * 3000 + "}}{{end}}",
        "{{" + "(" * 3000 + ".A" + ").A" * 3000 + "}}",
        "{{print " + "(len (print " * 2000 + "1" + "))" * 2000 + "}}",
    ],
)
def test_an_expression_too_deep_for_python_is_one_clear_error(text: str, limits: Limits | None):
    assert error_of(text, {"A": None}, limits).endswith("expression or data nested too deeply")


def cyclic_list() -> list[Any]:
    items: list[Any] = []
    items.append(items)
    return items


def cyclic_dict() -> dict[str, Any]:
    entries: dict[str, Any] = {}
    entries["A"] = entries
    return entries


def deep_list() -> list[Any]:
    items: list[Any] = []
    for _ in range(5_000):
        items = [items]
    return items


@pytest.mark.parametrize("limits", [None, Limits()], ids=["unlimited", "limited"])
@pytest.mark.parametrize(
    "data", [cyclic_list(), cyclic_dict(), deep_list()], ids=["cyclic list", "cyclic dict", "deep"]
)
@pytest.mark.parametrize(
    "text", ["{{.}}", "{{print .}}", "{{printf `%v` .}}", "{{html .}}", "{{eq . .}}", "{{range true}}{{end}}{{.}}"]
)
def test_data_too_deep_to_print_is_one_clear_error(text: str, data: Any, limits: Limits | None):
    message = error_of(text, data, limits)
    assert message.endswith(("expression or data nested too deeply", "range can't iterate over true"))


@pytest.mark.parametrize("limits", [None, Limits()], ids=["unlimited", "limited"])
def test_cyclic_data_can_be_walked(limits: Limits | None):
    text = "{{if .}}{{len .}}{{.A.A.A.A | len}}{{range .}}{{range .}}x{{end}}{{end}}{{end}}"
    assert gotmpl.parse(text).render(cyclic_dict(), limits=limits) == "11x"


def test_endless_recursion_ends_where_it_ends_in_go():
    message = error_of('{{define "r"}}{{template "r" .}}{{end}}{{template "r" .}}', 1, None)
    assert message == (
        'template: :1:25: executing "r" at <{{template "r" .}}>: exceeded maximum template depth (100000)'
    )


def test_a_function_is_not_called_again_when_python_runs_out_of_stack():
    calls = []

    def f() -> str:
        calls.append(1)
        return ""

    with pytest.raises(ExecError, match="nested too deeply"):
        gotmpl.parse("{{f}}{{.}}{{f}}", funcs={"f": f}).render(cyclic_list())
    assert calls == [1]


def test_a_function_that_runs_out_of_stack_has_failed():
    calls = []

    def f() -> int:
        calls.append(1)
        return deeper()

    def deeper() -> int:
        return deeper() + 1

    with pytest.raises(ExecError, match="error calling f: "):
        gotmpl.parse("{{f}}", funcs={"f": f}).render()
    assert calls == [1]


def test_a_large_template_is_run():
    text = "{{.A}} text " * 30_000
    assert gotmpl.parse(text).render({"A": 1}) == "1 text " * 30_000


@pytest.mark.parametrize(
    "text",
    [
        "{{" * 5_000,
        "{{if 1}}" * 5_000,
        "{{" + "(" * 20_000,
        "{{/*" * 5_000,
        '{{"' + "\\" * 9_999,
        "{{$x" * 999,
        "{{" + "." * 9_999 + "}}",
        "{{1" + "|" * 9_999,
        "{{- " * 5_000,
        "{{define `a`}}" * 5_000,
        "{{else}}" * 5_000,
    ],
)
def test_a_broken_template_is_refused_as_any_other(text: str):
    with pytest.raises(TemplateError):
        gotmpl.parse(text)
