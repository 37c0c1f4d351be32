import json
import re

import pytest

from gotmpl.cli.bad_input import BadInput
from gotmpl.errors import DataError, Note, ParseError

USER = '[{"role": "user", "content": "a"}]'
CHATML = "{{ range .Messages }}<|{{ .Role }}|>{{ .Content }}{{ end }}"


def block(got):
    """Checks what holds for all bad input, and gives the text."""
    assert (got.code, got.out) == (2, b"")
    assert "Traceback" not in got.err
    assert got.err.endswith("\n")
    return got.err[:-1].split("\n")


@pytest.mark.parametrize(
    ("text", "want"),
    [
        (
            "FROM x\nPARAMETER temprature 1\nTEMPLATE x",
            [
                "unknown parameter 'temprature'",
                "  in Modelfile:2:1",
                "2 | PARAMETER temprature 1",
                "  | ^^^^^^^^^^^^^^^^^^^^^^",
                "Did you mean temperature?",
            ],
        ),
        (
            "FROM x\nREQUIRES soon\nTEMPLATE x",
            [
                "requires must be a valid semver (e.g. 0.14.0)",
                "  in Modelfile:2:1",
                "2 | REQUIRES soon",
                "  | ^^^^^^^^^^^^^",
                "Write a version such as 0.14.0, without a range or a comparison.",
            ],
        ),
        (
            '# c\nFROM llama3.2\nTEMPLATE ""\nSYSTEM x',
            [
                "no TEMPLATE: Ollama would use the one of llama3.2, which is not in this file",
                "  in Modelfile:2:6",
                "2 | FROM llama3.2",
                "  |      ^^^^^^^^",
                "Add a TEMPLATE, or render the Modelfile that `ollama show --modelfile llama3.2` prints; "
                "it has the template of the model named in FROM.",
            ],
        ),
        (
            "FROM ./m.gguf",
            [
                "no TEMPLATE: Ollama would use the one of ./m.gguf, which is not in this file",
                "  in Modelfile:1:6",
                "1 | FROM ./m.gguf",
                "  |      ^^^^^^^^",
                "Add a TEMPLATE, or render the Modelfile that `ollama show --modelfile NAME` prints; "
                "it has the template of the file or folder named in FROM.",
            ],
        ),
    ],
)
def test_a_modelfile_that_cannot_be_rendered(gotmpl, text, want):
    assert block(gotmpl("render", "Modelfile", "--messages", USER, files={"Modelfile": text})) == want


def test_a_modelfile_that_ollama_refuses(gotmpl):
    first, place, *_ = block(gotmpl("render", "-", "--messages", USER, stdin=b"FROM x\nTEMPLATE x\nMESSAGE bot x\n"))
    assert first == '(line 3): message role must be one of "system", "user", or "assistant"'
    assert place == "  in <stdin>:3:9"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('FROM x\nTEMPLATE """{{ range .Messages }}{{ .Nope }}{{ end }}"""', 2, 37),
        ('FROM x\n\nTEMPLATE """\n{{ range .Messages }}\n  {{ .Nope }}{{ end }}"""', 5, 6),
        ('FROM x\nTEMPLATE """é\u200b\u0001{{ range .Messages }}\u200b{{ .Nope }}{{ end }}"""', 2, 41),
        ("FROM x\nTEMPLATE   {{ range .Messages }}{{ .Nope }}{{ end }}", 2, 36),
        ("\ufeffFROM x\r\nTEMPLATE {{ range .Messages }}{{ .Nope }}{{ end }}\r\n", 2, 34),
    ],
)
def test_a_template_fails_at_its_place_in_the_modelfile(gotmpl, text, line, column):
    message, place, source, caret, *_ = block(
        gotmpl("render", "Modelfile", "--messages", USER, files={"Modelfile": text})
    )
    assert re.fullmatch(
        r'template: :\d:\d+: executing "" at <\.Nope>: can\'t evaluate field Nope in type \*template\.templateMessage',
        message,
    )
    assert place == f"  in Modelfile:{line}:{column}"
    assert source.startswith(f"{line} | ")
    assert source[caret.index("^") : caret.rindex("^") + 1] == ".Nope"


def test_a_template_that_does_not_parse_is_shown_in_the_modelfile(gotmpl):
    text = 'FROM x\nSYSTEM y\nTEMPLATE """{{ if .System }}\n{{ range .Messages }}\n{{ end }}\n"""\n'
    lines = block(gotmpl("render", "Modelfile", "--messages", USER, files={"Modelfile": text}))
    assert lines[0] == "template: :4: unexpected EOF"
    assert re.fullmatch(r"  in Modelfile:[56]:\d+", lines[1])
    opened = lines.index('3 | TEMPLATE """{{ if .System }}')
    assert lines[opened + 1].index("^") == lines[opened].index("{{ if")


def test_a_template_of_the_request_fails_in_itself(gotmpl):
    request = json.dumps({"prompt": "a", "template": "x\n{{ .Prompt.A }}"})
    lines = block(gotmpl("render", "t.tmpl", "--messages", request, files={"t.tmpl": CHATML}))
    assert lines[1] == "  in the request's template:2:11"


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ('[{"role": "user"},\n {"content": "b"}]', "messages[1].role: is missing", "2:2"),
        ('{"role": "user"}\n\n{"content": "b"}', "messages[1].role: is missing", "3:1"),
        ('{"messages":\n[{"content": "b"}]}', "messages[0].role: is missing", "2:2"),
        ('[{"role": "user", "content": 5}]', "messages[0].content: must be text or a list of parts, not 5", "1:30"),
        ('{"messages": "x"}', "messages: must be a list, not 'x'", "1:14"),
        ('{"messages": [], "tools": []}', "messages: there are none", "1:14"),
        (
            '{"messages": [{"role": "user"}],\n"tools": [{"function": 3}]}',
            "tools[0].function: must be an object, not 3",
            "2:24",
        ),
        ('{"prompt": "a",\n"suffix": 3}', "suffix: must be text", "2:11"),
        ('{"prompt": 3}', "prompt: must be text", "1:12"),
        ('{"prompt": "a", "images": "x"}', "images: must be a list", "1:27"),
        ('{"prompt": "a", "raw": 1}', "raw: must be true or false", "1:24"),
        ('{"prompt": "a", "context": [1]}', "context: only the model's own tokenizer can read it", "1:28"),
        ('{"prompt": ""}', "prompt: it is empty", "1:12"),
        (
            '{"prompt": "a", "think": "yes"}',
            'invalid think value: "yes" (must be "high", "medium", "low", "max", true, or false)',
            "1:26",
        ),
        ("42", "c.json has neither messages nor a prompt", "1:1"),
        ('{"a": 1}', "c.json has neither messages nor a prompt", "1:1"),
        ('{"role": "user"}\n{"messages": []}', "c.json has neither messages nor a prompt", "2:1"),
        ('{"role": "user"}\n3', "c.json has neither messages nor a prompt", "2:1"),
        ('[{"role": "user"},\n{"role": "user" "a": 1}]', "c.json is not JSON: expecting ',' delimiter", "2:17"),
        ('{"role": "user"}\n{"role": "user" "a": 1}', "c.json is not JSON: expecting ',' delimiter", "2:17"),
        ('[{"role": "user"}]\n[]', "c.json is not JSON: there is more behind the value", "2:1"),
        ('[\n{"NaN": "NaN", "x": -Infinity}]', "c.json is not JSON: there is no -Infinity in JSON", "2:21"),
        ("", "c.json is not JSON: expecting value", "1:1"),
        (b'[\n"\xff"]', "c.json is not JSON: byte 0xff is not part of UTF-8 text", "2:2"),
    ],
)
def test_a_request_that_is_none(gotmpl, text, message, place):
    lines = block(gotmpl("render", "t.tmpl", "--messages", "c.json", files={"t.tmpl": CHATML, "c.json": text}))
    assert lines[:2] == [message, f"  in c.json:{place}"]
    line, _, column = place.partition(":")
    assert lines[2].startswith(f"{line} | ")
    assert lines[3].index("^") == len(f"{line} | ") + int(column) - 1


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("[{'role'", 'JSON strings stand in double quotes: "text".'),
        ("[1,]", "There is one comma too many."),
        ('{"a": 1,}', "There is one comma too many."),
        ("[# c\n1]", "JSON has no comments."),
        ("[// c\n1]", "JSON has no comments."),
        ("[None]", "JSON writes true, false and null."),
        ('[{"a": 1', "The text ends early: something that was opened is not closed."),
        ("[ ]]", None),
    ],
)
def test_the_usual_slips_in_json_get_a_hint(gotmpl, text, hint):
    lines = block(gotmpl("render", "t.tmpl", "--messages", text, files={"t.tmpl": CHATML}))
    assert lines[0].startswith("--messages is not JSON: ")
    assert lines[4:] == ([hint] if hint else [])


def test_json_that_is_nested_too_deeply(gotmpl):
    lines = block(gotmpl("render", "t.tmpl", "--messages", "-", stdin=b"[" * 200_000, files={"t.tmpl": CHATML}))
    assert lines == ["<stdin> is nested too deeply", "  in <stdin>"]


def test_numbers_that_no_float64_holds_are_refused(gotmpl):
    call = '[{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": {"n": %s}}}]}]'
    for number in ("1" * 5000, "1e999"):
        (message, *_) = block(gotmpl("render", "t.tmpl", "--messages", call % number, files={"t.tmpl": CHATML}))
        assert message.startswith("messages[0].tool_calls[0].function.arguments.n: must be a number")


def test_tools_that_are_none(gotmpl):
    files = {"t.tmpl": "{{ .Tools }}{{ .Messages }}", "tools": '[{"type": "function", "function": {"name": 5}}]'}
    args = ["render", "t.tmpl", "--messages", USER, "--tools"]
    assert block(gotmpl(*args, "tools", files=files))[:2] == [
        "tools[0].function.name: must be text, not 5",
        "  in tools:1:44",
    ]
    assert block(gotmpl(*args, "-", stdin=b'"x"'))[:2] == ["<stdin> has no tools", "  in <stdin>:1:1"]


def test_what_the_template_cannot_do_is_refused(gotmpl):
    files = {"Modelfile": f"FROM m\nTEMPLATE {CHATML}"}
    tools = '[{"type": "function", "function": {"name": "f"}}]'
    (message, *_) = block(gotmpl("render", "Modelfile", "--messages", USER, "--tools", tools, files=files))
    assert message == "registry.ollama.ai/library/m:latest does not support tools"
    (message, *_) = block(gotmpl("render", "Modelfile", "--messages", USER, "--think"))
    assert message == '"m" does not support thinking'
    (message, *_) = block(gotmpl("render", "Modelfile", "--prompt", "a", "--suffix", "b"))
    assert message == "registry.ollama.ai/library/m:latest does not support insert"


@pytest.mark.parametrize(
    ("args", "want"),
    [
        (["none", "--messages", USER], "none: No such file or directory"),
        (["t.tmpl", "--messages", "none"], "none: No such file or directory"),
        (["t.tmpl", "--messages", USER, "--tools", "none"], "none: No such file or directory"),
        ([".", "--messages", USER], ".: Is a directory"),
        (["t.tmpl", "--messages", USER, "-o", "no/where"], "no/where: No such file or directory"),
    ],
)
def test_a_file_that_cannot_be_used(gotmpl, args, want):
    assert block(gotmpl("render", *args, files={"t.tmpl": CHATML})) == [want]


@pytest.mark.parametrize(
    ("args", "want"),
    [
        ([], "Nothing to render: give --messages for a chat, or --prompt."),
        (["--system", "x"], "Nothing to render: give --messages for a chat, or --prompt."),
        (["--prompt", "x", "--messages", USER], "--prompt is for /api/generate; it cannot go with messages."),
        (["--suffix", "x", "--messages", USER], "--suffix is for /api/generate; it cannot go with messages."),
        (["--prompt", "x", "--tools", "[]"], "/api/generate takes no tools: give --messages instead of --prompt."),
        (
            ["--system", "x", "--messages", '[{"role": "System"}]'],
            "--system would not be used: the messages begin with a system message.",
        ),
        (["--messages", "-", "--tools", "-"], "Only one of FILE, --messages and --tools can be - for stdin."),
    ],
)
def test_options_that_make_no_request(gotmpl, args, want):
    assert block(gotmpl("render", "t.tmpl", *args, files={"t.tmpl": CHATML}))[-1] == f"Error: {want}"


def test_nothing_is_written_when_it_fails(gotmpl, tmp_path):
    block(gotmpl("render", "t.tmpl", "--messages", "none", "-o", "out", files={"t.tmpl": CHATML}))
    assert not (tmp_path / "out").exists()


def test_an_error_without_a_place_names_the_file_alone():
    assert BadInput(DataError("bad", hint="Mend it.")).format_message() == "bad\nMend it."
    assert BadInput(DataError("bad"), "f").format_message() == "bad\n  in f"


def test_control_characters_do_not_reach_the_terminal():
    error = ParseError("a\x1b[2Jb", source="\x1b]0;\x07\x7f\x9b", offset=0, notes=(Note(1, "\x00"),))
    text = BadInput(error, "f").format_message()
    assert text.startswith("a␛[2Jb\n  in f:1:1\n1 | ␛]0;␇␡\ufffd\n  | ^\n␀\n")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", text)


def test_a_terminal_gets_colours():
    shown = []

    class Terminal:
        def write(self, text):
            shown.append(text)

        def flush(self):
            pass

    error = BadInput(ParseError("bad", source="ab", offset=1), "f")
    error.show_color = True
    error.show(Terminal())
    assert "".join(shown) == "\x1b[1mbad\x1b[0m\n  in f:1:2\n1 | ab\n  |  \x1b[31m\x1b[1m^\x1b[0m\n"
