"""What was edited of real-time configurations, in memory; fresh within two seconds on every node."""

from __future__ import annotations

from collections.abc import Mapping

from parley.domain.projects import store
from parley.domain.projects.model import Json
from parley.domain.projects.real_time import ConfigLayer
from parley.domain.projects.real_time_actions import REAL_TIME_CHANGED
from parley.storage.cache import WatchedCache
from parley.storage.db import Database
from parley.storage.signals import Signals


class RealTimeCache:
    def __init__(self, db: Database, signals: Signals) -> None:
        self._db = db
        self._edits: WatchedCache[tuple[str, str], ConfigLayer] = WatchedCache(signals, REAL_TIME_CHANGED, self._load)

    async def find_variables(self, project_id: str, environment: str) -> Mapping[str, Json]:
        edits = await self._edits.get((project_id, environment))
        return edits.variables if edits else {}

    async def _load(self, key: tuple[str, str]) -> ConfigLayer:
        """An empty one where nothing was edited: the cache remembers that too, unlike None."""
        return await store.find_edits(self._db, *key)
