"""What operator commands share: finding the database of a data folder, running one transaction, printing the result
(`output`)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, NoReturn, TypeVar

import asyncpg
import typer
from pydantic import ValidationError

from parley.cli.output import AsJson as AsJson
from parley.cli.output import console as console
from parley.cli.output import errors as errors
from parley.cli.output import fail as fail
from parley.cli.output import printable as printable
from parley.cli.output import show as show
from parley.cli.output import show_json as show_json
from parley.cli.output import show_one as show_one
from parley.cli.output import tell as tell
from parley.domain.audit.actions import act_as
from parley.domain.audit.model import OPERATOR
from parley.domain.projects.secret_store import encryption_key
from parley.kit.clock import iso
from parley.kit.encryption import Encryptor
from parley.kit.errors import ParleyError
from parley.settings import Settings
from parley.storage import embedded
from parley.storage.db import Connection, Database, DatabaseRefused
from parley.storage.migrate import migrate
from parley.storage.pooler import refuse_pooler
from parley.web.errors import message_with_fields

T = TypeVar("T")

Data = Annotated[
    Path | None, typer.Option("--data", help="Folder of the instance (default: .parley).", show_default=False)
]
EXPECTED = (ParleyError, embedded.EmbeddedError, asyncpg.PostgresError, OSError)
"""What can go wrong for reasons that the operator can do something about; told in one line."""


def settings_for(data: Path | None) -> Settings:
    try:
        settings = Settings()
    except ValidationError as wrong:
        # Without what was given: it may be a password.
        wrongs = ((str(e["loc"][0]).upper(), e["msg"]) for e in wrong.errors(include_input=False))
        fail("; ".join(f"PARLEY_{name}: {words.removeprefix('Value error, ')}" for name, words in wrongs) + ".")
    return settings.model_copy(update={"data": data}) if data is not None else settings


def encryptor_for(data: Path | None) -> Encryptor:
    """For what is in the database: where there is none, no key is made either."""
    settings = settings_for(data)
    require_data(settings)
    return Encryptor(encryption_key(settings.secret_key, settings.data))


def require_data(settings: Settings) -> None:
    """Ends the command where nothing was ever started: it would make a database, find it empty, and leave it behind."""
    if settings.database_url is None and not embedded.exists(settings.data):
        folder = settings.data.absolute()
        fail(
            f"There is no data in {folder}. Start an instance there with `parley up`, name another folder with --data "
            "or PARLEY_DATA, or a server with PARLEY_DATABASE_URL."
        )


def fail_because(error: Exception) -> NoReturn:
    """One of the expected errors, with what PostgreSQL or the system said where that explains it."""
    if isinstance(error, asyncpg.PostgresError):
        fail(f"The database says: {error}.")
    if isinstance(error, OSError):
        fail(f"Cannot use {error.filename or 'the data folder'}: {error.strerror}.")
    hint = " Check PARLEY_DATABASE_URL." if isinstance(error, DatabaseRefused) else ""
    reason = f" PostgreSQL says: {error.__cause__}." if isinstance(error.__cause__, asyncpg.PostgresError) else ""
    fail(f"{message_with_fields(error) if isinstance(error, ParleyError) else error}{hint}{reason}")


@asynccontextmanager
async def database_url(settings: Settings) -> AsyncIterator[str]:
    """Your own server when one is set, past a pooler; else the embedded one: the running one, or one started for the
    moment."""
    if settings.database_url is not None:
        yield await direct_url(settings.database_url, settings)
        return
    async with embedded.database(settings.data, pg_bin=settings.pg_bin) as dsn:
        yield dsn


async def direct_url(database_url: str, settings: Settings) -> str:
    """Where sessions last: past the pooler where there is one, which is an error where we do not know the way."""
    found = settings.database_direct_url or database_url
    await refuse_pooler(found, settings.database_direct_url is not None)
    return found


def run(data: Path | None, work: Callable[[Connection], Awaitable[T]], *, makes_database: bool = False) -> T:
    """Does `work` in one transaction on an up-to-date database; what goes wrong is said in one line."""

    async def in_transaction(db: Database) -> T:
        async with db.transaction() as tx:
            await act_as(tx, OPERATOR)
            return await work(tx)

    return run_on(data, in_transaction, makes_database=makes_database)


def run_on(data: Path | None, work: Callable[[Database], Awaitable[T]], *, makes_database: bool = False) -> T:
    """The same for what takes transactions of its own."""
    settings = settings_for(data)
    if not makes_database:
        require_data(settings)

    async def on_database() -> T:
        async with database_url(settings) as dsn:
            db = await Database.open(dsn, connections=2, application="parley-operator")
            try:
                await migrate(db)
                return await work(db)
            finally:
                await db.aclose()

    try:
        return asyncio.run(on_database())
    except EXPECTED as error:
        fail_because(error)


def migrate_command(data: Data = None, as_json: AsJson = False) -> None:
    """Bring the database up to date (`up` and every operator command do it by themselves).

    Example: parley migrate --data /var/lib/parley
    """

    async def nothing(_tx: Connection) -> None:
        return None

    run(data, nothing, makes_database=True)
    tell("The database is up to date.", as_json, ok=True)


def moment(value: datetime | None) -> str | None:
    return iso(value) if value is not None else None


def now() -> datetime:
    return datetime.now(UTC)


LONGEST = timedelta(days=36_500)
UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def duration(text: str) -> timedelta:
    """`90s`, `15m`, `12h`, `30d`, `2w`."""
    # Seven digits of any unit fit into a timedelta.
    match = re.fullmatch(r"(\d{1,7})([smhdw])", text.strip())
    if match is None:
        raise typer.BadParameter("write a number and a unit, such as 90s, 15m, 12h, 30d or 2w")
    span = timedelta(**{UNITS[match[2]]: int(match[1])})
    if span > LONGEST:
        raise typer.BadParameter(f"the longest is {LONGEST.days}d")
    return span


def when(text: str) -> datetime:
    """`2026-03-01T12:00:00Z`, or a time ago such as `90m` or `3d`."""
    try:
        parsed = datetime.fromisoformat(text)
    except ValueError:
        return now() - duration(text)
    return parsed if parsed.tzinfo is not None else parsed.replace(tzinfo=UTC)
