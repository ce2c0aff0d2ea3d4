"""What `parley up` does about backups before it starts their archiver."""

from __future__ import annotations

import asyncpg

from parley.cli.backup_sources import job_of, repository_of
from parley.cli.operator import console
from parley.settings import Settings
from parley.storage.backup import base, server_store
from parley.storage.backup.errors import RepositoryUnavailable


async def prepare(settings: Settings, dsn: str) -> None:
    """Raises what the operator has to change. A store that is away at the moment keeps no instance from starting."""
    if settings.backup_to is None:
        if settings.database_url is None:
            await _let_log_go(dsn)
        return
    repository = repository_of(settings)
    try:
        await base.claim(job_of(settings, dsn, repository))
    except RepositoryUnavailable as error:
        console.print(f"Backups cannot be kept for now: {error}", highlight=False, markup=False)
    finally:
        await repository.aclose()


async def _let_log_go(dsn: str) -> None:
    """The server would go on keeping its log for an archiver that does not come back."""
    link = await asyncpg.connect(dsn)
    try:
        await server_store.drop_slot(link, server_store.SLOT)
    finally:
        await link.close()
