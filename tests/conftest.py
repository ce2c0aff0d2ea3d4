"""How tests are collected and run. The fixtures that start something are in `tests.fixtures`."""

from __future__ import annotations

import asyncio
import gc
import importlib
import os
import re
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from inspect import isasyncgenfunction, iscoroutinefunction
from pathlib import Path
from typing import Any, NoReturn

import pytest
import uvloop

from tests.properties import load_profile

load_profile()
gc.disable()  # until everything is collected: nothing of it is garbage

AS_A_WHOLE = r"^pytestmark = (?:\[.*)?pytest\.mark\.({})\b"
QUICK = "not io and not slow"
PURE = {
    "not io": re.compile(AS_A_WHOLE.format("io"), re.M),
    QUICK: re.compile(AS_A_WHOLE.format("io|slow"), re.M),
}
"""Runs without io, and the modules of which they need none."""
NEEDS_IO = {"postgres", "dsn", "db", "resources", "platform", "build", "messaging", "make"}


def pytest_configure(config: pytest.Config) -> None:
    """Fixtures that start something import all of Parley: a process that only hands tests out to others does without
    them, and so does one that runs pure tests alone."""
    hands_out = config.getoption("numprocesses", None) and not os.environ.get("PYTEST_XDIST_WORKER")
    if not hands_out and config.option.markexpr not in PURE:
        config.pluginmanager.register(importlib.import_module("tests.fixtures"))
    if config.option.markexpr == QUICK:
        config.pluginmanager.register(importlib.import_module("tests.tables"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if NEEDS_IO & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.io)
        _refuse_a_loop_of_its_own(item)
    if config.option.markexpr in PURE and not any("::" in argument for argument in config.args):
        _refuse_modules_without_pure_tests(items)


def _refuse_modules_without_pure_tests(items: list[pytest.Item]) -> None:
    """A run without io has imported and collected them for nothing."""
    pure = {item.path for item in items if not item.get_closest_marker("io")}
    if others := {str(item.path) for item in items if item.path not in pure}:
        raise pytest.UsageError(f"{', '.join(sorted(others))}: every test is io. Say `pytestmark = pytest.mark.io`.")


def _refuse_a_loop_of_its_own(item: pytest.Item) -> None:
    """A test that is not async but uses an async fixture gets another loop than all others, and whatever lives in
    theirs, such as the database server, is torn down: those that come after it fail, or not, depending on the order."""
    definitions = item._fixtureinfo.name2fixturedefs if isinstance(item, pytest.Function) else {}
    needs_loop = any(_is_async(found[-1].func) for found in definitions.values())
    if needs_loop and not item.get_closest_marker("asyncio"):
        raise pytest.UsageError(f"{item.nodeid} uses async fixtures: make it async.")


@cache
def _is_async(function: Callable[..., Any]) -> bool:
    return iscoroutinefunction(function) or isasyncgenfunction(function)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Modules that are left out as a whole need not even be imported for a run without io, nor what their folders
    share."""
    left_out = PURE.get(config.option.markexpr)
    if left_out is None:
        return None
    modules = collection_path.rglob("test_*.py") if collection_path.is_dir() else [collection_path]
    found = [module for module in modules if module.match("test_*.py")]
    return True if found and all(left_out.search(_text_of(module)) for module in found) else None


@cache
def _text_of(module: Path) -> str:
    return module.read_text()


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was imported and collected stays until the end: the garbage collector need not look at it ever again."""
    gc.freeze()
    gc.enable()
    SocketGuard.is_closed = not any(item.get_closest_marker("io") for item in session.items)


# Sockets in pure tests. They are closed in runs of pure tests alone, such as `make test-pure`: beside a pure test of a
# whole run, what earlier tests left in the event loop (a database, two services) goes on using its own.


class SocketGuard:
    is_closed = False

    @classmethod
    def check(cls) -> None:
        if cls.is_closed:
            refuse_socket()


def refuse_socket() -> NoReturn:
    pytest.fail("A test that opens a socket is not pure: mark it with pytest.mark.io.")


_make_socket = socket.socket.__init__
_look_up = socket.getaddrinfo


def _guarded_socket(self: socket.socket, *args: Any, **kwargs: Any) -> None:
    """Pairs of sockets, as event loops have one, are made from descriptors."""
    if len(args) < 4 and kwargs.get("fileno") is None:
        SocketGuard.check()
    _make_socket(self, *args, **kwargs)


def _guarded_look_up(*args: Any, **kwargs: Any) -> Any:
    SocketGuard.check()
    return _look_up(*args, **kwargs)


socket.socket.__init__ = _guarded_socket  # type: ignore[method-assign]
socket.getaddrinfo = _guarded_look_up


class GuardedLoop(uvloop.Loop):
    """uvloop opens its sockets without Python's. What is given one that exists is not asked."""

    async def create_connection(self, *args: Any, **kwargs: Any) -> Any:
        _check_unless_given(kwargs)
        return await super().create_connection(*args, **kwargs)

    async def create_server(self, *args: Any, **kwargs: Any) -> Any:
        _check_unless_given(kwargs)
        return await super().create_server(*args, **kwargs)

    async def create_unix_connection(self, *args: Any, **kwargs: Any) -> Any:
        _check_unless_given(kwargs)
        return await super().create_unix_connection(*args, **kwargs)

    async def create_unix_server(self, *args: Any, **kwargs: Any) -> Any:
        _check_unless_given(kwargs)
        return await super().create_unix_server(*args, **kwargs)

    async def create_datagram_endpoint(self, *args: Any, **kwargs: Any) -> Any:
        _check_unless_given(kwargs)
        return await super().create_datagram_endpoint(*args, **kwargs)

    async def getaddrinfo(self, *args: Any, **kwargs: Any) -> Any:
        SocketGuard.check()
        return await super().getaddrinfo(*args, **kwargs)


def _check_unless_given(arguments: dict[str, Any]) -> None:
    if arguments.get("sock") is None:
        SocketGuard.check()


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The loop that serving processes run on."""
    return {"uvloop": GuardedLoop}


@contextmanager
def private_folder(parent: Path | None = None) -> Iterator[Path]:
    """A folder for a server's data. Not one of pytest's: every new pytest run of the same user takes the right to pass
    through the folders above those away again, also from servers that are running there."""
    folder = Path(tempfile.mkdtemp(prefix="parley-test-", dir=parent))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def tests_importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """For children that run a module of the tests: the current folder is not searched."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))


@pytest.fixture
def data_folder() -> Iterator[Path]:
    with private_folder() as folder:
        yield folder
