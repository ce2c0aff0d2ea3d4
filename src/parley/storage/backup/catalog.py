"""What is in a repository, whether it is sound, and what nobody needs any more."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from parley.storage.backup.model import Archived, Backup, is_abandoned, to_prune
from parley.storage.backup.repository import Repository
from parley.storage.backup.segments import Segment, part_name


@dataclass(frozen=True, slots=True)
class Catalog:
    backups: list[Backup]
    archived: Archived | None
    gap: str | None
    """The first segment that is missing after the newest backup."""


@dataclass(frozen=True, slots=True)
class Pruned:
    backups: list[str]
    segments: int


async def read(repository: Repository) -> Catalog:
    identity = await repository.identity()
    if identity is not None:
        repository.check_key(identity)
    backups = await repository.backups()
    gap = await log_gap(repository, backups[-1]) if backups else None
    return Catalog(backups, await repository.archived(), gap)


async def log_gap(repository: Repository, backup: Backup) -> str | None:
    """Its stream holds the log up to its end; from the segment after that on, the archive has to."""
    kept = await repository.archived_log()
    after = Segment.at(backup.end_lsn, backup.timeline, backup.segment_size)
    return kept.gap(Segment(after.number + 1, after.timeline), backup.segment_size)


async def prune(
    repository: Repository, now: datetime, keep: timedelta, *, at_least: int = 1, dry: bool = False
) -> Pruned:
    """Backups first, the log that only they needed afterwards: killed in between, there is too much and never too
    little."""
    backups = await repository.backups()
    gone = to_prune(backups, now, keep, at_least)
    whole = {each.id for each in backups}
    abandoned = [id_ for id_ in await repository.ids() if id_ not in whole and is_abandoned(id_, now)]
    names = [*(each.id for each in gone), *abandoned]
    if not dry:
        for id_ in names:
            await repository.remove(id_)
    left = [each for each in backups if each.id not in names]
    return Pruned(names, await _prune_log(repository, left, dry) if left else 0)


async def _prune_log(repository: Repository, left: list[Backup], dry: bool) -> int:
    size = left[0].segment_size
    first = left[0].start_lsn // size
    kept = await repository.archived_log()
    gone = [name for name in (*kept.full, *kept.parts) if Segment.named(name, size).number < first]
    for name in [] if dry else gone:
        for offset in kept.parts.get(name, ()):
            await repository.forget_log(part_name(name, offset))
        if name in kept.full:
            await repository.forget_log(name)
    return len(gone)


async def check(repository: Repository, backup: Backup) -> str | None:
    """Reads the log after a backup, all of it: each segment by its checksum. The first that is missing, or None."""
    kept = await repository.archived_log()
    for name in kept.since(backup.start_lsn // backup.segment_size, backup.segment_size):
        await repository.segment(name, kept, backup.segment_size)
    return await log_gap(repository, backup)
