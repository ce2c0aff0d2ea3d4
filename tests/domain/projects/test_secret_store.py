from __future__ import annotations

import os
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from parley.domain.projects import secret_store
from parley.domain.projects.secret_store import SecretStore, encryption_key
from parley.kit.encryption import SecretUnreadable

if TYPE_CHECKING:  # which half of Parley has to be imported for
    from parley.resources import Resources
    from tests.make import Make


async def test_secrets_come_back_as_they_were_put(resources: Resources, make: Make) -> None:
    project_info, other = await make.project(), await make.project()
    box = resources.dependencies.secret_store
    async with resources.db.transaction() as tx:
        await box.put(tx, project_info.id, "token", "s3cret")
        await box.put(tx, project_info.id, "login", {"user": "ada"})
        await box.put(tx, project_info.id, "token", "changed")
        assert await box.get(tx, project_info.id, "token") == "changed"
        assert await box.get(tx, project_info.id, "login") == {"user": "ada"}
        assert await box.get(tx, project_info.id, "nothing") is None
        assert await box.get(tx, other.id, "token") is None
        assert await secret_store.list_secret_names(tx, project_info.id) == ["login", "token"]
        assert await secret_store.delete_secret(tx, project_info.id, "login")
        assert not await secret_store.delete_secret(tx, project_info.id, "login")


async def test_the_database_holds_no_secret(resources: Resources, make: Make) -> None:
    project_info = await make.project()
    async with resources.db.transaction() as tx:
        await resources.dependencies.secret_store.put(tx, project_info.id, "token", "s3cret")
        sealed = await tx.fetchval("select encrypted from secrets")
    assert b"s3cret" not in sealed


async def test_another_key_or_another_place_opens_nothing(resources: Resources, make: Make) -> None:
    project_info, other = await make.project(), await make.project()
    async with resources.db.transaction() as tx:
        await resources.dependencies.secret_store.put(tx, project_info.id, "token", "s3cret")
        with pytest.raises(SecretUnreadable):
            await SecretStore(os.urandom(32)).get(tx, project_info.id, "token")
        await tx.execute("update secrets set project_id = $1", other.id)
        with pytest.raises(SecretUnreadable):
            await resources.dependencies.secret_store.get(tx, other.id, "token")


def test_the_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    first = encryption_key(None, folder)
    assert len(first) == 32
    assert encryption_key(None, folder) == first
    assert (folder / secret_store.KEY_FILE).stat().st_mode & 0o777 == 0o600
    given = os.urandom(32)
    assert encryption_key(b64encode(given).decode(), folder) == given


def test_processes_that_start_together_have_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: encryption_key(None, tmp_path), range(8)))
    assert [len(key) for key in keys] == [32]
