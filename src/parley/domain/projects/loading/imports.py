"""What Python files import from their own project, read from the syntax tree: stale imports fail only when they run."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

ROOTS = frozenset({"functions", "flows"})

# Those inside of functions too: authors put them there to break circles.
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def module_names(paths: Collection[str]) -> frozenset[str]:
    """Everything that can be imported by name: the files, and every folder on the way to them."""
    found: set[str] = set()
    for path in paths:
        parts = path.removesuffix(".py").split("/")
        found |= {".".join(parts[:length]) for length in range(1, len(parts) + 1)}
    return frozenset(found)


def find_missing(module: ast.Module, path: str, known: Collection[str]) -> Iterator[tuple[int, str]]:
    """The line and the name of every import from the project that leads nowhere."""
    for node in _statements(module):
        for name in imported_names(node, path):
            package = name.rpartition(".")[0]
            # A package with an `__init__` of its own may define any name.
            if name.partition(".")[0] in ROOTS and name not in known and f"{package}.__init__" not in known:
                yield node.lineno, name


def _statements(module: ast.Module) -> Iterator[ast.stmt]:
    waiting: list[ast.AST] = [module]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt):
            yield node
        for block in _BLOCKS:
            waiting.extend(getattr(node, block, ()))


def imported_names(node: ast.stmt, path: str) -> Iterator[str]:
    """The modules that an import needs, by their full names."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = path.split("/")[: -node.level] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        if base in ROOTS or (node.level and not node.module):  # a folder holds nothing but modules
            yield from (f"{base}.{alias.name}" for alias in node.names if alias.name != "*")
        else:
            yield base
