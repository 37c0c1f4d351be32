"""The pages in docs/rules are the docstrings of the rules."""

from pathlib import Path

from gotmpl import lint

PAGES = Path(__file__).parents[2] / "docs" / "rules"


def index():
    lines = ["# Rules of `gotmpl lint`\n", "| Code | Name | Severity | What it finds |", "| --- | --- | --- | --- |"]
    for rule in lint.all_rules().values():
        summary = rule.summary.replace("|", "\\|")
        lines.append(f"| [{rule.code}]({rule.code}.md) | {rule.name} | {rule.severity.label} | {summary} |")
    return "\n".join(lines) + "\n"


def pages():
    return {f"{rule.code}.md": rule.page for rule in lint.all_rules().values()} | {"README.md": index()}


def test_the_pages_are_those_of_the_rules():
    assert {path.name: path.read_text(encoding="utf-8") for path in PAGES.iterdir()} == pages()


if __name__ == "__main__":
    PAGES.mkdir(parents=True, exist_ok=True)
    for old in PAGES.glob("*.md"):
        old.unlink()
    for name, text in pages().items():
        (PAGES / name).write_text(text, encoding="utf-8")
