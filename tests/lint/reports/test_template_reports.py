"""What people report of templates, each as the smallest input that fails so, and what of it is pointed at."""

import pytest

from gotmpl import lint

CHATML = "{{ range .Messages }}<|im_start|>{{ .Role }}\n{{ .Content }}<|im_end|>\n{{ end }}<|im_start|>assistant\n"
CALL = '{"name": "{{ .Function.Name }}", "arguments": {{ .Function.Arguments }}}'


def tools(call):
    """A template with tools whose calls are printed by a piece of template."""
    return "{{ .Tools }}{{ range .Messages }}<|{{ .Role }}|>" + call + "{{ .Content }}{{ end }}<|assistant|>"


def in_range(action):
    return f"{{{{ range .Messages }}}}{action}{{{{ .Content }}}}{{{{ end }}}}"


def in_tools(action):
    return f"{{{{ range .Tools }}}}{action}{{{{ end }}}}{CHATML}"


REPORTS = [
    # 1, 2: templates without messages
    ("GT101", "USER: {{ .Prompt }}\nASSISTANT: {{ .Response }}</s>", ".Prompt"),
    ("GT102", "<|user|>{{ .Prompt }}<|end|><|assistant|>", "<|user|>{{ .Prompt }}<|end|><|assistant|>"),
    ("GT102", "<|user|>{{ .Prompt }}<|end|><|assistant|>{{ .Response }}", ".Response"),
    # 3: Go's text for structs
    ("GT103", in_tools('{"type": "function", "function": {{ .Function }}}'), ".Function"),
    ("GT103", in_tools("{{ .Function.Parameters }}"), ".Function.Parameters"),
    ("GT103", in_tools("{{ range $name, $p := .Function.Parameters.Properties }}{{ $p }}{{ end }}"), "$p"),
    ("GT103", in_range("{{ range .ToolCalls }}{{ . }}{{ end }}"), "."),
    ("GT103", in_range("{{ .ToolCalls }}"), ".ToolCalls"),
    ("GT103", in_range("{{ range .ToolCalls }}{{ .Function }}{{ end }}"), ".Function"),
    ("GT103", "{{ range .Messages }}{{ . }}{{ end }}", "."),
    ("GT103", "{{ .Messages }}", ".Messages"),
    ("GT103", in_tools("{{ print .Function }}"), ".Function"),
    # 4: names
    ("GT104", "{{ range $i, $m := .Messages }}{{ $m.content }}{{ end }}", "content"),
    ("GT104", in_range("{{ if .Toolcalls }}x{{ end }}"), "Toolcalls"),
    ("GT104", in_range("{{ .Name }}"), "Name"),
    ("GT104", in_tools("{{ .Name }}"), "Name"),
    ("GT104", in_range("{{ range .ToolCalls }}{{ .Name }}{{ end }}"), "Name"),
    ("GT104", in_range("{{ range .ToolCalls }}{{ .Function.Args }}{{ end }}"), "Args"),
    ("GT104", in_range("{{ (index $.Messages 0).content }}"), "content"),
    ("GT104", "{{ with index .Messages 0 }}{{ .Contents }}{{ end }}{{ .Messages }}", "Contents"),
    ("GT138", "{{ range .messages }}{{ .Content }}{{ end }}", "messages"),
    ("GT138", "{{ if .First }}{{ .System }}{{ end }}{{ .Prompt }}", "First"),
    ("GT138", "{{ .Context }}{{ .Prompt }}", "Context"),
    # 5: functions and syntax from elsewhere
    ("GT105", in_range("{{ .Content | trim }}"), "trim"),
    ("GT105", '{{ default "x" .System }}', "default"),
    ("GT105", "{{ toJson .Tools }}", "toJson"),
    ("GT105", "{{ if eq (len .Messages) (sub 1 0) }}{{ end }}", "sub"),
    ("GT139", "{% if x %}{{ .System }}{% endif %}{{ .Prompt }}", "{% if x %}"),
    ("GT139", "{%- for m in messages %}{{ .Prompt }}{% endfor %}", "{%- for m in messages %}"),
    # 8, 9: system, generation prompt
    (
        "GT108",
        '{{ range .Messages }}{{ if ne .Role "system" }}<{{ .Role }}>{{ .Content }}{{ end }}{{ end }}',
        ".Messages",
    ),
    ("GT108", "USER: {{ .Prompt }} ASSISTANT: {{ .Response }}</s>", ".Prompt"),
    ("GT108", "{{ if .First }}{{ .System }}{{ end }}USER: {{ .Prompt }}</s>", ".Prompt"),
    ("GT133", "{{ .System }}" + CHATML, ".System"),
    ("GT109", "{{ range .Messages }}<|{{ .Role }}|>{{ .Content }}{{ end }}", None),
    (
        "GT109",
        '{{ range .Messages }}{{ if eq .Role "user" }}Human: {{ else }}AI: {{ end }}{{ .Content }}\n{{ end }}',
        None,
    ),
    # 10: the tag of tool calls
    (
        "GT110",
        "{{ .Tools }}{{ range $i, $m := .Messages }}<|{{ .Role }}|>{{ if $m.ToolCalls }}<tool_call>"
        "{{ range .ToolCalls }}" + CALL + "{{ end }}{{ end }}{{ .Content }}{{ end }}",
        ".ToolCalls",
    ),
    ("GT110", tools("{{ range .ToolCalls }}<tool_call>" + CALL + "{{ end }}"), ".ToolCalls"),
    ("GT110", tools("{{ with .ToolCalls }}<tool_call>{{ range . }}" + CALL + "{{ end }}{{ end }}"), ".ToolCalls"),
    (
        "GT110",
        tools('{{ if .ToolCalls }}{{ "<tool_call>" }}{{ range .ToolCalls }}' + CALL + "{{ end }}{{ end }}"),
        ".ToolCalls",
    ),
    (
        "GT110",
        tools("{{ if .ToolCalls }}{{ .Content }}<tool_call>{{ range .ToolCalls }}" + CALL + "{{ end }}{{ end }}"),
        ".ToolCalls",
    ),
    (
        "GT110",
        tools(
            "{{ if .ToolCalls }}I will call this tool now: <tool_call>{{ range .ToolCalls }}"
            + CALL
            + "{{ end }}{{ end }}"
        ),
        ".ToolCalls",
    ),
    # 11: half of what tools need
    ("GT111", "{{ .Tools }}" + CHATML, ".Tools"),
    (
        "GT111",
        "{{ range .Messages }}{{ range .ToolCalls }}{{ .Function.Name }}{{ end }}{{ .Content }}{{ end }}",
        ".ToolCalls",
    ),
    (
        "GT111",
        '{{ .Tools }}{{ range .Messages }}{{ if .ToolCalls }}x{{ else if eq .Role "user" }}'
        "{{ .Content }}{{ end }}{{ end }}",
        ".Tools",
    ),
    ("GT137", "{{ if .Tools }}You have tools.{{ end }}" + CHATML, ".Tools"),
    # 12: thinking
    ("GT112", "{{ range .Messages }}<|{{ .Role }}|>{{ .Thinking }}{{ .Content }}<|im_end|>{{ end }}", ".Thinking"),
    ("GT112", "{{ range .Messages }}{{ if .Thinking }}{{ .Thinking }}{{ end }}{{ .Content }}{{ end }}", ".Thinking"),
    (
        "GT112",
        "{{ range .Messages }}{{ if .Thinking }}<think>{{ .Thinking }}{{ end }}{{ .Content }}{{ end }}",
        ".Thinking",
    ),
    # 14, 15, 16: response
    ("GT114", "{{ json .Prompt }}{{ .Response }}</s>", "json"),
    ("GT114", '{{ define "u" }}U: {{ .Prompt }}{{ end }}{{ template "u" . }}{{ .Response }}</s>', None),
    ("GT115", CHATML + "{{ .Response }}<|im_end|>", "<|im_end|>"),
    ("GT116", "{{ .Prompt }}{{ if .System }}{{ .Response }}{{ else }}{{ end }}", ".Response"),
    ("GT116", "{{ .Prompt }}{{ with .Response }}{{ .Response }}{{ else }}-{{ end }}", ".Response"),
    # 17, 18, 19, 20
    (
        "GT117",
        tools(
            "{{ if .Content }}{{ else if .ToolCalls }}<tool_call>{{ range .ToolCalls }}" + CALL + "{{ end }}{{ end }}"
        ),
        ".ToolCalls",
    ),
    (
        "GT118",
        tools("{{ if .ToolCalls }}[{{ range .ToolCalls }}" + CALL + "{{ end }}]{{ end }}"),
        "{{ range .ToolCalls }}",
    ),
    ("GT119", in_range('{"content": "{{ .Content }}"}'), "{{ .Content }}"),
    ("GT119", '{"system": "{{ .System }}", "user": "{{ .Prompt }}"}', "{{ .System }}"),
    ("GT120", "{{ .Tools }}" + CHATML, ".Tools"),
    ("GT120", "{{ json .Tools }}" + CHATML, ".Tools"),
    ("GT120", "<PRE>{{ .Prompt }}<SUF>{{ .Suffix }}<MID>", ".Suffix"),
    # 21, 22, 23, 24
    ("GT121", "{{ (index .Messages 0).Content }}", ".Messages"),
    ("GT121", "{{ (index .Tools 0).Function.Name }}" + CHATML, ".Tools"),
    ("GT122", CHATML, None),
    (
        "GT122",
        '{{ range $i, $_ := .Messages }}{{ if and (eq (len (slice $.Messages $i)) 1) (eq .Role "user") $.Tools }}'
        "{{ $.Tools }}"
        "{{ end }}{{ .Content }}{{ end }}",
        ".Tools",
    ),
    ("GT136", "{{ (index .Messages 1).Content }}{{ len .Messages }}", "index .Messages 1"),
    ("GT136", "{{ range slice .Messages 2 }}{{ .Content }}{{ end }}", "slice .Messages 2"),
    (
        "GT123",
        '{{ range .Messages }}{{ if eq .Role "user" }}{{ .Content }}{{ else if eq .Role "assistant" }}{{ .Content }}'
        "{{ end }}{{ end }}",
        '{{ if eq .Role "user" }}',
    ),
    ("GT124", in_range("{{ if .System }}x{{ end }}"), ".System"),
    ("GT124", in_range("{{ range .Tools }}{{ . }}{{ end }}"), ".Tools"),
    ("GT124", "{{ with .System }}{{ range .Messages }}{{ .Content }}{{ end }}{{ end }}", ".Messages"),
    ("GT124", in_range("{{ eq (len .Messages) 1 }}"), ".Messages"),
    # 25, 26
    ("GT125", '{{ $s := "" }}{{ range .Messages }}{{ $s := .Content }}{{ end }}{{ $s }}', "$s :="),
    ("GT125", "{{ $n := false }}{{ if .Tools }}{{ $n := true }}{{ end }}{{ if $n }}x{{ end }}{{ .Prompt }}", "$n :="),
    ("GT135", "{{ $x := 1 }}{{ .Prompt }}", "$x"),
    ("GT126", in_range('{{ if not eq .Role "user" }}x{{ end }}'), 'eq .Role "user"'),
    ("GT126", in_range('{{ if and .Content eq .Role "user" }}x{{ end }}'), 'eq .Role "user"'),
    ("GT126", "{{ if gt len .Messages 1 }}x{{ end }}", "len .Messages 1"),
    # 27, 28, 29
    ("GT127", "<s>" + in_range("[INST]"), "<s>"),
    ("GT127", "{{- /* a */ -}}<|begin_of_text|>" + CHATML, "<|begin_of_text|>"),
    ("GT128", "<|User|>{{ .Prompt }}", "<|User|>"),
    ("GT128", "<| im_start |>user {{ .Prompt }}", "<| im_start |>"),
    ("GT128", "<|im_start|user>{{ .Prompt }}<|im_end>", "<|im_end>"),
    ("GT128", "Hi\u200b {{ .Prompt }}", "\u200b"),
    ("GT128", "Hi\u202e {{ .Prompt }}", "\u202e"),
    ("GT128", "\u201c<|im_start|>user {{ .Prompt }}<|im_end|>\u201d", "\u201c"),
    ("GT129", "\n" + CHATML, "\n"),
    ("GT129", "USER: {{ .Prompt }}\nASSISTANT: {{ .Response }}</s>", "ASSISTANT: "),
    ("GT129", "USER: {{ .Prompt }}\r\nASSISTANT:{{ .Response }}</s>\r\n", "\r\n"),
    ("GT129", "{{ range .Messages }}<|im_start|>{{ .Role }}\n{{- .Content }}{{ end }}", ".Content"),
    # 30, 31, 32
    ("GT130", "Date: {{ currentDate }}" + CHATML, "currentDate"),
    ("GT131", in_range('{{ if eq .Role "user" }}a{{ else if eq .Role "user" }}b{{ end }}'), 'eq .Role "user"'),
    ("GT131", in_range('{{ if eq .Role "Assistant" }}a{{ end }}'), '"Assistant"'),
    ("GT131", "{{ if true }}a{{ end }}{{ .Prompt }}", "true"),
    ("GT132", in_range("{{ index .ToolCalls 0 }}"), "index .ToolCalls 0"),
    # what the parser and the run say
    ("GT001", "{{ range .Messages }}{{ .Content }}", None),
    ("GT001", "{{ if .System }}{{ .Prompt }}{{ end }}{{ end }}", None),
    ("GT001", '{{ if .Role == "user" }}x{{ end }}', None),
    ("GT001", "{{ .Messages[0].Content }}", None),
    ("GT001", "{{ if eq .Role 'user' }}x{{ end }}", None),
    ("GT002", in_range("{{ if gt .Content 1 }}x{{ end }}"), None),
    ("GT003", "{{- /* gotmpl: ignore GT130 */ -}}{{ .Prompt }}", "{{- /* gotmpl: ignore GT130 */ -}}"),
]


@pytest.mark.parametrize(("code", "text", "place"), REPORTS)
def test_a_report_is_found_where_the_text_has_to_change(code, text, place):
    found = [d for d in lint.check(text, kind="template") if d.code == code]
    assert found
    if place is not None:
        assert place in [text[d.offset : d.end] for d in found]


def with_target(target):
    return lint.Options(target=target)


@pytest.mark.parametrize(
    ("text", "target", "place"),
    [
        ("{{ range .Messages }}{{ .Thinking }}{{ end }}", "0.8.0", ".Thinking"),
        ("{{ if .ThinkLevel }}x{{ end }}{{ .Prompt }}", "0.9.0", ".ThinkLevel"),
        ("{{ currentDate }}{{ .Messages }}", "v0.5", "currentDate"),
    ],
)
def test_what_an_older_ollama_lacks_is_found(text, target, place):
    selection = lint.Selection(select=["GT106"])
    [found] = lint.check(text, kind="template", selection=selection, options=with_target(target))
    assert text[found.offset : found.end] == place
    assert lint.check(text, kind="template", selection=selection, options=with_target("1.0.0")) == []
    assert lint.check(text, kind="template", selection=selection) == []


def test_a_chat_template_that_can_do_more_wins():
    jinja = "{% if tools %}{{ tools }}{% endif %}{{ message.tool_calls }}{% if message.role == 'tool' %}{% endif %}"
    selection = lint.Selection(select=["GT107"])
    options = lint.Options(chat_template=jinja)
    [found] = lint.check(CHATML, kind="template", selection=selection, options=options)
    assert "tools" in found.message
    assert lint.check(CHATML, kind="template", selection=selection) == []
