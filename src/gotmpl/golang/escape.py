"""The escapers of Go's ``text/template``: HTML, JavaScript and URL queries, on Go strings."""

from __future__ import annotations

import re

from gotmpl.golang import utf8
from gotmpl.golang.unicode import is_print

__all__ = ["html_escape", "js_escape", "url_query_escape"]

_HTML = {"\0": "\ufffd", '"': "&#34;", "'": "&#39;", "&": "&amp;", "<": "&lt;", ">": "&gt;"}
_html_sub = re.compile("[\0\"'&<>]").sub

_JS = {char: f"\\u{ord(char):04X}" for char in [*map(chr, range(0x20)), *"<>&="]} | {c: "\\" + c for c in "\\'\""}
_js_sub = re.compile(r"""[\0-\x1f\\'"<>&=]|[^\0-\x7f]""").sub

_UNRESERVED = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~"
_QUERY = [chr(byte) if byte in _UNRESERVED else "+" if byte == 0x20 else f"%{byte:02X}" for byte in range(256)]
_all_unreserved = re.compile(r"[A-Za-z0-9_.~-]*").fullmatch


def html_escape(s: str) -> str:
    """Escapes for HTML (Go's `template.HTMLEscapeString`)."""
    return _html_sub(lambda m: _HTML[m[0]], s)


def _js_char(match: re.Match[str]) -> str:
    char = match[0]
    if char.isascii():
        return _JS[char]
    if is_print(char):
        return char
    point = ord(char)
    # Go decodes an invalid byte to U+FFFD, finds that printable, and writes the byte as it is.
    return char if 0xDC80 <= point <= 0xDCFF else f"\\u{point:04X}"


def js_escape(s: str) -> str:
    """Escapes for a JavaScript string (Go's `template.JSEscapeString`)."""
    return _js_sub(_js_char, utf8.canonical(s))


def url_query_escape(s: str) -> str:
    """Escapes for a query string (Go's `url.QueryEscape`)."""
    return s if _all_unreserved(s) else "".join([_QUERY[byte] for byte in utf8.encode(s)])
