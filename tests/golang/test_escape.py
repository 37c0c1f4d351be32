"""What text/template's escapers write; the expected texts are from tests/oracle/fmt_oracle."""

from __future__ import annotations

import html
import urllib.parse

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gotmpl.golang import utf8
from gotmpl.golang.escape import html_escape, js_escape, url_query_escape

HTML_ESCAPE = [
    ("", ""),
    ("abc", "abc"),
    ("a\"b\\c'd`e", "a&#34;b\\c&#39;d`e"),
    ("\a\b\f\n\r\t\v", "\x07\x08\x0c\n\r\t\x0b"),
    ("\0\x1f\x7f", "\ufffd\x1f\x7f"),
    ("é日😀", "é日😀"),
    ("\u00ad\u200b\u2028\ufeff", "\xad\u200b\u2028\ufeff"),
    ("\u00a0\u3000", "\xa0\u3000"),
    ("\ufffd", "\ufffd"),
    ("\ue000\U0010ffff\u0378", "\ue000\U0010ffff\u0378"),
    ("\udcff\udce2\udc82", "\udcff\udce2\udc82"),
    ("\udcc3\udca9", "é"),
    ("a\tb", "a\tb"),
    ("<a href='x?y=1&z'>=+ -_.~/</a>", "&lt;a href=&#39;x?y=1&amp;z&#39;&gt;=+ -_.~/&lt;/a&gt;"),
]

JS_ESCAPE = [
    ("", ""),
    ("abc", "abc"),
    ("a\"b\\c'd`e", "a\\\"b\\\\c\\'d`e"),
    ("\a\b\f\n\r\t\v", "\\u0007\\u0008\\u000C\\u000A\\u000D\\u0009\\u000B"),
    ("\0\x1f\x7f", "\\u0000\\u001F\x7f"),
    ("é日😀", "é日😀"),
    ("\u00ad\u200b\u2028\ufeff", "\\u00AD\\u200B\\u2028\\uFEFF"),
    ("\u00a0\u3000", "\\u00A0\\u3000"),
    ("\ufffd", "\ufffd"),
    ("\ue000\U0010ffff\u0378", "\\uE000\\u10FFFF\\u0378"),
    ("\udcff\udce2\udc82", "\udcff\udce2\udc82"),
    ("\udcc3\udca9", "é"),
    ("a\tb", "a\\u0009b"),
    (
        "<a href='x?y=1&z'>=+ -_.~/</a>",
        "\\u003Ca href\\u003D\\'x?y\\u003D1\\u0026z\\'\\u003E\\u003D+ -_.~/\\u003C/a\\u003E",
    ),
]

URL_QUERY_ESCAPE = [
    ("", ""),
    ("abc", "abc"),
    ("a\"b\\c'd`e", "a%22b%5Cc%27d%60e"),
    ("\a\b\f\n\r\t\v", "%07%08%0C%0A%0D%09%0B"),
    ("\0\x1f\x7f", "%00%1F%7F"),
    ("é日😀", "%C3%A9%E6%97%A5%F0%9F%98%80"),
    ("\u00ad\u200b\u2028\ufeff", "%C2%AD%E2%80%8B%E2%80%A8%EF%BB%BF"),
    ("\u00a0\u3000", "%C2%A0%E3%80%80"),
    ("\ufffd", "%EF%BF%BD"),
    ("\ue000\U0010ffff\u0378", "%EE%80%80%F4%8F%BF%BF%CD%B8"),
    ("\udcff\udce2\udc82", "%FF%E2%82"),
    ("\udcc3\udca9", "%C3%A9"),
    ("a\tb", "a%09b"),
    ("<a href='x?y=1&z'>=+ -_.~/</a>", "%3Ca+href%3D%27x%3Fy%3D1%26z%27%3E%3D%2B+-_.~%2F%3C%2Fa%3E"),
]


@pytest.mark.parametrize(("text", "expected"), HTML_ESCAPE)
def test_html_escape_writes_as_go(text, expected):
    assert utf8.canonical(html_escape(text)) == expected


@pytest.mark.parametrize(("text", "expected"), JS_ESCAPE)
def test_js_escape_writes_as_go(text, expected):
    assert js_escape(text) == expected


@pytest.mark.parametrize(("text", "expected"), URL_QUERY_ESCAPE)
def test_url_query_escape_writes_as_go(text, expected):
    assert url_query_escape(text) == expected


@given(st.text(st.characters(exclude_characters="\0\r")))
def test_html_escape_is_undone_by_unescape(text):
    assert html.unescape(html_escape(text.replace("&", ""))) == text.replace("&", "")


@given(st.binary())
def test_url_query_escape_is_undone_byte_for_byte(data):
    assert urllib.parse.unquote_to_bytes(url_query_escape(utf8.decode(data)).replace("+", " ")) == data


@given(st.text())
def test_js_escape_leaves_nothing_that_ends_a_string_or_a_script(text):
    assert not set("<>&=\n\r\u2028\u2029") & set(js_escape(text))
