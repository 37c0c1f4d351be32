"""The chat template and the special tokens in the metadata of a GGUF file.

Key names: the GGUF specification, `tokenizer.chat_template` and `tokenizer.ggml.*`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gotmpl.errors import FormatError

__all__ = ["read_metadata"]

_TEMPLATE = "tokenizer.chat_template"
_TOKENS = "tokenizer.ggml.tokens"
#: What GGUF calls a special token's number -> what templates call the token. ("seperator" is GGUF's spelling.)
_SPECIAL_TOKENS = {
    "tokenizer.ggml.bos_token_id": "bos_token",
    "tokenizer.ggml.eos_token_id": "eos_token",
    "tokenizer.ggml.unknown_token_id": "unk_token",
    "tokenizer.ggml.seperator_token_id": "sep_token",
    "tokenizer.ggml.padding_token_id": "pad_token",
    "tokenizer.ggml.cls_token_id": "cls_token",
    "tokenizer.ggml.mask_token_id": "mask_token",
}


def read_metadata(path: Path) -> tuple[dict[str, str], dict[str, Any]]:
    """Gives the chat templates of a GGUF by name, and its special tokens.

    Raises:
        FormatError: The package gguf is not installed, or the file is damaged.
    """
    try:
        from gguf import GGUFReader
    except ImportError:
        raise FormatError("reading a GGUF needs the package gguf", hint="pip install 'gotmpl[gguf]'") from None
    try:
        fields = GGUFReader(path).fields
    except (ValueError, IndexError, KeyError) as error:
        raise FormatError(f"{path} is no GGUF that can be read: {error}") from None
    sources = {}
    for key, field in fields.items():
        if key == _TEMPLATE:
            sources["default"] = field.contents()
        elif key.startswith(_TEMPLATE + "."):
            sources[key[len(_TEMPLATE) + 1 :]] = field.contents()
    special_tokens = {}
    for key, name in _SPECIAL_TOKENS.items():
        if key not in fields or _TOKENS not in fields:
            continue
        number = fields[key].contents()
        # Some files have a number of no token, such as -1 or 2**32 - 1, for a token that there is not.
        if 0 <= number < len(fields[_TOKENS].data):
            special_tokens[name] = fields[_TOKENS].contents(int(number))
    return sources, special_tokens
