"""Templates and requests whose answers Ollama itself gave (tests/vectors/ollama.jsonl, by ollama_vectors.py)."""

from __future__ import annotations

from typing import Any

__all__ = ["CHATS", "CONVERSATIONS", "DECODED", "SELECTIONS", "TEMPLATES"]

WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "Weather <now> & later",
        "parameters": {
            "type": "object",
            "required": ["city"],
            "properties": {
                "unit": {"type": "string", "enum": ["C", "F"], "description": 'a "unit"'},
                "city": {"type": "string"},
            },
        },
    },
}
PLOT = {
    "type": "function",
    "items": {"k": [1, 2.5, None]},
    "function": {
        "name": "plot",
        "parameters": {
            "type": "object",
            "$defs": {"P": {"type": "object", "n": 1}},
            "items": "x",
            "required": [],
            "properties": {
                "zeta": {"type": ["string", "null"], "default": 3, "minLength": 2},
                "alpha": {"anyOf": [{"type": "integer"}, {"type": ["array", "null"], "items": {"type": "x"}}, {}]},
                "nested": {
                    "type": "object",
                    "properties": {"b\b<": {"type": "boolean"}, "a": {"type": "odd"}},
                    "required": ["a"],
                },
                "values": {"enum": [1, "two", None, 3.5, True, {"b": 1, "a": 1e21}], "items": 1e-7},
                "none": {"type": None},
                "empty": {"type": [], "enum": [], "properties": {}, "anyOf": []},
            },
        },
    },
}
CALLS = [
    {"id": "c1", "function": {"index": 0, "name": "get_weather", "arguments": {"unit": "C", "city": "Łódź <&>"}}},
    {
        "function": {
            "index": 1,
            "name": "plot",
            "arguments": {
                "n": 10,
                "big": 12345678901234567890,
                "tiny": 1e-7,
                "huge": 1e21,
                "million": 1000000,
                "neg": -0.0,
                "deep": [1, {"b": 2.0, "a": [None, True]}],
            },
        }
    },
    {"function": {"name": "now", "arguments": {}}},
    {"function": {"name": "none", "arguments": None}},
    {"function": {"arguments": {"String": 1, "city": "x"}}},
    {},
]

CONVERSATIONS: dict[str, dict[str, Any]] = {
    "nothing": {},
    "user": {"messages": [{"role": "user", "content": "Why?"}]},
    "turns": {
        "messages": [
            {"role": "system", "content": "Be kind."},
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": "b"},
            {"role": "user", "content": "c"},
        ]
    },
    "late": {
        "messages": [
            {"role": "system", "content": "One."},
            {"role": "system", "content": "Two."},
            {"role": "user", "content": "a"},
            {"role": "user", "content": "b"},
            {"role": "assistant", "content": "x"},
            {"role": "assistant", "content": ""},
            {"role": "system", "content": "Three."},
            {"role": "User", "content": "c"},
            {"role": "assistant", "content": "half"},
        ]
    },
    "odd": {
        "messages": [
            {"role": "DEVELOPER", "content": "dev"},
            {"role": "assistant", "content": "first"},
            {"role": "system", "content": ""},
            {"role": "user", "content": None},
            {"role": "ΣΑΣ", "content": "é\u2028<b>&\ud800"},
        ],
        "tools": [],
        "prompt": "unused",
    },
    "calls": {
        "messages": [
            {"role": "user", "content": "Both?"},
            {"role": "assistant", "content": "Let me see.", "thinking": "hmm", "tool_calls": CALLS},
            {"role": "assistant", "content": "lost", "tool_calls": CALLS, "thinking": "lost"},
            {"role": "tool", "content": "18C", "tool_name": "get_weather", "tool_call_id": "c1"},
            {"role": "tool", "content": "none", "tool_name": "plot"},
            {"role": "assistant", "content": "", "tool_calls": []},
        ],
        "tools": [WEATHER, PLOT, {"type": "function", "function": {"name": "bare", "description": None}}, {}],
        "think": True,
    },
    "images": {
        "messages": [
            {"role": "user", "content": "[img-0] this", "images": ["aGVsbG8="]},
            {"role": "user", "content": "and", "images": ["AQ==", ""]},
            {"role": "assistant", "content": "a cat", "images": []},
        ],
        "think": "high",
    },
    "fill-in": {"messages": [{"role": "user", "content": "x"}], "prompt": "def f(", "suffix": "return", "think": False},
    "no-suffix": {"messages": [{"role": "user", "content": "x"}], "prompt": "p", "think": "max"},
}

#: Makes a template one that knows messages.
SEEN = "{{ range .Messages }}{{ end }}"

#: Each is rendered with each of the conversations.
TEMPLATES: list[str] = [
    # The root, which is a map
    "{{ range .Messages }}{{ end }}{{ .System }}|{{ .Prompt }}|{{ .Suffix }}|{{ .Nope }}|{{ .Response }}|{{ len . }}",
    "{{ .Think }} {{ .ThinkLevel }} {{ .IsThinkSet }} {{ if .IsThinkSet }}set{{ end }}" + SEEN,
    "{{ .Think }} {{ .ThinkLevel }} {{ .IsThinkSet }}{{ .Prompt }}",
    "{{ .Nope.Foo }}" + SEEN,
    "{{ .Prompt.Foo }}",
    "{{ .messages }}{{ range .messages }}x{{ end }}",
    '{{ printf "%T %T %T %T" .Messages .Tools .System .Think }}' + SEEN,
    '{{ printf "%v" (len .Messages) }}{{ json .Messages }}',
    # Messages
    "{{ range .Messages }}<{{ .Role }}|{{ .Content }}|{{ .Thinking }}|{{ .ToolName }}|{{ .ToolCallID }}>{{ end }}",
    '{{ range .Messages }}{{ . }}{{ printf "%T" . }};{{ end }}',
    '{{ range .Messages }}{{ printf "%+v|%s" . . }};{{ end }}',
    "{{ range .Messages }}{{ json . }}\n{{ end }}",
    "{{ range .Messages }}{{ .content }}{{ end }}",
    "{{ range .Messages }}{{ .Foo.Bar }}{{ end }}",
    "{{ .Messages.Role }}",
    "{{ range .Messages }}{{ len .Images }} {{ .Images }} {{ json .Images }}{{ range .Images }}{{ . }}"
    "{{ end }};{{ end }}",
    '{{ range .Messages }}{{ printf "%s %x %T" .Images .Images .Images }};{{ end }}',
    "{{ range .Messages }}{{ .Role.Foo }}{{ end }}",
    "{{ (index .Messages 0).Content }}",
    "{{ with index .Messages 0 }}{{ .Content }}{{ end }}",
    "{{ range $i, $_ := .Messages }}{{ $last := eq (len (slice $.Messages $i)) 1 }}{{ .Role }}{{ $last }}{{ end }}",
    "{{ slice .Messages 1 | len }}",
    '{{ range $i, $m := .Messages }}{{ if eq $i 0 }}{{ $m.Content }}{{ else if eq .Role "tool" }}T{{ end }}{{ end }}',
    "{{ if .Messages }}M{{ else }}P{{ .Prompt }}{{ end }}",
    '{{ range .Messages }}{{ if eq .Role "system" }}{{ continue }}{{ end }}{{ .Content }}{{ break }}{{ end }}',
    # Tool calls
    "{{ range .Messages }}{{ range .ToolCalls }}{{ .ID }} {{ .Function.Index }} {{ .Function.Name }};"
    "{{ end }}{{ end }}",
    "{{ range .Messages }}{{ range .ToolCalls }}{{ .Function.Arguments }}\n{{ json .Function.Arguments }}\n"
    "{{ len .Function.Arguments }}{{ if .Function.Arguments }}+{{ end }}\n{{ end }}{{ end }}",
    "{{ range .Messages }}{{ range .ToolCalls }}{{ . }}\n{{ .Function }}\n{{ json . }}\n{{ end }}{{ end }}",
    '{{ range .Messages }}{{ range .ToolCalls }}{{ printf "%T %T %+v %#v" . .Function . .Function }}\n'
    "{{ end }}{{ end }}",
    "{{ range .Messages }}{{ range .ToolCalls }}{{ range $k, $v := .Function.Arguments }}"
    '{{ $k }}={{ $v }}={{ json $v }}={{ printf "%T %v" $v $v }};{{ end }}\n{{ end }}{{ end }}',
    "{{ range .Messages }}{{ range .ToolCalls }}{{ .Function.Arguments.city }}{{ .Function.Arguments.String }}"
    '{{ index .Function.Arguments "String" }}{{ .Function.Arguments.nope.x }}{{ end }}{{ end }}',
    "{{ range .Messages }}{{ range .ToolCalls }}{{ eq .Function.Arguments.n 10 }}{{ end }}{{ end }}",
    "{{ range .Messages }}{{ range .ToolCalls }}{{ .Name }}{{ end }}{{ end }}",
    "{{ range .Messages }}{{ if .ToolCalls }}{{ with index .ToolCalls 0 }}{{ .Function.Name }}{{ end }}"
    "{{ end }}{{ end }}",
    "{{ range .Messages }}{{ json .ToolCalls }}{{ .ToolCalls }}{{ end }}",
    # Tools
    "{{ .Tools }}|{{ json .Tools }}|{{ len .Tools }}|{{ .Tools | print }}|{{ if .Tools }}T{{ end }}" + SEEN,
    "{{ range .Tools }}{{ . }}\n{{ json . }}\n{{ end }}" + SEEN,
    "{{ range .Tools }}{{ .Function }}\n{{ json .Function }}\n{{ end }}" + SEEN,
    "{{ range .Tools }}{{ .Function.Parameters }}\n{{ json .Function.Parameters }}\n{{ end }}" + SEEN,
    "{{ range .Tools }}{{ .Type }} {{ .Items }} {{ .Function.Name }} {{ .Function.Description }} "
    "{{ .Function.Parameters.Type }} {{ .Function.Parameters.Defs }} {{ .Function.Parameters.Items }} "
    "{{ .Function.Parameters.Required }}\n{{ end }}" + SEEN,
    "{{ range .Tools }}{{ .Function.Parameters.Properties }}\n{{ json .Function.Parameters.Properties }}\n"
    "{{ len .Function.Parameters.Properties }}\n{{ end }}" + SEEN,
    "{{ range .Tools }}{{ range $k, $v := .Function.Parameters.Properties }}{{ $k }}: {{ $v.Type }} "
    "{{ json $v.Type }} {{ len $v.Type }} {{ toTypeScriptType $v }}\n{{ end }}{{ end }}" + SEEN,
    "{{ range .Tools }}{{ range $k, $v := .Function.Parameters.Properties }}{{ json $v }}{{ $v.Items }}{{ $v.Enum }}"
    "{{ $v.Required }}{{ $v.Description }}{{ $v.AnyOf | len }}\n{{ end }}{{ end }}" + SEEN,
    "{{ range .Tools }}{{ range $k, $v := .Function.Parameters.Properties }}{{ if not $v.Properties }}{{ $v }}"
    '{{ printf "%+v %T" $v $v }}{{ else }}{{ json $v.Properties }}{{ $v.Properties.Len }}'
    '{{ printf "%T" $v.Properties }}'
    '{{ range $n, $p := $v.Properties.ToMap }}{{ $n }}{{ $p.Type }}{{ end }}{{ printf "%s" $v.Properties.MarshalJSON }}'
    "{{ end }}\n{{ end }}{{ end }}" + SEEN,
    "{{ range .Tools }}{{ range $k, $v := .Function.Parameters.Properties }}{{ $v.ToTypeScriptType }},"
    "{{ $v.Type.String }},"
    '{{ printf "%s" $v.Type.MarshalJSON }},{{ range $v.AnyOf }}{{ toTypeScriptType . }};{{ end }}\n{{ end }}{{ end }}'
    + SEEN,
    "{{ range .Tools }}{{ .String }}{{ .Function.Parameters.Properties.String }}{{ end }}{{ .Tools.String }}" + SEEN,
    "{{ range .Tools }}{{ .Function.Parameters.Properties.nested.Properties.Nope }}{{ end }}" + SEEN,
    "{{ range .Tools }}{{ .Function.Parameters.Properties.zip }}"
    "{{ toTypeScriptType .Function.Parameters.Properties.zip }}"
    "{{ json .Function.Parameters.Properties.zip }}{{ end }}" + SEEN,
    "{{ range .Tools }}{{ .Function.Parameters.Properties.zip.Properties.MarshalJSON }}{{ end }}" + SEEN,
    "{{ range .Tools }}{{ .Function.Parameters.Properties.zip.Properties.Len }}{{ end }}" + SEEN,
    "{{ range .Tools }}{{ index .Function.Parameters.Properties.city.Type 0 }}{{ end }}" + SEEN,
    "{{ range .Tools }}{{ range $k, $v := .Function.Parameters.Properties }}{{ range $v.Properties }}"
    "{{ end }}{{ end }}{{ end }}" + SEEN,
    "{{ range $k, $v := .Tools }}{{ $v.Parameters }}{{ end }}" + SEEN,
    "{{ (index .Tools 0).Function.Name }}" + SEEN,
    "{{ slice .Tools 0 }}" + SEEN,
    '{{ printf "%v|%s|%q|%d" .Tools .Tools .Tools .Think }}' + SEEN,
    # Functions
    "{{ toTypeScriptType .System }}{{ toTypeScriptType nil }}{{ toTypeScriptType .Nope }}" + SEEN,
    "{{ json .System }}{{ json 3i }}{{ json nil }}{{ json .Nope }}{{ json 1.0 }}{{ json 1e21 }}"
    '{{ "<a>" | json }}' + SEEN,
    "{{ json }}" + SEEN,
    "{{ json .System .Tools }}" + SEEN,
    "{{ currentDate 1 }}" + SEEN,
    '{{ len (currentDate) }}{{ len (currentDate "x" "%Y") }}{{ len (yesterdayDate .System) }}' + SEEN,
    "{{ toTypeScriptType }}" + SEEN,
    # Templates without messages
    "U:{{ .Prompt }}\nA:",
    "[S {{ .System }}][U {{ .Prompt }}][A {{ .Response }}]\n",
    "{{ if .System }}[S {{ .System }}]{{ end }}{{ if .Prompt }}[U {{ .Prompt }}]{{ end }}[A]{{ .Response }}[/A]",
    '{{ .Prompt }}{{ printf "%s|%s" .Response "x" }} tail {{ .System }}',
    "{{ .Prompt }}{{ .Response | json }} tail",
    "{{ .Prompt }}{{ json .Response }} tail",
    "{{ .Prompt }}{{ print .Response .System .Response }} tail",
    '{{ .Prompt }}{{ print "a" (print .Response "x" | len) "b" }} tail',
    '{{ .Prompt }}{{ print ("a" | print .Response) (.Response) }} tail',
    "{{ .Prompt }}{{ (.Response) }} tail",
    "{{ .Prompt }}{{ $.Response }} tail",
    '{{ .Prompt }}{{ (index . "Response") }} tail',
    "{{ .Prompt }}{{ .A.Response }} tail",
    "{{ $x := .Response }}{{ .Prompt }} {{ $x }} tail",
    "{{ $x := .Prompt }}U {{ $x }}{{ if .Response }}{{ $x }}{{ .Response }}{{ $x }}{{ end }} tail",
    "{{ .Prompt }}{{ if .Response }}{{ .Response }}<end>{{ end }} tail",
    "{{ .Prompt }}{{ if .Response }}{{ .Response }}{{ else }}none{{ end }} tail",
    "{{ .Prompt }}{{ if .System }}s{{ else }}{{ .Response }}x{{ end }} tail",
    "{{ .Prompt }}{{ if .System }}s{{ else if .Prompt }}{{ .Response }}x{{ else }}y{{ end }} tail",
    "{{ .Prompt }}{{ with .System }}{{ . }}{{ else }}w{{ end }}{{ range .List }}{{ .Response }}"
    "{{ else }}r{{ end }} tail",
    "{{ .Prompt }}{{ with .Response }}{{ . }}{{ end }} tail",
    "{{ .Prompt }}{{ if .System }}{{ if .Prompt }}{{ .Response }}a{{ end }}b{{ end }} tail",
    "{{ json .Prompt }}{{ .Response }}",
    "{{ .Nope.Foo }}{{ .Response }}",
    '{{ define "u" }}[{{ .Prompt }}]{{ end }}{{ template "u" . }}{{ .Response }}',
    '{{ define "u" }}[{{ .Response }}]{{ end }}{{ .Prompt }}{{ template "u" . }}',
    '{{ .Prompt }}{{ template "u" .Response }}{{ define "u" }}{{ . }}{{ end }} tail',
    "{{ if .First }}<<{{ .System }}>>{{ end }}[INST] {{ .Prompt }} [/INST]",
    "{{ .Prompt }}{{ len .Messages.x }}",
    "{{ (index .Messages 0) }}{{ .Response }}",
    "{{ .Prompt }}{{ len .Messages }}",
    "",
    '{{ define "x" }}{{ .Response }}{{ end }}',
    "{{- /* only a comment */ -}}",
    "{{ if .Suffix }}<PRE>{{ .Prompt }}<SUF>{{ .Suffix }}<MID>{{ else }}{{ .Prompt }}{{ end }}",
    # Names and tags
    "{{ range $tools := .Messages }}{{ $tools.Content }}{{ end }}{{ with $x := .Suffix }}{{ $x }}{{ end }}",
    "{{ ((.Messages)).X }}{{ (.Tools).Y }}{{ (print .Nope).Z }}{{ .Response }}",
    "{{ print (print .InParens) }}{{ $ }}{{ .Ünï.Ä }}",
    '{{ block "b" .Arg }}{{ .InBlock }}{{ end }}{{ .Prompt }}',
    '{{ define "m" }}{{ range .Messages }}{{ .Content }}{{ end }}{{ end }}{{ template "m" . }}',
    '{{ define "m" }}x{{ end }}{{ template "m" }}',
    '{{ template "none" . }}' + SEEN,
    "{{ range .Messages }}{{ if .Thinking }} <think>\n{{ .Thinking }}\n</think> {{ end }}{{ .Content }}{{ end }}",
    "{{ range .Messages }}a{{ .Thinking }}{{ end }}{{ range .Messages }}{{ if .Thinking }}"
    "{{ .Thinking }}b{{ end }}{{ end }}",
    "{{ range .Messages }}<t>{{ if $.Think }}{{ print .Thinking.X }}{{ end }}</t>{{ end }}",
    "{{ range $.Messages }}<t>{{ .Thinking }}</t>{{ end }}",
    "{{ range .Messages }}{{ range .ToolCalls }}<t>{{ .Thinking }}</t>{{ end }}{{ end }}",
    "{{ range .Messages }}{{ range $x := .Messages.Other }}<t>{{ .Thinking }}</t>{{ end }}{{ end }}",
    "{{ range (slice .Messages 1) }}<t>{{ (.Thinking) }}</t>{{ end }}",
    "{{ range .Messages }}<t>{{ (.Thinking).X }}</t>{{ end }}",
    "{{ range .Messages }}<t>{{ $m := .Thinking }}{{ $m }}</t>{{ end }}",
    "{{ with .Messages }}{{ range . }}<t>{{ .Thinking }}</t>{{ end }}{{ end }}",
    "{{ range .Messages }}\u00a0\u2003<t>\x1f{{ .Thinking }}\x1c</t>\x85{{ end }}",
    "{{ range .Messages }}{{ if .ToolCalls }}\n[TOOL_CALLS] [{{ range .ToolCalls }}x{{ end }}]{{ end }}{{ end }}",
    '{{ range .Messages }}{{ if .ToolCalls }}{{ range .ToolCalls }} {{ "x" }}<call>{{ end }}after{{ end }}{{ end }}',
    "{{ range .Messages }}{{ if .ToolCalls }}{{ range .ToolCalls }} {{ else }}<else>{{ end }}after{{ end }}{{ end }}",
    '{{ range .Messages }}{{ if .ToolCalls }} \r\n <a>\r\n<b>{"name": 1{{ end }}{{ end }}',
    "{{ range .Messages }}{{ if and .Content .ToolCalls }}<both>{{ else if .ToolCalls }}<only>{{ end }}{{ end }}",
    "{{ range .Messages }}{{ if (len .ToolCalls) }}<no>{{ end }}{{ with .X }}{{ else }}"
    "{{ if .A.ToolCalls }}<yes>{{ end }}{{ end }}{{ end }}",
    '{{ range .Messages }}{{ if .ToolCalls }}{"name"{{ end }}{{ end }}',
    '{{ range .Messages }}{{ if eq .Role "tool" }}R{{ end }}{{ if .ToolCalls }}C{{ end }}{{ end }}{{ $.Tools }}',
    "{{ range .Messages }}{{ .ToolCalls }}{{ end }}<tool_response>",
    "[TOOL_RESULTS]{{ .Tools }}{{ range .Messages }}{{ .ToolCalls }}{{ end }}",
    # What does not parse
    "{{ .Prompt | trim }}",
    "{{ if .System }}",
]

#: Requests to /api/chat, `num_ctx` in bytes; each is made with each of `CHAT_TEMPLATES`.
CHAT_TEMPLATES = [
    "{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}{{ .Think }}{{ .ThinkLevel }}"
    "{{ .IsThinkSet }}{{ .Tools }}",
    "{{ .System }}|{{ range .Messages }}{{ .Content }};{{ end }}",
    "<|start|>[{{ .System }}]({{ .Prompt }}){{ .Response }}<|end|>",
    "{{ range .Tools }}<|start|>{{ .Function.Name }}<|end|>{{ end }}{{ range .Messages }}{{ .Content }}"
    "{{ end }}{{ .ThinkLevel }}",
]
_LONG = [
    {"role": "system", "content": f"s{i}"} if i % 3 else {"role": "user", "content": f"user {i}"} for i in range(12)
]
_NAMES = ["a b", "a-b", "a.b", "1st", "", "python", "browser.open", "é!", "?!", "a_b", "$x", "٣x", "unnamed"]
CHATS: list[dict[str, Any]] = [
    {"messages": [{"role": "user", "content": "hi"}]},
    {"messages": [{"role": "user", "content": "hi"}], "system": "S"},
    {"messages": [{"role": "System", "content": "mine"}, {"role": "user", "content": "hi"}], "system": "S"},
    {"messages": [{"role": "user", "content": "a"}, {"role": "system", "content": "late"}], "system": "S"},
    {
        "messages": [{"role": "user", "content": "hi"}],
        "system": "S",
        "model_messages": [{"role": "user", "content": "eg"}, {"role": "assistant", "content": "ok"}],
    },
    {
        "messages": [{"role": "system", "content": "mine"}, {"role": "user", "content": "hi"}],
        "system": "S",
        "model_messages": [{"role": "system", "content": "model's"}, {"role": "assistant", "content": "ok"}],
    },
    *({"messages": [{"role": "user", "content": "hi"}], "think": think} for think in (True, False, "low", "max")),
    *(
        {"messages": [{"role": "user", "content": "hi"}], "think": "max", "family": family}
        for family in ("gptoss", "gpt-oss", "llama")
    ),
    {
        "messages": [{"role": "user", "content": "hi"}],
        "family": "gptoss",
        "tools": [{"type": "function", "function": {"name": name}} for name in _NAMES],
    },
    *(
        {
            "messages": [
                {"role": "assistant", "content": content},
                {"role": "user", "content": "q"},
                {"role": "assistant", "content": "<think>kept</think>x"},
            ],
            "family": family,
            "model": model,
        }
        for content in (
            "<think>t</think>a",
            "\n <think> t\n</think>\n\n b</think>",
            "<think>open",
            "<th",
            "c<think>d</think>",
            "  ",
            "<think></think>e",
            "<think>\u00a0</think>\x1cf",
        )
        for family, model in (("qwen3", ""), ("x", "deepseek-r1:7b"), ("x", "h/n/deepseek-r1"), ("x", "qwen3"))
        if content[0] != "c" or family == "qwen3"
    ),
    {"messages": [{"role": "user", "content": "[img] and [img]", "images": ["AQ==", "Ag==", "Aw=="]}]},
    {
        "messages": [
            {"role": "user", "content": "one", "images": ["AQ=="]},
            {"role": "user", "content": "two [img]", "images": ["Ag==", "Aw=="]},
            {"role": "tool", "content": "", "images": ["BA=="]},
        ]
    },
    *({"messages": _LONG[:n], "num_ctx": ctx} for n in (5, 6, 9, 12) for ctx in (1, 40, 60, 80, 120, 1000)),
    *({"messages": _LONG[:4] + _LONG[1:3] * 2, "num_ctx": ctx, "system": "S"} for ctx in (1, 30, 70)),
    *(
        {
            "messages": [{"role": "user", "content": f"[img] {i}", "images": ["AQ=="] * i} for i in range(4)],
            "num_ctx": ctx,
            "projector": projector,
        }
        for projector in (True, False)
        for ctx in (10, 900, 2500, 5000)
    ),
]

#: Templates, and what of a model decides between them and the Jinja template of the GGUF.
_JINJA = [
    "",
    "{{ messages }}",
    "{{ tools }}",
    "tool_call",
    "<think></think>",
    "<think> only",
    "{{ tools }}<think></think>",
    "{{ tools }}tool_calls tool_response",
    "{{ tools }}assistant_tool_call ipython",
    "tool_calls {{ message.role == 'tool' }}",
    "tool_calls {{ message['role'] == \"tool\" }}",
    "tool_calls {{ message[\"role\"] == 'tool' }}",
    "tool_calls {{ m.role == 'tool' }}",
    "tool_results tools",
    "content.split('</think>')",
    'content.split("</think>") reasoning_content',
    'content.split("</think>") <SPECIAL_12>',
]
_GO = [
    "{{ .Prompt }}",
    "{{ .Tools }}{{ range .Messages }}{{ end }}",
    '{{ .Tools }}{{ range .Messages }}{{ .ToolCalls }}{{ if eq .Role "tool" }}{{ end }}{{ end }}',
    "{{ range .Messages }}<think>{{ .Thinking }}</think>{{ end }}",
    "{{ .Tools }}{{ .Suffix }}{{ range .Messages }}<think>{{ .Thinking }}</think>{{ .ToolCalls }}{{ end }}TOOL_RESULTS",
    "<|start|>{{ .Prompt }}<|end|>",
]
SELECTIONS: dict[str, list[dict[str, Any]]] = {
    template: [
        *({"has_template": True, "chat_template": jinja} for jinja in _JINJA),
        *({"has_template": False, "chat_template": jinja} for jinja in _JINJA[:3]),
        *({"has_template": True, "chat_template": _JINJA[6], "family": family} for family in ("gptoss", "gpt-oss")),
        *({"has_template": True, "chat_template": _JINJA[6], "renderer": "r", "parser": p} for p in ("", "p")),
        {"has_template": True, "chat_template": _JINJA[6], "parser": "p"},
        *(
            {"has_template": has, "chat_template": _JINJA[6], "go_template_env": env}
            for env in ("0", "1", "false", "TRUE", "f", "nonsense", " 'false' ", '" "')
            for has in (True, False)
        ),
        {"has_template": True, "chat_template": "", "go_template_env": "0"},
    ]
    for template in _GO
}

_SHOW = "{{ json .Messages }}{{ json .Tools }}"


def _message(**members: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", **members}]}


def _tool(**members: Any) -> dict[str, Any]:
    return {"tools": [{"type": "function", "function": {"name": "f", "parameters": members}}]}


def _call(**members: Any) -> dict[str, Any]:
    return _message(tool_calls=[{"function": members}])


#: Values that Ollama takes or refuses as JSON; the template shows what it makes of them.
DECODED: tuple[str, list[dict[str, Any]]] = (
    _SHOW,
    [
        {"messages": [{"ROLE": "User", "Content": "x", "tHinking": "t", "Tool_Name": "n", "TOOL_CALL_ID": "i"}]},
        _message(content=None, thinking=None, images=None, tool_calls=None, tool_name=None, extra=1),
        _message(content=3),
        _message(content=True),
        _message(thinking=["x"]),
        _message(images="AQ=="),
        _message(images=["AQ", "AQ=="]),
        _message(images=["A\nQ=\r\n="]),
        _message(images=["AQ==AQ=="]),
        _message(tool_calls={}),
        _message(tool_calls=[None, {}]),
        _message(tool_calls=[3]),
        _message(tool_calls=[{"ID": "x", "Function": {"NAME": "f", "Index": 2, "ARGUMENTS": {"A": 1}}}]),
        _message(tool_calls=[{"id": 1}]),
        _call(name=None, index=None, arguments=None),
        _call(index=1.5),
        _call(index="1"),
        _call(index=1 << 63),
        _call(index=-(1 << 63)),
        _call(arguments=[]),
        _call(arguments="{}x"),
        _call(
            arguments={"b": [1, 2.0, 1e21, 1e-7, -0.0, 123456789012345678901234567890], "a": {"z": None, "y": "\ud800"}}
        ),
        {"messages": "x"},
        {"messages": [3]},
        {"messages": [{"role": 3}]},
        {"tools": {}},
        {"tools": ["f"]},
        {"tools": [None]},
        {"tools": [{"TYPE": "t", "Items": [1], "FUNCTION": {"Name": "n", "DESCRIPTION": "d", "Parameters": None}}]},
        {"tools": [{"type": 1}]},
        {"tools": [{"function": "f"}]},
        _tool(type=1),
        _tool(type=["object"]),
        _tool(**{"$DEFS": {"a": 1}, "Required": [None, "x"], "PROPERTIES": {"A": {"Type": "t"}}}),
        _tool(required="x"),
        _tool(required=[1]),
        _tool(properties=[]),
        _tool(properties={"a": True}),
        _tool(properties={"a": None, "b": {}}),
        _tool(properties={"a": {"type": "x"}, "b": {"type": ["x", None]}, "c": {"type": None}, "d": {"TYPE": None}}),
        _tool(properties={"a": {"type": 1}}),
        _tool(properties={"a": {"type": [1]}}),
        _tool(properties={"a": {"type": {}}}),
        _tool(properties={"a": {"enum": "x"}}),
        _tool(properties={"a": {"enum": [1, None, "x", [2]], "items": {"n": 1}, "ANYOF": [{"type": "x"}, None]}}),
        _tool(properties={"a": {"anyOf": {}}}),
        _tool(properties={"a": {"required": True}}),
        _tool(properties={"a": {"properties": {"z": {"type": "x"}, "b": {}}, "description": None, "required": ["z"]}}),
        _tool(properties={"a": {"description": 1}}),
        {"think": "high", "messages": []},
        {"think": "HIGH"},
        {"think": ""},
        {"think": 1},
        {"think": [True]},
    ],
)
