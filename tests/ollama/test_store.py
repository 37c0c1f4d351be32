"""Models are read from a store that is laid out as Ollama's."""

import hashlib
import json

import pytest

from gotmpl import DataError
from gotmpl.ollama import Model, installed_model
from gotmpl.ollama.store import models_folder


@pytest.fixture
def store(tmp_path):
    """Gives a function that puts a model into a store in a temporary folder."""

    def blob(data):
        digest = hashlib.sha256(data).hexdigest()
        path = tmp_path / "blobs" / f"sha256-{digest}"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        return f"sha256:{digest}"

    def add(path="registry.ollama.ai/library/llama3.2/latest", config=None, **layers):
        kinds = [
            {"mediaType": f"application/vnd.ollama.image.{kind}", "digest": blob(data), "size": len(data)}
            for kind, data in layers.items()
        ]
        manifest = {"schemaVersion": 2, "layers": kinds}
        if config is not None:
            manifest["config"] = {"digest": blob(json.dumps(config).encode())}
        target = tmp_path / "manifests" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(manifest), encoding="utf-8")
        return tmp_path

    return add


def test_all_that_decides_on_a_prompt_is_read(store):
    folder = store(
        config={"model_family": "llama", "renderer": "r", "parser": "p", "requires": "0.14.0"},
        model=b"GGUF",
        template=b"{{ .Prompt }}\xff",
        system=b"Be nice.",
        params=json.dumps({"stop": ["<|eot|>"], "temperature": 1}).encode(),
        messages=json.dumps([{"role": "user", "content": "Hi"}]).encode(),
        license=b"free",
    )
    model = installed_model("llama3.2", folder)
    assert model.weights is not None
    assert model.weights.read_bytes() == b"GGUF"
    assert model == Model(
        name="llama3.2",
        template="{{ .Prompt }}\udcff",
        system="Be nice.",
        messages=({"role": "user", "content": "Hi"},),
        stop=("<|eot|>",),
        renderer="r",
        parser="p",
        requires="0.14.0",
        family="llama",
        weights=model.weights,
    )


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("llama3.2", "registry.ollama.ai/library/llama3.2/latest"),
        ("llama3.2:1b", "registry.ollama.ai/library/llama3.2/1b"),
        ("me/mine", "registry.ollama.ai/me/mine/latest"),
        ("hf.co/team/model-GGUF:Q4_K_M", "hf.co/team/model-GGUF/Q4_K_M"),
        ("host:5000/team/model", "host:5000/team/model/latest"),
    ],
)
def test_a_name_leads_to_its_manifest(store, name, path):
    assert installed_model(name, store(path, prompt=b"x")).template == "x"


def test_a_model_without_template_has_none(store):
    assert installed_model("llama3.2", store(model=b"GGUF")).template is None


@pytest.mark.parametrize("name", ["../../etc", "a/../b", "..", "", "x:../../y", "a/b/c/d/e", "/etc/passwd"])
def test_a_name_does_not_lead_out_of_the_store(store, name):
    with pytest.raises(DataError):
        installed_model(name, store(template=b"x"))


def test_an_unknown_model_names_those_that_there_are(store):
    folder = store(template=b"x")
    store("hf.co/team/model/Q4", template=b"x")
    with pytest.raises(DataError) as caught:
        installed_model("llama9", folder)
    assert "registry.ollama.ai/library/llama9:latest" in str(caught.value)
    assert "llama3.2:latest" in caught.value.hint
    assert "hf.co/team/model:Q4" in caught.value.hint


def test_a_store_without_models_says_where_to_look(tmp_path):
    with pytest.raises(DataError) as caught:
        installed_model("llama9", tmp_path)
    assert "OLLAMA_MODELS" in caught.value.hint


@pytest.mark.parametrize(
    "manifest",
    [
        "no JSON",
        "[]",
        '{"layers": [{"mediaType": "application/vnd.ollama.image.template", "digest": "sha256:../../x"}]}',
        '{"layers": [{"mediaType": "application/vnd.ollama.image.template", "digest": "sha256:%s"}]}' % ("0" * 64),
    ],
)
def test_damage_is_told(store, manifest):
    folder = store(template=b"x")
    (folder / "manifests/registry.ollama.ai/library/llama3.2/latest").write_text(manifest, encoding="utf-8")
    with pytest.raises(DataError):
        installed_model("llama3.2", folder)


def test_the_folder_is_that_of_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("OLLAMA_MODELS", f' "{tmp_path}" ')
    assert models_folder() == tmp_path
    monkeypatch.setenv("OLLAMA_MODELS", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert models_folder() == tmp_path / ".ollama" / "models"
