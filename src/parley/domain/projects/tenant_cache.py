"""Accounts and projects in memory, found by any spelling of their names; fresh within two seconds on every node."""

from __future__ import annotations

from parley.domain.accounts import store as accounts
from parley.domain.accounts.model import ACCOUNT_PREFIXES, Account, AccountNotFound, spellings
from parley.domain.projects import store
from parley.domain.projects.actions import TENANTS_CHANGED
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.storage.cache import WatchedCache
from parley.storage.db import Database
from parley.storage.signals import Signals


class TenantCache:
    def __init__(self, db: Database, signals: Signals) -> None:
        self._db = db
        self._accounts: WatchedCache[str, Account] = WatchedCache(signals, TENANTS_CHANGED, self._load_account)
        self._projects: WatchedCache[tuple[str, str], ProjectInfo] = WatchedCache(
            signals, TENANTS_CHANGED, self._load_project
        )

    async def account(self, reference: str) -> Account:
        found = await self._accounts.get(reference)
        if found is None:
            raise AccountNotFound
        return found

    async def project(self, account_id: str, reference: str) -> ProjectInfo:
        """The project that a slug or an id means inside an account."""
        found = await self._projects.get((account_id, reference))
        if found is None:
            raise ProjectNotFound
        return found

    async def _load_account(self, reference: str) -> Account | None:
        return await accounts.find_account(self._db, reference, spellings(reference, ACCOUNT_PREFIXES))

    async def _load_project(self, key: tuple[str, str]) -> ProjectInfo | None:
        return await store.find_project(self._db, *key)
