"""Templates of Ollama's as Hugging Face chat templates, with a proof.

>>> from formats.convert import to_jinja
>>> from gotmpl import ollama
>>> conversion = to_jinja(ollama.parse("{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}<assistant>"))
>>> conversion.is_proven
True
"""

from formats.convert.conversion import Conversion, to_jinja
from formats.convert.proof import Proof

__all__ = ["Conversion", "Proof", "to_jinja"]
