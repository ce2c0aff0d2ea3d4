"""From turns to activity: minutes that are over are rolled up once and read whole, the last ones are read anew."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from parley.domain.alerts import activity_store
from parley.domain.alerts.activity import Activity
from parley.domain.alerts.model import Window
from parley.domain.alerts.rollups import MINUTE, due_ranges
from parley.kit.log import logger
from parley.storage.db import Database, DatabaseUnavailable, Row

log = logger(__name__)

LONGEST_SERIES = timedelta(days=1)
ROLLUPS_KEPT = LONGEST_SERIES + max(window.span for window in Window) + timedelta(minutes=5)
"""A little longer than the longest window at the beginning of the longest series."""

Activities = dict[str, Mapping[str, Activity]]
"""By account, then by project. An account in which nothing happened is there; one that could not be measured is not."""


async def roll_up_minutes(db: Database, first: datetime, now: datetime) -> bool:
    """Rolls up what is over from `first` on. False when that failed: without it nothing can be measured."""
    try:
        for minutes in due_ranges(first, now, await activity_store.list_rollups(db, first - MINUTE)):
            async with db.transaction() as tx:
                await activity_store.force_index_scans(tx)
                await activity_store.mark_minutes(tx, minutes)
                await activity_store.roll_up(tx, minutes)
        await delete_rollups(db, now - ROLLUPS_KEPT)
    except DatabaseUnavailable:
        await _raise_if_gone(db)
        log.warning("minutes_not_measured")
        return False
    return True


async def delete_rollups(db: Database, before: datetime) -> None:
    async with db.transaction() as tx:
        await activity_store.delete_minutes(tx, before)


async def read_activity(
    db: Database, accounts: Sequence[str], environments: Sequence[str], first: datetime, now: datetime
) -> Activities:
    """Accounts that cannot be read together are read in halves: one that makes the statement fail fails alone in the
    end, and the others are measured."""
    try:
        async with db.transaction() as tx:
            await activity_store.force_index_scans(tx)
            rows = await activity_store.fetch_activity(tx, accounts, environments, first, now)
    except DatabaseUnavailable:
        await _raise_if_gone(db)
        middle = len(accounts) // 2
        if not middle:
            log.warning("account_not_measured", account=accounts[0])
            return {}
        halves = (accounts[:middle], accounts[middle:])
        return {
            account: activity
            for half in halves
            for account, activity in (await read_activity(db, half, environments, first, now)).items()
        }
    return await asyncio.to_thread(_unpack, accounts, rows)


async def _raise_if_gone(db: Database) -> None:
    """For a handler: without a database there is nothing to be done, and nothing can be said about any account."""
    if not await db.is_up():
        raise DatabaseUnavailable


def _unpack(accounts: Sequence[str], rows: Sequence[Row]) -> Activities:
    by_account: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_account[row["account_id"]].append(row)
    found: Activities = {}
    for account in accounts:
        try:
            found[account] = {row["project_id"]: activity_store.unpack_activity(row) for row in by_account[account]}
        except ValueError:
            log.warning("account_not_measured", account=account)
    return found
