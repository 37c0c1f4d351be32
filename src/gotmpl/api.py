"""The messages, tools and tool calls of Ollama's API (api/types.go), as pydantic models.

A model takes what Ollama's server takes as JSON: keys in any case, unknown ones ignored, ``null`` for what is not
given. It also takes OpenAI's shapes, which Ollama's server accepts on another route (openai/openai.go): `content` as a
list of parts, `arguments` as JSON text, `name` beside a tool's answer, `reasoning`. What is none of this is refused
with the path to it. An object with a `model_dump`, such as `ollama.Message`, counts as the dict that it gives.

Numbers are kept as they come; that Go has none but float64 in JSON is the template's view (gotmpl/ollama/values.py).
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Annotated, Any, ClassVar, NamedTuple, NoReturn, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError

from gotmpl.errors import DataError
from gotmpl.golang.strconv import quote
from gotmpl.golang.strings import to_lower
from gotmpl.golang.utf8 import RUNE_ERROR

__all__ = [
    "Message",
    "ThinkValue",
    "Tool",
    "ToolCall",
    "ToolCallFunction",
    "ToolFunction",
    "ToolParameters",
    "ToolProperty",
    "messages",
    "think_value",
    "tools",
]

_M = TypeVar("_M", bound="_Object")

_replace_surrogates = re.compile("[\ud800-\udfff]").sub
_is_base64 = re.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?").fullmatch
_image_url = re.compile(r"data:(?:image/(?:jpeg|jpg|png|webp))?;base64,").match


def _refuse(reason: str, *path: str | int) -> NoReturn:
    """Refuses a value, or what is at a path inside it, while pydantic looks at it."""
    raise PydanticCustomError("gotmpl", "{reason}", {"reason": reason, "path": path})


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


# From Python values to the ones of JSON


def _text(value: str) -> str:
    """Gives a plain `str` without surrogates: a lone one is U+FFFD, as in Go's JSON decoder."""
    value = str.__str__(value)
    return value if value.isascii() else _replace_surrogates(RUNE_ERROR, value)


def _plain(value: Any) -> Any:
    return _text(value) if isinstance(value, str) else value


def _list(value: Any) -> Any:
    """Makes a list of any sequence but text, whose items pydantic looks at."""
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray)):
        return [*value]
    return value


def _strings(value: Any) -> Any:
    value = _list(value)
    return ["" if item is None else _plain(item) for item in value] if isinstance(value, list) else value


def _type_names(value: Any) -> Any:
    """Takes a JSON Schema type, one or a list (`PropertyType.UnmarshalJSON`)."""
    return [_text(value)] if isinstance(value, str) else _strings(value)


def _mapping(value: Any) -> Any:
    """Makes a dict of any mapping whose keys are text."""
    if not isinstance(value, Mapping):
        return value
    return {_key(key): item for key, item in value.items()}


def _key(key: Any, *path: str | int) -> str:
    if not isinstance(key, str):
        _refuse(f"keys must be text, not {_shown(key)}", *path)
    return _text(key)


def _json(value: Any) -> Any:
    """Takes a JSON value of any kind."""
    try:
        return _json_value(value, ())
    except RecursionError:
        _refuse("is nested too deeply")


def _json_value(value: Any, path: tuple[str | int, ...]) -> Any:
    if value is None or value is True or value is False:
        return value
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (int, float)):
        return _number(value, path)
    if isinstance(value, Mapping):
        return {_key(key, *path): _json_value(item, (*path, str(key))) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return [_json_value(item, (*path, i)) for i, item in enumerate(value)]
    if hasattr(value, "model_dump"):
        return _json_value(_dumped(value), path)
    _refuse(f"must be a JSON value, not {_shown(value)}", *path)


def _number(value: float, path: tuple[str | int, ...]) -> float:
    try:
        finite = float(value) - float(value) == 0
    except OverflowError:
        finite = False
    if not finite:
        _refuse(f"must be a number that a float64 can hold, not {_shown(value)}", *path)
    return int(value) if isinstance(value, int) else float(value)


def _arguments(value: Any) -> Any:
    """Takes the arguments of a tool call, as an object or, as OpenAI has it, as its JSON text."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError as error:
            _refuse(f"must be an object or the JSON text of one; as JSON it fails: {error}")
        except RecursionError:
            _refuse("is nested too deeply")
        if value is not None and not isinstance(value, dict):
            _refuse("must be an object or the JSON text of one, not the JSON text of something else")
    return _json(value) if isinstance(value, Mapping) else value


def _image(value: Any, *path: str | int) -> bytes:
    """Takes an image: its bytes, or base64 as Go's decoder reads it, which passes over line ends."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, str):
        text = value.replace("\r", "").replace("\n", "")
        if _is_base64(text):
            return b64decode(text)
        _refuse(f"must be an image in base64, not {_shown(value)}", *path)
    if hasattr(value, "model_dump"):
        return _image(_dumped(value), *path)
    _refuse(f"must be an image as bytes or in base64, not {_shown(value)}", *path)


def _images(value: Any) -> Any:
    value = _list(value)
    return [_image(item, i) for i, item in enumerate(value)] if isinstance(value, list) else value


def _dumped(value: Any) -> Any:
    try:
        return value.model_dump(by_alias=True, exclude_none=True)
    except (TypeError, ValueError) as error:
        _refuse(str(error))


# The models

_ROLES = frozenset({"assistant", "system", "tool", "user"})
_Strings = Annotated[list[str], BeforeValidator(_strings)]
_Json = Annotated[Any, BeforeValidator(_json)]
_Int64 = Annotated[int, Field(ge=-(1 << 63), lt=1 << 63)]


class _Object(BaseModel):
    """A JSON object that is decoded as Go decodes it into a struct."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore", populate_by_name=True)

    #: What may stand for a key: the key itself and the Python name, both in lower case -> the key.
    _keys: ClassVar[dict[str, str]]
    #: What ``null`` stands for in members where it is more than what is not given.
    _nulls: ClassVar[dict[str, Any]] = {}

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        names = {name: field.alias or name for name, field in cls.model_fields.items()}
        cls._keys = {**{name.lower(): key for name, key in names.items()}, **{k.lower(): k for k in names.values()}}

    @model_validator(mode="before")
    @classmethod
    def _decode(cls, data: Any) -> Any:
        if type(data) is dict:
            return cls._members(data)
        if isinstance(data, cls):
            return data
        if data is None:
            data = {}
        elif not isinstance(data, Mapping) and hasattr(data, "model_dump"):
            data = _dumped(data)
        return cls._members(data) if isinstance(data, Mapping) else data

    @classmethod
    def _members(cls, data: Mapping[Any, Any]) -> dict[str, Any]:
        """Gives the members that the model knows, but those that are null."""
        members: dict[str, Any] = {}
        for name, value in data.items():
            key = cls._keys.get(name) or (cls._keys.get(to_lower(name)) if isinstance(name, str) else None)
            if key is None:
                continue
            if value is not None:
                members[key] = _plain(value)
            elif key in cls._nulls:
                members[key] = cls._nulls[key]
        return members


class ToolCallFunction(_Object):
    """What a tool call calls.

    Attributes:
        index: Which of the calls of the message it is.
        name: The function's name.
        arguments: Name -> JSON value, in the order of the request; None if there are none at all.
    """

    index: _Int64 = 0
    name: str = ""
    arguments: Annotated[dict[str, Any] | None, BeforeValidator(_arguments)] = None


class ToolCall(_Object):
    """A call that the model asks for.

    Attributes:
        id: What the answer refers to.
        function: What to call.
    """

    id: str = ""
    function: ToolCallFunction = ToolCallFunction()


class Message(_Object):
    """A message of a chat.

    Attributes:
        role: ``system``, ``user``, ``assistant``, ``tool`` or any other, in lower case.
        content: The text.
        thinking: What the model thought before it answered.
        images: The images, as bytes; None if there is no such list.
        tool_calls: The calls that the model asks for; None if there is no such list.
        tool_name: Which tool answers, in a message of role ``tool``.
        tool_call_id: Which call is answered, in a message of role ``tool``.
    """

    role: str
    content: str = ""
    thinking: str = ""
    images: Annotated[list[bytes], BeforeValidator(_images)] | None = None
    tool_calls: Annotated[list[ToolCall], BeforeValidator(_list)] | None = None
    tool_name: str = ""
    tool_call_id: str = ""

    @classmethod
    def _members(cls, data: Mapping[Any, Any]) -> dict[str, Any]:
        role, content = data.get("role"), data.get("content")
        if len(data) == 2 and type(role) is str and role in _ROLES and type(content) is str:
            return {"role": role, "content": _text(content)}
        members = super()._members(data)
        role, content = members.get("role"), members.get("content")
        if isinstance(role, str):
            members["role"] = to_lower(role)
        if content is not None and not isinstance(content, str):
            _read_parts(members, content)
        if members.get("role") == "tool" and "tool_name" not in members and data.get("name") is not None:
            members["tool_name"] = _plain(data["name"])
        if "thinking" not in members and data.get("reasoning") is not None:
            members["thinking"] = _plain(data["reasoning"])
        return members


def _read_parts(members: dict[str, Any], content: Any) -> None:
    """Takes OpenAI's list of parts: the texts make the content, the images go to the images.

    Ollama makes a message of each part, and then joins the texts of messages that follow each other by an empty line.
    """
    parts = _list(content)
    if not isinstance(parts, list):
        _refuse(f"must be text or a list of parts, not {_shown(content)}", "content")
    texts: list[str] = []
    images: list[Any] = _list(members.get("images")) or []
    for i, part in enumerate(parts):
        if not isinstance(part, Mapping) and hasattr(part, "model_dump"):
            part = _dumped(part)
        if not isinstance(part, Mapping):
            _refuse(f'must be a part such as {{"type": "text", "text": "…"}}, not {_shown(part)}', "content", i)
        kind = part.get("type")
        if kind == "text":
            if not isinstance(part.get("text"), str):
                _refuse(f"must be text, not {_shown(part.get('text'))}", "content", i, "text")
            texts.append(_text(part["text"]))
        elif kind == "image_url":
            images.append(_part_image(part.get("image_url"), i))
        elif kind == "input_audio":
            audio = part.get("input_audio")
            data = audio.get("data") if isinstance(audio, Mapping) else None
            images.append(_image(data, "content", i, "input_audio", "data"))
        else:
            _refuse(f"must be text, image_url or input_audio, not {_shown(kind)}", "content", i, "type")
    members["content"] = "\n\n".join(texts)
    if images:
        members["images"] = images


def _part_image(value: Any, i: int) -> bytes:
    """Decodes the image of a part (`decodeImageURL` in openai/openai.go)."""
    url = value.get("url") if isinstance(value, Mapping) else value
    path = ("content", i, "image_url")
    if isinstance(url, (bytes, bytearray)):
        return bytes(url)
    if not isinstance(url, str):
        _refuse(f"must be a data URL, not {_shown(url)}", *path)
    if url.startswith(("http://", "https://")):
        _refuse("image URLs are not currently supported, please use base64 encoded data instead", *path)
    prefix = _image_url(url)
    return _image(url[prefix.end() :] if prefix else url, *path)


class ToolProperty(_Object):
    """A property of a tool's parameters, or of another property.

    Attributes:
        any_of: Alternatives (``anyOf``).
        type: The JSON Schema types; ``[""]`` if the type is null.
        items: What JSON Schema says of an array's items, any JSON value.
        description: What it is for.
        enum: The values that it may have.
        properties: Name -> property, in the order of the request.
        required: The names of those that must be given.
    """

    _nulls: ClassVar[dict[str, Any]] = {"type": [""]}

    any_of: Annotated[list[ToolProperty], BeforeValidator(_list)] | None = Field(default=None, alias="anyOf")
    type: Annotated[list[str], BeforeValidator(_type_names)] | None = None
    items: _Json = None
    description: str = ""
    enum: Annotated[list[Any], BeforeValidator(_json)] | None = None
    properties: Annotated[dict[str, ToolProperty], BeforeValidator(_mapping)] | None = None
    required: _Strings | None = None


class ToolParameters(_Object):
    """What a tool takes, a JSON Schema (`ToolFunctionParameters`).

    Attributes:
        type: Usually ``object``.
        defs: Definitions for references (``$defs``), any JSON value.
        items: What JSON Schema says of an array's items, any JSON value.
        required: The names of the properties that must be given.
        properties: Name -> property, in the order of the request; None if there are none at all.
    """

    type: str = ""
    defs: _Json = Field(default=None, alias="$defs")
    items: _Json = None
    required: _Strings | None = None
    properties: Annotated[dict[str, ToolProperty], BeforeValidator(_mapping)] | None = None


class ToolFunction(_Object):
    """The function that a tool is.

    Attributes:
        name: Its name.
        description: What it is for.
        parameters: What it takes.
    """

    name: str = ""
    description: str = ""
    parameters: ToolParameters = ToolParameters()


class Tool(_Object):
    """A tool that the model may call.

    Attributes:
        type: Usually ``function``.
        items: Any JSON value.
        function: The function.
    """

    type: str = ""
    items: _Json = None
    function: ToolFunction = ToolFunction()


# Lists of them


def messages(items: Iterable[Any], path: str = "messages") -> list[Message]:
    """Makes messages of what a request holds; those that are `Message`s already stay the same objects.

    Args:
        items: Messages, dicts in Ollama's or OpenAI's shape, or objects with a `model_dump`.
        path: What errors call the list.

    Raises:
        DataError: One of them is no message; the text begins with the path to the bad value.
    """
    return _models(Message, items, path)


def tools(items: Iterable[Any] | None, path: str = "tools") -> list[Tool] | None:
    """Makes tools of what a request holds; None, for a request without the field, stays None.

    Args:
        items: Tools, dicts in Ollama's or OpenAI's shape, which are the same, or objects with a `model_dump`.
        path: What errors call the list.

    Raises:
        DataError: One of them is no tool; the text begins with the path to the bad value.
    """
    return None if items is None else _models(Tool, items, path)


def _models(cls: type[_M], items: Iterable[Any], path: str) -> list[_M]:
    if isinstance(items, (str, bytes, Mapping, Set, BaseModel)) or not isinstance(items, Iterable):
        raise DataError(f"{path}: must be a list, not {_shown(items)}")
    found: list[_M] = []
    for i, item in enumerate(items):
        try:
            found.append(item if isinstance(item, cls) else cls.model_validate(item))
        except ValidationError as error:
            raise _data_error(error, f"{path}[{i}]") from None
    return found


_REASONS: dict[str, str] = {
    "missing": "is missing",
    "string_type": "must be text",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "int_type": "must be an integer",
    "greater_than_equal": "must be an integer of 64 bits",
    "less_than": "must be an integer of 64 bits",
    "recursion_loop": "is nested too deeply",
}
_HINTS = {("role", "missing"): 'Give each message a role, such as "user".'}


def _data_error(error: ValidationError, path: str) -> DataError:
    details = error.errors(include_url=False)[0]
    context = details.get("ctx", {})
    for part in (*details["loc"], *context.get("path", ())):
        path += f"[{part}]" if isinstance(part, int) else f".{part}"
    hint = _HINTS.get((str(details["loc"][-1]), details["type"]), "") if details["loc"] else ""
    return DataError(f"{path}: {_reason(details)}", hint=hint)


def _reason(details: ErrorDetails) -> str:
    known = _REASONS.get(details["type"], details["msg"])
    return f"{known}, not {_shown(details['input'])}" if known.startswith("must") and "not" not in known else known


# Thinking


class ThinkValue(NamedTuple):
    """What a template sees of a request's `think`.

    Attributes:
        think: Whether to think (``.Think``).
        level: How much: ``low``, ``medium``, ``high``, ``max``, or empty (``.ThinkLevel``).
        is_set: Whether the request says anything of it (``.IsThinkSet``).
    """

    think: bool
    level: str
    is_set: bool


def think_value(think: bool | str | None) -> ThinkValue:
    """Reads a request's `think`: True, False, a level, or None for unset (`ThinkValue` in api/types.go).

    Raises:
        DataError: It is something else; the text is Ollama's.
    """
    if think is None:
        return ThinkValue(False, "", False)
    if isinstance(think, bool):
        return ThinkValue(think, "medium" if think else "", True)
    if not isinstance(think, str):
        raise DataError('think must be a boolean or string ("high", "medium", "low", "max", true, or false)')
    if think not in ("high", "medium", "low", "max"):
        raise DataError(f'invalid think value: {quote(think)} (must be "high", "medium", "low", "max", true, or false)')
    return ThinkValue(True, str(think), True)
