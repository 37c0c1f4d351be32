"""Which template files a coverage report is about, and how it calls them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from gotmpl.errors import ParseError, TemplateError
from gotmpl.exec.coverage import Counts
from gotmpl.modelfile.decode import decode
from gotmpl.testing.coverage import TemplateCoverage
from gotmpl.testing.files import TemplateFile, read

__all__ = ["Measured", "Uncounted", "measure", "template_files"]

_SUFFIXES = ("modelfile", ".gotmpl", ".tmpl")


class Uncounted(NamedTuple):
    """A file without a template that could be counted.

    Attributes:
        name: How the report calls it.
        reason: Why it is not counted.
    """

    name: str
    reason: str


class Measured(NamedTuple):
    """What a report is about.

    Attributes:
        templates: The templates, by name.
        uncounted: The other files.
    """

    templates: list[TemplateCoverage]
    uncounted: list[Uncounted]


def measure(
    counts: Mapping[str, Counts], loaded: Mapping[Path, TemplateFile], paths: Iterable[Path], roots: Iterable[Path]
) -> Measured:
    """Finds the template files that count, and puts together what was counted for each.

    Args:
        counts: What was counted, by the text of the template.
        loaded: The files that tests have loaded, by their resolved paths.
        paths: Files and folders: if any are given, all template files there count, loaded or not, and no others.
        roots: Folders: else the loaded files below any of these count. Files are called by their path below the first
            one that they are in.
    """
    folders = [path.resolve() for path in paths]
    bases = [path.resolve() for path in roots]
    found: dict[Path, TemplateFile | str] = {
        path: each for path, each in loaded.items() if _is_in(path, folders or bases)
    }
    for path in {path.resolve() for folder in folders for path in template_files(folder)} - found.keys():
        found[path] = _read(path)
    measured = Measured([], [])
    for name, file in sorted((_name(path, bases), file) for path, file in found.items()):
        if isinstance(file, str):
            measured.uncounted.append(Uncounted(name, file))
            continue
        try:
            _ = file.template
        except ParseError as error:
            measured.uncounted.append(Uncounted(name, f"line {file.line(error.offset or 0)}: {_without_place(error)}"))
        else:
            measured.templates.append(TemplateCoverage(name, file, counts.get(file.text, Counts())))
    return measured


def template_files(path: Path) -> Iterator[Path]:
    """Yields a file, or all below a folder that are template files by their names.

    These begin with ``Modelfile`` or end with ``Modelfile``, ``.gotmpl`` or ``.tmpl``, in upper or lower case. Hidden
    folders, virtual environments and ``node_modules`` are left out.
    """
    if path.is_file():
        yield path
        return
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not _is_foreign(Path(folder, name)))
        yield from (Path(folder, name) for name in sorted(names) if _is_template_name(name.lower()))


def _is_template_name(name: str) -> bool:
    return name.startswith("modelfile") or name.endswith(_SUFFIXES)


def _is_foreign(folder: Path) -> bool:
    return folder.name.startswith(".") or folder.name == "node_modules" or (folder / "pyvenv.cfg").exists()


def _is_in(path: Path, folders: Iterable[Path]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def _name(path: Path, bases: Iterable[Path]) -> str:
    base = next((base for base in bases if path.is_relative_to(base)), None)
    return path.as_posix() if base is None else path.relative_to(base).as_posix()


def _without_place(error: ParseError) -> str:
    """Gives Go's text of an error without the line of the template, which need not be that of the file."""
    return re.sub(r"^template: :\d+: ", "", str(error))


def _read(path: Path) -> TemplateFile | str:
    """Reads a template file; gives the reason if there is no template in it."""
    try:
        return read(path, decode(path.read_bytes()))
    except TemplateError as error:
        return str(error)
    except OSError as error:
        return error.strerror or str(error)
