"""Chat templates are found in the files of a model's repository, in its folder and in a GGUF."""

import json
import sys

import pytest

from formats import jinja
from gotmpl import FormatError

TEXT = "{{ bos_token }}{% for m in messages %}{{ m.content }}{{ eos_token }}{% endfor %}"
CHAT = [{"role": "user", "content": "Hi"}]


def write(path, value):
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("chat_template.jinja", TEXT),
        ("chat_template.json", {"chat_template": TEXT}),
        ("tokenizer_config.json", {"chat_template": TEXT, "model_max_length": 10}),
        ("no name at all", json.dumps({"chat_template": TEXT}, indent=2)),
        ("listing.txt", "chat_template.json\n\n" + json.dumps({"chat_template": TEXT})),
        ("listing.txt", "  models/x/tokenizer_config.json \r\n" + json.dumps({"chat_template": TEXT})),
        ("listing.txt", "chat_template.jinja\n\n" + TEXT),
        ("bom.json", "\ufeff" + json.dumps({"chat_template": TEXT})),
    ],
)
def test_a_file_is_known_by_what_it_holds(tmp_path, name, value):
    for load in (jinja.load, jinja.ChatTemplate.load):
        template = load(write(tmp_path / name, value))
        assert template.source == TEXT
        assert template.render(CHAT, bos_token="<s>", eos_token="</s>") == "<s>Hi</s>"


@pytest.mark.parametrize(
    "text", ["{{ x }}", "{%- if x %}{% endif %}", "{# c #}", "{ {{ x }}", "file.json in a sentence"]
)
def test_a_text_that_only_looks_like_json_is_a_template(tmp_path, text):
    assert jinja.load(write(tmp_path / "t", text)).source == text


def test_the_text_of_a_template_is_kept_to_the_byte(tmp_path):
    (tmp_path / "t.jinja").write_bytes("  {{ x }}é\n\n".encode())
    assert jinja.load(tmp_path / "t.jinja").source == "  {{ x }}é\n\n"


@pytest.mark.parametrize(
    "named",
    [
        [{"name": "default", "template": "d"}, {"name": "tool_use", "template": "t"}],
        {"default": "d", "tool_use": "t"},
    ],
)
def test_named_templates(tmp_path, named):
    template = jinja.load(write(tmp_path / "tokenizer_config.json", {"chat_template": named}))
    assert (template.render(CHAT), template.render(CHAT, tools=[])) == ("d", "t")


def test_special_tokens_stand_in_the_config(tmp_path):
    config = {
        "chat_template": TEXT,
        "bos_token": "<s>",
        "eos_token": {"content": "</s>", "lstrip": False},
        "pad_token": None,
        "add_bos_token": True,
        "extra_special_tokens": {"image_token": "<image>"},
    }
    template = jinja.load(write(tmp_path / "tokenizer_config.json", config))
    assert template.special_tokens == {"bos_token": "<s>", "eos_token": "</s>", "image_token": "<image>"}
    assert template.render(CHAT) == "<s>Hi</s>"


@pytest.mark.parametrize(
    ("files", "source"),
    [
        ({"tokenizer_config.json": {"chat_template": "config"}}, "config"),
        (
            {"tokenizer_config.json": {"chat_template": "config"}, "chat_template.json": {"chat_template": "json"}},
            "json",
        ),
        ({"tokenizer_config.json": {"chat_template": "config"}, "chat_template.jinja": "jinja"}, "jinja"),
        ({"chat_template.json": {"chat_template": "json"}, "chat_template.jinja": "jinja"}, "jinja"),
        ({"chat_template.jinja": "jinja"}, "jinja"),
    ],
)
def test_in_a_folder_the_special_file_goes_before_the_general_one(tmp_path, files, source):
    for name, value in files.items():
        write(tmp_path / name, value)
    assert jinja.load(tmp_path).source == source


def test_a_folder_has_special_tokens_and_more_templates(tmp_path):
    write(tmp_path / "tokenizer_config.json", {"bos_token": "<s>", "chat_template": "old"})
    write(tmp_path / "special_tokens_map.json", {"bos_token": "<old>", "eos_token": {"content": "</s>"}})
    write(tmp_path / "chat_template.jinja", TEXT)
    (tmp_path / "additional_chat_templates").mkdir()
    write(tmp_path / "additional_chat_templates" / "tool_use.jinja", "t{{ bos_token }}")
    template = jinja.load(str(tmp_path))
    assert template.render(CHAT) == "<s>Hi</s>"
    assert template.render(CHAT, tools=[]) == "t<s>"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"bos_token": "<s>"}, "there is no chat template in "),
        ('{"chat_template": "x"', " is no JSON: Expecting ',' delimiter"),
        ({"chat_template": "{% if %}"}, "Expected an expression"),
    ],
)
def test_a_file_without_a_template(tmp_path, value, message):
    with pytest.raises(FormatError) as caught:
        jinja.load(write(tmp_path / "x.json", value))
    assert message in str(caught.value)


def test_a_folder_without_a_template(tmp_path):
    with pytest.raises(FormatError, match="there is no chat template in"):
        jinja.load(tmp_path)


def test_a_file_of_bytes(tmp_path):
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FormatError, match="neither UTF-8 text nor a GGUF"):
        jinja.load(tmp_path / "x")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        jinja.load(tmp_path / "x")


def test_a_gguf(tmp_path):
    gguf = pytest.importorskip("gguf")
    writer = gguf.GGUFWriter(tmp_path / "m.gguf", "llama")
    writer.add_chat_template([{"name": "default", "template": TEXT}, {"name": "tool_use", "template": "t"}])
    writer.add_token_list(["<unk>", "<s>", "</s>", "Grüße"])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    template = jinja.load(tmp_path / "m.gguf")
    assert template.special_tokens == {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>"}
    assert template.render(CHAT) == "<s>Hi</s>"
    assert template.render(CHAT, tools=[]) == "t"


def test_a_gguf_that_numbers_a_token_which_it_has_not(tmp_path):
    gguf = pytest.importorskip("gguf")
    writer = gguf.GGUFWriter(tmp_path / "m.gguf", "llama")
    writer.add_chat_template(TEXT)
    writer.add_token_list(["<s>", "</s>"])
    writer.add_bos_token_id(0)
    writer.add_eos_token_id(2**32 - 1)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    assert dict(jinja.load(tmp_path / "m.gguf").special_tokens) == {"bos_token": "<s>"}


def test_a_damaged_gguf(tmp_path):
    pytest.importorskip("gguf")
    (tmp_path / "m.gguf").write_bytes(b"GGUF\x03\x00\x00\x00")
    with pytest.raises(FormatError, match="is no GGUF that can be read"):
        jinja.load(tmp_path / "m.gguf")


def test_a_gguf_without_the_package_that_reads_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "gguf", None)
    (tmp_path / "m.gguf").write_bytes(b"GGUF\x03\x00\x00\x00")
    with pytest.raises(FormatError, match="reading a GGUF needs the package gguf") as caught:
        jinja.load(tmp_path / "m.gguf")
    assert "gotmpl[gguf]" in caught.value.hint


@pytest.mark.parametrize("templates", [[{"nme": 1}], [5], [{"name": "default", "template": 5}], [{"name": "default"}]])
def test_a_list_of_what_is_no_template(tmp_path, templates):
    path = write(tmp_path / "tokenizer_config.json", {"chat_template": templates})
    with pytest.raises(FormatError, match="there is no chat template in"):
        jinja.load(path)
