"""`parley seed-records`: synthetic conversations in any number, to try things out with and to measure them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

import httpx
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from parley.cli.accounts.keys import Environment
from parley.cli.accounts.projects import find_project
from parley.cli.operator import (
    EXPECTED,
    AsJson,
    Data,
    console,
    database_url,
    errors,
    fail,
    fail_because,
    now,
    require_data,
    settings_for,
    show_json,
)
from parley.cli.seeding.plan import SeedRequest, make_plan
from parley.cli.seeding.writer import vacuum_tables, write_plan
from parley.cli.up.demo import ACCOUNT, PROJECT
from parley.domain.analytics.actions import recount_from as recount_sums_from
from parley.domain.concurrency.actions import recount_from
from parley.domain.concurrency.jobs import count_next
from parley.domain.conversations.counted_hours import GRACE, hour_of
from parley.domain.conversations.model import Stage
from parley.domain.deployments.store import find_active
from parley.kit.ids import random_hex
from parley.providers.embeddings.protocol import EmbeddingError
from parley.resources import embedder
from parley.settings import Settings
from parley.storage.db import Connection, Database
from parley.storage.migrate import migrate

CONNECTIONS = 4


@dataclass(slots=True)
class SeedRun:
    """What the command line asks for, and how much of it is done."""

    account: str
    project: str
    environment: str
    count: int
    days: int
    turns: int
    written: int = 0


def seed_command(
    count: Annotated[int, typer.Argument(help="How many conversations.", min=1)],
    account: Annotated[str, typer.Option(help="Slug or id of the account (default: the demo's).")] = ACCOUNT,
    project: Annotated[str, typer.Option(help="Slug or id of the project (default: the demo's).")] = PROJECT,
    environment: Annotated[
        Environment, typer.Option("--env", "--environment", help="Where they were held.")
    ] = Environment.live,
    days: Annotated[int, typer.Option(help="Over how many days up to now.", min=1, max=3650)] = 365,
    turns: Annotated[int, typer.Option(help="Turns of each conversation.", min=1, max=200)] = 8,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Write synthetic records of finished conversations into a project.

    They can be read and searched like any others, and cannot be told from them: use a project made for it. Run it
    again to add more. When it is interrupted, what was written stays.

    Example: parley seed-records 10000 --days 90
    """
    run = SeedRun(account, project, environment.value, count, days, turns)
    settings = settings_for(data)
    require_data(settings)
    try:
        asyncio.run(_seed(settings, run, quiet=as_json))
    except KeyboardInterrupt:
        fail(f"Interrupted. {run.written} records were written and stay.")
    except EmbeddingError as error:
        fail(f"{error} Set PARLEY_EMBEDDINGS=none to write records that no semantic search finds.")
    except EXPECTED as error:
        fail_because(error)
    if as_json:
        show_json({"records": run.written, "turns": run.written * turns})
    else:
        console.print(f"{run.written} records of {turns} turns each were written.")


async def _seed(settings: Settings, run: SeedRun, quiet: bool) -> None:
    async with database_url(settings) as dsn, httpx.AsyncClient() as client:
        db = await Database.open(dsn, connections=CONNECTIONS, application="parley-seed")
        try:
            await migrate(db)
            request = await _make_request(db, run)
            with _progress(quiet) as progress:
                bar = progress.add_task("preparing", total=run.count)
                plan = await make_plan(request, int(random_hex(8), 16), now(), embedder(settings, client))
                progress.update(bar, description="writing")

                async def on_batch(tx: Connection, moment: datetime) -> None:
                    # In the same transaction: hours that were counted without these conversations are counted anew.
                    await recount_from(tx, request.project_id, request.environment, moment)
                    await recount_sums_from(tx, request.project_id, request.environment, moment)

                def advance(written: int) -> None:
                    run.written += written
                    progress.advance(bar, written)

                await write_plan(db, plan, on_batch=on_batch, progress=advance)
                progress.update(bar, description="tidying up")
                await vacuum_tables(db)
                await _count_hours(db, Stage(request.project_id, request.environment))
        finally:
            await db.aclose()


async def _make_request(db: Database, run: SeedRun) -> SeedRequest:
    async with db.transaction() as tx:
        project_info = await find_project(tx, run.account, run.project)
        active = await find_active(tx, project_info.id, run.environment)
    deployment = active.id if active else UUID(int=0)
    return SeedRequest(
        project_info.account_id, project_info.id, run.environment, deployment, run.count, run.days, run.turns
    )


async def _count_hours(db: Database, stage: Stage) -> None:
    until = hour_of(now() - GRACE)
    while await count_next(db, stage, until, now()):
        pass


def _progress(quiet: bool) -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=errors, transient=True, disable=quiet or not errors.is_terminal)
