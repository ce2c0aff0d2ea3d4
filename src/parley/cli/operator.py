"""What operator commands share: finding the database of a data folder, running one transaction, printing the result."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar

import asyncpg
import orjson
import typer
from pydantic import ValidationError
from rich.console import Console
from rich.table import Table
from rich.text import Text

from parley.domain.projects.secret_store import encryption_key
from parley.kit.clock import iso
from parley.kit.encryption import Encryptor
from parley.kit.errors import ParleyError
from parley.settings import Settings
from parley.storage import embedded
from parley.storage.db import Connection, Database, DatabaseRefused
from parley.storage.migrate import migrate
from parley.web.errors import message_with_fields

T = TypeVar("T")

Data = Annotated[
    Path | None, typer.Option("--data", help="Folder of the instance (default: .parley).", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]

WIDEST = 4096
"""A table is as wide as it needs to be: an id that was cut short to fit a window cannot be copied."""

console = Console()
errors = Console(stderr=True)
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


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
    settings = settings_for(data)
    return Encryptor(encryption_key(settings.secret_key, settings.data))


def fail(message: str) -> NoReturn:
    errors.print(Text.assemble(("Error: ", "bold red"), message), soft_wrap=True, highlight=False)
    raise typer.Exit(1)


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
    """Your own server when one is set, else the embedded one: the running one, or one started for the moment."""
    if settings.database_url is not None:
        yield settings.database_url
        return
    async with embedded.database(settings.data, pg_bin=settings.pg_bin) as dsn:
        yield dsn


def run(data: Path | None, work: Callable[[Connection], Awaitable[T]]) -> T:
    """Does `work` in one transaction on an up-to-date database; what goes wrong is said in one line."""

    async def in_transaction(db: Database) -> T:
        async with db.transaction() as tx:
            return await work(tx)

    return run_on(data, in_transaction)


def run_on(data: Path | None, work: Callable[[Database], Awaitable[T]]) -> T:
    """The same for what takes transactions of its own."""

    async def on_database() -> T:
        async with database_url(settings_for(data)) as dsn:
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


def migrate_command(data: Data = None) -> None:
    """Bring the database up to date (`up` and every operator command do it by themselves)."""

    async def nothing(_tx: Connection) -> None:
        return None

    run(data, nothing)
    console.print("The database is up to date.")


def show(rows: Sequence[dict[str, Any]], columns: Sequence[str], as_json: bool) -> None:
    if as_json:
        show_json(list(rows))
        return
    if not rows:
        console.print("(none)")
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        table.add_column(column, no_wrap=True)
    for row in rows:
        table.add_row(*(Text("" if row.get(column) is None else str(row[column])) for column in columns))
    Console(width=WIDEST).print(table)


def printable(text: str) -> str:
    """What people said may hold anything, but it does not get to command the operator's terminal."""
    return CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def show_json(value: object) -> None:
    typer.echo(orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str).decode())


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
