"""How bytes become text; the expectations were confirmed by running x/text's BOMOverride as Ollama's parser uses it."""

import pytest

from gotmpl.modelfile.decode import decode

DECODED = {
    "UTF-8": ("é".encode(), "é"),
    "UTF-8 with a mark": (b"\xef\xbb\xbf#", "#"),
    "only the first mark goes": (b"\xef\xbb\xbf\xef\xbb\xbf#", "\ufeff#"),
    "UTF-16 LE": (b"\xff\xfe" + "é👋".encode("utf-16-le"), "é👋"),
    "UTF-16 BE": (b"\xfe\xff" + "é👋".encode("utf-16-be"), "é👋"),
    "UTF-16 without a mark is read as bytes": ("ab".encode("utf-16-le"), "a\0b\0"),
    "UTF-16 with half a character": (b"\xff\xfea\0b", "a\ufffd"),
    "UTF-16 with a high surrogate alone": (b"\xfe\xff\xd8\x00\x00a", "\ufffda"),
    "UTF-16 with a high surrogate at the end": (b"\xfe\xff\xd8\x00", "\ufffd"),
    "UTF-16 with a low surrogate alone": (b"\xfe\xff\xdc\x00\x00a", "\ufffda"),
    "UTF-16 with two low surrogates, read as one": (b"\xfe\xff\xdc\x00\xdc\x00\x00a", "\ufffda"),
    "UTF-16 with two high surrogates": (b"\xfe\xff\xd8\x00\xd8\x00\x00a", "\ufffd\ufffda"),
    "cut off character is one": (b"\xf0\x9f\x91a", "\ufffda"),
    "cut off character behind a mark is each byte": (b"\xef\xbb\xbf\xf0\x9f\x91a", "\ufffd\ufffd\ufffda"),
    "surrogate in UTF-8 is each byte": (b"\xed\xa0\x80a", "\ufffd\ufffd\ufffda"),
    "overlong form is each byte": (b"\xc0\x80a", "\ufffd\ufffda"),
}


@pytest.mark.parametrize(("data", "text"), DECODED.values(), ids=DECODED)
def test_bytes(data, text):
    assert decode(data) == text


@pytest.mark.parametrize(("data", "text"), DECODED.values(), ids=DECODED)
def test_string_of_undecoded_bytes_is_read_like_the_bytes(data, text):
    assert decode(data.decode("utf-8", "surrogateescape")) == text


def test_surrogates_that_stand_for_no_byte_are_invalid():
    assert decode("a\ud800\udc41b") == "a\ufffd\ufffdb"
