"""Template files: what is in them, and on which lines."""

import pytest

from gotmpl import ModelfileError, ParseError
from gotmpl.testing import files


def write(folder, name, text):
    path = folder / name
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize("name", ["chat.gotmpl", "chat.tmpl", "chat.txt", "chat"])
def test_a_bare_template_is_the_whole_file(tmp_path, name):
    file = files.load(write(tmp_path, name, "a\r\n{{ .Prompt }}\n"))
    assert (file.text, file.modelfile) == ("a\r\n{{ .Prompt }}\n", None)
    assert file.line_and_column(file.text.index("{{")) == (2, 1)
    assert file.template.render([{"role": "user", "content": "hi"}]) == "a\r\nhi\n"


@pytest.mark.parametrize("name", ["Modelfile", "x.modelfile", "chat"])
def test_a_template_of_a_modelfile_knows_its_lines_in_the_file(tmp_path, name):
    file = files.load(write(tmp_path, name, 'FROM x\n\nTEMPLATE """a\u200bb\n\u200b{{ .Prompt }}"""\nSYSTEM s\n'))
    assert file.text == "ab\n{{ .Prompt }}"
    assert file.modelfile.system == "s"
    assert [file.line_and_column(file.text.index(part)) for part in ("b", "{{", ".Prompt")] == [(3, 15), (4, 2), (4, 5)]
    assert file.line(len(file.text)) == 4


def test_the_last_template_of_a_modelfile_counts(tmp_path):
    file = files.load(write(tmp_path, "Modelfile", "FROM x\nTEMPLATE a\nTEMPLATE {{ .Prompt }}\n"))
    assert (file.text, file.line(0)) == ("{{ .Prompt }}", 3)


def test_a_byte_order_mark_does_not_count(tmp_path):
    path = tmp_path / "Modelfile"
    path.write_bytes("FROM x\nTEMPLATE {{ .Prompt }}\n".encode("utf-16"))
    assert (files.load(path).text, files.load(path).line(0)) == ("{{ .Prompt }}", 2)


@pytest.mark.parametrize("text", ["FROM llama3\n", 'FROM llama3\nTEMPLATE ""\n'])
def test_a_modelfile_without_template_is_refused(tmp_path, text):
    with pytest.raises(ModelfileError, match="no TEMPLATE: Ollama would use the one of llama3") as caught:
        files.load(write(tmp_path, "Modelfile", text))
    assert "--modelfile" in caught.value.hint


def test_a_modelfile_that_ollama_refuses_is_refused(tmp_path):
    with pytest.raises(ModelfileError, match="no FROM line"):
        files.load(write(tmp_path, "Modelfile", "SYSTEM x\n"))


def test_a_file_that_is_not_there_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        files.load(tmp_path / "Modelfile")


def test_a_template_that_does_not_parse_is_refused_when_it_is_wanted(tmp_path):
    file = files.load(write(tmp_path, "chat.gotmpl", "a\n{{ if }}"))
    with pytest.raises(ParseError):
        _ = file.template


def test_loaded_files_are_noted(tmp_path):
    path = write(tmp_path, "chat.gotmpl", "a")
    assert path.resolve() not in files.loaded()
    file = files.load(path)
    assert files.loaded()[path.resolve()] is file
