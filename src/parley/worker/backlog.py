"""What waits, of all workers together, measured for Prometheus: jobs, calls, and conversations without a vector."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client import Gauge

from parley.domain.calls import store as call_store
from parley.domain.calls.model import Direction
from parley.domain.records.search.semantic import vector_store
from parley.storage import queue
from parley.storage.db import Database

STATES = ("due", "later", "failed")
QUEUED = Direction.OUTBOUND, "queued"
CALLS = (QUEUED, *((direction, state) for direction in Direction for state in ("calling", "connected")))
_waiting = Gauge("parley_jobs_waiting", "Jobs that are due, for later, or put aside as failed.", ["kind", "state"])
_retrying = Gauge("parley_jobs_retrying", "Jobs that failed and are tried again; those for later among them.", ["kind"])
_overdue = Gauge("parley_jobs_overdue_seconds", "For how long the first of them has been due.", ["kind"])
_oldest = Gauge("parley_jobs_oldest_seconds", "The age of the job that was deferred first.", ["kind", "state"])
_calls = Gauge("parley_calls_open", "Calls that wait in the queue, are placed, or run.", ["direction", "state"])
_call_waits = Gauge("parley_calls_queued_seconds", "For how long the first outbound call has waited.")
_to_embed = Gauge("parley_records_to_embed", "Conversations that cannot be found by meaning yet.")


async def measure(db: Database, kinds: Iterable[str]) -> None:
    await _measure_jobs(db, kinds)
    found = {(row["direction"], row["state"]): row for row in await call_store.count_open(db)}
    # A state that no call is in any more has 0, not what it had.
    for direction, state in CALLS:
        row = found.get((direction, state))
        _calls.labels(direction, state).set(row["count"] if row else 0)
    queued = found.get(QUEUED)
    _call_waits.set(queued["oldest"] if queued else 0)
    _to_embed.set(await vector_store.count_queued(db))


async def _measure_jobs(db: Database, kinds: Iterable[str]) -> None:
    found = {row["kind"]: row for row in await queue.backlog(db)}
    # A kind of which there is nothing left has 0, not what it had.
    for kind in kinds:
        row = found.get(kind)
        for state in STATES:
            _waiting.labels(kind, state).set(row[state] if row else 0)
            _oldest.labels(kind, state).set(row[f"oldest_{state}"] if row else 0)
        _retrying.labels(kind).set(row["retrying"] if row else 0)
        _overdue.labels(kind).set(row["overdue"] if row else 0)
