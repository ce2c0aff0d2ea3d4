"""Fixtures: a real PostgreSQL for each test process, a fresh database for each test, both services over real HTTP."""

from __future__ import annotations

import asyncio
import gc
import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from inspect import isasyncgenfunction, iscoroutinefunction
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest
import uvloop
from hypothesis import HealthCheck, settings

from parley.asgi import APPS
from parley.resources import Resources, open_resources
from parley.settings import Settings
from parley.storage.db import Database
from parley.storage.embedded import EmbeddedPostgres
from parley.storage.migrate import migrate
from parley.web.serve import bind, quiet_server
from tests.contract import ContractClient
from tests.make import Make
from tests.waiting import drop_database, until

settings.register_profile("parley", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("parley")
"""How long an example takes says more about what else the machine does than about the code."""

TEMPLATE = "parley_template"

IO_AS_A_WHOLE = re.compile(r"^pytestmark = (?:\[.*)?pytest\.mark\.io\b", re.MULTILINE)
NEEDS_IO = {"postgres", "dsn", "db", "resources", "platform", "build", "make"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if NEEDS_IO & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.io)
        _refuse_a_loop_of_its_own(item)


def _refuse_a_loop_of_its_own(item: pytest.Item) -> None:
    """A test that is not async but uses an async fixture gets another loop than all others, and whatever lives in
    theirs, such as the database server, is torn down: those that come after it fail, or not, depending on the order."""
    definitions = item._fixtureinfo.name2fixturedefs if isinstance(item, pytest.Function) else {}
    needs_loop = any(
        iscoroutinefunction(found[-1].func) or isasyncgenfunction(found[-1].func) for found in definitions.values()
    )
    if needs_loop and not item.get_closest_marker("asyncio"):
        raise pytest.UsageError(f"{item.nodeid} uses async fixtures: make it async.")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Modules that are io as a whole need not even be imported for a run without io."""
    is_module = collection_path.suffix == ".py" and collection_path.name.startswith("test_")
    if config.option.markexpr == "not io" and is_module and IO_AS_A_WHOLE.search(collection_path.read_text()):
        return True
    return None


def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: the garbage collector need not look at it ever again."""
    gc.freeze()


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The loop that serving processes run on."""
    return {"uvloop": uvloop.new_event_loop}


MEMORY = Path("/dev/shm")
ROOMY = 2 << 30


def _in_memory() -> Path | None:
    """Where files cost nothing, if there is room: a fresh database has hundreds of them, and nearly every test wants
    one. Tests of what survives a crash keep their data on disk."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOMY else None


@contextmanager
def private_folder(parent: Path | None = None) -> Iterator[Path]:
    """A folder for a server's data. Not one of pytest's: every new pytest run of the same user takes the right to pass
    through the folders above those away again, also from servers that are running there."""
    folder = Path(tempfile.mkdtemp(prefix="parley-test-", dir=parent))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def data_folder() -> Iterator[Path]:
    with private_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
async def postgres() -> AsyncIterator[str]:
    """The address of a server that lives as long as this test process; its template database is migrated."""
    with private_folder(_in_memory()) as folder:
        async for dsn in _server(folder):
            yield dsn


async def _server(folder: Path) -> AsyncIterator[str]:
    server = EmbeddedPostgres(folder)
    await server.start()
    try:
        await _administer(server.dsn, f"create database {TEMPLATE}")
        template = await Database.open(_named(server.dsn, TEMPLATE), connections=1)
        await migrate(template)
        await template.aclose()
        yield server.dsn
    finally:
        await server.stop()


@asynccontextmanager
async def fresh_database(postgres: str, template: str = TEMPLATE) -> AsyncIterator[str]:
    name = f"test_{uuid4().hex}"
    await _administer(postgres, f"create database {name} template {template}")
    yield _named(postgres, name)
    await drop_database(postgres, name)


@pytest.fixture
async def dsn(postgres: str) -> AsyncIterator[str]:
    async with fresh_database(postgres) as address:
        yield address


@pytest.fixture
async def db(dsn: str) -> AsyncIterator[Database]:
    database = await Database.open(dsn, connections=4)
    yield database
    await database.aclose()


@pytest.fixture
async def resources(dsn: str, tmp_path: Path) -> AsyncIterator[Resources]:
    settings = Settings(database_url=dsn, data=tmp_path / "data", database_connections=4)
    async with open_resources(settings, "test") as opened:
        await until(opened.is_ready)
        yield opened


@pytest.fixture
def make(resources: Resources) -> Make:
    return Make(resources)


@pytest.fixture
async def platform(resources: Resources) -> AsyncIterator[ContractClient]:
    async with serving(resources, "platform") as client:
        yield client


@pytest.fixture
async def build(resources: Resources) -> AsyncIterator[ContractClient]:
    async with serving(resources, "build") as client:
        yield client


@asynccontextmanager
async def serving(resources: Resources, service: str) -> AsyncIterator[ContractClient]:
    """One of the two services on a real socket, and a client that checks every exchange against our documents."""
    listener = bind("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    server = quiet_server(APPS[service](resources), drain_seconds=5)
    serving = resources.tasks.start(server.serve(sockets=[listener]), f"serve-{service}")
    async with ContractClient(url, service) as client:
        yield client
    server.should_exit = True
    await serving


async def _administer(dsn: str, statement: str) -> None:
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def _named(dsn: str, database: str) -> str:
    address, _, query = dsn.partition("?")
    return f"{address.rpartition('/')[0]}/{database}?{query}"
