"""The tree keeps its shape: small files, short functions, few broad excepts, no imports inside functions."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("shape")

SOURCE = Path(__file__).parent.parent / "src" / "parley"
FILES = sorted(SOURCE.rglob("*.py"))
TEXTS = {path: path.read_text() for path in FILES}

FILE_LIMIT = 400
FUNCTION_LIMIT = 60
SHELLS = {
    "providers/llm/local/responder.py",
    "worker/run.py",
    "worker/deliveries.py",
    "telephony/exchange.py",
    "runtime/host/pool.py",
    "web/router.py",
}
"""Where whatever happens must be survived: the only places that may catch everything."""


@dataclass(frozen=True, slots=True)
class Shape:
    docstring: str | None
    functions: dict[str, int]
    """Their lengths, by name and line."""
    catches_everything: bool


@cache
def shapes() -> dict[str, Shape]:
    """Of every file. Each is parsed and walked once, when the first test wants it: nothing here takes longer."""
    return {relative(path): shape(ast.parse(text)) for path, text in TEXTS.items()}


def shape(tree: ast.Module) -> Shape:
    nodes = list(ast.walk(tree))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return Shape(
        ast.get_docstring(tree),
        {f"{each.name}, line {each.lineno}": (each.end_lineno or 0) - each.lineno + 1 for each in functions},
        any(isinstance(node, ast.ExceptHandler) and is_broad(node) for node in nodes),
    )


def is_broad(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or (isinstance(handler.type, ast.Name) and handler.type.id == "Exception")


def relative(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def percentile(sizes: list[int], share: float) -> int:
    return sorted(sizes)[int(len(sizes) * share)]


def test_files_are_small() -> None:
    assert [relative(path) for path in FILES if TEXTS[path].count("\n") > FILE_LIMIT] == []


def test_functions_are_short() -> None:
    lengths = {f"{path}: {name}": lines for path, shape in shapes().items() for name, lines in shape.functions.items()}
    assert [name for name, lines in lengths.items() if lines > FUNCTION_LIMIT] == []


def test_only_the_shells_catch_everything() -> None:
    broad = {path for path, shape in shapes().items() if shape.catches_everything}
    assert {path for path in broad - SHELLS if not path.startswith("runtime/host/")} == set()


def test_every_package_says_what_it_is() -> None:
    faces = [relative(folder / "__init__.py") for folder in {path.parent for path in FILES}]
    assert [face for face in faces if face not in shapes()] == []
    assert [face for face in faces if not shapes()[face].docstring] == []


def test_most_files_and_functions_are_well_within_the_limits() -> None:
    lines = [text.count("\n") for text in TEXTS.values()]
    lengths = [length for shape in shapes().values() for length in shape.functions.values()]
    assert percentile(lines, 0.5) <= 150
    assert percentile(lines, 0.9) <= 300
    assert percentile(lengths, 0.9) <= 35


def test_tests_of_a_group_stay_together(request: pytest.FixtureRequest) -> None:
    """Tests with a telephone or a whole instance cannot run beside others of their kind; the suffix is what keeps them
    apart when tests are spread over processes."""
    if request.config.getoption("loadgroup", False):
        assert request.node.nodeid.endswith("@shape")
