"""A parsed template and those associated with it (Go's text/template/template.go)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from gotmpl.errors import ExecError
from gotmpl.exec import builtins, coverage, interpreter
from gotmpl.exec.function import Function, python_function
from gotmpl.exec.limits import Limits
from gotmpl.exec.shape import ANY, Shape
from gotmpl.golang.strconv import quote
from gotmpl.golang.unicode import is_digit, is_letter
from gotmpl.golang.utf8 import to_output
from gotmpl.parse import parser
from gotmpl.parse.node import ListNode
from gotmpl.parse.tree import Tree

if TYPE_CHECKING:
    from gotmpl.exec.program import Compiled

__all__ = ["Template", "Writer", "parse"]

_MISSINGKEY = ("default", "invalid", "zero", "error")


class Writer(Protocol):
    """Anything with a `write` that takes text, such as a file or `io.StringIO`."""

    def write(self, text: str, /) -> object:
        """Takes a piece of text."""


class _Common:
    """What all templates of one set share (`common` in template.go)."""

    def __init__(self, missingkey: str, delims: tuple[str, str]) -> None:
        self.templates: dict[str, Template] = {}
        self.functions: dict[str, Function] = {}
        self.missingkey = missingkey
        self.delims = delims
        #: What `functions` were made of.
        self.callables: dict[str, Callable[..., Any] | Function] = {}
        #: By name and shape of the data; None where the interpreter has to do it. A clone shares it until one changes.
        self.compiled: dict[tuple[str, Shape], Compiled | None] = {}


class Template:
    """A template, and through `lookup` all that are associated with it.

    Args:
        name: The name that errors give.
        funcs: Functions beside the builtins: name -> Python callable.
        missingkey: What a missing map key gives: ``default`` (or ``invalid``), ``zero`` or ``error``.
        delims: What opens and closes an action; an empty one stands for the usual one.

    Raises:
        ValueError: An unknown `missingkey`, or a function's name that no template could call.
    """

    def __init__(
        self,
        name: str = "",
        *,
        funcs: Mapping[str, Callable[..., Any] | Function] | None = None,
        missingkey: str = "default",
        delims: tuple[str, str] = ("{{", "}}"),
    ) -> None:
        if missingkey not in _MISSINGKEY:
            raise ValueError(f"missingkey must be one of {', '.join(_MISSINGKEY)}, not {missingkey!r}")
        self._name = name
        self._tree: Tree | None = None
        self._common = _Common("default" if missingkey == "invalid" else missingkey, delims)
        self.funcs(funcs or {})

    def __repr__(self) -> str:
        return f"<Template {self._name!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        trees = {template.name: template.tree for template in self.templates}
        return _restored, (self._name, self._common.callables, self.missingkey, self._common.delims, trees)

    @property
    def name(self) -> str:
        """The template's name."""
        return self._name

    @property
    def tree(self) -> Tree | None:
        """The parsed tree; None as long as nothing of this name has been parsed."""
        return self._tree

    @property
    def root(self) -> ListNode:
        """The list at the top of the tree; `str()` of it is Go's `Root.String()`.

        Raises:
            ExecError: Nothing of this name has been parsed.
        """
        if self._tree is None:
            raise ExecError(f"template: {self._name}: {quote(self._name)} is an incomplete or empty template")
        return self._tree.root

    @property
    def functions(self) -> Mapping[str, Function]:
        """The functions beside the builtins."""
        return self._common.functions

    @property
    def missingkey(self) -> str:
        """What a missing map key gives: ``default``, ``zero`` or ``error``."""
        return self._common.missingkey

    @property
    def templates(self) -> list[Template]:
        """All defined templates of the set, by name."""
        return [self._common.templates[name] for name in sorted(self._common.templates)]

    def lookup(self, name: str) -> Template | None:
        """Gives the associated template of that name, or None."""
        return self._common.templates.get(name)

    def new(self, name: str) -> Template:
        """Makes an empty template in the same set."""
        template = Template.__new__(Template)
        template._name, template._tree, template._common = name, None, self._common
        return template

    def funcs(self, funcs: Mapping[str, Callable[..., Any] | Function]) -> Template:
        """Adds functions, which must be there before a template that calls them is parsed.

        Args:
            funcs: Name -> Python callable. Annotations that Go knows (str, int, float, bool) are checked. A `Function`
                takes and gives Go values.

        Raises:
            ValueError: A name that no template could call, or something that cannot be called.
        """
        for name, function in funcs.items():
            if not _good_name(name):
                raise ValueError(f"function name {quote(name)} is not a valid identifier")
            if not isinstance(function, Function) and not callable(function):
                raise ValueError(f"value for {name} not a function")
            self._common.callables[name] = function
            made = function if isinstance(function, Function) else python_function(function)
            self._common.functions[name] = made
        self._common.compiled = {}
        return self

    def parse(self, text: str) -> Template:
        """Parses a text as this template's body; `define` and `block` in it make further templates.

        An empty body does not replace one that is there.

        Raises:
            ParseError: The text does not parse.
        """
        names = builtins.BUILTINS.keys() | self._common.functions.keys()
        trees = parser.parse(text, self._name, delims=self._common.delims, funcs=names)
        for name, tree in trees.items():
            self.add_parse_tree(name, tree)
        return self

    def add_parse_tree(self, name: str, tree: Tree) -> Template:
        """Makes a tree the body of the template of that name (`AddParseTree`).

        Templates of the same text share their trees and what was compiled of them. To change a tree, change a
        `tree.copy()` and give it to this method.

        Returns:
            That template.
        """
        old = self._common.templates.get(name)
        template = self if name == self._name else (old or self.new(name))
        if old is not None and tree.is_empty_tree and old.tree is not None:
            return old
        self._common.templates[name] = template
        template._tree = tree
        self._common.compiled = {}
        return template

    def clone(self) -> Template:
        """Gives a copy of the set, to which templates can be added without changing this one."""
        common = _Common(self._common.missingkey, self._common.delims)
        common.functions, common.callables = dict(self._common.functions), dict(self._common.callables)
        common.compiled = self._common.compiled
        clone = Template.__new__(Template)
        clone._name, clone._tree, clone._common = self._name, self._tree, common
        for name, template in self._common.templates.items():
            copy = clone if name == self._name else clone.new(name)
            copy._tree = template._tree
            common.templates[name] = copy
        return clone

    def render(self, data: Any = None, *, limits: Limits | None = None) -> str:
        """Runs the template on data and gives the text.

        Args:
            data: What `.` stands for.
            limits: Bounds of the run, for templates that nobody has read. They are kept by the interpreter, which is
                slower than the compiled template.

        Raises:
            ExecError: The template cannot be run to its end; `output` has what was written before.
        """
        return self.render_as(ANY, data, limits=limits)

    def render_as(self, shape: Shape, data: Any, *, limits: Limits | None = None) -> str:
        """Runs the template on data of a shape that is known beforehand, which saves the compiled template checks.

        Args:
            shape: What is known of the data; it must be so.
            data: What `.` stands for.
            limits: As for `render`.

        Raises:
            ExecError: As for `render`.
        """
        pieces: list[str] = []
        collector = coverage.active
        compiled = self.compiled(shape) if limits is None and collector is None else None
        try:
            if collector is not None:
                collector.execute(self, pieces.append, data, limits)
            elif compiled is None:
                interpreter.execute(self, pieces.append, data, limits)
            else:
                compiled.execute(pieces.append, data)
        except ExecError as error:
            error.output = to_output("".join(pieces))
            raise
        return to_output("".join(pieces))

    def compiled(self, shape: Shape) -> Compiled | None:
        """Gives the template compiled for data of a shape; None if it is for the interpreter."""
        key = (self._name, shape)
        try:
            return self._common.compiled[key]
        except KeyError:
            pass
        # Only here is the compiler wanted; a render under limits does without.
        from gotmpl.exec.expression import Unsupported
        from gotmpl.exec.program import Compiled

        try:
            compiled = Compiled(self, shape)
        except (Unsupported, RecursionError, SyntaxError, MemoryError):  # the last three: it is nested too deeply
            compiled = None
        self._common.compiled[key] = compiled
        return compiled

    def execute(self, writer: Writer, data: Any = None, *, limits: Limits | None = None) -> None:
        """Runs the template on data and writes the text; in case of an error what came before it.

        Raises:
            ExecError: The template cannot be run to its end.
        """
        try:
            writer.write(self.render(data, limits=limits))
        except ExecError as error:
            writer.write(error.output)
            raise

    def execute_template(self, writer: Writer, name: str, data: Any = None, *, limits: Limits | None = None) -> None:
        """Runs the associated template of that name on data and writes the text.

        Raises:
            ExecError: There is none of that name, or it cannot be run to its end.
        """
        template = self.lookup(name)
        if template is None:
            raise ExecError(f"template: no template {quote(name)} associated with template {quote(self._name)}")
        template.execute(writer, data, limits=limits)


def _good_name(name: str) -> bool:
    """Whether a function's name can stand in a template (`goodName` in funcs.go)."""
    return bool(name) and all(c == "_" or is_letter(c) or (i > 0 and is_digit(c)) for i, c in enumerate(name))


def _restored(
    name: str,
    funcs: Mapping[str, Callable[..., Any] | Function],
    missingkey: str,
    delims: tuple[str, str],
    trees: Mapping[str, Tree],
) -> Template:
    """Makes a template anew from what was pickled."""
    template = Template(name, funcs=funcs, missingkey=missingkey, delims=delims)
    for tree_name, tree in trees.items():
        template.add_parse_tree(tree_name, tree)
    return template


def parse(
    text: str,
    *,
    name: str = "",
    funcs: Mapping[str, Callable[..., Any]] | None = None,
    missingkey: str = "default",
    delims: tuple[str, str] = ("{{", "}}"),
) -> Template:
    """Parses a template.

    Args:
        text: The template.
        name: The name that errors give.
        funcs: Functions beside the builtins: name -> Python callable.
        missingkey: What a missing map key gives: ``default`` (or ``invalid``), ``zero`` or ``error``.
        delims: What opens and closes an action; an empty one stands for the usual one.

    Raises:
        ParseError: The text does not parse.
        ValueError: An unknown `missingkey`, or a function that no template could call.
    """
    if funcs or len(text) > _MAX_CACHED:
        return Template(name, funcs=funcs, missingkey=missingkey, delims=delims).parse(text)
    return _parsed(text, name, missingkey, delims).clone()


#: Longer texts are parsed each time, so that the cache stays small.
_MAX_CACHED = 100_000


@lru_cache(maxsize=256)
def _parsed(text: str, name: str, missingkey: str, delims: tuple[str, str]) -> Template:
    return Template(name, missingkey=missingkey, delims=delims).parse(text)
