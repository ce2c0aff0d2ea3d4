"""The queue of calls against a model of it, in virtual time: whatever happens in whatever order, both say the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parley.domain.calls import actions, store
from parley.domain.calls.jobs import expire_calls
from parley.domain.calls.model import KEPT_AFTER_END, WAITED_TOO_LONG, OutboundRateLimited
from parley.domain.numbers.model import Connector
from parley.storage.db import Database
from tests.domain.calls.trunk import NOW, connector_with, inbound, outbound

pytestmark = pytest.mark.io

SLOTS = 2
PATIENCE = timedelta(seconds=100)
PER_MINUTE = 3
UNIT = timedelta(seconds=20)


@dataclass(slots=True)
class Row:
    status: str
    give_up_at: datetime | None
    reason: str = ""
    connected: bool = False
    ended_at: datetime | None = None
    is_outbound: bool = True

    def end(self, status: str, at: datetime, reason: str = "") -> None:
        self.status, self.ended_at, self.reason = status, at, reason


@dataclass(slots=True)
class Model:
    db: Database
    connector: Connector
    now: datetime = NOW
    rows: dict[UUID, Row] = field(default_factory=dict)
    asked: dict[datetime, int] = field(default_factory=dict)
    ids: list[UUID] = field(default_factory=list)
    """Every call that ever was, also those that are forgotten."""

    def _with(self, status: str) -> list[UUID]:
        return sorted(call_id for call_id, row in self.rows.items() if row.status == status)

    def _tick(self) -> None:
        self.now += timedelta(milliseconds=1)

    async def place(self) -> None:
        self._tick()
        call, minute = outbound(self.connector, self.now), self.now.replace(second=0, microsecond=0)
        try:
            async with self.db.transaction() as tx:
                await actions.enqueue_call(tx, call, PER_MINUTE)
        except OutboundRateLimited:
            assert self.asked[minute] == PER_MINUTE
            return
        self.asked[minute] = self.asked.get(minute, 0) + 1
        assert self.asked[minute] <= PER_MINUTE
        self.ids.append(call.id)
        self.rows[call.id] = Row("queued", call.give_up_at)

    async def ring(self) -> None:
        self._tick()
        call = inbound(self.connector, self.now)
        async with self.db.transaction() as tx:
            has_slot = await actions.take_slot(tx, call)
        assert has_slot == (len(self._with("calling")) < SLOTS)
        if has_slot:
            self.ids.append(call.id)
            self.rows[call.id] = Row("calling", None, is_outbound=False)

    async def take(self, most: int) -> None:
        due = [found for found in self._with("queued") if (self.rows[found].give_up_at or self.now) > self.now]
        expected = due[: max(0, min(most, SLOTS - len(self._with("calling"))))]
        async with self.db.transaction() as tx:
            found = await actions.start_queued(tx, self.connector.id, 1, self.now, most)
        assert [call.id for call in found] == expected
        for call_id in expected:
            self.rows[call_id].status = "calling"

    async def connect(self, call_id: UUID) -> None:
        row = self.rows.get(call_id)
        is_new = row is not None and row.status == "calling" and not row.connected
        async with self.db.transaction() as tx:
            assert await actions.mark_connected(tx, call_id, self.now) == is_new
        if row is not None and is_new:
            row.connected = True

    async def succeed(self, call_id: UUID) -> None:
        row = self.rows.get(call_id)
        is_running = row is not None and row.status == "calling"
        async with self.db.transaction() as tx:
            assert await actions.complete_call(tx, call_id, self.now) == is_running
        if row is not None and is_running:
            row.end("success", self.now)

    async def fail(self, call_id: UUID) -> None:
        row = self.rows.get(call_id)
        is_open = row is not None and row.ended_at is None
        async with self.db.transaction() as tx:
            assert await actions.fail_call(tx, call_id, "Busy Here", 486, self.now) == is_open
        if row is not None and is_open:
            row.end("failure", self.now, "Busy Here")

    async def expire_calls(self) -> None:
        await expire_calls(self.db, self.now)
        for row in self.rows.values():
            if row.status == "queued" and row.give_up_at is not None and row.give_up_at <= self.now:
                row.end("failure", self.now, WAITED_TOO_LONG)
        self.rows = {call_id: row for call_id, row in self.rows.items() if self._is_kept(row)}

    async def let_time_pass(self, units: int) -> None:
        self.now += units * UNIT

    def _is_kept(self, row: Row) -> bool:
        return row.ended_at is None or self.now < row.ended_at + KEPT_AFTER_END

    async def agrees(self) -> None:
        stored = await self.db.fetch("select id, status, reason, ended_at, connected_at is not null as c from calls")
        assert {row["id"]: (row["status"], row["reason"], row["ended_at"], row["c"]) for row in stored} == {
            call_id: (row.status, row.reason, row.ended_at, row.connected) for call_id, row in self.rows.items()
        }
        for call_id in self.ids[-3:]:
            known = self.rows.get(call_id)
            found = await store.find_outbound(self.db, self.connector.account_id, call_id, self.now)
            assert (found is not None) == (known is not None and known.is_outbound and self._is_kept(known))


steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["place", "place", "ring", "expire_calls"])),
        st.tuples(st.just("take"), st.integers(0, 3)),
        st.tuples(st.sampled_from(["connect", "succeed", "fail"]), st.integers(0, 50)),
        st.tuples(st.just("let_time_pass"), st.sampled_from([1, 3, 5, 400])),
    ),
    max_size=30,
)
ON_A_CALL = ("connect", "succeed", "fail")


@given(steps)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
async def test_the_queue_does_what_the_model_says(db: Database, steps: list[tuple[Any, ...]]) -> None:
    async with db.transaction() as tx:
        await tx.execute("truncate calls, call_rates cascade")
    connector = await connector_with(db, max_calls=SLOTS, queue_seconds=PATIENCE.total_seconds())
    model = Model(db, connector)
    for name, *arguments in steps:
        if name in ON_A_CALL:
            if not model.ids:
                continue
            arguments[0] = model.ids[arguments[0] % len(model.ids)]
        await getattr(model, name)(*arguments)
        await model.agrees()
