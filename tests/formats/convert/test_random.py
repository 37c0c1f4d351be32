"""Random templates say the same in both languages, or the conversion refuses them by name."""

from hypothesis import given, settings
from hypothesis import strategies as st

from formats.convert import to_jinja
from formats.convert.proof import compared
from formats.jinja import ChatTemplate
from gotmpl import ollama
from gotmpl.errors import FormatError
from oracle.template_source import TemplateSource

TEXTS = st.sampled_from(["", "Hi", " x ", "\n", "é", "<b>&amp;</b>", "\u2028", "{{ x }}", "{% if %}", "'\"\\", "user"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "B", "items", "é"]), inner),
    max_leaves=6,
)
CALLS = st.fixed_dictionaries(
    {"name": st.sampled_from(["f", "g"]), "arguments": st.dictionaries(TEXTS, JSON, max_size=3)}
)
MESSAGES = st.fixed_dictionaries(
    {"role": st.sampled_from(["system", "user", "assistant", "tool", "critic"]), "content": TEXTS},
    optional={
        "thinking": TEXTS,
        "images": st.just(["iVBORw0KGgo="]),
        "tool_calls": st.lists(st.builds(lambda function: {"function": function}, CALLS), max_size=2),
    },
)
PROPERTIES = st.recursive(
    st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["string", "array", ["string", "null"], ["object"], []]),
            "description": TEXTS,
            "enum": st.lists(JSON, max_size=2),
            "items": JSON,
            "required": st.just(["a"]),
        },
    ),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={"anyOf": st.lists(inner, max_size=2), "properties": st.dictionaries(TEXTS, inner, max_size=2)},
    ),
    max_leaves=4,
)
TOOLS = st.fixed_dictionaries(
    {"type": st.just("function")},
    optional={"items": JSON},
).flatmap(
    lambda tool: st.fixed_dictionaries(
        {"name": st.just("f")},
        optional={
            "description": TEXTS,
            "parameters": st.fixed_dictionaries(
                {"type": st.just("object")},
                optional={
                    "properties": st.dictionaries(st.sampled_from(["a", "B", "items"]), PROPERTIES, max_size=2),
                    "required": st.just(["a"]),
                    "$defs": JSON,
                },
            ),
        },
    ).map(lambda function: {**tool, "function": function})
)


@given(st.integers(0, 10**9), st.booleans(), st.data())
@settings(max_examples=25, deadline=None)
def test_a_conversion_says_what_the_template_says(seed, legacy, data):
    template = ollama.Template(TemplateSource(seed, legacy=legacy).template())
    refusal = None
    try:
        conversion = to_jinja(template)
    except FormatError as error:
        refusal = error
    if refusal is not None:
        assert "cannot be converted" in str(refusal)
        assert refusal.offset is not None
        return
    assert not [proof for proof in conversion.proofs if proof.outcome == "differs"], template.text
    proof = compared(
        template,
        ChatTemplate(conversion.source),
        "random",
        data.draw(st.lists(MESSAGES, max_size=5)),
        data.draw(st.none() | st.lists(TOOLS, max_size=2)),
        data.draw(st.sampled_from([None, True, False, "low"])),
    )
    assert proof.outcome == "refused" or (proof.converted, proof.reason) == (proof.original, "")
