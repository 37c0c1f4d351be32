"""Messages in the shapes that people have them in, read into one model.

>>> from formats import messages
>>> messages.read({"conversations": [{"from": "human", "value": "Hi"}]}).messages
[Message(role='user', content='Hi', …)]
"""

from formats.messages.alpaca import from_alpaca
from formats.messages.anthropic import from_anthropic
from formats.messages.conversation import Conversation
from formats.messages.huggingface import to_huggingface
from formats.messages.openai import from_openai, text_of
from formats.messages.reader import SHAPES, read, shape_of
from formats.messages.sharegpt import from_sharegpt
from formats.messages.tools import tool_schemas

__all__ = [
    "SHAPES",
    "Conversation",
    "from_alpaca",
    "from_anthropic",
    "from_openai",
    "from_sharegpt",
    "read",
    "shape_of",
    "text_of",
    "to_huggingface",
    "tool_schemas",
]
