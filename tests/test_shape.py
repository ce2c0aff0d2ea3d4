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
SHELLS = {"worker/run.py", "worker/deliveries.py", "telephony/exchange.py", "runtime/host/pool.py", "web/router.py"}
"""Where whatever happens must be survived: the only places that may catch everything."""
CONNECTING_MODULES = ("urllib.request", "http.client", "smtplib", "ftplib", "imaplib", "poplib", "xmlrpc", "telnetlib")
CONNECTING_CALLS = {"create_connection", "open_connection", "sock_connect", "connect_ex", "create_datagram_endpoint"}
WAYS_OUT = {
    "kit/outbound/client.py",  # checks the address
    "providers/senders/smtp.py",  # the operator's mail server
    "storage/embedded/running.py",  # a socket in the data folder
}
"""Where connections may be made with the standard library; for HTTP clients see the contract in pyproject.toml."""


@dataclass(frozen=True, slots=True)
class Shape:
    docstring: str | None
    functions: dict[str, int]
    """Their lengths, by name and line."""
    catches_everything: bool
    connects: bool


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
        any(is_connecting(node) for node in nodes),
    )


def is_broad(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or (isinstance(handler.type, ast.Name) and handler.type.id == "Exception")


def is_connecting(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return any(is_connecting_module(alias.name) for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        named = [f"{node.module}.{alias.name}" for alias in node.names]
        called = any(alias.name in CONNECTING_CALLS for alias in node.names)
        return called or any(map(is_connecting_module, [node.module or "", *named]))
    return isinstance(node, ast.Attribute) and node.attr in CONNECTING_CALLS


def is_connecting_module(name: str) -> bool:
    return any(name == module or name.startswith(f"{module}.") for module in CONNECTING_MODULES)


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


def test_connections_are_made_where_addresses_are_checked_or_the_operators_own() -> None:
    assert {path for path, shape in shapes().items() if shape.connects} == WAYS_OUT


@pytest.mark.parametrize(
    "source",
    [
        "import http.client",
        "import urllib.request as r",
        "from urllib import request",
        "from http.client import HTTPConnection",
        "from socket import create_connection",
        "import socket\nsocket.create_connection(('a', 1))",
        "import asyncio\nasync def f():\n    await asyncio.open_connection('a', 1)",
    ],
)
def test_a_new_way_out_would_be_noticed(source: str) -> None:
    assert shape(ast.parse(source)).connects
    assert not shape(ast.parse("from urllib.parse import quote\nimport http\nimport socket")).connects


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
