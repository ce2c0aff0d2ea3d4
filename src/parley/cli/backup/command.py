"""`parley backup`: base backups and the log that leads from one to the next."""

from __future__ import annotations

import asyncio
import os
from datetime import timedelta
from typing import Annotated, Any

import typer
import uvloop

from parley.cli.backup.archiver import ArchiverProcess
from parley.cli.backup.sources import Place, job_of, repository_of, run_with
from parley.cli.operator import (
    EXPECTED,
    AsJson,
    Data,
    console,
    database_url,
    duration,
    fail,
    fail_because,
    moment,
    now,
    require_data,
    settings_for,
    show,
    show_json,
    tell,
)
from parley.cli.progress import Progressing
from parley.cli.roles import Fd, HeartbeatFd, Host, OpsPort, ops_listener
from parley.cli.supervision.status_reporter import StatusReporter
from parley.kit import log, tasks
from parley.kit.service_manager import from_environment
from parley.settings import Settings
from parley.storage.backup import base, catalog
from parley.storage.backup.archiver import Archiver, Pace
from parley.storage.backup.model import Backup
from parley.storage.backup.repository import Repository
from parley.storage.backup.restore import verify_backup
from parley.web.serve import PortTaken, serve_ops, stop_requested

app = typer.Typer(
    help="Backups: make one, archive continuously, list, verify, prune. `parley restore` brings one back.",
    no_args_is_help=True,
)
COLUMNS = ("id", "at", "size", "stored", "encrypted", "secret_key", "parley")
BackupId = Annotated[str | None, typer.Option("--id", help="Which one (default: the newest).", show_default=False)]


@app.command("create")
def create(place: Place = None, data: Data = None, as_json: AsJson = False) -> None:
    """Make a base backup now, while everything runs.

    Example: parley backup create /mnt/backups/parley
    """
    settings = settings_for(data)
    require_data(settings)

    async def work(repository: Repository) -> Backup:
        async with database_url(settings) as dsn:
            with Progressing("Backing up", quiet=as_json) as progress:
                return await base.make(job_of(settings, dsn, repository), progress.bytes)

    made = run_with(repository_of(settings, place), work)
    if as_json:
        show_json(_facts(made))
        return
    console.print(
        f"Backup {made.id}: {_size(made.plain_bytes)}, {_size(made.stored_bytes)} as stored.", highlight=False
    )
    if made.secret_key is not None and not made.holds_secret_key:
        console.print(
            "It does not hold secret.key, without which secrets and recordings cannot be read: keep a copy of that\n"
            "apart from the backups, or set PARLEY_BACKUP_KEY, which encrypts backups and takes it along.",
            highlight=False,
        )


@app.command("list")
def list_(place: Place = None, data: Data = None, as_json: AsJson = False) -> None:
    """List the backups that are whole, and how far the log after them reaches.

    Example: parley backup list /mnt/backups/parley
    """
    found = run_with(repository_of(settings_for(data), place), catalog.read)
    if as_json:
        archived = moment(found.archived.at) if found.archived else None
        show_json({"backups": [_facts(each) for each in found.backups], "archivedUntil": archived, "gap": found.gap})
        return
    show([_row(each) for each in found.backups], COLUMNS, as_json)
    if found.archived is not None:
        console.print(f"The log is kept until {moment(found.archived.at)}.", highlight=False)
    if found.gap is not None:
        console.print(f"It has a gap: {found.gap} is missing, and nothing after it can be restored.", highlight=False)


@app.command("verify")
def verify(place: Place = None, id_: BackupId = None, data: Data = None, as_json: AsJson = False) -> None:
    """Read a backup and the log after it, and check every file by its checksum. Takes room for it beside the data.

    Example: parley backup verify /mnt/backups/parley
    """
    settings = settings_for(data)

    async def work(repository: Repository) -> tuple[Backup, str | None]:
        with Progressing("Verifying", quiet=as_json) as progress:
            return await verify_backup(repository, id_, settings.pg_bin, progress.step)

    backup, gap = run_with(repository_of(settings, place), work)
    if gap is not None:
        fail(f"Backup {backup.id} is sound, but its log has a gap: {gap} is missing.")
    tell(f"Backup {backup.id} and the log after it are sound.", as_json, id=backup.id, ok=True)


@app.command("prune")
def prune(
    place: Place = None,
    keep: Annotated[str | None, typer.Option(help="Any moment of this time stays (default: 14d).")] = None,
    at_least: Annotated[int, typer.Option(min=1, help="So many backups stay, however old they are.")] = 1,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Remove backups and log that no moment of the last days needs, and what killed backups left.

    Example: parley backup prune /mnt/backups/parley --keep 30d
    """
    settings = settings_for(data)
    span = duration(keep) if keep is not None else timedelta(days=settings.backup_keep_days)

    async def work(repository: Repository) -> catalog.Pruned:
        return await catalog.prune(repository, now(), span, at_least=at_least, dry=dry_run)

    gone = run_with(repository_of(settings, place), work)
    what = f"{len(gone.backups)} backups and {gone.segments} segments of the log"
    tell(
        f"{'Would remove' if dry_run else 'Removed'} {what}.",
        as_json,
        backups=gone.backups,
        segments=gone.segments,
        dryRun=dry_run,
    )


@app.command("archive")
def archive(
    place: Place = None,
    host: Host = "127.0.0.1",
    ops_port: OpsPort = None,
    data: Data = None,
    ops_fd: Fd = None,
    heartbeat_fd: HeartbeatFd = None,
) -> None:
    """Keep the log, seconds behind, and make base backups in time, until stopped. `parley up` does it by itself with
    PARLEY_BACKUP_TO.

    Example: PARLEY_DATABASE_URL=postgresql://user@db/parley parley backup archive s3://backups/parley
    """
    settings = settings_for(data)
    require_data(settings)
    log.configure("backup", settings.log_level, settings.log_file)
    repository = repository_of(settings, place)
    try:
        ops = ops_listener(host, ops_port, ops_fd)
    except PortTaken as error:
        fail(str(error))

    async def main() -> None:
        service_manager = from_environment(os.environ)
        async with StatusReporter(service_manager, heartbeat_fd) as reporter, database_url(settings) as dsn:
            stop = stop_requested()
            process = ArchiverProcess(settings)
            reporter.follow(process.is_ready, stop)
            watching = tasks.start(serve_ops(process, ops, stop), "operations port")
            await _archive(settings, dsn, repository, stop)
            await watching

    try:
        uvloop.run(main())
    except EXPECTED as error:
        fail_because(error)


async def _archive(settings: Settings, dsn: str, repository: Repository, stop: asyncio.Event) -> None:
    pace = Pace(
        settings.backup_seconds, timedelta(hours=settings.backup_hours), timedelta(days=settings.backup_keep_days)
    )
    try:
        await Archiver(job_of(settings, dsn, repository), settings.data.absolute() / "backup", pace).run(stop)
    finally:
        await repository.aclose()


def _facts(backup: Backup) -> dict[str, Any]:
    return {
        "id": backup.id,
        "beganAt": moment(backup.began_at),
        "endedAt": moment(backup.ended_at),
        "bytes": backup.plain_bytes,
        "storedBytes": backup.stored_bytes,
        "encrypted": backup.encrypted,
        "holdsSecretKey": backup.holds_secret_key,
        "timeline": backup.timeline,
        "postgresql": backup.server,
        "parley": backup.parley,
        "database": backup.database,
    }


def _row(backup: Backup) -> dict[str, object]:
    return {
        "id": backup.id,
        "at": moment(backup.ended_at),
        "size": _size(backup.plain_bytes),
        "stored": _size(backup.stored_bytes),
        "encrypted": "yes" if backup.encrypted else "no",
        "secret_key": "inside" if backup.holds_secret_key else "kept apart",
        "parley": backup.parley,
    }


def _size(count: int) -> str:
    return f"{count / 1e6:,.1f} MB"
