"""Prompts for a batch of rows: the function for the libraries that map over large data sets."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from itertools import repeat
from math import isnan
from typing import Any

from gotmpl.errors import DataError, TemplateError
from gotmpl.ollama.prompt import chat_prompt
from gotmpl.ollama.template import Template

__all__ = ["render_batch"]


def render_batch(
    batch: Any,
    template: Template,
    *,
    messages_column: str = "messages",
    tools_column: str = "tools",
    prompt_column: str = "prompt",
    **options: Any,
) -> Any:
    """Adds a column with the prompt of each row, as `chat_prompt` makes it.

    It is the function for ``Dataset.map(..., batched=True)`` of Hugging Face's datasets and for ``map_batches`` of Ray
    Data, and takes batches of pyarrow. It and its arguments pickle, so it runs in worker processes.

    Args:
        batch: Columns by name, as lists or numpy arrays; or a ``RecordBatch`` or ``Table`` of pyarrow.
        template: The model's TEMPLATE.
        messages_column: The column with the messages of each row: a list of them, or its JSON text.
        tools_column: The column, if it is there, with the tools of each row: None, a list of them, or its JSON text.
        prompt_column: The column to set.
        **options: What `chat_prompt` takes beside messages and tools, such as `think`, `system` and `model_messages`.

    Returns:
        The batch with the column. A dict is the same one, changed: its columns can only then be removed by the
        `remove_columns` of a dataset that streams. A batch of pyarrow is a new one. Of any other mapping, such as
        the lazy one of datasets, the new column alone is given, which datasets adds to the others itself.

    Raises:
        DataError: The batch has no messages, or the request of a row is refused; the text begins with the number of
            the row in the batch, from 0.
        ExecError: The template cannot be run to its end; the text begins with the number of the row likewise.
        TypeError: The batch is none.
    """
    if isinstance(batch, Mapping):
        names = list(batch)
    elif hasattr(batch, "column_names") and hasattr(batch, "set_column"):
        names = batch.column_names
    else:
        raise TypeError(f"a batch must be columns by name or one of pyarrow, not {type(batch).__name__}")
    if messages_column not in names:
        hint = "Name the right one with messages_column."
        raise DataError(f"there is no column {messages_column}, but {', '.join(map(str, names))}", hint=hint)
    messages = batch[messages_column]
    tools = batch[tools_column] if tools_column in names else None
    if isinstance(batch, Mapping):
        added = batch if isinstance(batch, dict) else {}
        added[prompt_column] = [*_prompts(template, messages, tools, options)]
        return added
    pyarrow = import_module("pyarrow")  # no library of ours, but whoever has such a batch has it
    texts = _prompts(template, messages.to_pylist(), None if tools is None else tools.to_pylist(), options)
    prompts = pyarrow.array(texts, pyarrow.string())
    if prompt_column in names:
        return batch.set_column(names.index(prompt_column), prompt_column, prompts)
    return batch.append_column(prompt_column, prompts)


def _prompts(
    template: Template, messages: Iterable[Any], tools: Iterable[Any] | None, options: Mapping[str, Any]
) -> Iterator[str]:
    rows = zip(messages, repeat(None) if tools is None else tools, strict=False)
    for row, (chat, offered) in enumerate(rows):
        try:
            yield chat_prompt(template, _cell(chat, "messages"), tools=_cell(offered, "tools"), **options).text
        except TemplateError as error:
            raise _of_row(error, row) from None


def _of_row(error: TemplateError, row: int) -> TemplateError:
    moved = copy.copy(error)
    moved.message = f"row {row}: {error.message}"
    return moved


def _cell(value: Any, name: str) -> Any:
    """Gives what a row has in a column as plain data."""
    if not isinstance(value, str):
        value = _plain(value)
        # Where all of a column is null, numpy has NaNs.
        return None if isinstance(value, float) and isnan(value) else value
    try:
        return json.loads(value)
    except ValueError as error:
        raise DataError(f"{name}: must be a list or its JSON text; as JSON it fails: {error}") from None
    except RecursionError:
        raise DataError(f"{name}: is nested too deeply") from None


def _plain(value: Any) -> Any:
    """Gives data in which numpy's arrays and numbers are lists and Python's numbers."""
    kind = type(value)
    if kind is str or value is None:
        return value
    if kind is dict:
        return {key: _plain(item) for key, item in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    return [_plain(item) for item in value] if isinstance(value, list) else value
