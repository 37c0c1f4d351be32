"""`render_batch` under the libraries that it is for; each test needs its library (the extra `scale`)."""

import doctest
import importlib
import json
import re
from pathlib import Path

import pytest

from gotmpl.ollama import chat_prompt, parse, render_batch

# These libraries warn about their own old ways and each other's.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]

TEMPLATE = parse(
    "{{ if .Tools }}{{ .Tools }}{{ end }}{{ range .Messages }}<{{ .Role }}>{{ .Content }}"
    "{{ range .ToolCalls }}[{{ .Function.Name }}{{ .Function.Arguments }}]{{ end }}{{ end }}"
)
TOOLS = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}]
ROWS = [
    {
        "id": i,
        "messages": [
            {"role": "user", "content": f"é {i}"},
            {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": {"a": i, "b": [i / 2]}}}]},
        ],
        "tools": json.dumps(TOOLS) if i % 3 else None,
    }
    for i in range(10)
]
WANT = [chat_prompt(TEMPLATE, row["messages"], tools=None if row["tools"] is None else TOOLS).text for row in ROWS]


def library(name):
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        pytest.skip(f"{name} is not installed; it comes with the extra scale")


@pytest.fixture
def dataset(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    return library("datasets").Dataset.from_list(ROWS)


@pytest.mark.parametrize("form", [None, "arrow"])
@pytest.mark.parametrize("processes", [None, 2])
def test_datasets(dataset, form, processes):
    got = dataset.with_format(form).map(
        render_batch, batched=True, batch_size=4, num_proc=processes, fn_kwargs={"template": TEMPLATE}
    )
    got = got.with_format(None)
    assert got["prompt"] == WANT
    assert got.remove_columns("prompt")[:] == dataset[:]


def test_datasets_can_drop_the_old_columns(dataset):
    for old in (dataset, dataset.to_iterable_dataset()):
        got = old.map(
            render_batch,
            batched=True,
            batch_size=4,
            fn_kwargs={"template": TEMPLATE},
            remove_columns=["messages", "tools"],
        )
        assert list(got) == [{"id": row["id"], "prompt": prompt} for row, prompt in zip(ROWS, WANT, strict=True)]


def test_datasets_remembers_the_prompts_of_a_template(dataset):
    fingerprint = importlib.import_module("datasets.fingerprint")
    first, again, other = (
        fingerprint.Hasher.hash({"template": template, "function": render_batch})
        for template in (TEMPLATE, parse(TEMPLATE.text), parse("{{ .Prompt }}"))
    )
    assert first == again != other


@pytest.mark.parametrize("kind", ["table", "record batch"])
def test_pyarrow(kind):
    pa = library("pyarrow")
    table = pa.Table.from_pylist(ROWS)
    batch = table if kind == "table" else table.to_batches()[0]
    got = render_batch(batch, TEMPLATE)
    assert type(got) is type(batch)
    assert got.column_names == ["id", "messages", "tools", "prompt"]
    assert got["prompt"].to_pylist() == WANT
    again = render_batch(got, TEMPLATE, tools_column="none")
    assert again.schema == got.schema
    assert again["prompt"].to_pylist() == [chat_prompt(TEMPLATE, row["messages"]).text for row in ROWS]
    assert render_batch(batch.slice(0, 0), TEMPLATE).schema == got.schema


@pytest.fixture(scope="module")
def ray():
    ray = library("ray")
    data = importlib.import_module("ray.data")
    data.DataContext.get_current().enable_progress_bars = False
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield ray
    ray.shutdown()


@pytest.mark.parametrize("form", ["numpy", "pyarrow"])
def test_ray(ray, form):
    got = ray.data.from_items(ROWS).map_batches(
        render_batch, batch_size=4, batch_format=form, fn_kwargs={"template": TEMPLATE}
    )
    assert {row["id"]: row["prompt"] for row in got.take_all()} == dict(enumerate(WANT))


def test_a_column_of_nothing_but_nulls_is_no_tools(ray):
    rows = [{"messages": row["messages"], "tools": None} for row in ROWS]
    table = library("pyarrow").Table.from_pylist(rows)
    got = ray.data.from_arrow(table).map_batches(render_batch, batch_format="numpy", fn_kwargs={"template": TEMPLATE})
    assert sorted(got.to_pandas()["prompt"]) == sorted(chat_prompt(TEMPLATE, row["messages"]).text for row in ROWS)


ROOT = Path(__file__).parent.parent.parent
EXAMPLES = re.findall(
    r"^```python\n(.*?)^```$", (ROOT / "docs" / "batch.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
)


@pytest.mark.parametrize("name", ["datasets", "pyarrow", "ray"])
def test_the_documentation_shows_what_happens(name, request, monkeypatch):
    request.getfixturevalue("ray") if name == "ray" else library(name)
    monkeypatch.chdir(ROOT)
    (example,) = (example for example in EXAMPLES if re.search(rf"(?:from|import) {name}\b", example))
    test = doctest.DocTestParser().get_doctest(example, {}, "batch.md", "batch.md", 0)
    results = doctest.DocTestRunner(verbose=False).run(test)
    assert (results.failed, results.attempted > 3) == (0, True)
