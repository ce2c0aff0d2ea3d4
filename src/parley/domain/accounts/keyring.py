"""The keys as a serving process knows them: a check costs one hash, and a revoked key is out within two seconds."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from parley.domain.accounts import store
from parley.domain.accounts.actions import KEYS_CHANGED
from parley.domain.accounts.model import Key
from parley.domain.accounts.secrets import known_fingerprint
from parley.kit.clock import Clock
from parley.storage.cache import WatchedCache
from parley.storage.db import Database
from parley.storage.signals import Signals

TOUCH_AGAIN_AFTER = timedelta(minutes=1)
"""`last used` is exact to a minute: a busy key must not cost a write for each request."""


class Keyring:
    def __init__(self, db: Database, signals: Signals, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self._keys: WatchedCache[bytes, Key] = WatchedCache(signals, KEYS_CHANGED, self._load)
        self._touched: dict[UUID, datetime] = {}
        self._to_write: dict[UUID, datetime] = {}

    async def find(self, secret: str) -> Key | None:
        """The working key with this secret; None when there is none, or it expired or was revoked."""
        hashed = known_fingerprint(secret)
        return None if hashed is None else await self.find_by_fingerprint(hashed)

    async def find_by_fingerprint(self, hashed: bytes) -> Key | None:
        key = await self._keys.get(hashed)
        now = self._clock.now()
        # Nobody announces that a key expires, so its time is looked at with every request.
        if key is None or not key.works_at(now):
            return None
        last = self._touched.get(key.id)
        if last is None or now - last >= TOUCH_AGAIN_AFTER:
            self._touched[key.id] = self._to_write[key.id] = now
        return key

    async def write_last_used(self) -> None:
        if not self._to_write:
            return
        # Swapped before the write: what is used meanwhile belongs to the next one. What cannot be written is lost, and
        # written a minute later.
        used, self._to_write = self._to_write, {}
        async with self._db.transaction() as tx:
            await store.touch_keys(tx, used.items())

    async def _load(self, hashed: bytes) -> Key | None:
        return await store.find_key(self._db, hashed)
