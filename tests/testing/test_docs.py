"""docs/testing.md: its examples hold for the project in examples/."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs/testing.md").read_text(encoding="utf-8")


def test_the_examples_pass(project):
    for name in ("Modelfile", "chat_template.jinja"):
        text = (ROOT / "examples/tested-template" / name).read_text(encoding="utf-8")
        (project.path / name).write_text(text, encoding="utf-8")
    (python,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    (yaml,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    project.makepyfile(**{"tests/test_chat": python})
    (project.path / "tests/chat.gotmpl.yaml").write_text(yaml, encoding="utf-8")
    project.runpytest("tests").assert_outcomes(passed=8)


def test_the_links_lead_somewhere():
    links = re.findall(r"\]\(([^)#]+)", PAGE)
    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
