import json
import os
import re
import shlex
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from gotmpl.cli import batch as module
from gotmpl.cli.batch_lines import Chunk
from gotmpl.cli.source import Source

CHAT = "{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ range .ToolCalls }}[{{ .Function.Name }}]{{ end }}{{ end }}"
FULL = """FROM x
TEMPLATE \"\"\"{{ .Tools }}{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}\"\"\"
SYSTEM Be brief.
MESSAGE user Hello
"""
TOOLS = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}]
BAD = [{"content": "x"}]


def user(text):
    return [{"role": "user", "content": text}]


def jsonl(*values):
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def prompts(*texts):
    return jsonl(*({"prompt": text} for text in texts))


def many(number):
    """Gives the texts of chats and of their prompts, of different lengths."""
    texts = [f"{i} " + "é" * (i * 7 % 50) for i in range(number)]
    return jsonl(*map(user, texts)), prompts(*(f"<user>{text}" for text in texts))


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(module, "_CHUNK", 500)


@pytest.mark.parametrize("template", [CHAT, FULL])
def test_each_line_is_what_render_prints(gotmpl, template):
    chats = [
        user("a\nb é😀 \u2028"),
        {"model": "m", "messages": user("c"), "stream": False, "tools": TOOLS if template == FULL else None},
        {"prompt": "d", "system": "Be long."},
        {"prompt": "e", "raw": True},
        [{"role": "USER", "content": [{"type": "text", "text": "f"}]}, {"role": "assistant", "content": '"'}],
    ]
    want = [gotmpl("render", "-", "--messages", json.dumps(chat), stdin=template.encode()) for chat in chats]
    assert [outcome.code for outcome in want] == [0] * len(chats)
    got = gotmpl("batch", "t", "chats.jsonl", files={"t": template, "chats.jsonl": jsonl(*chats)})
    assert (got.code, got.err) == (0, "")
    assert got.out.decode() == prompts(*(outcome.out.decode() for outcome in want))


@pytest.mark.parametrize(
    ("chats", "want"),
    [
        (b"", b""),
        (b'[{"role": "user", "content": "a"}]', b'{"prompt": "<user>a"}\n'),
        (b'\n \t\r\n[{"role": "user"}]\r\n\n', b'\n\n{"prompt": "<user>"}\n\n'),
        (b'\xef\xbb\xbf[{"role": "user"}]\n', b'{"prompt": "<user>"}\n'),
        (b'{"prompt": "\\ud83d!", "raw": true}\n', '{"prompt": "\ufffd!"}\n'.encode()),
    ],
)
def test_line_n_of_the_output_belongs_to_line_n_of_the_input(gotmpl, chats, want):
    assert gotmpl("batch", "t.tmpl", "c", files={"t.tmpl": CHAT, "c": chats}) == (0, want, "")
    assert gotmpl("batch", "t.tmpl", "-", stdin=chats) == (0, want, "")


def test_the_template_may_come_from_stdin(gotmpl, tmp_path):
    got = gotmpl("batch", "-", "c", "-o", "p", stdin=CHAT.encode(), files={"c": jsonl(user("a"))})
    assert got == (0, b"", "")
    assert (tmp_path / "p").read_text() == prompts("<user>a")


@pytest.mark.parametrize(
    ("line", "place", "message"),
    [
        ("[1,", "2:4", "the line is not JSON: expecting value"),
        ("NaN", "2:1", "the line is not JSON: there is no NaN in JSON"),
        (b'["\xff"]', "2:3", "the line is not JSON: byte 0xff is not part of UTF-8 text"),
        ("[" * 100_000, "2", "the line is nested too deeply"),
        (json.dumps(BAD), "2:2", "messages[0].role: is missing"),
        ('{"messages": [{"role": 1}]}', "2:24", "messages[0].role: must be text, not 1"),
        ("[]", "2:1", "messages: there are none"),
        ('{"role": "user", "content": "x"}', "2:1", "neither a list of messages nor a request"),
        ('{"messages": null}', "2:1", "neither messages nor a prompt"),
        ('{"messages": []}{"messages": []}', "2:17", "neither a list of messages nor a request"),
        ('"x"', "2:1", "neither a list of messages nor a request"),
        ('{"messages": [{"role": "user"}], "think": 7}', "2:43", "think must be a boolean or string"),
        (json.dumps({"messages": user("x"), "tools": TOOLS}), "2", "the model does not support tools"),
        (jsonl(user("fail")), "2", 'template: :1:51: executing "" at <index .Content 9>: error calling index: '),
        ('{"prompt": "x", "template": "{{"}', "2", "template: :1: unclosed action"),
    ],
)
def test_a_bad_line_is_named_and_fatal_or_skipped(gotmpl, line, place, message):
    template = '{{ range .Messages }}{{ if eq .Content "fail" }}{{ index .Content 9 }}{{ end }}{{ .Content }}{{ end }}'
    line = line if isinstance(line, bytes) else line.encode()
    chats = jsonl(user("a")).encode() + line.rstrip() + b"\n" + jsonl(user("b")).encode()
    files = {"t.tmpl": template, "c.jsonl": chats}
    failed = gotmpl("batch", "t.tmpl", "c.jsonl", files=files)
    assert (failed.code, failed.out.decode()) == (2, prompts("a"))
    assert failed.err.startswith(f"c.jsonl:{place}: {message}")
    skipped = gotmpl("batch", "t.tmpl", "c.jsonl", "--on-error", "skip", files=files)
    assert skipped.code == 1
    first, error, last = skipped.out.decode().splitlines(keepends=True)
    assert (first, last) == (prompts("a"), prompts("b"))
    assert list(json.loads(error)) == ["error"]
    assert json.loads(error)["error"].startswith(message)
    assert skipped.err.startswith(f"c.jsonl:{place}: {message}")
    assert skipped.err.endswith("\n1 of 3 lines skipped\n")


def test_a_fault_of_the_modelfile_has_its_place_there(gotmpl):
    files = {"Modelfile": "FROM x\nTEMPLATE {{ index .Messages 9 }}", "c": jsonl(user("a"))}
    got = gotmpl("batch", "Modelfile", "c", files=files)
    assert got.code == 2
    assert got.err.startswith('c:1: template: :1:3: executing "" at <index .Messages 9>')
    assert got.err.rstrip().endswith("(in Modelfile:2:13)")


def test_a_hint_comes_with_what_is_fatal(gotmpl):
    got = gotmpl("batch", "t.tmpl", "c", files={"t.tmpl": CHAT, "c": jsonl(BAD)})
    assert got.err == 'c:1:2: messages[0].role: is missing\nGive each message a role, such as "user".\n'


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_order_is_kept_however_many_work(gotmpl, small_chunks, jobs, tmp_path):
    chats, want = many(100)
    got = gotmpl("batch", "t.tmpl", "c", "-o", "p", "--jobs", jobs, files={"t.tmpl": CHAT, "c": chats})
    assert got == (0, b"", "")
    assert (tmp_path / "p").read_text(encoding="utf-8") == want


def test_workers_report_the_lines_of_the_file(gotmpl, small_chunks, tmp_path):
    chats, want = (text.splitlines(keepends=True) for text in many(100))
    for line in (40, 41, 90):
        chats[line - 1] = jsonl(BAD)
        want[line - 1] = jsonl({"error": "messages[0].role: is missing"})
    files = {"t.tmpl": CHAT, "c": "".join(chats)}
    got = gotmpl("batch", "t.tmpl", "c", "-o", "p", "--jobs", 2, "--on-error", "skip", files=files)
    lines = [f"c:{line}:2: messages[0].role: is missing" for line in (40, 41, 90)]
    assert (got.code, got.err.splitlines()) == (1, [*lines, "3 of 100 lines skipped"])
    assert (tmp_path / "p").read_text(encoding="utf-8") == "".join(want)
    got = gotmpl("batch", "t.tmpl", "c", "-o", "p", "--jobs", 2)
    assert (got.code, got.err.splitlines()[0]) == (2, lines[0])
    assert (tmp_path / "p").read_text(encoding="utf-8") == "".join(want[:39])
    files["c"] = many(100)[0]
    assert gotmpl("batch", "t.tmpl", "c", "-o", "p", "--jobs", 2, "--resume", files=files) == (0, b"", "")
    assert (tmp_path / "p").read_text(encoding="utf-8") == many(100)[1]


def test_no_more_chunks_are_read_than_the_workers_can_soon_take():
    read = []

    def chunks():
        for number in count(1):
            read.append(number)
            yield Chunk(number, [b"\n"])

    results = module._rendered(Source("t", ""), chunks(), False, 2)
    for done in range(1, 20):
        assert next(results).output == b"\n"
        assert len(read) <= done + 4
    results.close()


class _Deadly(Source):
    def __reduce__(self):
        return os._exit, (1,)


def test_a_worker_that_dies_is_reported(gotmpl, small_chunks, monkeypatch, tmp_path):
    monkeypatch.setattr(module, "read_source", lambda name: _Deadly(name, CHAT))
    got = gotmpl("batch", "t", "c", "-o", "p", "--jobs", 2, files={"c": many(100)[0]})
    assert (got.code, got.err.splitlines()[0]) == (2, "a worker process came to a sudden end")
    assert (tmp_path / "p").read_bytes() == b""


CHATS, WANT = many(10)


@pytest.mark.parametrize(
    "there",
    [None, "", WANT, WANT[:-1], WANT[:100], prompts("<user>0 "), jsonl({"error": "x"}) + WANT.split("\n", 1)[1][:70]],
)
def test_resume_goes_on_behind_the_last_whole_line(gotmpl, there, tmp_path):
    files = {"t.tmpl": CHAT, "c": CHATS} | ({} if there is None else {"p": there})
    assert gotmpl("batch", "t.tmpl", "c", "-o", "p", "--resume", files=files) == (0, b"", "")
    first = "" if there is None else there.partition("\n")[0] if "\n" in there else ""
    want = WANT if not first else first + "\n" + WANT.split("\n", 1)[1]
    assert (tmp_path / "p").read_text(encoding="utf-8") == want


def test_resume_goes_on_with_stdin(gotmpl, tmp_path):
    files = {"t.tmpl": CHAT, "p": WANT[:100]}
    assert gotmpl("batch", "t.tmpl", "-", "-o", "p", "--resume", files=files, stdin=CHATS.encode()).code == 0
    assert (tmp_path / "p").read_text(encoding="utf-8") == WANT


def test_without_resume_the_output_is_replaced(gotmpl, tmp_path):
    got = gotmpl("batch", "t.tmpl", "c", "-o", "p", files={"t.tmpl": CHAT, "c": jsonl(user("a")), "p": WANT})
    assert got == (0, b"", "")
    assert (tmp_path / "p").read_text() == prompts("<user>a")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["t.tmpl", "c", "-o", "p", "--resume"], "p has 10 lines and c only 1: it was not made from these chats"),
        (["t.tmpl", "c", "-o", "c"], "c: the chats cannot be written over"),
        (["t.tmpl", "missing", "-o", "p"], "missing: No such file or directory"),
        (["missing", "c", "-o", "p"], "missing: No such file or directory"),
        (["t.tmpl", ".", "-o", "p"], ".: Is a directory"),
        (["t.tmpl", "c", "-o", "no/p"], "no/p: No such file or directory"),
        (["broken.tmpl", "c", "-o", "p"], "template: :1: unclosed action"),
        (["t.tmpl", "c", "--resume"], "--resume needs a file to go on with: -o PROMPTS."),
        (["-", "-"], "Only one of FILE and CHATS can be - for stdin."),
        (["t.tmpl", "c", "--jobs", "0"], "Invalid value for '--jobs'"),
    ],
)
def test_what_cannot_work_leaves_all_as_it_is(gotmpl, args, message, tmp_path):
    files = {"t.tmpl": CHAT, "broken.tmpl": "{{", "c": jsonl(user("a")), "p": WANT}
    got = gotmpl("batch", *args, files=files)
    assert (got.code, got.out) == (2, b"")
    assert message in got.err
    assert {name: (tmp_path / name).read_text(encoding="utf-8") for name in files} == files


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
def test_a_full_disk_is_reported(gotmpl):
    got = gotmpl("batch", "t.tmpl", "c", "-o", "/dev/full", files={"t.tmpl": CHAT, "c": CHATS})
    assert got == (2, b"", "/dev/full: No space left on device\n")


def test_it_says_that_a_renderer_is_set(gotmpl):
    got = gotmpl("batch", "Modelfile", "c", files={"Modelfile": FULL + "RENDERER qwen3-coder\n", "c": ""})
    assert (got.code, got.err) == (
        0,
        "Modelfile: RENDERER qwen3-coder is set, so Ollama does not use this TEMPLATE\n",
    )


def start(tmp_path, *args, **options):
    (tmp_path / "t.tmpl").write_text(CHAT)
    program = "import sys; from gotmpl.cli import main; main(sys.argv[1:])"
    return subprocess.Popen([sys.executable, "-c", program, "batch", "t.tmpl", *args], cwd=tmp_path, **options)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_whole_lines_that_can_be_resumed(tmp_path, jobs, gotmpl):
    chats, want = many(20_000)
    process = start(
        tmp_path,
        *("-", "-o", "p", "--jobs", jobs),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    # The input stays open, so the command cannot come to its end.
    process.stdin.write(chats.encode())
    process.stdin.flush()
    output = tmp_path / "p"
    while not (output.exists() and output.stat().st_size):
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate()
    assert (process.returncode, err.decode()) == (
        130,
        "Interrupted. The lines that are written are whole; --resume goes on behind them.\n",
    )
    written = output.read_text(encoding="utf-8")
    assert written.endswith("\n")
    assert want.startswith(written)
    assert len(written) < len(want)
    assert gotmpl("batch", "t.tmpl", "c", "-o", "p", "--resume", "--jobs", "1", files={"c": chats}).code == 0
    assert output.read_text(encoding="utf-8") == want


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_shows_how_far_it_is(tmp_path):
    import pty

    (tmp_path / "c").write_text(jsonl(user("a"), BAD, user("b")))
    ours, theirs = pty.openpty()
    process = start(tmp_path, "c", "-o", "p", "--on-error", "skip", stderr=theirs, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 1024)
        except OSError:  # how Linux says that the other side is closed
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    assert process.wait() == 1
    assert b"100%" in shown
    assert b"3 lines" in shown
    assert b"c:2:2: messages[0].role: is missing" in shown


ROOT = Path(__file__).parent.parent.parent
DOCS = (ROOT / "docs" / "batch.md").read_text(encoding="utf-8")


def test_the_documentation_shows_what_happens(gotmpl, tmp_path):
    (block,) = re.findall(r"^```console\n(.*?)^```$", DOCS, re.DOTALL | re.MULTILINE)
    for step in block.removeprefix("$ ").split("\n$ "):
        command, _, shown = step.partition("\n")
        name, *args = shlex.split(command)
        if name == "gotmpl":
            args = [str(ROOT / arg) if arg.startswith("examples/") else arg for arg in args]
            got = gotmpl(*args)
            assert (got.code, got.out, got.err.strip()) == (1, b"", shown.strip())
        elif args == ["chats.jsonl"]:
            (tmp_path / "chats.jsonl").write_text(shown + "\n", encoding="utf-8")
        else:
            assert (tmp_path / args[0]).read_text(encoding="utf-8") == shown
