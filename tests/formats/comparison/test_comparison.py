"""Verdicts, endings, lines, and what can be compared."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats import compare
from formats.comparison.comparison import Verdict, side_of
from formats.comparison.side import Side
from formats.jinja import ChatTemplate
from gotmpl import modelfile, ollama
from gotmpl.errors import DataError, FormatError, ModelfileError, ParseError
from gotmpl.ollama.scenarios import SCENARIOS, Scenario

GO = "{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}<assistant>"
JINJA = (
    "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}"
    "{% if add_generation_prompt %}<assistant>{% endif %}"
)
REFUSES = "{{ raise_exception('No.') }}"
FEW = {name: SCENARIOS[name] for name in ("user", "system", "turns", "prefill", "tool-calls", "think-turns", "fill-in")}


def template(text):
    return ChatTemplate(text) if "{%" in text or "raise_" in text else ollama.parse(text)


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        (GO, JINJA, Verdict.EQUAL),
        (GO + "\n", JINJA, Verdict.SPACE),
        (GO, JINJA.replace("<assistant>", "<bot>"), Verdict.DIFFERENT),
        (GO, REFUSES, Verdict.REFUSED),
        ("{{ index .Messages 9 }}", JINJA, Verdict.REFUSED),
        ("{{ index .Messages 9 }}", REFUSES, Verdict.BOTH_REFUSED),
    ],
)
def test_verdicts(a, b, verdict):
    for one, other in ((a, b), (b, a)):
        made = compare(template(one), template(other), {"user": SCENARIOS["user"]})
        (case,) = made.cases
        assert case.verdict is verdict
        assert made.count(verdict) == 1
        assert made.is_equal is case.is_equal is (verdict in (Verdict.EQUAL, Verdict.BOTH_REFUSED))
        assert made.compared == (case.a is not None and case.b is not None)
        assert bool(case.hunks) is (verdict in (Verdict.SPACE, Verdict.DIFFERENT))
        assert str(made) == f"user  {verdict.value}"


def test_a_refusal_keeps_the_prompt_of_the_other_side_and_the_error():
    (case,) = compare(template(GO), template(REFUSES), {"user": SCENARIOS["user"]}).cases
    assert (case.a, case.b, case.a_error) == ("<user>Why is the sea salty?<assistant>", None, None)
    assert (str(case.b_error), case.b_error.line) == ("No.", 1)


@pytest.mark.parametrize(
    ("end", "ending"),
    [("{{ if not $last }}<end>{{ end }}", "continued"), ("<end>", "closed"), ("<end><assistant>", "opened")],
)
def test_what_the_assistant_has_begun_ends_as_ollama_ends_it(end, ending):
    go = (
        "{{ range $i, $_ := .Messages }}{{ $last := eq (len (slice $.Messages $i)) 1 }}{{ .Content }}"
        + end
        + "{{ end }}"
    )
    jinja = (
        "{% for m in messages %}{{ m.content }}<end>{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}"
    )
    messages = ({"role": "assistant", "content": "So far"},)
    (case,) = compare(template(go), template(jinja), {"one": Scenario("", messages)}).cases
    assert (case.verdict, case.ending) == (Verdict.EQUAL, ending)


def test_lines_are_those_of_the_files(tmp_path):
    (tmp_path / "Modelfile").write_text(f'FROM x\n\nTEMPLATE """{GO}\n<|a|>"""\n')
    (tmp_path / "t.jinja").write_text("{# one #}\n" + JINJA + "\n{{ '<|b|>' }}")
    (case,) = compare(tmp_path / "Modelfile", tmp_path / "t.jinja", {"user": SCENARIOS["user"]}).cases
    assert [(hunk.a, hunk.b, hunk.a_line, hunk.b_line) for hunk in case.hunks] == [
        ("\n<|a|>", "<|b|>", 3, 3),
    ]


def test_the_tokens_that_nobody_tells_are_guessed():
    go = GO.replace("{{ .Content }}", "{{ .Content }}</s>")
    jinja = "{{ bos_token }}" + JINJA.replace("{{ m.content }}", "{{ m.content + eos_token }}")
    made = compare(template(go), template(jinja), {"turns": SCENARIOS["turns"]})
    assert made.tokens == {"bos_token": "", "eos_token": "</s>"}
    assert made.is_equal
    told = ChatTemplate(jinja, special_tokens={"bos_token": "<s>", "eos_token": "<end>"})
    assert compare(template(go), told, {"turns": SCENARIOS["turns"]}).tokens == {}


def test_only_ollama_takes_a_suffix_or_no_messages():
    both = compare(template(GO), template(GO), SCENARIOS)
    assert [case.name for case in both.cases] == [*SCENARIOS]
    one = compare(template(GO), template(JINJA), SCENARIOS)
    assert {*SCENARIOS} - {case.name for case in one.cases} == {"empty", "fill-in"}


def function(messages, **options):
    return "".join(f"<{message.role}>{message.content}" for message in messages) + "<assistant>"


@pytest.mark.parametrize("given", [template(GO), template(JINJA), modelfile.parse(f"FROM x\nTEMPLATE {GO}"), function])
def test_anything_that_renders_can_be_compared(given):
    made = compare(given, template(JINJA), {"turns": SCENARIOS["turns"]})
    assert (made.compared, made.is_equal) == (1, True)
    assert isinstance(side_of(given), Side)


def test_a_text_is_the_name_of_a_format_and_a_path_a_file(tmp_path):
    (tmp_path / "x.gotmpl").write_text("{{ range .Messages }}{{ .Content }}{{ end }}")
    assert side_of("chatml").name == "format:chatml"
    assert side_of(tmp_path / "x.gotmpl").name == str(tmp_path / "x.gotmpl")
    assert side_of(tmp_path / "x.gotmpl", "mine").name == "mine"
    assert compare("chatml", "chatml").is_equal


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ("no-such-format", FormatError),
        (7, FormatError),
        (modelfile.parse("FROM x\n"), ModelfileError),
        (modelfile.parse("FROM x\nTEMPLATE {{ if }}\n"), ParseError),
        (Path("no-such-file"), FileNotFoundError),
    ],
)
def test_what_cannot_be_compared(given, error):
    with pytest.raises(error):
        side_of(given)


_GO_PARTS = st.sampled_from(
    [
        "\n",
        " <|x|> ",
        "{{ .System }}",
        "{{ if .Tools }}{{ .Tools }}{{ end }}",
        "{{ range .Messages }}{{ .Role }}\n{{ .Content }}{{ end }}",
        "{{ range .Messages }}{{ .Thinking }}{{ range .ToolCalls }}{{ .Function.Name }}{{ end }}{{ end }}",
        "{{- .Prompt -}}",
        "{{ .Response }}",
        "{{ .Suffix }}",
    ]
)
_JINJA_PARTS = st.sampled_from(
    [
        "\n",
        " <|x|> ",
        "{{ bos_token }}",
        "{% if tools %}{{ tools | tojson }}{% endif %}",
        "{% for m in messages %}{{ m.role }}\n{{ m.content }}{{ eos_token }}{% endfor %}",
        "{% for m in messages %}{% for c in m.tool_calls %}{{ c.function.arguments }}{% endfor %}{% endfor %}",
        "{% if add_generation_prompt %}<bot>{% endif %}",
        "{% if messages | length > 2 %}{{ raise_exception('long') }}{% endif %}",
    ]
)


@settings(max_examples=25, deadline=None)
@given(st.lists(_GO_PARTS, min_size=1, max_size=6).map("".join), st.booleans())
def test_a_template_equals_itself(text, strict):
    made = compare(ollama.parse(text), ollama.parse(text), FEW, strict=strict)
    assert made.is_equal
    assert all(case.causes == () and case.a == case.b for case in made.cases)


@settings(max_examples=25, deadline=None)
@given(st.lists(_JINJA_PARTS, min_size=1, max_size=6).map("".join), st.booleans())
def test_a_chat_template_equals_itself(text, strict):
    made = compare(ChatTemplate(text), ChatTemplate(text), FEW, strict=strict)
    assert made.is_equal
    assert all(case.causes == () and case.a == case.b for case in made.cases)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(_GO_PARTS, min_size=1, max_size=6).map("".join),
    st.lists(_JINJA_PARTS, min_size=1, max_size=6).map("".join),
)
def test_the_order_of_the_sides_does_not_matter(go, jinja):
    one = compare(ollama.parse(go), ChatTemplate(jinja), FEW)
    other = compare(ChatTemplate(jinja), ollama.parse(go), FEW)
    for case, mirrored in zip(one.cases, other.cases, strict=True):
        assert (case.verdict, case.causes, case.ending) == (mirrored.verdict, mirrored.causes, mirrored.ending)
        assert (case.a, case.b) == (mirrored.b, mirrored.a)


def test_messages_are_a_conversation_too():
    result = compare(
        template("{{ .Prompt }}"), template("{{ .Prompt }}!"), {"mine": [{"role": "user", "content": "Hi"}]}
    )
    assert [(case.name, case.a, case.b) for case in result.cases] == [("mine", "Hi", "Hi!")]


@pytest.mark.parametrize("given", [5, "Hi", {"role": "user", "content": "Hi"}, [5], [{"content": "Hi"}]])
def test_what_is_no_conversation_is_named(given):
    with pytest.raises(DataError, match="the conversation 'mine'"):
        compare(template("{{ .Prompt }}"), template("{{ .Prompt }}"), {"mine": given})


def test_a_function_must_give_a_prompt():
    with pytest.raises(TypeError, match="must give a prompt, not 5"):
        compare(template("{{ .Prompt }}"), lambda messages, **options: 5)


def test_the_name_of_a_file_is_no_format_but_could_be_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.gotmpl").write_text("{{ .Prompt }}", encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        side_of("a.gotmpl")
    assert caught.value.hint == "There is a file of that name: give it as Path('a.gotmpl')."


def test_a_template_without_end_is_given_up_once_a_conversation():
    chat = {"a": [{"role": "user", "content": "Hi"}]}
    case = compare(template("{{ range 1000000000 }}{{ end }}"), ChatTemplate("x"), chat).cases[0]
    assert (case.verdict, case.b) == (Verdict.REFUSED, "x")
    assert "limit of steps" in str(case.a_error)
