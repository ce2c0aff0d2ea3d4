"""`parley calls`."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from parley.domain.calls import actions
from parley.domain.conversations.model import CALL_PREFIX, public_id
from parley.storage.db import Database
from tests.cli.conftest import Operator
from tests.domain.calls.trunk import NOW, connector_with, placed

pytestmark = pytest.mark.io


async def test_calls_are_listed_and_cancelled(operator: Operator, db: Database) -> None:
    connector = await connector_with(db, max_calls=1)
    call, rings = await placed(db, connector, NOW - timedelta(seconds=1)), await placed(db, connector, NOW)
    sid, account = public_id(call.id, CALL_PREFIX), ("--account", connector.account_id)
    async with db.transaction() as tx:
        await tx.execute("update calls set status = 'calling' where id = $1", rings.id)
    listed = operator.reads("calls", "list", *account)
    assert [(row["call_sid"] == sid, row["status"]) for row in listed] == [(True, "queued"), (False, "calling")]
    assert "is cancelled" in operator.does("calls", "cancel", sid, *account)
    assert "is cancelled" in operator.does("calls", "cancel", sid, *account)
    assert "being hung up on" in operator.does("calls", "cancel", public_id(rings.id, CALL_PREFIX), *account)
    async with db.transaction() as tx:
        await actions.complete_call(tx, rings.id, NOW)
    assert operator.reads("calls", "list", *account) == []
    assert "no such call" in operator.is_refused("calls", "cancel", f"OUT-{uuid4()}", *account)
    assert "OUT-" in operator.is_refused("calls", "cancel", "nonsense", *account)
