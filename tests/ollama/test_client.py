"""The client speaks the two calls as Ollama's server does."""

import pytest

from fake_ollama import fake_ollama
from gotmpl import DataError
from gotmpl.ollama import Client, Model

SHOWN = {
    "modelfile": "FROM x",
    "parameters": 'stop                           "<|eot|>"\nstop                           "a\\n\\"b\\""\ntop_k 4',
    "template": "{{ .Prompt }}!",
    "system": "Be nice.",
    "messages": [{"role": "user", "content": "Hi"}],
    "details": {"family": "llama"},
    "renderer": "r",
    "parser": "p",
    "requires": "0.14.0",
    "model_info": {},
}


def test_show_gives_what_decides_on_a_prompt():
    with fake_ollama({"m": SHOWN}) as (url, seen), Client(url) as client:
        assert client.show("m") == Model(
            name="m",
            template="{{ .Prompt }}!",
            system="Be nice.",
            messages=({"role": "user", "content": "Hi"},),
            stop=("<|eot|>", 'a\n"b"'),
            renderer="r",
            parser="p",
            requires="0.14.0",
            family="llama",
        )
        assert seen == [("/api/show", {"model": "m"})]


def test_ollamas_default_template_counts_as_none():
    with fake_ollama({"m": {"template": "{{ .Prompt }}"}}) as (url, _), Client(url) as client:
        assert client.show("m") == Model(name="m")


def test_an_address_needs_no_scheme():
    with fake_ollama({"m": SHOWN}) as (url, _), Client(url.removeprefix("http://")) as client:
        assert client.show("m").family == "llama"


@pytest.mark.parametrize(
    ("request_", "path"),
    [
        ({"model": "m", "messages": [{"role": "user", "content": "x"}]}, "/api/chat"),
        ({"model": "m", "prompt": "x"}, "/api/generate"),
    ],
)
def test_the_servers_prompt_is_asked_for_without_generating(request_, path):
    with fake_ollama({"m": SHOWN}, prompt=lambda body: "theirs") as (url, seen), Client(url) as client:
        assert client.prompt(request_) == "theirs"
        assert seen == [(path, {**request_, "stream": False, "_debug_render_only": True})]


def test_an_old_server_is_told():
    with fake_ollama({"m": SHOWN}) as (url, _), Client(url) as client, pytest.raises(DataError) as caught:
        client.prompt({"model": "m", "messages": []})
    assert "v0.11.7" in caught.value.hint


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ((404, {"error": "model 'm' not found"}), "model 'm' not found"),
        ((500, b"oops"), "is it Ollama?"),
        ((200, b"[]"), "is it Ollama?"),
        ((200, {"error": "late"}), "late"),
    ],
)
def test_a_refusal_is_told(answer, words):
    with (
        fake_ollama(answers={"/api/show": answer}) as (url, _),
        Client(url) as client,
        pytest.raises(DataError) as caught,
    ):
        client.show("m")
    assert words in str(caught.value)


def test_a_server_that_is_not_there_is_told():
    with fake_ollama() as (url, _):
        pass
    with Client(url) as client, pytest.raises(DataError) as caught:
        client.show("m")
    assert url in str(caught.value)


def test_an_address_that_is_none_is_refused():
    with pytest.raises(DataError):
        Client("http://[::1:x").show("m")
