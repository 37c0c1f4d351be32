"""How long it takes to parse a template of 6 KB that was not seen before: the aim is 3 ms."""

from pathlib import Path

import gotmpl
from gotmpl import modelfile

EXAMPLE = Path(__file__).parent.parent / "examples" / "llama4" / "Modelfile"


def test_parse_6_kb(benchmark):
    example = modelfile.parse(EXAMPLE.read_bytes()).template
    assert example is not None
    text = example * (6144 // len(example) + 1)
    template = benchmark(lambda: gotmpl.Template().parse(text))  # `gotmpl.parse` remembers
    assert len(str(template.root)) > 5000
