"""What is known of backups, and which of them serve a purpose: values and decisions."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from parley.storage.backup.errors import BackupUnknown, NoBackup, TooEarly, TooLate

UNFINISHED_FOR = timedelta(days=1)
"""A backup without its description may be under way for this long; after that somebody was killed."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Whose backups a repository holds."""

    system: str
    """PostgreSQL's own number of the cluster."""
    encrypted: bool


@dataclass(frozen=True, slots=True)
class Archived:
    """How far the log is kept: everything that was acknowledged before this moment."""

    at: datetime
    lsn: int
    timeline: int


@dataclass(frozen=True, slots=True)
class Backup:
    """A base backup. Its description is written last: one that has none is not whole."""

    id: str
    began_at: datetime
    ended_at: datetime
    start_lsn: int
    end_lsn: int
    timeline: int
    segment_size: int
    server: int
    """Major version."""
    parley: str
    database: str
    owner: str
    encrypted: bool
    chunks: int
    plain_bytes: int
    stored_bytes: int
    secret_key: str | None
    """Fingerprint of the key that the database is encrypted with."""
    holds_secret_key: bool


def backup_id(moment: datetime) -> str:
    """Sorted by time."""
    return moment.strftime("%Y%m%dT%H%M%S%fZ")


def began_at(id_: str) -> datetime | None:
    try:
        return datetime.strptime(f"{id_}+0000", "%Y%m%dT%H%M%S%fZ%z")
    except ValueError:
        return None


def fingerprint(key: bytes) -> str:
    """Tells keys apart and nothing about them: they are random."""
    return hashlib.sha256(b"parley secret.key\0" + key).hexdigest()[:16]


def choose(
    backups: Sequence[Backup], place: str, *, id_: str | None, at: datetime | None, archived: Archived | None
) -> Backup:
    """The one to begin with: the newest that was whole at that moment, so that the least of the log is replayed."""
    if not backups:
        raise NoBackup(place)
    if id_ is not None:
        backups = [each for each in backups if each.id == id_]
        if not backups:
            raise BackupUnknown(id_)
    if at is None:
        return backups[-1]
    latest = max([each.ended_at for each in backups] + ([archived.at] if archived else []))
    if at > latest:
        raise TooLate(latest)
    whole = [each for each in backups if each.ended_at <= at]
    if not whole:
        raise TooEarly(min(each.ended_at for each in backups))
    return whole[-1]


def to_prune(backups: Sequence[Backup], now: datetime, keep: timedelta, at_least: int) -> list[Backup]:
    """What no moment of the last `keep` needs. The newest one that is older stays: moments after it begin with it."""
    begin = now - keep
    older = [each for each in backups if each.ended_at <= begin]
    gone = older[:-1]
    return gone[: max(len(backups) - at_least, 0)]


def is_abandoned(id_: str, now: datetime) -> bool:
    began = began_at(id_)
    return began is not None and now - began > UNFINISHED_FOR
