"""The tree keeps its shape: small files, short functions, few broad excepts, no imports inside functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "parley"
FILES = sorted(SOURCE.rglob("*.py"))

FILE_LIMIT = 400
FUNCTION_LIMIT = 60
SHELLS = {"worker/run.py", "telephony/server.py", "runtime/host/pool.py", "web/router.py"}
"""Where whatever happens must be survived: the only places that may catch everything."""


def relative(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def percentile(sizes: list[int], share: float) -> int:
    return sorted(sizes)[int(len(sizes) * share)]


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_file_is_small_and_its_functions_are_short(path: Path) -> None:
    text = path.read_text()
    assert text.count("\n") <= FILE_LIMIT
    long = [f.name for f in functions(ast.parse(text)) if (f.end_lineno or 0) - f.lineno >= FUNCTION_LIMIT]
    assert long == []


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_only_the_shells_catch_everything(path: Path) -> None:
    broad = [
        handler.lineno
        for handler in ast.walk(ast.parse(path.read_text()))
        if isinstance(handler, ast.ExceptHandler)
        and (handler.type is None or (isinstance(handler.type, ast.Name) and handler.type.id == "Exception"))
    ]
    assert broad == [] or relative(path) in SHELLS or "runtime/host/" in relative(path)


@pytest.mark.parametrize("folder", sorted({path.parent for path in FILES}), ids=relative)
def test_every_package_says_what_it_is(folder: Path) -> None:
    init = folder / "__init__.py"
    assert init.exists(), f"{relative(folder)} is a package"
    assert ast.get_docstring(ast.parse(init.read_text())), f"{relative(folder)}/__init__.py has a glossary"


def test_most_files_and_functions_are_well_within_the_limits() -> None:
    lines = [path.read_text().count("\n") for path in FILES]
    lengths = [(f.end_lineno or 0) - f.lineno + 1 for path in FILES for f in functions(ast.parse(path.read_text()))]
    assert percentile(lines, 0.5) <= 150
    assert percentile(lines, 0.9) <= 300
    assert percentile(lengths, 0.9) <= 35
