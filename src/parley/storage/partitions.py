"""Monthly partitions of the tables whose keys are time-ordered UUIDs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from parley.kit.ids import EPOCH
from parley.storage.db import Connection

MILLISECOND = timedelta(milliseconds=1)

TABLES = (
    *("conversations", "turns", "finishes", "records", "record_words", "record_vectors"),
    *("recordings", "recording_chunks"),
)
OPTIONS = {"record_words": "with (toast_tuple_target = 128)"}
"""Words are kept apart from their rows: who finds rows by the index of words reads ids alone, many to a page."""
# Room for clocks that are ahead, and for an hourly job that fails for weeks.
MONTHS_AHEAD = 3


def month_start(moment: datetime, months: int = 0) -> datetime:
    months += moment.year * 12 + moment.month - 1
    return datetime(months // 12, months % 12 + 1, 1, tzinfo=UTC)


def first_id(moment: datetime) -> UUID:
    """The smallest UUIDv7 of that moment."""
    return UUID(int=(moment - EPOCH) // MILLISECOND << 80)


@dataclass(frozen=True, slots=True)
class Month:
    start: datetime

    @property
    def end(self) -> datetime:
        return month_start(self.start, 1)

    @property
    def first_id(self) -> UUID:
        return first_id(self.start)

    @property
    def end_id(self) -> UUID:
        """The smallest id that is too late for it."""
        return first_id(self.end)


async def ensure(tx: Connection, now: datetime) -> None:
    """Makes the partitions of this month and the next ones, and of last month for clocks that are behind."""
    await ensure_between(tx, month_start(now, -1), month_start(now, MONTHS_AHEAD))


async def ensure_between(tx: Connection, first: datetime, end: datetime) -> None:
    """Makes the partitions of every month that has a moment in [first, end)."""
    start = month_start(first)
    while start < end:
        following = month_start(start, 1)
        for table in TABLES:
            await tx.execute(
                f"create table if not exists {table}_{start:%Y_%m} partition of {table} "
                f"for values from ('{first_id(start)}') to ('{first_id(following)}') {OPTIONS.get(table, '')}"
            )
        start = following


async def months(tx: Connection) -> list[Month]:
    """Those that there are partitions of, the oldest first."""
    rows = await tx.fetch(
        """
        select c.relname from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
        where i.inhparent = $1::text::regclass order by c.relname
        """,
        TABLES[0],
    )
    names = [row["relname"].removeprefix(f"{TABLES[0]}_") for row in rows]
    return [Month(datetime.strptime(name, "%Y_%m").replace(tzinfo=UTC)) for name in names]


async def lock(tx: Connection) -> None:
    """Nobody else reads or writes the tables until the transaction ends. Waits for a moment only, because everyone who
    comes later waits behind us."""
    await tx.execute("set local lock_timeout = '100ms'")
    await tx.execute("set local statement_timeout = '2s'")
    # Everybody comes through the parent tables; without `only` each partition of every month would be locked as well.
    await tx.execute(f"lock table {', '.join(f'only {table}' for table in TABLES)} in access exclusive mode")


async def drop(tx: Connection, month: Month) -> None:
    for table in TABLES:
        await tx.execute(f"drop table if exists {table}_{month.start:%Y_%m}")
