"""The page of ``gotmpl explain --html``: what it holds, and how it behaves in a real browser."""

import json
import re

import pytest

from cli.browser import CHROMIUM, DRIVER, browser

MODELFILE = '''FROM x
SYSTEM Be nice.
TEMPLATE """{{- /* all */ -}}
{{ if .System }}<sys>{{ .System }}{{ else }}NONE{{ end }}
{{- range .Messages }}{{ if ne .Role "system" }}
<|{{ .Role }}|>{{ .Content }}{{ end }}{{ end }}
<|assistant|>"""
'''
CHAT = [
    {"role": "user", "content": "</script><b>é 😀"},
    {"role": "user", "content": "two"},
    {"role": "assistant", "content": "three"},
    {"role": "user", "content": ""},
]
PROMPT = "<sys>Be nice.\n<|user|></script><b>é 😀\n\ntwo\n<|assistant|>three\n<|user|>\n<|assistant|>"
LEGACY = "{{ .System }}USER {{ .Prompt }} BOT {{ .Response }}</s>"


@pytest.fixture
def page(gotmpl, tmp_path):
    """Gives a function that makes the page of a file."""

    def make(name="Modelfile", text=MODELFILE, chat=CHAT):
        files = {name: text, "chat.json": json.dumps(chat)}
        done = gotmpl("explain", name, "--messages", "chat.json", "--html", "page.html", files=files)
        assert (done.code, done.out, done.err) == (0, b"", "")
        return tmp_path / "page.html"

    return make


def test_the_page_needs_nothing_else_and_holds_the_trace(page):
    text = page().read_text(encoding="utf-8")
    assert not re.search(r"""https?:|src=|href=|url\(|@import""", text)
    assert text.count("</script>") == 2
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])
    assert "".join(piece["text"] for each in data["passes"] for piece in each["pieces"]) == PROMPT
    assert [message["from"] for message in data["messages"]] == ["SYSTEM", *(f"messages[{i}]" for i in range(4))]
    assert data["firstLine"] == 3


needs_browser = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="needs chromium and chromedriver")

TEXT_OF = """
const copy = document.querySelector(arguments[0]).cloneNode(true);
copy.querySelectorAll(".glyph, h3, sup").forEach(each => each.remove());
return copy.textContent"""
MARKED = "return [...document.querySelectorAll(arguments[0] + ' .on')].map(each => each.textContent)"
DETAIL = "return document.getElementById('detail').textContent"


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@needs_browser
def test_prompt_template_and_messages_point_at_each_other(page, window):
    window.open(page())
    assert window.run(TEXT_OF, "#prompt") == PROMPT

    window.point_at("#prompt .value", 3)  # the second text of the messages that were joined
    assert window.run(MARKED, "#prompt") == ["two"]
    assert window.run(MARKED, "#messages") == ["messages[1] · usertwo"]
    assert window.run(MARKED, "#template") == ["{{ .Content }}"]
    assert window.run(DETAIL) == "line 6: {{ .Content }}.Messages[1].Content · messages[1] (user)"

    window.point_at(".message", 0)
    assert window.run(MARKED, "#prompt") == ["Be nice."]
    assert window.run(MARKED, "#template") == ["{{ .System }}"]

    window.point_at("#template .untaken")
    assert window.run(MARKED, "#prompt") == []
    assert "not written" in window.run(DETAIL)

    window.point_at("#template .trimmed", 1)
    assert "eaten by the marker {{- on line 5" in window.run(DETAIL)

    window.point_at("#template .action", 4)
    assert "4 times: .Messages is 4 items" in window.run(DETAIL)
    assert window.call("POST", "/se/log", type="browser") == []


@needs_browser
def test_a_click_pins_and_escape_lets_go(page, window):
    window.open(page())
    window.point_at(".message", 2, click=True)
    window.point_at(".message", 3)
    assert window.run(MARKED, "#prompt") == ["two"]
    window.press("\ue00c")
    assert window.run(MARKED, "body") == []
    window.point_at(".message", 4)
    window.point_at(".message", 3)
    assert window.run(MARKED, "#prompt") == ["assistant", "three"]


@needs_browser
def test_the_keyboard_reaches_the_parts(page, window):
    window.open(page())
    window.press("\ue004")
    assert window.run("return document.activeElement.textContent") == "SYSTEM · systemBe nice."
    assert window.run(MARKED, "#prompt") == ["Be nice."]


@needs_browser
def test_turns_are_shown_apart_with_the_cut(page, window):
    chat = [{"role": role, "content": role} for role in ("system", "user", "assistant", "user")]
    window.open(page("t.gotmpl", LEGACY, chat))
    assert window.run("return [...document.querySelectorAll('h3')].map(each => each.textContent)") == [
        "turn 1 of 2",
        "turn 2 of 2, cut at the response",
    ]
    assert window.run("return document.querySelector('#template .cut').textContent") == "</s>"
    window.point_at(".pass .text", 2)
    assert window.run("return document.querySelectorAll('#template .cut').length") == 0  # turn 1 is not cut


@needs_browser
def test_a_name_with_markup_is_text(page, window):
    window.open(
        page("<img onerror=x>.gotmpl", "{{ .Prompt }}{{ .Response }}<img src=x>", [{"role": "user", "content": "<i>"}])
    )
    assert window.run("return document.querySelectorAll('img, #prompt i').length") == 0
    assert window.run("return document.getElementById('title').textContent") == "<img onerror=x>.gotmpl"
