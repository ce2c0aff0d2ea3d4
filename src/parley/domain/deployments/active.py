"""The active deployments as a serving process knows them: in memory, switched on every node within two seconds."""

from __future__ import annotations

from parley.domain.deployments import ab_test_store
from parley.domain.deployments.ab_tests import Active
from parley.domain.deployments.actions import DEPLOYMENTS_CHANGED
from parley.domain.deployments.model import Deployment
from parley.storage.cache import WatchedCache
from parley.storage.db import Database
from parley.storage.signals import Signals


class ActiveDeployments:
    def __init__(self, db: Database, signals: Signals) -> None:
        self._db = db
        self._known: WatchedCache[tuple[str, str], Active] = WatchedCache(signals, DEPLOYMENTS_CHANGED, self._load)

    async def find(self, project_id: str, environment: str) -> Deployment | None:
        active = await self.find_with_test(project_id, environment)
        return active.deployment if active else None

    async def find_with_test(self, project_id: str, environment: str) -> Active | None:
        return await self._known.get((project_id, environment))

    async def find_newest(self, project_id: str, environment: str) -> Active | None:
        """As it stands in the database: for who has just published, and talks to what they published."""
        return await self._load((project_id, environment))

    async def _load(self, key: tuple[str, str]) -> Active | None:
        return await ab_test_store.find_active(self._db, *key)
