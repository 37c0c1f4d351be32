import pytest

from gotmpl.lint import all_rules
from gotmpl.testing import golden_report, matrix_report, plugin, yaml_items

# pytester forgets what a run in this process has imported, but not what was there before: all of it must be.
LOADED = (golden_report, matrix_report, plugin, yaml_items, all_rules())

MODELFILE = '''FROM x
TEMPLATE """{{ if .System }}<sys>{{ .System }}
{{ end }}
{{- range .Messages }}
{{- if ne .Role "system" }}<{{ .Role }}>{{ .Content }}
{{ end }}
{{- end }}<assistant>
"""
SYSTEM Be brief.
'''

JINJA = """{% for message in messages if message.role == "system" -%}
{{ "<sys>" if loop.first }}{{ message.content }}{{ "\n\n" if not loop.last else "\n" }}
{%- endfor %}
{%- for message in messages if message.role != "system" %}<{{ message.role }}>{{ message.content }}
{% endfor %}{% if add_generation_prompt %}<assistant>
{% endif %}"""


@pytest.fixture
def project(pytester, monkeypatch):
    """Gives a project with a model and no tests, and pytest in it, which loads no plugin that is not asked for."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeini("[pytest]\naddopts = -p gotmpl -p no:cacheprovider\nfilterwarnings = error\n")
    (pytester.path / "Modelfile").write_text(MODELFILE, encoding="utf-8")
    (pytester.path / "chat_template.jinja").write_text(JINJA, encoding="utf-8")
    return pytester
