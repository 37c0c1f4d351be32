"""``gotmpl fields``: the paths, and the skeleton of a conversation."""

import json

TEMPLATE = (
    "{{ if .System }}{{ .System }}{{ end }}\n{{ range .Messages }}\n"
    '{{ if eq .Role "user" }}{{ .Content }}{{ else }}{{ .Nope }}{{ end }}{{ end }}{{ if .First }}x{{ end }}'
)
FORKED = "{{ if .System }}{{ .System }}{{ end }}{{ range .Messages }}{{ .Content }}{{ end }}{{ if .Tools }}x{{ end }}"


def test_paths_types_and_lines(gotmpl):
    done = gotmpl("fields", "t.gotmpl", files={"t.gotmpl": TEMPLATE})
    shown = [" ".join(line.split()) for line in done.out.decode().splitlines()]
    assert shown == [
        ".System string line 1",
        ".Messages []*Message line 2",
        ".Messages[].Role string line 3",
        ".Messages[].Content string line 3",
        ".Messages[].Nope not known to Ollama line 3",
        ".First not known to Ollama line 3",
    ]


def test_json(gotmpl):
    done = gotmpl("fields", "Modelfile", "--json", files={"Modelfile": f'FROM x\nTEMPLATE """{FORKED}"""\n'})
    found = {each["path"]: each for each in json.loads(done.out)}
    assert found[".Tools"]["lines"] == [2]
    assert (found[".Tools"]["type"], found[".Tools"]["since"]) == ("template.templateTools", "0.2.6")


def test_the_skeleton_is_written_and_can_be_rendered(gotmpl, tmp_path):
    done = gotmpl("fields", "t.gotmpl", "--skeleton", "chat.json", files={"t.gotmpl": FORKED})
    assert (done.code, done.out) == (0, b"")
    assert done.err.splitlines() == [
        "chat.json reaches 3 of 5 branches",
        "chat-2.json reaches 5 of 5 branches, together with those before",
    ]
    assert sorted(path.name for path in tmp_path.glob("chat*")) == ["chat-2.json", "chat.json"]
    for name in ("chat.json", "chat-2.json"):
        assert gotmpl("render", "t.gotmpl", "--messages", name).code == 0


def test_the_skeleton_goes_to_stdout_one_request_a_line(gotmpl):
    done = gotmpl("fields", "t.gotmpl", "--skeleton", "-", files={"t.gotmpl": FORKED})
    requests = [json.loads(line) for line in done.out.splitlines()]
    assert [sorted(request) for request in requests] == [["messages", "tools"], ["messages"]]


def test_what_is_not_reached_is_told(gotmpl):
    done = gotmpl("fields", "t.gotmpl", "--skeleton", "-", files={"t.gotmpl": TEMPLATE})
    assert "line 3: no request can have {{ if .First }} taken" in done.err.splitlines()


def test_a_skeleton_that_cannot_be_written_is_told(gotmpl):
    done = gotmpl("fields", "t.gotmpl", "--skeleton", "no/chat.json", files={"t.gotmpl": FORKED})
    assert done.code == 2
    assert "no/chat.json: No such file" in done.err
