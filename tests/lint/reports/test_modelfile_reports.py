"""What people report of Modelfiles, each as the smallest input that fails so, and what of it is pointed at."""

import pytest

from gotmpl import lint

Q = '"""'

REPORTS = [
    ("GM00", "FROM x\nPROMPT hi\n", "PROMPT"),
    ("GM00", "FROM x\ntemperature 0.7\n", "temperature"),
    ("GM01", "FROM x\nSYSTEM You are a pirate.\nSpeak so.\n", "Speak"),
    ("GM01", "FROM x\nSYSTEM You are a bot.\nFrom now on be kind.\n", "From now on be kind."),
    ("GM01", "FROM x\nTEMPLATE {{ .System }}\n{{ .Prompt }}\n", None),
    ("GM02", 'FROM x\nSYSTEM "You are\n', '"'),
    ("GM02", f"FROM x\nSYSTEM {Q}You are\n", Q),
    ("GM02", 'FROM x\nSYSTEM "You are\nPARAMETER temperature 1\nTEMPLATE "{{ .Prompt }}"\n', '"'),
    ("GM02", f"FROM x\nSYSTEM {Q}You are\nPARAMETER temperature 1\nTEMPLATE {Q}{{{{ .Prompt }}}}{Q}\n", Q),
    ("GM03", "FROM x\nPARAMETER temperature 0.7 # low\n", "# low"),
    ("GM03", "FROM x # the base\n", "# the base"),
    ("GM03", 'FROM x\nPARAMETER stop "a" # stop\nPARAMETER stop "b"\n', "# stop"),
    ("GM04", "FROM x\nPARAMETER stop '<|end|>'\n", "'<|end|>'"),
    ("GM04", "FROM x\nSYSTEM 'You are a pirate.'\n", "'You are a pirate.'"),
    ("GM04", "FROM x\nPARAMETER stop \u201c<|end|>\u201d\n", "\u201c<|end|>\u201d"),
    ("GT003", "FROM x\n# gotmpl: ignore GM14\nSYSTEM hi\n", "# gotmpl: ignore GM14"),
    ("GM05", f"FROM x\nSYSTEM {Q}You are{Q} here\nTEMPLATE {Q}{{{{ .Prompt }}}}{Q}\n", "here"),
    ("GM05", f"FROM x\nSYSTEM {Q}You are{Q} # note\n", "# note"),
    ("GM06", "FROM x\nSYSTEM a\u00a0b\n", "\u00a0"),
    ("GM06", "FROM x\nSYSTEM \U0001f469\u200d\U0001f680\n", "\u200d"),
    ("GM06", "FROM x\nSYSTEM a\u3000b\n", "\u3000"),
    ("GM06", "FROM x\nSYSTEM a\u00adb\n", "\u00ad"),
    ("GM06", "FROM x\nSYSTEM a\x1bb\n", "\x1b"),
    ("GM07", 'FROM x\nPARAMETER stop "\\nUser:"\n', "\\n"),
    ("GM08", f'FROM x\nSYSTEM {Q}"Arr" is it.{Q}\n', '"Arr" is it.'),
    ("GM09", "FROM x\nSYSTEM a\nSYSTEM b\n", "SYSTEM a"),
    ("GM09", "FROM x\nTEMPLATE {{ .Prompt }}\nTEMPLATE {{ .Prompt }}!\n", "TEMPLATE {{ .Prompt }}"),
    ("GM10", "FROM x\nMESSAGE tool hi\n", "tool"),
    ("GM10", "FROM x\nMESSAGE Assistant hi\n", "Assistant"),
    ("GM11", "F\0R\0O\0M\0 \0x\0", None),
    ("GM11", "```\nFROM x\n```\n", "```"),
    ("GM11", "time=2024-01-01 level=INFO\nFROM x\n", None),
    ("GM12", "FROM x\nPARAMETER temprature 0.7\n", "temprature"),
    ("GM12", "FROM x\nPARAMETER num_ctx 8k\n", "8k"),
    ("GM12", "FROM x\nPARAMETER num_ctx 4096.0\n", "4096.0"),
    ("GM12", 'FROM x\nPARAMETER use_mmap "yes"\n', "yes"),
    ("GM13", "SYSTEM hi\n", None),
    ("GM14", "FROM ./a.gguf\n", "./a.gguf"),
    ("GM15", 'FROM x\nPARAMETER stop "{__EOS_TOKEN__}"\n', "{__EOS_TOKEN__}"),
    ("GM15", 'FROM x\nPARAMETER stop ""\n', None),
    ("GM15", "FROM x\nPARAMETER stop <your-stop-token>\n", "<your-stop-token>"),
    ("GM16", "FROM x\nPARAMETER mirostat 2\n", "mirostat"),
    ("GT107", "FROM x\nRENDERER qwen3-coder\nTEMPLATE {{ .Prompt }}\n", "{{ .Prompt }}"),
    (
        "GT113",
        "FROM x\nTEMPLATE {{ range .Messages }}<|{{ .Role }}|>{{ .Content }}<|e|>{{ end }}\nPARAMETER stop </s>\n",
        "PARAMETER stop </s>",
    ),
    (
        "GT134",
        "FROM x\nTEMPLATE {{ range .Messages }}{{ if .Thinking }}<think>{{ .Thinking }}</think>{{ end }}{{ .Content }}"
        "{{ end }}\n"
        "PARAMETER stop <think>\n",
        "<think>",
    ),
    ("GT108", "FROM x\nSYSTEM Hi\nTEMPLATE {{ .Prompt }}\n", ".Prompt"),
]


@pytest.mark.parametrize(("code", "text", "place"), REPORTS)
def test_a_report_is_found_where_the_text_has_to_change(code, text, place):
    found = [d for d in lint.check(text, file="Modelfile") if d.code == code]
    assert found
    if place is not None:
        assert place in [text[d.offset : d.end] for d in found]
