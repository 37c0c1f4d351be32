"""The functions of Go's templates and of Ollama's as Jinja expressions (funcs.go and template/template.go)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from formats.convert.fields import PROPERTY_TYPE, TOOL_CALLS
from formats.convert.printing import Caller, as_json, as_text
from formats.convert.term import NOTHING, ROOT, Fails, Level, Refused, Term, boolean, integer, is_true, text
from gotmpl.golang.kind import BOOL, EMPTY_INTERFACE, INT, STRING, Kind, Type
from gotmpl.golang.utf8 import byte_len
from gotmpl.ollama.values import TOOL_PROPERTY

__all__ = ["FUNCTIONS", "as_list"]

_Terms = Sequence[Term]


def _counted(name: str, terms: _Terms, least: int, most: int | None = None) -> None:
    if len(terms) < least or (most is not None and len(terms) > most):
        raise Fails(f"wrong number of args for {name}: got {len(terms)}")


def as_list(term: Term) -> Term:
    """Writes a list that can be gone through; the type of a property may be a single text in Hugging Face's tools."""
    if term.type is not PROPERTY_TYPE:
        return term.value
    code = term.at(Level.ATOM)
    return Term(f"[{code}] if {code} is string else {code} or []", term.types, Level.CHOICE)


# Comparison

_SYMBOLS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


def _basic(type: Type) -> str:
    kind = type.kind
    return "int" if kind.is_int or kind.is_uint else kind.name if kind in (Kind.BOOL, Kind.STRING, Kind.FLOAT64) else ""


def _compare(name: str, a: Term, b: Term) -> Term:
    if {a.type, b.type} == {EMPTY_INTERFACE, NOTHING} and name in ("eq", "ne"):
        value = a if b.type is NOTHING else b
        test = "is none" if name == "eq" else "is not none"
        return Term(f"{value.value.at(Level.FILTER)} | default(none) {test}", (BOOL,), Level.FILTER)
    if a.type is None or b.type is None or EMPTY_INTERFACE in (a.type, b.type):
        return _compared(name, a, b)
    if NOTHING in (a.type, b.type):
        return _compare_nil(name, a, b)
    if _basic(a.type) != _basic(b.type):
        raise Fails(f"incompatible types for comparison: {a.type} and {b.type}")
    if not _basic(a.type):
        raise Refused("it compares values that are neither text nor numbers")
    if a.is_constant and b.is_constant and name in ("eq", "ne"):
        return boolean((a.constant == b.constant) is (name == "eq"))
    return _compared(name, a, b)


def _compare_nil(name: str, a: Term, b: Term) -> Term:
    if name not in ("eq", "ne"):
        raise Fails("invalid type for comparison")
    other = b if a.type is NOTHING else a
    assert other.type is not None
    if other.type in (NOTHING, ROOT) or _basic(other.type) or other.type.kind in (Kind.STRUCT, Kind.POINTER):
        return boolean((other.type is NOTHING) is (name == "eq"))
    if other.type is TOOL_CALLS:
        return Term(f"not {other.at(Level.NOT)}", (BOOL,), Level.NOT) if name == "eq" else other.condition
    raise Refused("whether a list or a map is nil or empty is not told by the messages of Hugging Face")


def _compared(name: str, a: Term, b: Term) -> Term:
    edge = {("loop.revindex", 1): "loop.last", ("loop.index0", 0): "loop.first"}.get((a.code, b.constant))
    if edge is not None and name in ("eq", "le"):
        return Term(edge, (BOOL,))
    if edge is not None and name in ("ne", "gt"):
        return Term(f"not {edge}", (BOOL,), Level.NOT)
    a, b = _measured(a, b), _measured(b, a)
    return Term(f"{a.value.at(Level.ADD)} {_SYMBOLS[name]} {b.value.at(Level.ADD)}", (BOOL,), Level.COMPARE)


def _measured(term: Term, other: Term) -> Term:
    """Lets the length of a text count characters where it is only asked whether there are any."""
    if term.length_of is not None and other.is_constant and other.constant == 0:
        return term.length_of.filter("length", INT)
    return term


def _eq(caller: Caller, terms: _Terms) -> Term:
    _counted("eq", terms, 2)
    first, *rest = terms
    if len(rest) == 1:
        return _compare("eq", first, rest[0])
    compared = [_compare("eq", first, term) for term in rest]
    if all(term.level is Level.COMPARE for term in compared):
        return Term(
            f"{first.value.at(Level.ADD)} in [{', '.join(term.value.code for term in rest)}]", (BOOL,), Level.COMPARE
        )
    kept = [term for term in compared if is_true(term) is not False]
    return _any(kept)


def _any(terms: _Terms) -> Term:
    if not terms:
        return boolean(False)
    if len(terms) == 1:
        return terms[0]
    return Term(" or ".join(term.at(Level.OR) for term in terms), (BOOL,), Level.OR)


def _comparison(name: str) -> Callable[[Caller, _Terms], Term]:
    def compare(caller: Caller, terms: _Terms) -> Term:
        _counted(name, terms, 2, 2)
        return _compare(name, *terms)

    return compare


def _not(caller: Caller, terms: _Terms) -> Term:
    _counted("not", terms, 1, 1)
    truth = is_true(terms[0])
    if truth is not None:
        return boolean(not truth)
    if terms[0].code.endswith(" is defined") and terms[0].level is Level.FILTER:
        return Term(f"{terms[0].code.removesuffix('defined')}not defined", (BOOL,), Level.FILTER)
    return Term(f"not {terms[0].condition.at(Level.NOT)}", (BOOL,), Level.NOT)


# Lists, maps and parts of texts


def _len(caller: Caller, terms: _Terms) -> Term:
    _counted("len", terms, 1, 1)
    term = terms[0]
    if term.type is not INT and term.loop is not None and term.loop is caller.innermost_loop:
        return Term("loop.revindex", (INT,))
    if term.type is STRING:
        return _text_length(term)
    if ROOT in term.types:
        raise Refused("it counts all of the data")
    if term.types == (EMPTY_INTERFACE,) or all(type.kind in (Kind.SLICE, Kind.MAP) for type in term.types):
        return as_list(term).filter("length", INT)
    if len(term.types) > 1:
        raise Refused("what it measures may be a text or something else")
    raise Fails(f"len of type {term.type}")


def _text_length(term: Term) -> Term:
    """Counts bytes, as Go does; of roles, which are ASCII, characters."""
    if term.is_constant:
        return integer(byte_len(term.constant))
    if term.parts:
        lengths = [part.length_of or _text_length(part) for part in term.parts]
        total = sum(length.constant for length in lengths if length.is_constant)
        codes = [length.at(Level.ADD) for length in lengths if not length.is_constant]
        return Term(" + ".join([*codes, *([str(total)] if total else [])]), (INT,), Level.ADD)
    if term.code.endswith(".role"):
        return term.filter("length", INT)
    return Term(f"{term.value.at(Level.ATOM)}.encode() | length", (INT,), Level.FILTER, length_of=term)


def _slice(caller: Caller, terms: _Terms) -> Term:
    _counted("slice", terms, 1, 3)
    term, *bounds = terms
    type = term.type
    if type is NOTHING:
        raise Fails("slice of untyped nil")
    if any(bound.type is not INT for bound in bounds):
        raise Refused("the bounds may be something else than whole numbers")
    if type is STRING and term.is_constant:
        raise Refused("Jinja cannot cut a text between bytes", "Write the part itself.")
    if type is None or type is PROPERTY_TYPE or (type is not STRING and type.kind is not Kind.SLICE):
        raise Refused("only a text or a list can be sliced")
    if type is STRING:
        caller.note(_CHARACTERS)
    start = bounds[0].code if bounds and bounds[0].constant != 0 else ""
    end = bounds[1].code if len(bounds) == 2 else ""
    code = f"{term.at(Level.ATOM)}[{start}:{end}]"
    if len(bounds) == 1 and getattr(bounds[0].loop, "lasting", None) == term.value.code:
        return Term(code, term.types, loop=bounds[0].loop)
    if term.fallback:  # a slice of nothing is nothing
        if len(code) > _LONGEST_SLICE:
            raise Refused("too many slices are in each other")
        return replace(term, code=f"{term.code} and {code}", level=Level.AND, truth="")
    return Term(code, term.types)


_LONGEST_SLICE = 10_000
_CHARACTERS = "slice counts characters of a text where Go counts bytes, which are the same as far as the text is ASCII"


def _index(caller: Caller, terms: _Terms) -> Term:
    _counted("index", terms, 1)
    term, *keys = terms
    for key in keys:
        if term.type is NOTHING:
            raise Fails("index of untyped nil")
        term = _item(term, key)
    return term


def _item(term: Term, key: Term) -> Term:
    type = term.type
    operand = as_list(term).at(Level.ATOM)
    if type is EMPTY_INTERFACE:
        return Term(f"{operand}[{key.value.code}]", (EMPTY_INTERFACE,))
    if type is ROOT:
        raise Refused("it looks something up in all of the data", "Name the entry: .Messages")
    if type is None or type.elem is None or type.kind not in (Kind.SLICE, Kind.MAP):
        raise Refused("only a list or a map can be indexed")
    if type.kind is Kind.SLICE:
        return Term(f"{operand}[{key.value.code}]", (type.elem,))
    return Term(f"{operand}.get({key.value.code})", (type.elem,), fallback="{}" if type.elem is TOOL_PROPERTY else "")


# Text


def _joined(parts: _Terms) -> Term:
    """Puts texts together."""
    flat = [piece for part in parts for piece in (part.parts or (part,)) if piece.constant != ""]
    merged: list[Term] = []
    for piece in flat:
        if merged and merged[-1].is_constant and piece.is_constant:
            merged[-1] = text(merged[-1].constant + piece.constant)
        else:
            merged.append(piece)
    if not merged:
        return text("")
    if len(merged) == 1 and merged[0].length_of is None:
        return merged[0]
    code = " + ".join(piece.at(Level.ADD) for piece in merged)
    return Term(code, (STRING,), Level.ADD if len(merged) > 1 else merged[0].level, parts=tuple(merged))


def _print(caller: Caller, terms: _Terms) -> Term:
    parts: list[Term] = []
    for i, term in enumerate(terms):
        if i and term.type is not STRING and terms[i - 1].type is not STRING:
            if None in (term.type, terms[i - 1].type) or EMPTY_INTERFACE in (term.type, terms[i - 1].type):
                raise Refused("whether print puts a space between depends on whether they are texts")
            parts.append(text(" "))
        parts.append(_operand(caller, term))
    return _joined(parts)


def _println(caller: Caller, terms: _Terms) -> Term:
    spaced = [piece for term in terms for piece in (text(" "), _operand(caller, term))]
    return _joined([*spaced[1:], text("\n")])


def _operand(caller: Caller, term: Term) -> Term:
    """Writes what ``print`` makes of an operand; of nothing that is ``<nil>``."""
    if term.type is NOTHING:
        return text("<nil>")
    if EMPTY_INTERFACE in term.types:
        return Term(caller.call("go_text", term, boolean(True)), (STRING,))
    return as_text(caller, term)


_verbs = re.compile(r"%([-+# 0]*)(\*|\d+)?(?:\.(\d+))?(.)", re.DOTALL)
_MAX_WIDTH = 1_000_000
_FITTING = {"s": (STRING,), "d": (INT,), "t": (BOOL,)}


def _printf(caller: Caller, terms: _Terms) -> Term:
    _counted("printf", terms, 1)
    format, *operands = terms
    if not format.is_constant or not isinstance(format.constant, str):
        raise Refused("the format of printf is no constant")
    parts: list[Term] = []
    at = 0
    for match in _verbs.finditer(format.constant):
        parts.append(text(format.constant[at : match.start()]))
        at = match.end()
        flags, width, precision, verb = match.groups()
        if verb == "%" and match[0] == "%%":
            parts.append(text("%"))
            continue
        padding = None
        if width is not None:
            padding = (operands.pop(0) if operands else None) if width == "*" else integer(int(width))
        if not operands or flags or precision or (width is not None and (padding is None or padding.type is not INT)):
            raise Refused(f"Jinja has nothing like {match[0]} with these arguments")
        parts.append(_padded(_verb(caller, verb, operands.pop(0), match[0]), padding))
    if operands:
        raise Refused("printf has more arguments than its format takes")
    return _joined([*parts, text(format.constant[at:])])


def _verb(caller: Caller, verb: str, term: Term, shown: str) -> Term:
    if verb == "v" or term.type in _FITTING.get(verb, ()) or (verb == "s" and _prints_itself(term)):
        return _operand(caller, term)
    raise Refused(f"Jinja has nothing like {shown} for a value of type {term.type or 'that is not known'}")


def _prints_itself(term: Term) -> bool:
    return term.type is not None and term.type.stringer is not None


def _padded(term: Term, width: Term | None) -> Term:
    if width is None:
        return term
    if width.is_constant and width.constant > _MAX_WIDTH:
        raise Refused(f"Go fills a text up to a width of {_MAX_WIDTH} at most")
    if term.constant == "":
        return Term(f"' ' * {width.value.at(Level.FILTER)}", (STRING,), Level.MULTIPLY, length_of=width)
    raise Refused("Jinja cannot fill a text up to a width")


def _json(caller: Caller, terms: _Terms) -> Term:
    _counted("json", terms, 1, 1)
    return as_json(caller, terms[0])


def _current_date(caller: Caller, terms: _Terms) -> Term:
    return Term("strftime_now('%Y-%m-%d')", (STRING,))


def _yesterday_date(caller: Caller, terms: _Terms) -> Term:
    raise Refused("Jinja can tell today's date only", "Leave it out, or let the system text tell the day.")


def _typescript(caller: Caller, terms: _Terms) -> Term:
    _counted("toTypeScriptType", terms, 1, 1)
    if terms[0].type is not TOOL_PROPERTY:
        return text("any")
    return Term(caller.call("typescript", terms[0]), (STRING,))


FUNCTIONS: dict[str, Callable[[Caller, _Terms], Term]] = {
    "eq": _eq,
    **{name: _comparison(name) for name in ("ne", "lt", "le", "gt", "ge")},
    "not": _not,
    "len": _len,
    "slice": _slice,
    "index": _index,
    "print": _print,
    "println": _println,
    "printf": _printf,
    "json": _json,
    "currentDate": _current_date,
    "yesterdayDate": _yesterday_date,
    "toTypeScriptType": _typescript,
}
"""Go's name -> what makes a Jinja expression of the arguments."""
