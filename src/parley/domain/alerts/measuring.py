"""From the records to activity: minutes that are over are packed once and read whole, the last ones are read anew."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from parley.domain.alerts import measured
from parley.domain.alerts.activity import Activity
from parley.domain.alerts.minutes import due
from parley.domain.alerts.model import Window
from parley.kit.log import logger
from parley.storage.db import Database, DatabaseUnavailable, Row

log = logger(__name__)

KEPT = max(window.span for window in Window) + timedelta(minutes=5)
"""How long measured minutes are kept."""

Activities = dict[str, Mapping[str, Activity]]
"""By account, then by project. An account in which nothing happened is there; one that could not be measured is not."""


async def pack_minutes(db: Database, first: datetime, now: datetime) -> bool:
    """Packs what is over from `first` on. False when that failed: without it nothing can be measured."""
    try:
        for stretch in due(first, now, await measured.known(db, now - KEPT)):
            async with db.transaction() as tx:
                await measured.go_by_index(tx)
                await measured.mark(tx, stretch)
                await measured.pack(tx, stretch)
        await forget_minutes(db, now - KEPT)
    except DatabaseUnavailable:
        await _give_up_if_gone(db)
        log.warning("minutes_not_measured")
        return False
    return True


async def forget_minutes(db: Database, before: datetime) -> None:
    async with db.transaction() as tx:
        await measured.forget(tx, before)


async def read(
    db: Database, accounts: Sequence[str], environments: Sequence[str], first: datetime, now: datetime
) -> Activities:
    """What cannot be read together is read in halves: an account that stands in the way of all stands alone in the
    end."""
    try:
        async with db.transaction() as tx:
            await measured.go_by_index(tx)
            rows = await measured.read(tx, accounts, environments, first, now)
    except DatabaseUnavailable:
        await _give_up_if_gone(db)
        middle = len(accounts) // 2
        if not middle:
            log.warning("account_not_measured", account=accounts[0])
            return {}
        halves = (accounts[:middle], accounts[middle:])
        return {
            account: activity
            for half in halves
            for account, activity in (await read(db, half, environments, first, now)).items()
        }
    return await asyncio.to_thread(_unpacked, accounts, rows)


async def _give_up_if_gone(db: Database) -> None:
    """For a handler: without a database there is nothing to be done, and nothing to be said about any account."""
    if not await db.is_up():
        raise DatabaseUnavailable


def _unpacked(accounts: Sequence[str], rows: Sequence[Row]) -> Activities:
    by_account: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_account[row["account_id"]].append(row)
    found: Activities = {}
    for account in accounts:
        try:
            found[account] = {row["project_id"]: measured.unpacked(row) for row in by_account[account]}
        except ValueError:
            log.warning("account_not_measured", account=account)
    return found
