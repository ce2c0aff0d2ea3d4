"""`parley restore`: a data folder out of a backup, as it was at some moment."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parley.cli.backup.sources import Place, repository_of, run_with
from parley.cli.operator import AsJson, Data, console, fail, moment, settings_for, show_json, when
from parley.cli.progress import Progressing
from parley.storage.backup.repository import Repository
from parley.storage.backup.restore import Restored, RestoreRequest, restore


def restore_command(
    place: Place = None,
    at: Annotated[
        str | None, typer.Option(help="As it was then: ISO 8601 (2026-03-01T12:00:00Z), or a time ago (90m).")
    ] = None,
    to_end: Annotated[bool, typer.Option("--to-end", help="All that was kept.")] = False,
    id_: Annotated[
        str | None, typer.Option("--id", help="Begin with this backup (default: the best one).", show_default=False)
    ] = None,
    without_secret_key: Annotated[
        bool, typer.Option("--without-secret-key", help="Give up what is encrypted with secret.key.")
    ] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Restore a backup into an empty data folder, which `parley up` then serves.

    Example: parley restore /mnt/backups/parley --at 2026-03-01T12:00:00Z --data restored
    """
    settings = settings_for(data)
    if (at is None) == (not to_end):
        fail("Say how far to go: --at TIME, or --to-end.")
    wish = RestoreRequest(
        data=settings.data.absolute(),
        pg_bin=settings.pg_bin,
        id=id_,
        at=when(at) if at is not None else None,
        secret_key=settings.secret_key,
        without_secret_key=without_secret_key,
    )

    async def work(repository: Repository) -> Restored:
        with Progressing("Restoring", quiet=as_json) as progress:
            return await restore(repository, wish, progress.step)

    restored = run_with(repository_of(settings, place), work)
    if as_json:
        show_json(_facts(restored, wish.data))
        return
    until = moment(restored.until) or moment(restored.backup.ended_at)
    console.print(
        f"Restored backup {restored.backup.id} and what came after it; the last change is of {until}.\n"
        f"Start it with: parley up --data {wish.data}",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )


def _facts(restored: Restored, data: Path) -> dict[str, object]:
    return {
        "id": restored.backup.id,
        "lastChangeAt": moment(restored.until),
        "timeline": restored.timeline,
        "data": str(data),
    }
