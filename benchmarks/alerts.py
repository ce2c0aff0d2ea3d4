"""Alert rules: how long it takes to evaluate all of them over a million turns, and what that costs chats meanwhile."""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta

import uvloop

from benchmarks.chat import CONVERSATIONS, Bench
from benchmarks.server import running
from benchmarks.table import Row
from parley.domain.alerts import actions
from parley.domain.alerts.jobs import evaluate_rules
from parley.domain.alerts.model import MOST_RULES, Metric, Operator, Window
from parley.kit.clock import SystemClock
from parley.storage.db import Connection, Database

ACCOUNTS = 100
TURNS_AN_HOUR = 1_000_000
TURNS_OF_A_CONVERSATION = 8
AHEAD = timedelta(minutes=4)
"""Turns of the next minutes are there already, so that the last ones are as full as the others while we measure."""
ROUND_SECONDS = 15.0
ROUNDS = 4
PAUSE_SECONDS = 15.0
"""Between evaluations while chats are measured: twice as often as workers do it."""


@dataclass(frozen=True, slots=True)
class ClockOf:
    moment: datetime

    def now(self) -> datetime:
        return self.moment

    def monotonic(self) -> float:
        return self.moment.timestamp()


async def fill(db: Database) -> None:
    now = SystemClock().now()
    span = timedelta(hours=1, minutes=1) + AHEAD
    conversations = int(TURNS_AN_HOUR * (span / timedelta(hours=1))) // TURNS_OF_A_CONVERSATION
    async with db.connection() as connection:
        await connection.execute("set statement_timeout = 0")
        await _accounts(connection)
        await _conversations(connection, now + AHEAD - span, span / conversations, conversations)
        await _turns(connection)
        await connection.execute("analyze conversations, turns")
        await connection.execute("reset statement_timeout")
    for number in range(ACCOUNTS):
        await _rules(db, number, now)


async def _accounts(connection: Connection) -> None:
    await connection.execute(
        """
        insert into accounts (id, slug, name)
        select 'ACCOUNT-b' || n, 'bench-' || n, '' from generate_series(0, $1::int - 1) n
        """,
        ACCOUNTS,
    )
    await connection.execute(
        """
        insert into projects (id, account_id, slug, name, region)
        select 'PROJECT-b' || n, 'ACCOUNT-b' || n, 'p', '', 'us-1' from generate_series(0, $1::int - 1) n
        """,
        ACCOUNTS,
    )


async def _conversations(connection: Connection, begin: datetime, pause: timedelta, count: int) -> None:
    await connection.execute(
        """
        insert into conversations (id, public_id, account_id, project_id, environment, deployment_id, channel,
                                   started_at)
        select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))
                   ::uuid,
               'CONV-' || n, 'ACCOUNT-b' || n % $4, 'PROJECT-b' || n % $4, 'live', gen_random_uuid(), 'WEBCHAT', at
        from (select n, $1::timestamptz + n * $2::interval as at from generate_series(0, $3::int - 1) n) as moments
        """,
        begin, pause, count, ACCOUNTS,
    )  # fmt: skip


async def _turns(connection: Connection) -> None:
    await connection.execute(
        """
        insert into turns (conversation_id, number, user_input, user_input_at, agent_response, agent_response_at,
                           latency_ms, function_errors, api_errors, trace)
        select id, number, 'add one please', at, 'The total is ' || number, at, 100 + random() * 1000,
               (random() < 0.01)::int, (random() < 0.01)::int, jsonb_build_object('functions', repeat('x', 300))
        from (
            select id, number, started_at + number * interval '1 s' as at
            from conversations cross join generate_series(0, $1::int - 1) number where account_id like 'ACCOUNT-b%'
        ) as t
        order by at
        """,
        TURNS_OF_A_CONVERSATION,
    )


async def _rules(db: Database, account: int, now: datetime) -> None:
    for number in range(MOST_RULES):
        fields = {
            "project_id": None if number % 3 == 0 else f"PROJECT-b{account}",
            "name": f"Rule {number}",
            "metric": list(Metric)[number % len(Metric)],
            "operator": Operator.ABOVE,
            "threshold_value": 1 << 40,
            "window_duration": list(Window)[number % len(Window)],
            "enabled": True,
        }
        async with db.transaction() as tx:
            await actions.create_rule(tx, f"ACCOUNT-b{account}", fields, now)


async def evaluations(db: Database) -> list[Row]:
    """The first, which has an hour to catch up with; then some of those that follow every half minute."""
    took = []
    begun = SystemClock().now() - timedelta(minutes=1)
    for number in range(7):
        start = time.perf_counter()
        written = await evaluate_rules(db, ClockOf(begun + number * timedelta(seconds=30)), ["live"])
        took.append(time.perf_counter() - start)
        assert len(written) == ACCOUNTS * MOST_RULES
        assert {judgement.value is None for judgement in written} == {False}
    name = f"alerts: evaluating {ACCOUNTS * MOST_RULES:,} rules over {TURNS_AN_HOUR:,} turns"
    return [
        Row(f"{name}, the slowest of six", max(took[1:]), None, "s", at_most=2),
        Row(f"{name}, the median of six", statistics.median(took[1:]), None, "s"),
        Row(f"{name}, the first of all", took[0], None, "s"),
    ]


async def chats(bench: Bench) -> list[Row]:
    """Rounds with a process that evaluates beside them, and without. Each kind comes first as often as the other:
    turns become a little dearer as conversations grow."""
    conversations, path = await bench.started(CONVERSATIONS), f"{bench.prefix}/respond"
    await bench.load(bench.chat, path, conversations, 2)
    beside: list[float] = []
    alone: list[float] = []
    for number in range(ROUNDS):
        for rates in (alone, beside) if number % 2 else (beside, alone):
            async with _evaluating(bench.dsn) if rates is beside else nullcontext():
                rates.append((await bench.load(bench.chat, path, conversations, ROUND_SECONDS))[0])
    name = f"alerts: turns a second while rules are evaluated every {PAUSE_SECONDS:g} s"
    return [Row(name, statistics.median(beside), statistics.median(alone), "1/s", ratio_at_least=0.9)]


@asynccontextmanager
async def _evaluating(dsn: str) -> AsyncIterator[None]:
    """Started before the round begins, so that what is measured is evaluating and not starting."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.alerts", dsn, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        await process.stdout.readline()
        yield
    finally:
        process.kill()
        await process.wait()


async def _evaluate_steadily(dsn: str) -> None:
    db = await Database.open(dsn, connections=2)
    await db.is_up()
    print("ready", flush=True)
    while True:
        await evaluate_rules(db, SystemClock(), ["live"])
        await asyncio.sleep(PAUSE_SECONDS)


async def _measure() -> list[Row]:
    async with running("benchmarks.chat_server") as (pid, told):
        bench = Bench(pid, **told)
        db = await Database.open(bench.dsn, connections=2)
        try:
            await fill(db)
            rows = await evaluations(db)
        finally:
            await db.aclose()
        return [*rows, *await chats(bench)]


def run() -> list[Row]:
    return uvloop.run(_measure())


if __name__ == "__main__":
    uvloop.run(_evaluate_steadily(sys.argv[1]))
