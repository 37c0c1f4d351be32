"""``gotmpl explain`` on a terminal and as JSON."""

import json

MODELFILE = '''FROM x
SYSTEM Be nice.
MESSAGE user Hi
TEMPLATE """{{ if .System }}<sys>{{ .System }}{{ end }}
{{- range .Messages }}{{ if eq .Role "user" }}<user>{{ .Content }}{{ else if .ToolCalls }}CALL{{ end }}{{ end }}"""
'''
CHAT = json.dumps([{"role": "assistant", "content": "Hello"}, {"role": "user", "content": "a\n b"}])
LEGACY = "{{ .System }}USER {{ .Prompt }} BOT {{ .Response }}</s>{{ if .System }}!{{ end }}"


def rows(done):
    """Gives left and right column of the rows, with single spaces."""
    assert (done.code, done.err) == (0, "")
    split = [line.partition("│") for line in done.out.decode().splitlines() if "│" in line]
    return [(left.strip(), " ".join(right.split())) for left, _, right in split]


def test_each_piece_has_its_line_and_its_origin(gotmpl):
    done = gotmpl("explain", "Modelfile", "--messages", CHAT, files={"Modelfile": MODELFILE})
    assert rows(done) == [
        ("", '4 if .System → yes .System is "Be nice."'),
        ("<sys>", "4 text"),
        ("Be·nice.", "4 {{ .System }} .System SYSTEM"),
        ("", "5 range .Messages → 4 times .Messages is 4 items"),
        ("", '5 if eq .Role "user" → no, else .Messages[0].Role is'),
        ("", "5 if .ToolCalls → no .Messages[0].ToolCalls is 0 items"),
        ("", '5 if eq .Role "user" → yes .Messages[1].Role is "user"'),
        ("<user>", "5 text"),
        ("Hi", "5 {{ .Content }} .Messages[1].Content MESSAGE 1"),
        ("", '5 if eq .Role "user" → no, else .Messages[2].Role is'),
        ("", "5 if .ToolCalls → no .Messages[2].ToolCalls is 0 items"),
        ("", '5 if eq .Role "user" → yes .Messages[3].Role is "user"'),
        ("<user>", "5 text"),
        ("a↵", "5 {{ .Content }} .Messages[3].Content messages[1]"),
        ("·b", ""),
        ("", "lost messages[0], assistant: Hello"),
        ("", "4 trimmed ↵ by {{- on line 5"),
        ("", "5 not taken CALL"),
    ]


def test_a_legacy_template_shows_each_turn_and_the_cut(gotmpl):
    chat = json.dumps([{"role": role, "content": role} for role in ("system", "user", "assistant", "user")])
    done = gotmpl("explain", "t.gotmpl", "--messages", chat, files={"t.gotmpl": LEGACY})
    out = done.out.decode()
    assert "turn 1 of 2 ─" in out
    assert "turn 2 of 2, cut on line 1 ─" in out
    assert out.index("not in the prompt") > out.index("turn 2")
    assert [left for left, right in rows(done) if right.endswith("text")] == [
        "USER·",
        "·BOT·",
        "</s>",
        "!",
        "USER·",
        "·BOT·",
    ]


def test_json_is_the_whole_trace(gotmpl):
    done = gotmpl("explain", "Modelfile", "--messages", CHAT, "--json", files={"Modelfile": MODELFILE})
    found = json.loads(done.out)
    (only,) = found["passes"]
    assert found["prompt"] == "".join(piece["text"] for piece in only["pieces"]) == "<sys>Be nice.<user>Hi<user>a\n b"
    assert [message["from"] for message in found["messages"]] == ["SYSTEM", "MESSAGE 1", "messages[0]", "messages[1]"]
    assert only["lines"] == [4, 4, 5, 5, 5, 5]
    assert found["error"] is None
    sources = [found["template"][part["start"] : part["end"]] for part in only["parts"]]
    assert "".join(sources) == found["template"]


def test_a_generate_request_is_explained(gotmpl):
    files = {
        "t.gotmpl": "{{ if .Suffix }}<P>{{ .Prompt }}<S>{{ .Suffix }}{{ else }}{{ .Prompt }}{{ end }}{{ .Response }}"
    }
    done = gotmpl("explain", "t.gotmpl", "--prompt", "a", "--suffix", "b", files=files)
    assert ("b", "1 {{ .Suffix }} .Suffix") in rows(done)
    done = gotmpl("explain", "t.gotmpl", "--prompt", "a", files=files)
    assert ("a", "1 {{ .Prompt }} .Prompt prompt") in rows(done)


def test_what_was_written_before_an_error_is_shown(gotmpl):
    files = {"t.gotmpl": "a{{ range .Messages }}{{ .Nope }}{{ end }}"}
    done = gotmpl("explain", "t.gotmpl", "--messages", CHAT, files=files)
    assert done.code == 2
    assert done.out.decode().startswith("a ")
    assert "can't evaluate field Nope" in done.err
    assert "t.gotmpl:1" in done.err


def test_a_raw_prompt_has_no_template(gotmpl):
    done = gotmpl(
        "explain", "t.gotmpl", "--messages", '{"prompt": "x", "raw": true}', files={"t.gotmpl": "{{ .Prompt }}"}
    )
    assert done.code == 2
    assert "and no template is rendered" in done.err


def test_a_page_that_cannot_be_written_is_told(gotmpl):
    files = {"t.gotmpl": "{{ .Prompt }}"}
    done = gotmpl("explain", "t.gotmpl", "--prompt", "x", "--html", "no/where.html", files=files)
    assert done.code == 2
    assert "no/where.html: No such file" in done.err


def test_colours_only_if_asked_for(gotmpl):
    files = {"t.gotmpl": "{{ .Prompt }}"}
    assert b"\x1b[" not in gotmpl("explain", "t.gotmpl", "--prompt", "x", files=files).out
    assert b"\x1b[" in gotmpl("explain", "t.gotmpl", "--prompt", "x", "--color", files=files).out
