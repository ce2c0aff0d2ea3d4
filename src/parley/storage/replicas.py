"""Read replicas: copies of the database that answer reads, as long as it is known how far they are behind.

A task asks the primary for its place in the log and each replica for how far it has replayed, twice a second. What a
replica has is known from that alone: neither clocks nor its own word for "up to date" are trusted, which it also gives
when it is cut off from the primary.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from prometheus_client import Counter, Gauge

from parley.kit.log import logger
from parley.storage.db import Database, DatabaseUnavailable
from parley.storage.replica_store import Position, read_position
from parley.storage.replication_lag import LogHistory

log = logger(__name__)

PROBE_SECONDS = 0.5
ANSWER_SECONDS = 2.0
CATCH_UP_SECONDS = 0.1
"""How long a read waits for a replica to replay what was committed before it; then the primary answers."""
LOOK_SECONDS = 0.005
PATIENCE_SECONDS = 0.5

_lag = Gauge("parley_replica_lag_seconds", "At most so far behind the primary; -1: not known.", ["replica"])
_usable = Gauge("parley_replica_usable", "1 while reads may go to this replica, else 0.", ["replica"])
_reads = Counter("parley_record_reads", "Answers from records and figures, by who gave them.", ["server"])


@dataclass(slots=True)
class Replica:
    name: str
    """Its host and port."""
    db: Database
    complete_until: float = field(default=float("-inf"))
    trouble: str = "not asked yet"
    failed_at: float = field(default=float("-inf"))
    """When a read failed last: an answer to what was asked before says nothing about it."""


@dataclass(frozen=True, slots=True)
class Choice:
    db: Database
    replica: Replica | None = None
    """None: the primary."""
    lag: float = 0.0
    """It has everything that was acknowledged so many seconds ago."""


class Replicas:
    def __init__(
        self,
        primary: Database,
        replicas: Sequence[Replica] = (),
        *,
        most_lag: float = 2.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._primary = primary
        self._replicas = tuple(replicas)
        self._most_lag = most_lag
        self._now = now
        self._history = LogHistory()
        self._turn = 0

    def __bool__(self) -> bool:
        return bool(self._replicas)

    async def run(self) -> None:
        while self._replicas:
            await self.measure()
            await asyncio.sleep(PROBE_SECONDS)

    async def measure(self) -> None:
        asked_at = self._now()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                primary = await read_position(self._primary)
        except (TimeoutError, DatabaseUnavailable):
            primary = None
        if primary is not None and not primary.follows:
            self._history.add(asked_at, primary.lsn)
            await asyncio.gather(*(self._measure(each, primary, asked_at) for each in self._replicas))
        for each in self._replicas:
            self._show(each)

    async def _measure(self, replica: Replica, primary: Position, asked_at: float) -> None:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                found = await read_position(replica.db)
        except (TimeoutError, DatabaseUnavailable) as error:
            trouble = f"does not answer ({type(error.__cause__ or error).__name__})"
        else:
            trouble = trouble_of(found, primary)
            if not trouble:
                replica.complete_until = max(replica.complete_until, self._history.complete_until(found.lsn))
        if trouble != replica.trouble and (trouble or asked_at > replica.failed_at):
            replica.trouble = trouble
            (log.warning if trouble else log.info)("replica", replica=replica.name, trouble=trouble or "none")

    def lag(self, replica: Replica) -> float:
        """At most so many seconds."""
        return self._now() - replica.complete_until

    def is_usable(self, replica: Replica) -> bool:
        return not replica.trouble and self.lag(replica) <= self._most_lag

    def recent(self) -> Choice:
        """A replica within the lag that the settings allow, or the primary."""
        usable = [each for each in self._replicas if self.is_usable(each)]
        if not usable:
            return Choice(self._primary)
        self._turn += 1
        replica = usable[self._turn % len(usable)]
        return Choice(replica.db, replica, self.lag(replica))

    async def current(self) -> Choice:
        """A replica that has all that was acknowledged before this call, or the primary."""
        choice = self.recent()
        if choice.replica is None:
            return choice
        needed = await read_position(self._primary)
        try:
            async with asyncio.timeout(CATCH_UP_SECONDS):
                await _catch_up(choice.db, needed)
        except TimeoutError:
            return Choice(self._primary)
        except DatabaseUnavailable:
            return self.without(choice)
        return Choice(choice.db, choice.replica)

    def without(self, choice: Choice) -> Choice:
        """The primary, after a replica has failed; that is asked again when it has answered a probe."""
        if choice.replica is not None:
            choice.replica.trouble, choice.replica.failed_at = "failed", self._now()
            self._show(choice.replica)
        return Choice(self._primary)

    def count(self, choice: Choice) -> None:
        _reads.labels("primary" if choice.replica is None else "replica").inc()

    def _show(self, replica: Replica) -> None:
        lag = self.lag(replica)
        _lag.labels(replica.name).set(-1 if replica.trouble or lag == float("inf") else lag)
        _usable.labels(replica.name).set(self.is_usable(replica))


def trouble_of(replica: Position, primary: Position) -> str:
    """Why nothing is read from it; empty when it is a replica of that database."""
    if (replica.system, replica.database) != (primary.system, primary.database):
        return "is not a copy of this database"
    return "" if replica.follows else "is no replica (any more): it was promoted"


async def _catch_up(replica: Database, primary: Position) -> None:
    while True:
        found = await read_position(replica)
        if not trouble_of(found, primary) and found.lsn >= primary.lsn:
            return
        await asyncio.sleep(LOOK_SECONDS)


@asynccontextmanager
async def open_replicas(
    primary: Database, urls: Sequence[str], *, most_lag: float, connections: int, application: str
) -> AsyncIterator[Replicas]:
    async with AsyncExitStack() as stack:
        found = []
        for url in urls:
            db = await Database.open(
                url, connections=connections, application=application, patience_seconds=PATIENCE_SECONDS
            )
            stack.push_async_callback(db.aclose)
            found.append(Replica(address_of(url), db))
        yield Replicas(primary, found, most_lag=most_lag)


def address_of(url: str) -> str:
    """Without what must not be read by others."""
    parts = urlsplit(url)
    query = parse_qs(parts.query)
    host = parts.hostname or query.get("host", ["localhost"])[0]
    port = parts.port or query.get("port", ["5432"])[0]
    return f"{host}:{port}"
