"""Continuing the last message: the prompt ends in the middle of a turn and the model goes on writing it.

Source of the behaviour: transformers 5.24, utils/chat_template_utils.py, `continue_final_message`.
"""

from __future__ import annotations

from typing import Any

from formats.jinja.plain_data import REASONING_FIELDS
from gotmpl.errors import DataError, FormatError

__all__ = ["FinalMessage"]

# The blank at its end shows whether the template trims the text: then the blank is gone from the prompt.
_MARKER = "the_final_message_ends_here "


class FinalMessage:
    """The last message's text with a marker behind it, to find the place again in the prompt."""

    def __init__(self, text: str) -> None:
        self.text = text

    @classmethod
    def mark(cls, chat: list[dict[str, Any]], which: bool | str, source: str) -> FinalMessage:
        """Puts the marker behind the text of the last message, in place.

        Args:
            chat: The messages.
            which: The key that holds the text, or True for ``content``.
            source: The template, which must read that key.

        Raises:
            DataError: There is no message, or it has no text there.
            FormatError: The template does not read the key.
        """
        field = which if isinstance(which, str) else "content"
        if not chat:
            raise DataError("there is no final message to continue: the conversation is empty")
        message = chat[-1]
        text = message.get(field)
        if text is None:
            raise DataError(f"the final message has no {field!r} to continue")
        fields = [field]
        if field in REASONING_FIELDS:  # the same text stands under several names; the template reads one of them
            fields = [name for name in REASONING_FIELDS if message.get(name) == text]
        if not any(name in source for name in fields):
            raise FormatError(f"the template does not read {field!r}, so it cannot be continued", source=source)
        if isinstance(text, (list, tuple)):
            part = next((part for part in reversed(text) if "text" in part), None)
            if part is None:
                raise DataError("the final message has no text to continue")
            text = part["text"]
            part["text"] = text + _MARKER
        else:
            message.update((name, text + _MARKER) for name in fields)
        return cls(text)

    def cut(self, prompt: str) -> str:
        """Gives the prompt up to the end of the last message's text.

        Raises:
            FormatError: The template did not print the text.
        """
        place = prompt.rfind(_MARKER.strip())
        if place < 0 or self.text.strip() not in prompt:
            raise FormatError("the final message does not appear in the prompt, so it cannot be continued")
        before = prompt[:place].replace(_MARKER, "").replace(_MARKER.strip(), "")  # where it was printed twice
        return before if prompt.startswith(_MARKER, place) else before.rstrip()
