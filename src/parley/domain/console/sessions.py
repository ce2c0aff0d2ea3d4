"""The sessions of the console as a serving process knows them: in memory, fresh within two seconds."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from uuid import UUID

from parley.domain.accounts.keyring import TOUCH_AGAIN_AFTER, Keyring
from parley.domain.accounts.model import Key
from parley.domain.console import store
from parley.domain.console.actions import SESSIONS_CHANGED
from parley.domain.console.model import IDLE, SECRET_LENGTH, Session, TooManySignIns, secret_hash
from parley.kit.clock import Clock, minute_of, seconds_left
from parley.storage.cache import WatchedCache
from parley.storage.db import Database
from parley.storage.signals import Signals


class Sessions:
    def __init__(self, db: Database, signals: Signals, keyring: Keyring, clock: Clock) -> None:
        self._db = db
        self._keyring = keyring
        self._clock = clock
        self.attempts = Attempts()
        self._known: WatchedCache[bytes, Session] = WatchedCache(signals, SESSIONS_CHANGED, self._load)
        self._touched: dict[UUID, datetime] = {}
        self._to_write: dict[UUID, datetime] = {}

    async def find(self, secret: str, *, is_sign_of_life: bool = True) -> tuple[Session, Key] | None:
        """The open session with this secret and its key; None when there is none, or either is over. What goes on by
        itself is no sign of life: it keeps no session from ending."""
        if len(secret) != SECRET_LENGTH:
            return None
        return await self._find(secret_hash(secret), is_sign_of_life=is_sign_of_life)

    async def is_open(self, hashed: bytes) -> bool:
        """By the hash of its secret, for what goes on by itself."""
        return await self._find(hashed, is_sign_of_life=False) is not None

    async def _find(self, hashed: bytes, *, is_sign_of_life: bool) -> tuple[Session, Key] | None:
        now = self._clock.now()
        session = await self._known.get(hashed)
        if session is not None and not session.is_open_at(now, self._last_seen(session)):
            # Other processes may have seen it later than this one.
            session = await self._load(hashed)
        if session is None or not session.is_open_at(now, self._last_seen(session)):
            return None
        key = await self._keyring.find_by_fingerprint(session.key_fingerprint)
        if key is None:
            return None
        if is_sign_of_life and now - self._last_seen(session) >= TOUCH_AGAIN_AFTER:
            self._touched[session.id] = self._to_write[session.id] = now
        return session, key

    async def write_last_seen(self) -> None:
        over = self._clock.now() - IDLE
        for session_id in [each for each, at in self._touched.items() if at < over]:
            del self._touched[session_id]
        if not self._to_write:
            return
        seen, self._to_write = self._to_write, {}
        async with self._db.transaction() as tx:
            await store.touch_sessions(tx, seen.items())

    def forget(self) -> None:
        """What this process itself has ended is over at once."""
        self._known.forget()

    def _last_seen(self, session: Session) -> datetime:
        return max(session.last_seen_at, self._touched.get(session.id, session.last_seen_at))

    async def _load(self, hashed: bytes) -> Session | None:
        return await store.find_session(self._db, hashed)


FAILED_PER_MINUTE = 10
MOST_ADDRESSES = 10_000
"""More in one minute are an attack: all of them wait, so that it cannot fill memory."""


class Attempts:
    """Each process counts for itself."""

    def __init__(self) -> None:
        self._minute: datetime | None = None
        self._failed: Counter[str] = Counter()

    def begin(self, address: str, now: datetime) -> None:
        """Counts an attempt as failed until `succeed`: many at once are not let in before the first has failed."""
        if (minute := minute_of(now)) != self._minute:
            self._minute = minute
            self._failed.clear()
        if self._failed[address] >= FAILED_PER_MINUTE or len(self._failed) > MOST_ADDRESSES:
            raise TooManySignIns(headers={"Retry-After": str(seconds_left(now))})
        self._failed[address] += 1

    def succeed(self, address: str) -> None:
        self._failed[address] -= 1
