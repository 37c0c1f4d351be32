r"""Chat formats: messages in, the prompt of a named format or of a model's own chat template out.

>>> import formats
>>> formats.apply_chat_template([{"role": "user", "content": "Hi"}], "chatml")
'<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n'
"""

from formats.apply import apply_chat_template
from formats.base import ChatFormat, Format, ToolUse
from formats.comparison.comparison import Case, Comparison, Verdict, compare
from formats.convert import Conversion, Proof, to_jinja
from formats.detect import Match, detect
from formats.langchain import llama_3_1_custom_tool_calling_parameter_conversion, prep_and_validate_messages
from formats.registry import get, names, register

__all__ = [
    "Case",
    "ChatFormat",
    "Comparison",
    "Conversion",
    "Format",
    "Match",
    "Proof",
    "ToolUse",
    "Verdict",
    "apply_chat_template",
    "compare",
    "detect",
    "get",
    "llama_3_1_custom_tool_calling_parameter_conversion",
    "names",
    "prep_and_validate_messages",
    "register",
    "to_jinja",
]
