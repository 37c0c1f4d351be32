r"""Ollama's Modelfile: read, type, and write it as Ollama does.

>>> from gotmpl import modelfile
>>> file = modelfile.parse('FROM llama3.2\nPARAMETER stop "<|eot_id|>"\n')
>>> file.model, file.parameters
('llama3.2', {'stop': ['<|eot_id|>']})
"""

from gotmpl.modelfile.command import COMMANDS, ROLES, Command
from gotmpl.modelfile.modelfile import Modelfile, parse
from gotmpl.modelfile.parameters import DEPRECATED_PARAMETERS, PARAMETERS, format_parameter

__all__ = [
    "COMMANDS",
    "DEPRECATED_PARAMETERS",
    "PARAMETERS",
    "ROLES",
    "Command",
    "Modelfile",
    "format_parameter",
    "parse",
]
