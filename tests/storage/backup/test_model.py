from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from parley.storage.backup.errors import BackupUnknown, NoBackup, TooEarly, TooLate
from parley.storage.backup.model import Archived, Backup, backup_id, began_at, choose, is_abandoned, to_prune

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def backup(days_ago: float) -> Backup:
    ended = NOW - days_ago * DAY
    return Backup(
        id=backup_id(ended),
        began_at=ended - timedelta(minutes=5),
        ended_at=ended,
        start_lsn=0,
        end_lsn=0,
        timeline=1,
        segment_size=1 << 24,
        server=18,
        parley="1",
        database="parley",
        owner="parley",
        encrypted=False,
        chunks=1,
        plain_bytes=1,
        stored_bytes=1,
        secret_key=None,
        holds_secret_key=False,
    )


BACKUPS = [backup(3), backup(2), backup(1)]
ARCHIVED = Archived(NOW, 0, 1)


def chosen(at: datetime | None, id_: str | None = None, archived: Archived | None = ARCHIVED) -> Backup:
    return choose(BACKUPS, "/place", id_=id_, at=at, archived=archived)


def test_the_end_is_reached_from_the_newest_backup() -> None:
    assert chosen(None) == BACKUPS[2]


@pytest.mark.parametrize(("days_ago", "expected"), [(0.5, 2), (1, 2), (1.001, 1), (3, 0)])
def test_a_moment_is_reached_from_the_newest_backup_that_was_whole_by_then(days_ago: float, expected: int) -> None:
    assert chosen(NOW - days_ago * DAY) == BACKUPS[expected]


def test_a_moment_before_the_first_backup_is_too_early_and_the_first_is_named() -> None:
    with pytest.raises(TooEarly, match="2026-03-07T12:00:00"):
        chosen(NOW - 4 * DAY)


def test_a_moment_that_the_log_does_not_reach_is_too_late() -> None:
    with pytest.raises(TooLate, match="2026-03-10T12:00:00"):
        chosen(NOW + timedelta(seconds=1))


def test_without_an_archive_the_end_of_the_newest_backup_is_the_last_moment() -> None:
    with pytest.raises(TooLate, match="2026-03-09T12:00:00"):
        chosen(NOW, archived=None)


def test_a_backup_can_be_named() -> None:
    assert chosen(None, BACKUPS[0].id) == BACKUPS[0]
    assert chosen(NOW, BACKUPS[0].id) == BACKUPS[0]
    with pytest.raises(TooEarly):
        chosen(NOW - 2.5 * DAY, BACKUPS[1].id)
    with pytest.raises(BackupUnknown):
        chosen(None, "20200101")


def test_where_there_is_none_that_is_said() -> None:
    with pytest.raises(NoBackup):
        choose([], "/place", id_=None, at=None, archived=None)


@pytest.mark.parametrize(
    ("keep_days", "at_least", "gone"),
    [(1.5, 1, [0]), (0.5, 1, [0, 1]), (2, 1, [0]), (30, 1, []), (0.5, 2, [0]), (0.5, 3, [])],
)
def test_the_newest_backup_before_the_time_that_is_kept_stays(keep_days: float, at_least: int, gone: list[int]) -> None:
    assert to_prune(BACKUPS, NOW, keep_days * DAY, at_least) == [BACKUPS[number] for number in gone]


@pytest.mark.parametrize("keep_days", [0.1, 1, 1.5, 2.5, 10])
def test_every_moment_of_the_time_that_is_kept_can_still_be_restored(keep_days: float) -> None:
    gone = to_prune(BACKUPS, NOW, keep_days * DAY, 1)
    left = [each for each in BACKUPS if each not in gone]
    first = max(NOW - keep_days * DAY, BACKUPS[0].ended_at)
    assert choose(left, "/place", id_=None, at=first, archived=ARCHIVED) == chosen(first)


def test_an_id_tells_when_the_backup_began() -> None:
    assert began_at(backup_id(NOW)) == NOW
    assert began_at("notes") is None


def test_what_is_not_whole_after_a_day_was_given_up() -> None:
    assert is_abandoned(backup_id(NOW - 2 * DAY), NOW)
    assert not is_abandoned(backup_id(NOW - 0.5 * DAY), NOW)
    assert not is_abandoned("notes", NOW)
