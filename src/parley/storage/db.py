"""Connections to PostgreSQL: a small pool that outlives restarts of the server."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from types import TracebackType
from typing import Any, TypeAlias, cast

import asyncpg
import orjson
from asyncpg.pool import PoolConnectionProxy
from asyncpg.transaction import Transaction

from parley.kit.errors import ServiceUnavailable
from parley.kit.log import logger
from parley.storage.wake_ups import WakeUp, WakeUps

log = logger(__name__)

Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"
Row = asyncpg.Record

PATIENCE_SECONDS = 5.0
"""How long a request waits for a server that is starting up or recovering before it gives up."""

SESSION = {
    "timezone": "UTC",
    "lock_timeout": "5s",
    "statement_timeout": "60s",
    "idle_in_transaction_session_timeout": "30s",
}

STATEMENTS = 100
"""Prepared statements that a connection keeps."""

GONE = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.OperatorInterventionError,
)
"""What a call raises when the server went away under it, or is not there yet."""

UNWRITABLE = (asyncpg.DiskFullError, asyncpg.ReadOnlySQLTransactionError)
"""What a write raises as long as the server takes none."""

BUSY = (
    asyncpg.LockNotAvailableError,
    asyncpg.TransactionRollbackError,
    asyncpg.InsufficientResourcesError,
    *UNWRITABLE,
)
"""What a call raises that would go well a moment later: a lock held too long, a deadlock, no connection left."""

DEADLOCK = asyncpg.DeadlockDetectedError
"""What one of two statements raises that wait for each other's rows. Nothing of it has happened."""

UNACCEPTABLE = (asyncpg.DataError, asyncpg.ProgramLimitExceededError)
"""What a statement raises that can never go well with these values: the server does not take such text, or so much."""

REFUSED = (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError, ValueError)
"""What connecting raises when trying again cannot help: a wrong address, role, password or database."""


class DatabaseUnavailable(ServiceUnavailable):
    """The database cannot be reached at the moment. Try again shortly."""

    code = "SERVICE_UNAVAILABLE"

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "1"})


class DatabaseRefused(DatabaseUnavailable):
    """The database does not let us in: its address, or what is asked for there, is wrong."""

    code = "SERVICE_UNAVAILABLE"


async def prepare(connection: asyncpg.Connection[asyncpg.Record]) -> None:
    """Lets JSON columns speak Python values."""
    await connection.set_type_codec(
        "jsonb",
        schema="pg_catalog",
        format="binary",
        # The binary form of jsonb is its text behind one byte of version, which is 1.
        encoder=lambda value: b"\x01" + json_bytes(value),
        decoder=lambda raw: orjson.loads(raw[1:]),
    )


# An escape only behind an even number of backslashes: somebody may have written the six characters themselves.
NUL_ESCAPE = re.compile(rb"(?<!\\)((?:\\\\)*)\\u0000")


def json_bytes(value: object) -> bytes:
    """PostgreSQL's JSON cannot hold U+0000, which agents' own data may: it is left out."""
    encoded = orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)
    return NUL_ESCAPE.sub(rb"\1", encoded) if b"\\u0000" in encoded else encoded


class PooledConnection(asyncpg.Connection):
    """Nobody changes the session, so it is not reset when a connection is given back: that would be a round trip."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.wake_ups: dict[WakeUp, None] = {}
        self.notified: dict[WakeUp, None] = {}
        """Both by the transaction under way."""

    def get_reset_query(self) -> str:
        return ""


async def _prepare_pooled(connection: asyncpg.Connection[asyncpg.Record]) -> None:
    """In one transaction, which one session runs as a whole."""
    async with connection.transaction():
        await prepare(connection)
        missing = await connection.fetchval("select current_setting('lock_timeout') = '0'")
    if missing:
        log.warning("pooler_without_limits", hint="set connect_query as docs/operating.md says")


class Database:
    def __init__(
        self,
        pool: asyncpg.Pool[asyncpg.Record],
        dsn: str,
        *,
        behind_pooler: bool = False,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._pool = pool
        self._patience_seconds = patience_seconds
        self.behind_pooler = behind_pooler
        """Behind a pooler: nothing outlives a transaction, so that every statement is in one."""
        self._at_hand: list[Connection] = []
        """Taken out of the pool and not lent at the moment. To give one back to the pool costs a task and two rounds of
        the loop, as much as a small statement: that is done only for those who wait for one, and at the end."""
        self._waiting = 0
        self._wake_ups = WakeUps(self._notify)
        self._hear: Callable[[str, str], None] = _nobody_hears
        self.dsn = dsn
        self.write_failed_at = float("-inf")
        """When the server last refused a write for want of room, or because it is read-only (monotonic)."""

    @classmethod
    async def open(
        cls,
        dsn: str,
        *,
        connections: int = 8,
        application: str = "parley",
        behind_pooler: bool = False,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> Database:
        # A pooler refuses what is set for a session: there the pooler itself sets it (`connect_query`).
        session = {"timezone": SESSION["timezone"]} if behind_pooler else SESSION
        pool = asyncpg.create_pool(
            dsn,
            # Nothing is connected at the opening: a server that is still starting is waited for by the first request.
            min_size=0,
            max_size=connections,
            max_inactive_connection_lifetime=0,  # a new connection costs more than an idle one
            timeout=patience_seconds / 2,  # an attempt that got lost in a restart leaves time for another
            init=_prepare_pooled if behind_pooler else prepare,
            # The session that has prepared a statement may not be the one that is asked to run it.
            statement_cache_size=0 if behind_pooler else STATEMENTS,
            connection_class=PooledConnection,
            server_settings={**session, "application_name": application},
        )
        await pool
        return cls(pool, dsn, behind_pooler=behind_pooler, patience_seconds=patience_seconds)

    async def aclose(self) -> None:
        await self._wake_ups.aclose()
        while self._at_hand:
            # Closing the pool waits for every connection that is out of it.
            await self._give_back(self._at_hand.pop())
        try:
            await asyncio.wait_for(self._pool.close(), timeout=5)
        except TimeoutError:
            self._pool.terminate()

    def hear_own(self, hear: Callable[[str, str], None]) -> None:
        """What transactions of this process notify others of is heard here as soon as they have committed: whoever
        changes something finds it changed with its next request."""
        self._hear = hear

    def connection(self) -> Checkout:
        """A connection outside any transaction: for reads of one statement."""
        return Checkout(self)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        async with self.connection() as held:
            own = pooled(held)
            own.wake_ups.clear()  # of one that was rolled back
            own.notified.clear()
            async with nullcontext() if self.behind_pooler else held.transaction():
                yield held
            notified, wake_ups = [*own.notified], [*own.wake_ups]
        # Behind a pooler it is committed only now.
        for channel, payload in notified:
            self._hear(channel, payload)
        if wake_ups:
            self._wake_ups.put(wake_ups)

    @asynccontextmanager
    async def planned(self) -> AsyncIterator[Connection]:
        """For statements whose best plan depends on their arguments: a plan for any would read whole tables."""
        async with self.transaction() as tx:
            await tx.execute("set local plan_cache_mode = force_custom_plan")
            yield tx

    async def fetch(self, query: str, *args: Any) -> list[Row]:
        async with self.connection() as held:
            return await held.fetch(query, *args)

    async def fetchrow(self, query: str, *args: Any) -> Row | None:
        async with self.connection() as held:
            return await held.fetchrow(query, *args)

    async def fetch_planned(self, query: str, *args: Any) -> list[Row]:
        async with self.planned() as tx:
            return await tx.fetch(query, *args)

    async def _notify(self, wake_ups: Sequence[WakeUp]) -> None:
        channels, payloads = zip(*wake_ups, strict=True)
        async with self.connection() as held:
            await held.execute(
                "select pg_notify(c, p) from unnest($1::text[], $2::text[]) as _ (c, p)", channels, payloads
            )

    async def is_up(self) -> bool:
        try:
            async with asyncio.timeout(2), self.connection() as held:
                return bool(await held.fetchval("select true"))
        except (TimeoutError, DatabaseUnavailable, *GONE, *BUSY, *REFUSED):
            return False

    async def acquire(self) -> Connection:
        while self._at_hand:
            # A server that was restarted closes connections while nobody uses them.
            held = self._at_hand.pop()
            if not _is_lost(held):
                return held
            await self._give_back(held)
        self._waiting += 1
        try:
            return await self._acquire_patiently()
        finally:
            self._waiting -= 1

    async def release(self, held: Connection, *, is_sound: bool = True) -> None:
        # After an error the state of a connection is not known; to callers that wait the pool gives it in turn.
        if is_sound and not self._waiting and not _is_lost(held) and not held.is_in_transaction():
            self._at_hand.append(held)
        else:
            await self._give_back(held)

    async def _give_back(self, held: Connection) -> None:
        with suppress(*GONE):  # a connection that broke is dropped; what was done on it is done
            await self._pool.release(held)

    async def _acquire_patiently(self) -> Connection:
        give_up = time.monotonic() + self._patience_seconds
        while True:
            try:
                return await self._pool.acquire(timeout=max(give_up - time.monotonic(), 0.05))
            except REFUSED as error:
                raise DatabaseRefused from error
            except (TimeoutError, *GONE, *BUSY) as error:
                if time.monotonic() >= give_up:
                    raise DatabaseUnavailable from error
                await asyncio.sleep(0.05)


class Checkout:
    """`async with`: a connection of the pool, given back at the end. Errors of a server that went away, or is busy,
    become `DatabaseUnavailable`. A class and not a generator function: every statement goes through one."""

    __slots__ = ("_db", "_held", "_transaction")

    def __init__(self, db: Database) -> None:
        self._db = db
        self._held: Connection | None = None
        self._transaction: Transaction | None = None

    async def __aenter__(self) -> Connection:
        self._held = held = await self._db.acquire()
        if self._db.behind_pooler:
            try:
                self._transaction = transaction = held.transaction()
                await transaction.start()
            except BaseException as error:
                await self._give_back(held, error)
                raise
        return held

    async def __aexit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        held = self._held
        assert held is not None, "a checkout that was entered holds a connection"
        if self._transaction is None:
            await self._give_back(held, error)
            return
        try:
            await (self._transaction.commit() if error is None else self._transaction.rollback())
        except (asyncpg.PostgresError, *GONE) as failed:
            await self._give_back(held, failed)
            raise
        await self._give_back(held, error)

    async def _give_back(self, held: Connection, error: BaseException | None) -> None:
        try:
            if isinstance(error, UNWRITABLE):
                self._db.write_failed_at = time.monotonic()
            if isinstance(error, (*GONE, *BUSY)):
                _translate(held, error)
        finally:
            await self._db.release(held, is_sound=error is None)


def _translate(held: Connection, error: Exception) -> None:
    if isinstance(error, asyncpg.InterfaceError) and not _is_lost(held):
        return  # a mistake of ours, such as a missing argument
    # The server said farewell and has not yet hung up; or its sessions are read-only for as long as they last.
    if isinstance(error, asyncpg.InternalClientError | asyncpg.ReadOnlySQLTransactionError):
        held.terminate()
    if _is_cancelled():  # the rollback of a cancelled transaction failed: that it was cancelled must not be lost
        raise asyncio.CancelledError from error
    raise DatabaseUnavailable from error


def _is_lost(held: Connection) -> bool:
    try:
        return held.is_closed()
    except asyncpg.InterfaceError:  # the pool has let go of it already
        return True


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def lock_until_commit(tx: Connection, number: int) -> None:
    """What only one process of all may do at a time. The lock is known by its number, and ends with the transaction."""
    await tx.execute("select pg_advisory_xact_lock($1)", number)


def wake(tx: Connection, channel: str, payload: str = "") -> None:
    """Wakes every process that listens, soon after the commit: for those that look by themselves within a second or so.
    Where a process relies on being told, see `signals.notify`."""
    pooled(tx).wake_ups[channel, payload] = None


def pooled(tx: Connection) -> PooledConnection:
    """The pool's stand-in for a connection passes on what it does not have itself."""
    return cast(PooledConnection, tx)


def _nobody_hears(_channel: str, _payload: str) -> None:
    return
