"""How long the audit log is kept."""

from __future__ import annotations

from datetime import timedelta

import pytest

from parley.domain.accounts.actions import create_account
from parley.domain.audit import jobs, store
from parley.domain.audit.actions import record
from parley.domain.audit.model import FORGET_OLD, Kind, Verb, Wanted
from parley.kit.clock import SystemClock
from parley.storage.db import Database
from parley.worker.registry import JOBS

pytestmark = pytest.mark.io

KEPT = timedelta(days=400)


async def subjects(db: Database, account_id: str) -> list[str]:
    return [entry.subject for entry in await store.list_page(db, account_id, Wanted(kind=Kind.SECRET), None, 100)]


async def test_entries_go_by_age_and_with_their_account(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "STEP", 2)
    now = SystemClock().now()
    async with db.transaction() as tx:
        account_id = (await create_account(tx, "a")).id
        for name in ("old", "older", "oldest", "new"):
            await record(tx, account_id, Verb.SET, Kind.SECRET, name)
        await tx.execute("update audit_log set at = $1 where subject like 'old%'", now - KEPT - timedelta(minutes=1))
    await jobs.forget_old(db, now, KEPT)
    assert await subjects(db, account_id) == ["new"]
    async with db.transaction() as tx:
        await tx.execute("delete from accounts where id = $1", account_id)
    assert await subjects(db, account_id) == []


def test_it_happens_every_hour() -> None:
    assert JOBS[FORGET_OLD].every_seconds == 3600
