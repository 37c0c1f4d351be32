r"""Templates under test: what the pytest plugin consists of.

>>> from gotmpl.testing import assert_prompt
>>> assert_prompt("<|im_start|>user\nHi<|im_end|>\n", contains="Hi<|im_end|>")

The plugin's fixtures are in `gotmpl.testing.plugin`.
"""

from gotmpl.testing.assertions import assert_equivalent, assert_lint_clean, assert_prompt
from gotmpl.testing.chat import Chat
from gotmpl.testing.golden import Golden
from gotmpl.testing.matrix import Matrix

__all__ = ["Chat", "Golden", "Matrix", "assert_equivalent", "assert_lint_clean", "assert_prompt"]
