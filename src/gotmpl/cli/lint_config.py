"""The table ``[tool.gotmpl.lint]`` of pyproject.toml."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from gotmpl.cli.bad_input import BadInput, unusable_file
from gotmpl.errors import TemplateError
from gotmpl.lint import Severity

__all__ = ["Config", "read_config"]

# Python reads TOML from 3.11 on; the package tomli is the same before that.
_TOML = "tomllib" if sys.version_info >= (3, 11) else "tomli"


class Config(NamedTuple):
    """What is set for the linter.

    Attributes:
        select: Rules that are asked; empty for all.
        ignore: Rules that are left out.
        severity: The lightest severity that is reported; empty for all.
        target: The oldest version of Ollama; empty for none.
    """

    select: list[str]
    ignore: list[str]
    severity: str
    target: str


def read_config(folder: Path) -> Config:
    """Reads the table of the nearest pyproject.toml that has it, from a folder upwards.

    Raises:
        BadInput: It is no TOML, or the table has something else than it should.
    """
    for parent in (folder, *folder.parents):
        path = parent / "pyproject.toml"
        if path.is_file():
            table = _table(path)
            if table is not None:
                return _config(table, path)
    return Config([], [], "", "")


def _table(path: Path) -> dict[str, Any] | None:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise unusable_file(str(path), error) from None
    if "gotmpl" not in text:
        return None
    toml = import_module(_TOML)
    try:
        table = toml.loads(text).get("tool", {}).get("gotmpl", {}).get("lint")
    except toml.TOMLDecodeError as error:
        raise BadInput(TemplateError(f"{path} is no TOML: {error}")) from None
    return table if isinstance(table, dict) else None


def _config(table: dict[str, Any], path: Path) -> Config:
    unknown = table.keys() - set(Config._fields)
    if unknown:
        raise BadInput(
            TemplateError(
                f"{path}: [tool.gotmpl.lint] has no setting {sorted(unknown)[0]}",
                hint=f"There are {', '.join(Config._fields)}.",
            )
        )
    for name in ("select", "ignore"):
        value = table.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise BadInput(TemplateError(f"{path}: {name} in [tool.gotmpl.lint] must be a list of texts"))
    labels = [severity.label for severity in Severity]
    if table.get("severity", "info") not in labels or not isinstance(table.get("target", ""), str):
        hint = f'severity is one of {", ".join(labels)}, target is a version such as "0.9.0".'
        raise BadInput(TemplateError(f"{path}: severity or target in [tool.gotmpl.lint] is wrong", hint=hint))
    return Config(table.get("select", []), table.get("ignore", []), table.get("severity", ""), table.get("target", ""))
