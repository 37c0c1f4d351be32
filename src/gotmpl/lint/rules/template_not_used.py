"""Ollama renders the prompts with something else, so the TEMPLATE has no effect.

A RENDERER wins over the template; and if the chat template inside the GGUF can do more than TEMPLATE, Ollama prefers
that. The latter is known only with `--gguf` or `--chat-template`.

Bad:

```modelfile
FROM ./model.gguf
RENDERER qwen3-coder
TEMPLATE "{{ range .Messages }}{{ .Content }}{{ end }}"
```

Good:

```modelfile
FROM ./model.gguf
TEMPLATE "{{ range .Messages }}{{ .Content }}{{ end }}"
```
"""

from __future__ import annotations

from collections.abc import Iterator

from gotmpl.lint.diagnostic import Finding, Severity
from gotmpl.lint.rule import Context, Rule
from gotmpl.ollama.capabilities import select_template


def _check(context: Context) -> Iterator[Finding]:
    file = context.modelfile
    renderer, parser = (None, None) if file is None else (file.renderer, file.parser)
    selection = select_template(
        context.parsed,
        context.options.chat_template,
        renderer=renderer or "",
        parser=parser or "",
    )
    if selection.source in ("renderer", "renderer_parser"):
        yield Finding(*_first_line(context), f"TEMPLATE is not used: {selection.reason}", "Remove one of the two.")
    elif selection.source == "gguf_chat_template":
        hint = "Give the template what it lacks, or set OLLAMA_GO_TEMPLATE=1 for the server."
        yield Finding(*_first_line(context), f"TEMPLATE is not used: {selection.reason}", hint)


def _first_line(context: Context) -> tuple[int, int]:
    text = context.text
    start = len(text) - len(text.lstrip())
    end = text.find("\n", start)
    return start, len(text) if end < 0 else end


RULE = Rule("GT107", "template-not-used", Severity.WARNING, _check)
