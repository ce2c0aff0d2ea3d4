"""Reads a backup as a restore would, without recovering it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from parley.storage.backup import catalog
from parley.storage.backup.model import Backup, choose
from parley.storage.backup.repository import Repository
from parley.storage.backup.restore import Tell, fetch_files, verify_files
from parley.storage.embedded.binaries import find_binaries
from parley.storage.embedded.cluster import refuse_version


async def check(repository: Repository, id_: str | None, pg_bin: Path | None, tell: Tell) -> tuple[Backup, str | None]:
    """The first segment that is missing behind it, or None. What is damaged is raised."""
    found = await catalog.read(repository)
    backup = choose(found.backups, repository.place, id_=id_, at=None, archived=None)
    binaries = find_binaries(pg_bin)
    with tempfile.TemporaryDirectory(prefix="parley-verify-") as folder:
        cluster = Path(folder, "cluster")
        refuse_version(cluster, backup.server, binaries)
        await fetch_files(repository, backup, cluster, tell)
        await verify_files(binaries, cluster, tell)
    return backup, await catalog.check(repository, backup)
