import pytest

from gotmpl.ollama import parse, select_template

TOOLS = parse("{{ .Tools }}{{ range .Messages }}{{ end }}")
ROUND_TRIP = parse('{{ .Tools }}{{ range .Messages }}{{ .ToolCalls }}{{ eq .Role "tool" }}{{ end }}')
PLAIN = parse("{{ .Prompt }}")


@pytest.mark.parametrize(
    ("template", "chat_template", "options", "source", "reason"),
    [
        (PLAIN, "", {"renderer": "r"}, "renderer", "RENDERER r is set"),
        (PLAIN, "", {"renderer": "r", "parser": "p"}, "renderer_parser", "RENDERER r is set"),
        (PLAIN, "", {"parser": "p"}, "parser", "PARSER p is set, without a RENDERER"),
        (PLAIN, "", {}, "go_template", "nothing speaks for another one than TEMPLATE"),
        (PLAIN, "tools", {}, "gguf_chat_template", "the GGUF's chat template can do more: tools against nothing"),
        (
            TOOLS,
            "tools tool_calls ipython",
            {},
            "gguf_chat_template",
            "only the GGUF's chat template has answers of tools",
        ),
        (ROUND_TRIP, "tools <think></think>", {}, "go_template", "nothing speaks for another one than TEMPLATE"),
        (PLAIN, "tools", {"go_template_env": "1"}, "go_template", "OLLAMA_GO_TEMPLATE is 1"),
        (TOOLS, "x", {"go_template_env": "0"}, "gguf_chat_template", "OLLAMA_GO_TEMPLATE is 0"),
        (TOOLS, "", {"go_template_env": "0"}, "none", "OLLAMA_GO_TEMPLATE is 0, and the GGUF has no chat template"),
        (None, "x", {}, "gguf_chat_template", "there is no TEMPLATE"),
        (None, "", {}, "none", "there is no TEMPLATE, and the GGUF has no chat template"),
    ],
)
def test_the_selection_says_why(template, chat_template, options, source, reason):
    selection = select_template(template, chat_template, **options)
    assert (selection.source, selection.reason) == (source, reason)


def test_the_selection_tells_what_each_template_can_do():
    selection = select_template(TOOLS, "<think></think>")
    assert (selection.go_template, selection.chat_template) == (["tools"], ["thinking"])
    selection = select_template(None)
    assert (selection.go_template, selection.chat_template) == (None, None)
