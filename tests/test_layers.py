"""The layers of the package: a module imports from its own layer and those below, and each library has its place."""

import ast
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src"

ORDER = [
    "errors",
    "blanks",
    "golden",
    "golang",
    "parse",
    "exec",
    "template",
    "api",
    "ollama",
    "modelfile",
    "formats",
    "lint",
    "testing",
]
RANK = {layer: rank for rank, layer in enumerate(ORDER)} | {"cli": ORDER.index("testing")}

LIBRARIES = {
    "lark": {"parse"},
    "pydantic": {"api", "ollama", "modelfile", "formats", "lint", "testing", "cli"},
    "pydantic_core": {"api", "ollama", "modelfile", "formats", "lint", "testing", "cli"},
    "click": {"cli"},
    "rich": {"cli", "lint"},
    "jinja2": {"formats"},
    "gguf": {"formats"},
    "rapidfuzz": {"formats"},
    "httpx": {"ollama"},
    "pytest": {"testing"},
    "yaml": {"testing"},
}


def module_name(path):
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


def layer(module):
    """Gives the layer of one of the package's modules; None for `gotmpl` itself, which gathers the public names."""
    top, *rest = module.split(".")
    if top == "formats":
        return "formats"
    return rest[0] if rest else None


def imports(module):
    """Yields all that a module imports anywhere, as pairs of a module and the name taken from it, or None."""
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            yield from ((node.module, alias.name) for alias in node.names)


# A public name, which `from gotmpl import …` takes -> the layer that it comes from.
PUBLIC_NAMES = {taken: layer(name) for name, taken in imports("gotmpl") if name.startswith("gotmpl.") and taken}


def inner_imports(module):
    """Yields the layers of the package's own modules that a module imports."""
    for name, taken in imports(module):
        if name == "gotmpl" and taken:
            yield PUBLIC_NAMES.get(taken, taken)
        elif name.split(".")[0] in ("gotmpl", "formats"):
            yield layer(name)


# The package itself gathers names of all layers, and loads what it names when that is asked for.
@pytest.mark.parametrize("module", [module for module in MODULES if layer(module)])
def test_a_module_imports_only_from_its_layer_and_below(module):
    own = layer(module)
    assert [name for name in inner_imports(module) if RANK[name] >= RANK[own] and name != own] == []


@pytest.mark.parametrize("module", MODULES)
def test_a_library_is_imported_only_where_it_belongs(module):
    outer = {name.split(".")[0] for name, _ in imports(module)} - sys.stdlib_module_names - {"gotmpl", "formats"}
    assert outer <= LIBRARIES.keys()
    assert [name for name in outer if layer(module) not in LIBRARIES[name]] == []


def test_every_layer_of_the_tree_is_known():
    assert {layer(module) for module in MODULES} - {None} <= RANK.keys()


def test_importing_the_package_loads_no_library():
    program = "import gotmpl, sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "gotmpl" in loaded
    assert [name for name in LIBRARIES if name in loaded] == []


def order(name):
    """Sorts constants before classes before the rest, as ruff does."""
    return 0 if name.isupper() else 1 if name[0].isupper() else 2, name


PUBLIC = [name for name, path in MODULES.items() if path.name == "__init__.py" and "__all__" in path.read_text("utf-8")]


@pytest.mark.parametrize("package", PUBLIC)
def test_all_is_sorted_and_complete(package):
    module = importlib.import_module(package)
    assert module.__all__ == sorted(set(module.__all__), key=order)
    submodules = {found.name for found in pkgutil.iter_modules(module.__path__)}
    taken = {
        alias.asname or alias.name
        for node in ast.parse(MODULES[package].read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] in ("gotmpl", "formats")
        for alias in node.names
    }
    assert {name for name in taken if not name.startswith("_")} - submodules <= set(module.__all__)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
