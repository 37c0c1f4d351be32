"""The line of a chat template on which each piece of a prompt was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.jinja import ChatTemplate

MESSAGES = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]


def written(text):
    return ChatTemplate(text, special_tokens={"bos_token": "<s>"}).render_with_lines(MESSAGES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\nb\n\nc", [("a\n", 1), ("b\n", 2), ("\n", 3), ("c", 4)]),
        ("{{ 'a' }}\n{{ 'b' }}{{ bos_token }}", [("a", 1), ("\n", 1), ("b", 2), ("<s>", 2)]),
        ("{% if true %}\n\n{{ 'a' }}\n{%- endif %}\n{{ 'b' }}", [("\n", 2), ("a", 3), ("b", 5)]),
        ("{#- one\ntwo -#}\n\na", [("a", 4)]),
        (
            "{% for m in messages -%}\n  <\n{{- m.content }}\n{%- endfor -%}\n!",
            [("<", 2), ("Hi", 3), ("<", 2), ("Ho", 3), ("!", 5)],
        ),
        ("{% macro f() %}\na\n{% endmacro %}\n\n{{ f() }}", [("\n", 4), ("a\n", 5)]),
        ("{% set x %}\na\n{% endset %}\n{{ x }}{% generation %}b{% endgeneration %}", [("a\n", 4), ("b", 4)]),
    ],
)
def test_each_piece_has_its_line(text, expected):
    assert written(text) == expected


_PARTS = st.sampled_from(
    [
        "\n",
        "text & <more>",
        "  ",
        "{{ bos_token }}",
        "{{- 'a' -}}",
        "{# note #}",
        "{% for m in messages %}{{ m.role }}: {{ m.content | trim }}\n{% endfor %}",
        "{% if messages %}\n  x{% else %}y{% endif %}",
        "{% set z = 'q' %}",
        "{{ messages[0] | tojson }}",
        "{% generation %}\ng{% endgeneration %}",
    ]
)


@given(st.lists(_PARTS, max_size=10).map("".join))
def test_the_pieces_are_the_prompt_and_no_line_is_beyond_the_template(text):
    pieces = written(text)
    assert "".join(piece for piece, _ in pieces) == ChatTemplate(text, special_tokens={"bos_token": "<s>"}).render(
        MESSAGES
    )
    assert all(1 <= line <= text.count("\n") + 1 for _, line in pieces)
