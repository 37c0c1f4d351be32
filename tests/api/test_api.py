import json

import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ollama
from gotmpl import DataError, api
from gotmpl.api import Message, Tool, ToolCall, ToolCallFunction, ToolProperty

PNG = "data:image/png;base64,aGk="


def message(**members):
    return api.messages([{"role": "user", **members}])[0]


def called(arguments):
    made = message(tool_calls=[{"function": {"name": "f", "arguments": arguments}}])
    return made.tool_calls[0].function.arguments


# What is taken


def test_a_message_has_all_fields_of_ollamas():
    made = message(
        content="c",
        thinking="t",
        images=["aGk=", b"raw"],
        tool_calls=[{"id": "i", "function": {"index": 1, "name": "f", "arguments": {"b": 1, "a": [2.5, None]}}}],
        tool_name="n",
        tool_call_id="i",
    )
    assert made == Message(
        role="user",
        content="c",
        thinking="t",
        images=[b"hi", b"raw"],
        tool_calls=[
            ToolCall(id="i", function=ToolCallFunction(index=1, name="f", arguments={"b": 1, "a": [2.5, None]}))
        ],
        tool_name="n",
        tool_call_id="i",
    )
    assert list(made.tool_calls[0].function.arguments) == ["b", "a"]


@pytest.mark.parametrize(
    ("role", "want"),
    [("User", "user"), ("ASSISTANT", "assistant"), ("ΣΑΣ", "σασ"), ("İx", "ix"), ("ÉCOLE", "école"), ("ǅ", "ǆ")],
)
def test_roles_are_lower_cased_as_go_does(role, want):
    assert api.messages([{"role": role}])[0].role == want


@pytest.mark.parametrize(
    ("content", "want"),
    [
        (None, ""),
        ([], ""),
        ([{"type": "text", "text": "a"}], "a"),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b\ud800"}], "a\n\nb\ufffd"),
        (({"type": "text", "text": "a"},), "a"),
        ("x\udc80\ud83d", "x\ufffd\ufffd"),
    ],
)
def test_content_is_text_or_parts(content, want):
    assert message(content=content).content == want


@pytest.mark.parametrize(
    ("part", "want"),
    [
        ({"type": "image_url", "image_url": {"url": PNG, "detail": "low"}}, b"hi"),
        ({"type": "image_url", "image_url": PNG}, b"hi"),
        ({"type": "image_url", "image_url": "data:;base64,aGk="}, b"hi"),
        ({"type": "image_url", "image_url": "aGk="}, b"hi"),
        ({"type": "image_url", "image_url": b"raw"}, b"raw"),
        ({"type": "input_audio", "input_audio": {"data": "aGk=", "format": "wav"}}, b"hi"),
    ],
)
def test_parts_that_are_no_text_become_images(part, want):
    made = message(content=[{"type": "text", "text": "a"}, part], images=["AQ=="])
    assert (made.content, made.images) == ("a", [b"\x01", want])


def test_openai_names_are_known_where_they_mean_something():
    assert api.messages([{"role": "tool", "content": "x", "name": "f"}])[0].tool_name == "f"
    assert api.messages([{"role": "tool", "name": "f", "tool_name": "g"}])[0].tool_name == "g"
    assert message(name="Bob").tool_name == ""
    assert message(reasoning="r").thinking == "r"
    assert message(reasoning="r", thinking="t").thinking == "t"


@pytest.mark.parametrize("arguments", [{"b": 1, "a": {"c": [None, 2.0]}}, {}, None])
def test_arguments_may_be_an_object_or_its_json_text(arguments):
    assert called(json.dumps(arguments)) == called(arguments) == arguments


def test_numbers_stay_what_they_are():
    assert repr(called({"i": 1, "f": 1.0, "t": True})) == "{'i': 1, 'f': 1.0, 't': True}"


@pytest.mark.parametrize(
    ("given_", "want"),
    [
        ({"type": "string"}, ["string"]),
        ({"type": ["string", "null"]}, ["string", "null"]),
        ({"type": ["string", None]}, ["string", ""]),
        ({"type": None}, [""]),
        ({"TYPE": None}, [""]),
        ({"type": []}, []),
        ({}, None),
    ],
)
def test_the_type_of_a_property_is_a_list(given_, want):
    assert ToolProperty.model_validate(given_).type == want


def test_a_tool_keeps_the_order_of_its_properties_and_drops_what_ollama_drops():
    tool = Tool.model_validate(
        {
            "type": "function",
            "strict": True,
            "function": {
                "name": "f",
                "parameters": {
                    "type": "object",
                    "$defs": {"P": 1},
                    "additionalProperties": False,
                    "properties": {"z": {"type": "string", "default": 1}, "a": {"anyOf": [{"type": "x"}, None]}},
                },
            },
        }
    )
    parameters = tool.function.parameters
    assert list(parameters.properties) == ["z", "a"]
    assert parameters.defs == {"P": 1}
    assert parameters.properties["z"] == ToolProperty(type=["string"])
    assert parameters.properties["a"].any_of == [ToolProperty(type=["x"]), ToolProperty()]


def test_models_may_be_made_by_their_python_names():
    assert ToolProperty(any_of=[ToolProperty()]) == ToolProperty.model_validate({"anyOf": [{}]})
    assert api.ToolParameters(defs=1) == api.ToolParameters.model_validate({"$defs": 1})


def test_objects_of_the_client_are_taken():
    call = ollama.Message.ToolCall(function=ollama.Message.ToolCall.Function(name="f", arguments={"a": 1}))
    given_ = ollama.Message(
        role="assistant", content="c", thinking="t", tool_calls=[call], images=[ollama.Image(value=b"raw")]
    )
    assert api.messages([given_])[0] == Message(
        role="assistant",
        content="c",
        thinking="t",
        images=[b"raw"],
        tool_calls=[ToolCall(function=ToolCallFunction(name="f", arguments={"a": 1}))],
    )
    parameters = ollama.Tool.Function.Parameters(
        **{"$defs": {"P": {}}}, properties={"x": ollama.Tool.Function.Parameters.Property(type=["a", "b"], enum=[1])}
    )
    tool = ollama.Tool(function=ollama.Tool.Function(name="f", parameters=parameters))
    made = api.tools([tool])[0]
    assert made.function.parameters.defs == {"P": {}}
    assert made.function.parameters.properties == {"x": ToolProperty(type=["a", "b"], enum=[1])}


def test_messages_that_are_made_stay_the_same_objects():
    made = Message(role="user", content="x")
    assert api.messages([made])[0] is made
    call = ToolCall(id="i")
    assert message(tool_calls=[call]).tool_calls[0] is call
    assert api.messages(iter([made])) == [made]


def test_messages_cannot_be_changed():
    with pytest.raises(pydantic.ValidationError):
        message().content = "y"


def test_subclasses_of_text_become_text():
    class Text(str):
        __slots__ = ()

    made = api.messages([{"role": Text("user"), "content": Text("é"), "tool_calls": [{"id": Text("i")}]}])[0]
    assert (type(made.role), type(made.content), type(made.tool_calls[0].id)) == (str, str, str)


def test_no_tools_are_none():
    assert api.tools(None) is None
    assert api.tools([]) == []


# What is refused

MESSAGES = [
    ("x", "messages: must be a list, not 'x'"),
    ({"role": "user"}, "messages: must be a list, not {'role': 'user'}"),
    (3, "messages: must be a list, not 3"),
    (Message(role="user"), "messages: must be a list, not "),
    ([3], "messages[0]: must be an object, not 3"),
    ([None], "messages[0].role: is missing"),
    ([{"content": "x"}], "messages[0].role: is missing"),
    ([{"role": None}], "messages[0].role: is missing"),
    ([{"role": 3}], "messages[0].role: must be text, not 3"),
    ([{"role": "user"}, {"role": "user", "content": 3}], "messages[1].content: must be text or a list of parts, not 3"),
    ([{"role": "user", "content": b"x"}], "messages[0].content: must be text or a list of parts, not b'x'"),
    ([{"role": "user", "content": ["x"]}], "messages[0].content[0]: must be a part such as "),
    ([{"role": "user", "content": [{"type": "text"}]}], "messages[0].content[0].text: must be text, not None"),
    (
        [{"role": "user", "content": [{"type": "video"}]}],
        "messages[0].content[0].type: must be text, image_url or input_audio, not 'video'",
    ),
    (
        [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://x/y.png"}}]}],
        "messages[0].content[0].image_url: image URLs are not currently supported, please use base64 encoded data",
    ),
    (
        [{"role": "user", "content": [{"type": "image_url", "image_url": "data:image/gif;base64,aGk="}]}],
        "messages[0].content[0].image_url: must be an image in base64, not 'data:image/gif;base64,aGk='",
    ),
    (
        [{"role": "user", "content": [{"type": "image_url"}]}],
        "messages[0].content[0].image_url: must be a data URL, not None",
    ),
    (
        [{"role": "user", "content": [{"type": "input_audio", "input_audio": 3}]}],
        "messages[0].content[0].input_audio.data: must be an image as bytes or in base64, not None",
    ),
    ([{"role": "user", "thinking": 3}], "messages[0].thinking: must be text, not 3"),
    ([{"role": "user", "images": "aGk="}], "messages[0].images: must be a list, not 'aGk='"),
    ([{"role": "user", "images": ["aGk=", "?"]}], "messages[0].images[1]: must be an image in base64, not '?'"),
    ([{"role": "user", "images": [3]}], "messages[0].images[0]: must be an image as bytes or in base64, not 3"),
    (
        [{"role": "user", "tool_calls": {"function": {}}}],
        "messages[0].tool_calls: must be a list, not {'function': {}}",
    ),
    ([{"role": "user", "tool_calls": ["f"]}], "messages[0].tool_calls[0]: must be an object, not 'f'"),
    (
        [{"role": "user"}] * 2 + [{"role": "user", "tool_calls": [{"function": {"name": 3}}]}],
        "messages[2].tool_calls[0].function.name: must be text, not 3",
    ),
    (
        [{"role": "user", "tool_calls": [{"function": {"index": True}}]}],
        "messages[0].tool_calls[0].function.index: must be an integer, not True",
    ),
    (
        [{"role": "user", "tool_calls": [{"function": {"index": 1 << 63}}]}],
        "messages[0].tool_calls[0].function.index: must be an integer of 64 bits, not 9223372036854775808",
    ),
    ([{"role": "tool", "name": 3}], "messages[0].tool_name: must be text, not 3"),
]
ARGUMENTS = [
    ([], ": must be an object, not []"),
    (3, ": must be an object, not 3"),
    ("[]", ": must be an object or the JSON text of one, not the JSON text of something else"),
    ("{", ": must be an object or the JSON text of one; as JSON it fails: "),
    ("", ": must be an object or the JSON text of one; as JSON it fails: "),
    ('{"a": NaN}', ".a: must be a number that a float64 can hold, not nan"),
    ({"a": [1, float("inf")]}, ".a[1]: must be a number that a float64 can hold, not inf"),
    ({"a": {"b": 10**400}}, ".a.b: must be a number that a float64 can hold, not 1000"),
    ({"a": {1, 2}}, ".a: must be a JSON value, not {1, 2}"),
    ({"a": b"x"}, ".a: must be a JSON value, not b'x'"),
    ({"a": [{3: 4}]}, ".a[0]: keys must be text, not 3"),
    ({3: 4}, ": keys must be text, not 3"),
]
TOOLS = [
    ("x", "tools: must be a list, not 'x'"),
    ([3], "tools[0]: must be an object, not 3"),
    ([{"type": 3}], "tools[0].type: must be text, not 3"),
    ([{"items": {"a": object}}], "tools[0].items.a: must be a JSON value, not <class 'object'>"),
    ([{"function": "f"}], "tools[0].function: must be an object, not 'f'"),
    (
        [{"function": {"parameters": {"type": ["object"]}}}],
        "tools[0].function.parameters.type: must be text, not ['object']",
    ),
    (
        [{"function": {"parameters": {"required": "x"}}}],
        "tools[0].function.parameters.required: must be a list, not 'x'",
    ),
    (
        [{"function": {"parameters": {"required": [1]}}}],
        "tools[0].function.parameters.required[0]: must be text, not 1",
    ),
    ([{"function": {"parameters": {"$defs": 1e400}}}], "tools[0].function.parameters.$defs: must be a number "),
]
PROPERTIES = [
    ([], ": must be an object, not []"),
    ({3: {}}, ": keys must be text, not 3"),
    ({"a": True}, ".a: must be an object, not True"),
    ({"a": {"required": True}}, ".a.required: must be a list, not True"),
    ({"a": {"type": 3}}, ".a.type: must be a list, not 3"),
    ({"a": {"type": [3]}}, ".a.type[0]: must be text, not 3"),
    ({"a": {"enum": 3}}, ".a.enum: must be a list, not 3"),
    ({"a": {"anyOf": [{"description": 3}]}}, ".a.anyOf[0].description: must be text, not 3"),
    ({"a": {"properties": {"b": []}}}, ".a.properties.b: must be an object, not []"),
]


@pytest.mark.parametrize(("items", "want"), MESSAGES)
def test_what_is_no_message_is_refused_with_its_path(items, want):
    with pytest.raises(DataError) as caught:
        api.messages(items)
    assert str(caught.value).startswith(want)


@pytest.mark.parametrize(("arguments", "want"), ARGUMENTS)
def test_what_are_no_arguments_is_refused_with_its_path(arguments, want):
    with pytest.raises(DataError) as caught:
        called(arguments)
    assert str(caught.value).startswith(f"messages[0].tool_calls[0].function.arguments{want}")


@pytest.mark.parametrize(("items", "want"), TOOLS)
def test_what_is_no_tool_is_refused_with_its_path(items, want):
    with pytest.raises(DataError) as caught:
        api.tools(items)
    assert str(caught.value).startswith(want)


@pytest.mark.parametrize(("properties", "want"), PROPERTIES)
def test_what_are_no_properties_is_refused_with_its_path(properties, want):
    with pytest.raises(DataError) as caught:
        api.tools([{"function": {"parameters": {"properties": properties}}}])
    assert str(caught.value).startswith(f"tools[0].function.parameters.properties{want}")


def test_a_message_without_a_role_is_told_what_to_do():
    with pytest.raises(DataError) as caught:
        api.messages([{"content": "x"}])
    assert "role" in caught.value.hint


def test_long_values_are_cut_in_errors():
    with pytest.raises(DataError) as caught:
        api.messages([{"role": "user", "thinking": ["x" * 500]}])
    assert len(str(caught.value)) < 120


def test_the_list_is_called_by_its_name():
    with pytest.raises(DataError, match=r"^model_messages\[0\]: must be an object"):
        api.messages([3], "model_messages")


def test_an_object_whose_dump_fails_is_refused():
    with pytest.raises(DataError, match=r"^messages\[0\]: .*does not exist"):
        api.messages([ollama.Message(role="user", images=[ollama.Image(value="nowhere.png")])])


def test_a_cycle_is_refused():
    cycle: dict[str, object] = {}
    cycle["a"] = cycle
    with pytest.raises(DataError, match="nested too deeply"):
        called(cycle)


def test_a_deep_property_is_refused():
    prop: dict[str, object] = {}
    for _ in range(2_000):
        prop = {"properties": {"a": prop}}
    with pytest.raises(DataError):
        api.tools([{"function": {"parameters": {"properties": {"a": prop}}}}])


# think


@pytest.mark.parametrize(
    ("think", "want"),
    [
        (None, (False, "", False)),
        (False, (False, "", True)),
        (True, (True, "medium", True)),
        ("low", (True, "low", True)),
        ("medium", (True, "medium", True)),
        ("high", (True, "high", True)),
        ("max", (True, "max", True)),
    ],
)
def test_think_is_a_switch_or_a_level(think, want):
    assert api.think_value(think) == want


@pytest.mark.parametrize(
    ("think", "want"),
    [
        ("HIGH", 'invalid think value: "HIGH" (must be "high", "medium", "low", "max", true, or false)'),
        ('"', 'invalid think value: "\\"" (must be "high", "medium", "low", "max", true, or false)'),
        (1, 'think must be a boolean or string ("high", "medium", "low", "max", true, or false)'),
        ([], 'think must be a boolean or string ("high", "medium", "low", "max", true, or false)'),
    ],
)
def test_another_think_is_refused_in_ollamas_words(think, want):
    with pytest.raises(DataError) as caught:
        api.think_value(think)
    assert str(caught.value) == want


# Laws

texts = st.text(max_size=5)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(1 << 70), 1 << 70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda v: st.lists(v, max_size=3) | st.dictionaries(texts, v, max_size=3),
    max_leaves=8,
)
dicts = st.fixed_dictionaries(
    {"role": texts},
    optional={
        "content": texts | st.none(),
        "thinking": texts,
        "images": st.lists(st.binary(max_size=3), max_size=2),
        "tool_calls": st.lists(
            st.fixed_dictionaries(
                {},
                optional={
                    "id": texts,
                    "function": st.fixed_dictionaries(
                        {},
                        optional={
                            "name": texts,
                            "index": st.integers(0, 9),
                            "arguments": st.dictionaries(texts, json_values, max_size=3),
                        },
                    ),
                },
            ),
            max_size=2,
        ),
        "tool_name": texts,
    },
)


@given(dicts)
def test_a_dumped_message_is_the_same_message(given_):
    made = api.messages([given_])
    assert api.messages([made[0].model_dump()]) == made
    assert api.messages([made[0].model_dump(exclude_none=True)]) == made


@given(dicts)
def test_arguments_as_json_text_are_the_same(given_):
    made = api.messages([given_])[0]
    dumped = made.model_dump()
    for call in dumped["tool_calls"] or ():
        call["function"]["arguments"] = json.dumps(call["function"]["arguments"])
    assert api.messages([dumped])[0] == made


@given(dicts, st.randoms(use_true_random=False))
def test_the_case_of_keys_does_not_count(given_, random):
    spelled = {random.choice([key, key.upper(), key.title()]): value for key, value in given_.items()}
    assert api.messages([spelled]) == api.messages([given_])
