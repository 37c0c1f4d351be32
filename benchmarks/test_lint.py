"""How long linting takes: one Modelfile of 10 KB, and a folder of 700 on one core."""

import pytest

from gotmpl import lint
from gotmpl.ollama.scenarios import SCENARIOS

TEMPLATE = """{{- if or .System .Tools }}<|im_start|>system
{{ .System }}
{{- if .Tools }}
# Tools
<tools>
{{- range .Tools }}
{"type": "function", "function": {{ json .Function }}}
{{- end }}
</tools>
{{- end }}<|im_end|>
{{ end }}
{{- range $i, $_ := .Messages }}
{{- $last := eq (len (slice $.Messages $i)) 1 }}
{{- if eq .Role "user" }}<|im_start|>user
{{ .Content }}<|im_end|>
{{ else if eq .Role "assistant" }}<|im_start|>assistant
{{ if .Content }}{{ .Content }}
{{- end }}{{ if .ToolCalls }}<tool_call>
{{ range .ToolCalls }}{"name": "{{ .Function.Name }}", "arguments": {{ .Function.Arguments }}}{{ end }}
</tool_call>
{{- end }}{{ if not $last }}<|im_end|>
{{ end }}
{{- else if eq .Role "tool" }}<|im_start|>user
<tool_response>
{{ .Content }}
</tool_response><|im_end|>
{{ end }}
{{- if and (ne .Role "assistant") $last }}<|im_start|>assistant
{{ end }}
{{- end }}"""

MODELFILE = (
    'FROM ./model.gguf\nTEMPLATE """'
    + TEMPLATE
    + '"""\nSYSTEM """'
    + "You are a helpful assistant who answers briefly and never makes things up.\n" * 110
    + '"""\nPARAMETER temperature 0.7\nPARAMETER stop "<|im_end|>"\n'
)
assert 9_000 < len(MODELFILE) < 11_000
assert len(SCENARIOS) > 30


@pytest.mark.benchmark(group="lint")
def test_a_modelfile_of_10_kb(benchmark):
    found = benchmark(lint.check, MODELFILE, file="Modelfile")
    assert all(d.severity < lint.Severity.ERROR for d in found)


@pytest.mark.benchmark(group="lint")
def test_a_folder_of_700(benchmark):
    texts = [f"# model {n}\n{MODELFILE}" for n in range(700)]

    def run():
        return sum(len(lint.check(text, file="Modelfile")) for text in texts)

    assert benchmark.pedantic(run, rounds=1, iterations=1) > 0


@pytest.mark.benchmark(group="lint")
def test_all_fixes(benchmark):
    text = "FROM x\n" + "PARAMETER mirostat 1\n" * 20 + "TEMPLATE {{ range .Tools }}{{ .Function }}{{ end }}\n"
    assert "mirostat" not in benchmark(lint.fix, text, file="Modelfile")
