"""A template over the documented scenarios."""

import pytest

from gotmpl import DataError, modelfile, ollama
from gotmpl.ollama.scenarios import SCENARIOS

BARE = "{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}"


def test_it_has_a_prompt_or_an_error_for_each_scenario(render_matrix):
    matrix = render_matrix(BARE)
    assert [*matrix] == [*SCENARIOS]
    assert matrix["user"] == "<user>Why is the sea salty?"
    assert isinstance(matrix["tools"], DataError)
    assert matrix.prompts.keys() | matrix.errors.keys() == matrix.keys()
    assert matrix.prompts.keys().isdisjoint(matrix.errors)
    with pytest.raises(KeyError):
        matrix["nobody"]


def test_a_scenario_is_rendered_once_and_only_if_it_is_asked_for(render_matrix, monkeypatch):
    matrix = render_matrix(BARE)
    rendered = []
    monkeypatch.setattr(matrix._model.side, "render", lambda scenario, manner: rendered.append(scenario) or "x")
    assert matrix["user"] + matrix["user"] == "xx"
    assert rendered == [SCENARIOS["user"]]


def test_a_modelfile_counts_as_a_whole_and_a_template_alone(render_matrix):
    file = modelfile.parse(f"FROM x\nTEMPLATE {BARE}\nSYSTEM Be brief.\nMESSAGE user Hello\n")
    assert render_matrix(file)["user"] == "<system>Be brief.<user>Hello\n\nWhy is the sea salty?"
    assert render_matrix(ollama.parse(file.template))["user"] == "<user>Why is the sea salty?"


def test_matrices_of_the_same_prompts_and_errors_are_equal(render_matrix):
    matrix = render_matrix(BARE)
    assert matrix == render_matrix(BARE.replace(".Role", '(or .Role "")'))
    assert matrix == {**matrix}
    assert matrix != render_matrix(BARE + "!")
    assert matrix != {name: str(made) for name, made in matrix.items()}
    assert matrix != {"user": matrix["user"]}
    assert matrix != [*matrix]
    systems = ["system", "system-turns", "system-late", "system-two", "system-only"]
    assert matrix.differing(render_matrix(BARE + "{{ .System }}")) == systems
