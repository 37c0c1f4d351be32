"""Models of a running Ollama and of the local store, as arguments of the commands."""

import hashlib
import json

import pytest

from fake_ollama import fake_ollama
from gotmpl import ollama

TEMPLATE = "{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}<assistant>"
CHAT = '[{"role": "user", "content": "Hi"}]'
PROMPT = "<system>Be nice.<user>Hi<assistant>"
SHOWN = {"template": TEMPLATE, "system": "Be nice.", "parameters": 'stop "<user>"', "details": {"family": "llama"}}


def servers_prompt(body):
    """Renders as the server does, on its own way: SYSTEM in front, then the template."""
    return ollama.parse(TEMPLATE).render([{"role": "system", "content": "Be nice."}, *body["messages"]])


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A store with the model llama3.2."""
    folder = tmp_path / "models"
    monkeypatch.setenv("OLLAMA_MODELS", str(folder))
    layers = []
    (folder / "blobs").mkdir(parents=True)
    for kind, data in {"template": TEMPLATE.encode(), "system": b"Be nice.", "params": b'{"stop": ["<user>"]}'}.items():
        digest = hashlib.sha256(data).hexdigest()
        (folder / "blobs" / f"sha256-{digest}").write_bytes(data)
        layers.append({"mediaType": f"application/vnd.ollama.image.{kind}", "digest": f"sha256:{digest}"})
    manifest = folder / "manifests/registry.ollama.ai/library/llama3.2/latest"
    manifest.parent.mkdir(parents=True)
    manifest.write_text(json.dumps({"layers": layers}), encoding="utf-8")
    return folder


def test_render_takes_a_model_from_the_store(gotmpl, store):
    done = gotmpl("render", "ollama://llama3.2", "--messages", CHAT)
    assert (done.code, done.out.decode(), done.err) == (0, PROMPT, "")


def test_an_unknown_model_of_the_store_is_told(gotmpl, store):
    done = gotmpl("render", "ollama://nope", "--messages", CHAT)
    assert done.code == 2
    assert "There are: llama3.2:latest" in done.err


def test_render_takes_a_model_from_a_server(gotmpl):
    with fake_ollama({"m": SHOWN}) as (url, seen):
        done = gotmpl("render", "m", "--ollama", url, "--messages", CHAT)
    assert (done.code, done.out.decode()) == (0, PROMPT)
    assert [path for path, _ in seen] == ["/api/show"]


def test_verify_agrees_with_the_server(gotmpl):
    with fake_ollama({"m": SHOWN}, servers_prompt) as (url, seen):
        done = gotmpl("render", "m", "--ollama", url, "--verify", "--messages", CHAT)
    assert (done.code, done.out.decode(), done.err) == (0, PROMPT, f"{url} makes the same prompt\n")
    assert seen[-1] == (
        "/api/chat",
        {"model": "m", "messages": json.loads(CHAT), "stream": False, "_debug_render_only": True},
    )


def test_verify_shows_the_difference(gotmpl):
    with fake_ollama({"m": SHOWN}, lambda body: servers_prompt(body) + "\n") as (url, _):
        done = gotmpl("render", "m", "--ollama", url, "--verify", "--messages", CHAT)
    assert (done.code, done.out.decode()) == (1, PROMPT)
    assert f"{url} makes another prompt:" in done.err
    assert f"-{PROMPT}\n\\ no line end\n+{PROMPT}\n" in done.err


def test_verify_sends_a_system_text_as_a_message(gotmpl):
    with fake_ollama({"m": SHOWN}, lambda body: ollama.parse(TEMPLATE).render(body["messages"])) as (url, seen):
        done = gotmpl("render", "m", "--ollama", url, "--verify", "--system", "Be rude.", "--messages", CHAT)
    assert (done.code, done.out.decode()) == (0, PROMPT.replace("nice", "rude"))
    assert seen[-1][1]["messages"][0] == {"role": "system", "content": "Be rude."}
    assert "system" not in seen[-1][1]


def test_verify_asks_for_the_prompt_of_generate(gotmpl):
    with fake_ollama({"m": SHOWN}, lambda body: f"<system>Be nice.<user>{body['prompt']}<assistant>") as (url, seen):
        done = gotmpl("render", "m", "--ollama", url, "--verify", "--prompt", "Hi")
    assert (done.code, done.out.decode()) == (0, PROMPT)
    assert seen[-1] == ("/api/generate", {"model": "m", "prompt": "Hi", "stream": False, "_debug_render_only": True})


def test_verify_needs_a_server(gotmpl):
    done = gotmpl("render", "m", "--verify", "--messages", CHAT)
    assert done.code == 2
    assert "--ollama" in done.err


def test_a_server_that_refuses_is_told(gotmpl):
    with fake_ollama({}) as (url, _):
        done = gotmpl("render", "m", "--ollama", url, "--messages", CHAT)
    assert done.code == 2
    assert "model 'm' not found" in done.err


def test_a_model_without_template_is_told(gotmpl):
    with fake_ollama({"m": {}}) as (url, _):
        done = gotmpl("render", "m", "--ollama", url, "--messages", CHAT)
        shown = gotmpl("show", "m", "--ollama", url)
    assert (done.code, shown.code) == (2, 0)
    assert "no TEMPLATE" in done.err
    assert "rendered by" in shown.out.decode()


@pytest.mark.parametrize("command", [["show"], ["fields"], ["explain", "--messages", CHAT]])
def test_the_other_commands_take_installed_models_too(gotmpl, store, command):
    from_store = gotmpl(command[0], "ollama://llama3.2", *command[1:], "--json")
    with fake_ollama({"m": SHOWN}) as (url, _):
        from_server = gotmpl(command[0], "m", "--ollama", url, *command[1:], "--json")
    assert (from_store.code, from_server.code) == (0, 0)
    assert from_store.out.decode().replace("ollama://llama3.2", "m") == from_server.out.decode()
