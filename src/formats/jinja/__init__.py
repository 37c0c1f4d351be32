"""Hugging Face's chat templates, rendered as transformers renders them, without transformers.

>>> from formats import jinja
>>> template = jinja.ChatTemplate("{{ bos_token }}{% for m in messages %}[{{ m.role }}] {{ m.content }}{% endfor %}")
>>> template.render([{"role": "user", "content": "Hi"}], bos_token="<s>")
'<s>[user] Hi'
"""

from formats.jinja.chat_template import ChatTemplate
from formats.jinja.json_schema import get_json_schema
from formats.jinja.sources import load, loads

__all__ = ["ChatTemplate", "get_json_schema", "load", "loads"]
