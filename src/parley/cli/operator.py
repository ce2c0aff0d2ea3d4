"""What operator commands share: finding the database of a data folder, running one transaction, printing the result."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar

import orjson
import typer
from rich.console import Console
from rich.table import Table

from parley.kit.clock import iso
from parley.kit.errors import ParleyError
from parley.settings import Settings
from parley.storage import embedded
from parley.storage.db import Connection, Database
from parley.storage.migrate import migrate

T = TypeVar("T")

Data = Annotated[
    Path | None, typer.Option("--data", help="Folder of the instance (default: .parley).", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]

console = Console()
errors = Console(stderr=True)


def settings_for(data: Path | None) -> Settings:
    settings = Settings()
    return settings.model_copy(update={"data": data}) if data is not None else settings


def fail(message: str) -> NoReturn:
    errors.print(f"[bold red]Error:[/] {message}", highlight=False)
    raise typer.Exit(1)


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

    async def in_transaction() -> T:
        async with database_url(settings_for(data)) as dsn:
            db = await Database.open(dsn, connections=2, application="parley-operator")
            try:
                await migrate(db)
                async with db.transaction() as tx:
                    return await work(tx)
            finally:
                await db.aclose()

    try:
        return asyncio.run(in_transaction())
    except (ParleyError, embedded.EmbeddedError) as error:
        fail(str(error))


def show(rows: Sequence[dict[str, Any]], columns: Sequence[str], as_json: bool) -> None:
    if as_json:
        show_json(list(rows))
        return
    table = Table(*columns, box=None, header_style="bold", pad_edge=False)
    for row in rows:
        table.add_row(*("" if row.get(column) is None else str(row[column]) for column in columns))
    console.print(table if rows else "(none)")


def show_json(value: object) -> None:
    typer.echo(orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str).decode())


def moment(value: datetime | None) -> str | None:
    return iso(value) if value is not None else None


def now() -> datetime:
    return datetime.now(UTC)


UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def duration(text: str) -> timedelta:
    """`90s`, `15m`, `12h`, `30d`, `2w`."""
    match = re.fullmatch(r"(\d{1,6})([smhdw])", text.strip())
    if match is None:
        raise typer.BadParameter("write a number and a unit, such as 90s, 15m, 12h, 30d or 2w")
    return timedelta(**{UNITS[match[2]]: int(match[1])})
