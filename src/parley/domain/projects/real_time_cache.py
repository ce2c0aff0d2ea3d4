"""What was edited of real-time configurations, as a serving process knows it: in memory, new within two seconds."""

from __future__ import annotations

from collections.abc import Mapping

from parley.domain.projects import store
from parley.domain.projects.editing import REAL_TIME_CHANGED
from parley.domain.projects.model import Json
from parley.domain.projects.real_time import Layer
from parley.storage.cache import WatchedCache
from parley.storage.db import Database
from parley.storage.signals import Signals


class EditedVariables:
    def __init__(self, db: Database, signals: Signals) -> None:
        self._db = db
        self._known: WatchedCache[tuple[str, str], Layer] = WatchedCache(signals, REAL_TIME_CHANGED, self._load)

    async def of(self, project_id: str, environment: str) -> Mapping[str, Json]:
        edits = await self._known.get((project_id, environment))
        return edits.variables if edits else {}

    async def _load(self, key: tuple[str, str]) -> Layer:
        """An empty one where nothing was edited: that is remembered too, unlike None."""
        return await store.find_edits(self._db, *key)
