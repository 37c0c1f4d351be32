"""The bytes of a Modelfile as text, as Ollama's reader decodes them (x/text ``unicode.BOMOverride``)."""

from __future__ import annotations

import re

from gotmpl.golang import utf8

__all__ = ["decode"]

_replace_surrogates = re.compile("[\ud800-\udfff]").sub
# x/text takes two low surrogates in a row for one broken pair.
_replace_broken_pairs = re.compile("[\udc00-\udfff]{2}|[\ud800-\udfff]").sub


def decode(text: str | bytes) -> str:
    """Gives the text of a Modelfile without its byte order mark.

    A UTF-16 text is known by its mark only. What is invalid becomes U+FFFD: one for each longest part of a
    character, but one for each byte behind a UTF-8 mark, where Ollama leaves the decoding to Go.

    Args:
        text: The file's bytes, or a Go string (see `gotmpl.golang.utf8`).
    """
    if isinstance(text, str):
        try:
            data = text.encode("utf-8")
        except UnicodeEncodeError:
            data = utf8.encode(text)
        else:
            return text.removeprefix("\ufeff")
    else:
        data = text
    if data.startswith(b"\xff\xfe"):
        return _decode_utf16(data[2:], "utf-16-le")
    if data.startswith(b"\xfe\xff"):
        return _decode_utf16(data[2:], "utf-16-be")
    if data.startswith(b"\xef\xbb\xbf"):
        return _replace_surrogates(utf8.RUNE_ERROR, utf8.decode(data[3:]))
    return data.decode("utf-8", "replace")


def _decode_utf16(data: bytes, encoding: str) -> str:
    whole = len(data) & ~1
    text = _replace_broken_pairs(utf8.RUNE_ERROR, data[:whole].decode(encoding, "surrogatepass"))
    return text + utf8.RUNE_ERROR if len(data) > whole else text
