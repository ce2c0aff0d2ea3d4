"""The tree keeps its shape: small files, short functions, few broad excepts, no imports inside functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("shape")

SOURCE = Path(__file__).parent.parent / "src" / "parley"
FILES = sorted(SOURCE.rglob("*.py"))
TEXTS = {path: path.read_text() for path in FILES}

FILE_LIMIT = 400
FUNCTION_LIMIT = 60
SHELLS = {"worker/run.py", "worker/deliveries.py", "telephony/exchange.py", "runtime/host/pool.py", "web/router.py"}
"""Where whatever happens must be survived: the only places that may catch everything."""


@cache
def trees() -> dict[Path, ast.Module]:
    """Read when the first test wants them: parsing takes longer than all of these tests."""
    return {path: ast.parse(text) for path, text in TEXTS.items()}


def relative(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or 0) - function.lineno + 1


def percentile(sizes: list[int], share: float) -> int:
    return sorted(sizes)[int(len(sizes) * share)]


def test_files_are_small() -> None:
    assert [relative(path) for path in FILES if TEXTS[path].count("\n") > FILE_LIMIT] == []


def test_functions_are_short() -> None:
    long = [
        f"{relative(path)}: {f.name}" for path in FILES for f in functions(trees()[path]) if length(f) > FUNCTION_LIMIT
    ]
    assert long == []


def test_only_the_shells_catch_everything() -> None:
    broad = {
        relative(path)
        for path in FILES
        for handler in ast.walk(trees()[path])
        if isinstance(handler, ast.ExceptHandler)
        and (handler.type is None or (isinstance(handler.type, ast.Name) and handler.type.id == "Exception"))
    }
    assert {path for path in broad - SHELLS if not path.startswith("runtime/host/")} == set()


def test_every_package_says_what_it_is() -> None:
    faces = {folder: folder / "__init__.py" for folder in {path.parent for path in FILES}}
    assert [relative(folder) for folder, face in faces.items() if face not in trees()] == []
    assert [relative(face) for face in faces.values() if not ast.get_docstring(trees()[face])] == []


def test_most_files_and_functions_are_well_within_the_limits() -> None:
    lines = [text.count("\n") for text in TEXTS.values()]
    lengths = [length(f) for tree in trees().values() for f in functions(tree)]
    assert percentile(lines, 0.5) <= 150
    assert percentile(lines, 0.9) <= 300
    assert percentile(lengths, 0.9) <= 35
