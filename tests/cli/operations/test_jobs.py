"""`parley jobs`: what failed too often is listed, tried again, or forgotten."""

from __future__ import annotations

import pytest

from parley.storage import queue
from parley.storage.db import Database
from tests.cli.conftest import Operator

pytestmark = pytest.mark.io


async def dead_letter(db: Database, kind: str) -> str:
    async with db.transaction() as tx:
        await queue.defer(tx, kind, {})
        (job,) = await queue.lease_due(tx, [kind], 1, 60)
        assert await queue.give_up(tx, job, "OSError")
    return str(job.id)


async def test_dead_letters_are_listed_tried_again_and_forgotten(operator: Operator, db: Database) -> None:
    first, second = await dead_letter(db, "first"), await dead_letter(db, "second")
    letters = operator.reads("jobs", "list")
    assert [(each["id"], each["kind"]) for each in letters] == [(first, "first"), (second, "second")]
    assert {(each["attempts"], each["last_error"]) for each in letters} == {(1, "OSError")}
    assert all(each["failed_at"].endswith("Z") for each in letters)
    assert operator.reads("jobs", "requeue", first) == {"job": first}
    async with db.transaction() as tx:
        (job,) = await queue.lease_due(tx, ["first"], 1, 60)
    assert (str(job.id), job.attempts) == (first, 1)
    assert operator.reads("jobs", "remove", second) == {"job": second}
    assert operator.reads("jobs", "list") == []
    for verb in ("requeue", "remove"):
        assert "no dead letter" in operator.is_refused("jobs", verb, first), "it is not one any more"
