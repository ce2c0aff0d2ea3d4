"""Fixtures that start something: a real PostgreSQL for each test process, a fresh database for each test, both services
over real HTTP."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit
from uuid import uuid4

import asyncpg
import pytest

from parley.asgi import APPS
from parley.asgi import messaging as messaging_app
from parley.messaging.server import serve_messaging
from parley.resources import Resources, open_resources
from parley.settings import Settings
from parley.storage.db import Database
from parley.storage.embedded import EmbeddedPostgres
from parley.storage.embedded.layout import ROLE
from parley.storage.migrate import migrate
from parley.web.serve import bind, quiet_server
from tests.conftest import private_folder
from tests.contract import ContractClient
from tests.make import Make
from tests.served import served
from tests.waiting import drop_database, until

TEMPLATE = "parley_template"
COPIED = "strategy file_copy"
"""In memory a copy of the files takes 25 ms. Through the log, as is the default, it takes 200."""
MEMORY = Path("/dev/shm")
ROOMY = 2 << 30


def in_memory() -> Path | None:
    """Where files cost nothing, if there is room: a fresh database has hundreds of them, and nearly every test wants
    one. Tests of what survives a crash keep their data on disk."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOMY else None


@pytest.fixture(scope="session")
async def postgres() -> AsyncIterator[str]:
    """The address of a server that lives as long as this test process; its template database is migrated."""
    with private_folder(in_memory()) as folder:
        async for dsn in _server(folder):
            yield dsn


async def _server(folder: Path) -> AsyncIterator[str]:
    server = EmbeddedPostgres(folder)
    await server.start()
    try:
        await _make_logins_quick(server.dsn)
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
    await _administer(postgres, f"create database {name} template {template} {COPIED}")
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
    async with opened(dsn, tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
async def shared_resources(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Resources]:
    """For modules whose tests leave each other alone, as each has an account of its own: opening takes longer than they
    do."""
    async with fresh_database(postgres) as dsn, opened(dsn, tmp_path_factory.mktemp("shared")) as found:
        yield found


@asynccontextmanager
async def opened(dsn: str, folder: Path) -> AsyncIterator[Resources]:
    settings = Settings(database_url=dsn, data=folder / "data", database_connections=4)
    async with open_resources(settings, "test") as found:
        await until(found.is_ready)
        yield found


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


@pytest.fixture
async def messaging(resources: Resources) -> AsyncIterator[ContractClient]:
    async with serving_messaging(resources) as client:
        yield client


@asynccontextmanager
async def serving_messaging(resources: Resources) -> AsyncIterator[ContractClient]:
    """The messaging service of a process, WebSockets and all."""
    listener = bind("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    stop = asyncio.Event()
    served = serve_messaging(messaging_app(resources), resources, [listener], None, stop)
    serving = resources.tasks.start(served, "serve-messaging")
    try:
        async with ContractClient(url, "messaging") as client:
            yield client
    finally:
        stop.set()
        await serving


@asynccontextmanager
async def serving(resources: Resources, service: str) -> AsyncIterator[ContractClient]:
    """One of the two services on a real socket, and a client that checks every exchange against our documents."""
    listener = bind("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    server = quiet_server(APPS[service](resources), drain_seconds=5)
    async with served(server, listener), ContractClient(url, service) as client:
        try:
            yield client
        finally:
            resources.draining = True  # as in a process: answers that never end by themselves end now
    resources.draining = False


async def _make_logins_quick(dsn: str) -> None:
    """Every test connects several times, and each time its password costs thousands of hashes."""
    password = urlsplit(dsn).password
    assert password is not None, "the server's own role has a password"
    await _administer(dsn, f"set scram_iterations = 1; alter role {ROLE} password '{unquote(password)}'")


async def _administer(dsn: str, statement: str) -> None:
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def _named(dsn: str, database: str) -> str:
    address, _, query = dsn.partition("?")
    return f"{address.rpartition('/')[0]}/{database}?{query}"
