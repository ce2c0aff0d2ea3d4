"""Two workers evaluate alert rules while one of them is killed or frozen at any moment: every change of state happens
once and is told once.

`make test-faults` strikes 200 times, an ordinary test run (without `ALERT_RUNS`) less often.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from uuid import uuid4

import orjson
import pytest

from parley.domain.alerts import actions, store
from parley.domain.alerts.jobs import EVALUATE_RULES
from parley.domain.alerts.model import Metric, Operator, Rule, Window
from parley.domain.projects.info import ProjectInfo
from parley.kit.clock import SystemClock
from parley.kit.ids import uuid7
from parley.storage import queue
from parley.storage.db import Database
from tests.domain.concurrency.past import make_place
from tests.faults.evaluator import LEASE_SECONDS
from tests.journeys.instance import Instance, running
from tests.waiting import until

RUNS = int(os.environ.get("ALERT_RUNS", "16"))
pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances"), pytest.mark.timeout(120 + 10 * RUNS)]

ROOT = Path(__file__).parents[2]
EVALUATOR = (sys.executable, "-m", "tests.faults.evaluator")
SLOW, QUICK = 900.0, 100.0
SETTLED_SECONDS = 60.0
"""A worker that is frozen in the middle of a transaction holds its rules for up to half a minute."""

JOURNAL = (
    "create table journal (n bigint generated always as identity, rule text, event text)",
    """
    create function note() returns trigger language plpgsql as $$
    begin
        insert into journal (rule, event)
        values (new.id, case when new.state = 'alert' then 'alerts.triggered' else 'alerts.resolved' end);
        return null;
    end $$
    """,
    """
    create trigger note after update on alert_rules for each row
    when ((new.state = 'alert' and old.state <> 'alert') or (new.state = 'ok' and old.firing))
    execute function note()
    """,
)
"""Every change of a rule, written by the database itself."""


@dataclass(slots=True)
class Traffic:
    """The median latency of some projects, which is slow or quick, as we please."""

    db: Database
    places: list[ProjectInfo]
    is_slow: bool = False
    flipped_at: datetime = field(default_factory=SystemClock().now)

    async def flip(self, turns: int = 2) -> None:
        """There is one turn more of the one kind than of the other; two turns turn that round."""
        self.is_slow = not self.is_slow
        self.flipped_at = SystemClock().now()
        async with self.db.transaction() as tx:
            for project in self.places:
                for _ in range(turns):
                    conversation = uuid7()
                    await tx.execute(
                        """
                        insert into conversations (id, public_id, account_id, project_id, environment, deployment_id,
                                                   channel, started_at)
                        values ($1, $2, $3, $4, 'live', $5, 'WEBCHAT', $6)
                        """,
                        conversation, f"CONV-{conversation.int}", project.account_id, project.id, uuid4(),
                        self.flipped_at,
                    )  # fmt: skip
                    await tx.execute(
                        """
                        insert into turns (conversation_id, number, user_input, user_input_at, agent_response,
                                           agent_response_at, latency_ms)
                        values ($1, 0, '', $2, '', $2, $3)
                        """,
                        conversation, self.flipped_at, SLOW if self.is_slow else QUICK,
                    )  # fmt: skip

    async def is_settled(self) -> bool:
        """Every rule was evaluated since, and says what is the case."""
        for rule in await store.list_rules(self.db, None):
            should_fire = self.is_slow is (rule.operator is Operator.ABOVE)
            is_new = rule.last_evaluated_at is not None and rule.last_evaluated_at > self.flipped_at
            if not is_new or rule.firing is not should_fire or (rule.state == "alert") is not should_fire:
                return False
        return True


async def make_rules(db: Database, project: ProjectInfo) -> None:
    """One for each direction, so that every flip opens an incident and ends another."""
    for operator in (Operator.ABOVE, Operator.BELOW):
        fields = {
            "project_id": None if operator is Operator.BELOW else project.id,
            "name": operator.value,
            "metric": Metric.LATENCY_P50,
            "operator": operator,
            "threshold_value": 500,
            "window_duration": Window.HOUR,
            "enabled": True,
        }
        async with db.transaction() as tx:
            await actions.create_rule(tx, project.account_id, fields, SystemClock().now())


@dataclass(slots=True)
class Workers:
    """Two at any time."""

    stack: AsyncExitStack
    folder: Path
    dsn: str
    alive: list[Instance] = field(default_factory=list)

    async def start(self) -> None:
        env = {"PARLEY_DATABASE_URL": self.dsn, "PYTHONPATH": str(ROOT)}
        self.alive.append(await self.stack.enter_async_context(running(self.folder, env=env, command=EVALUATOR)))

    async def kill(self, chance: random.Random) -> None:
        victim = self.alive.pop(chance.randrange(2))
        victim.process.kill()
        await self.start()

    async def freeze(self, chance: random.Random, traffic: Traffic) -> None:
        """Longer than its lease, or shorter; and meanwhile the world may change."""
        victim = self.alive[chance.randrange(2)]
        os.kill(victim.pid, signal.SIGSTOP)
        until_then = time.monotonic() + chance.uniform(0, 3) * LEASE_SECONDS
        if chance.random() < 0.5:
            await traffic.flip()
        await asyncio.sleep(max(until_then - time.monotonic(), 0))
        os.kill(victim.pid, signal.SIGCONT)


@asynccontextmanager
async def evaluating(db: Database) -> AsyncIterator[None]:
    """Evaluations are asked for all the time, as the schedule does it every half minute."""

    async def ask() -> None:
        while True:
            async with db.transaction() as tx:
                await queue.defer(tx, EVALUATE_RULES, {}, key=f"period:{EVALUATE_RULES}")
            await asyncio.sleep(0.005)

    task = asyncio.create_task(ask())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def check(db: Database) -> int:
    """What was told of each rule is what happened to it, one incident after the other. How much it was."""
    happened, told = defaultdict(list), defaultdict(list)
    for row in await db.fetch("select rule, event from journal order by n"):
        happened[row["rule"]].append(row["event"])
    for row in await db.fetch("select body from webhook_events order by created_at"):
        body = orjson.loads(row["body"])
        told[body["alert"]["id"]].append(body["event_type"])
    assert told == happened
    rules: list[Rule] = await store.list_rules(db, None)
    for rule in rules:
        events = told[rule.id]
        assert ("alerts.resolved", "alerts.resolved") not in pairwise(events)
        assert rule.firing is (events[-1:] == ["alerts.triggered"])
    return sum(map(len, told.values()))


async def test_no_change_of_state_is_lost_or_doubled(db: Database, dsn: str, data_folder: Path) -> None:
    chance = random.Random(time.time_ns())
    for statement in JOURNAL:
        await db.fetch(statement)
    places = [await make_place(db) for _ in range(3)]
    for project in places:
        await make_rules(db, project)
    traffic = Traffic(db, places)
    async with AsyncExitStack() as stack:
        workers = Workers(stack, data_folder, dsn)
        for _ in range(2):
            await workers.start()
        await stack.enter_async_context(evaluating(db))
        await traffic.flip(turns=1)
        await until(traffic.is_settled, SETTLED_SECONDS)
        for run in range(RUNS):
            await traffic.flip()
            await asyncio.sleep(chance.uniform(0, 0.06))
            if run % 2:
                await workers.kill(chance)
            else:
                await workers.freeze(chance, traffic)
            await until(traffic.is_settled, SETTLED_SECONDS)
            await check(db)
    changes = await check(db)
    assert changes >= RUNS * len(places), "most flips were seen"
    print(f"Evaluating workers: {RUNS} killed or frozen, {changes} changes of state, each told once.")
