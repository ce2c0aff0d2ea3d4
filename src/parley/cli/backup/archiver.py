"""The archiver as a role of `parley up`: what is made ready before it starts, and what its operations port and its
supervisor want to know of it."""

from __future__ import annotations

from typing import Any

import asyncpg

from parley.cli.backup.sources import job_of, repository_of
from parley.cli.operator import console
from parley.kit.http_limits import HttpLimits
from parley.settings import Settings
from parley.storage.backup import base, server_store
from parley.storage.backup.errors import RepositoryUnavailable


class ArchiverProcess:
    """Ready at once: nobody waits for a backup, and an instance whose repository is away serves all the same."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.draining = False

    @property
    def drain_seconds(self) -> float:
        return self._settings.drain_seconds

    @property
    def http_limits(self) -> HttpLimits:
        return self._settings.http_limits

    def health(self) -> dict[str, Any]:
        return {"backup_to": self._settings.backup_to}

    async def is_ready(self) -> bool:
        return True


async def prepare_archiver(settings: Settings, dsn: str) -> None:
    """Raises what the operator has to change. A store that is away at the moment keeps no instance from starting."""
    if settings.backup_to is None:
        if settings.database_url is None:
            await _drop_unused_slot(dsn)
        return
    repository = repository_of(settings)
    try:
        await base.claim(job_of(settings, dsn, repository))
    except RepositoryUnavailable as error:
        console.print(f"Backups cannot be kept for now: {error}", highlight=False, markup=False)
    finally:
        await repository.aclose()


async def _drop_unused_slot(dsn: str) -> None:
    """The server would go on keeping its log for an archiver that does not come back."""
    link = await asyncpg.connect(dsn)
    try:
        await server_store.drop_slot(link, server_store.SLOT)
    finally:
        await link.close()
