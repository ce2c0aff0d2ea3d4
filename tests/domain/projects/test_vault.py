from __future__ import annotations

import os
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from parley.domain.projects import vault
from parley.domain.projects.vault import Vault, sealing_key
from parley.kit.seal import SecretUnreadable
from parley.resources import Resources
from tests.make import Make


async def test_secrets_come_back_as_they_were_put(resources: Resources, make: Make) -> None:
    place, other = await make.project(), await make.project()
    box = resources.equipment.vault
    async with resources.db.transaction() as tx:
        await box.put(tx, place.id, "token", "s3cret")
        await box.put(tx, place.id, "login", {"user": "ada"})
        await box.put(tx, place.id, "token", "changed")
        assert await box.get(tx, place.id, "token") == "changed"
        assert await box.get(tx, place.id, "login") == {"user": "ada"}
        assert await box.get(tx, place.id, "nothing") is None
        assert await box.get(tx, other.id, "token") is None
        assert await vault.names(tx, place.id) == ["login", "token"]
        assert await vault.remove(tx, place.id, "login")
        assert not await vault.remove(tx, place.id, "login")


async def test_the_database_holds_no_secret(resources: Resources, make: Make) -> None:
    place = await make.project()
    async with resources.db.transaction() as tx:
        await resources.equipment.vault.put(tx, place.id, "token", "s3cret")
        sealed = await tx.fetchval("select sealed from secrets")
    assert b"s3cret" not in sealed


async def test_another_key_or_another_place_opens_nothing(resources: Resources, make: Make) -> None:
    place, other = await make.project(), await make.project()
    async with resources.db.transaction() as tx:
        await resources.equipment.vault.put(tx, place.id, "token", "s3cret")
        with pytest.raises(SecretUnreadable):
            await Vault(os.urandom(32)).get(tx, place.id, "token")
        await tx.execute("update secrets set project_id = $1", other.id)
        with pytest.raises(SecretUnreadable):
            await resources.equipment.vault.get(tx, other.id, "token")


def test_the_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    first = sealing_key(None, folder)
    assert len(first) == 32
    assert sealing_key(None, folder) == first
    assert (folder / vault.KEY_FILE).stat().st_mode & 0o777 == 0o600
    given = os.urandom(32)
    assert sealing_key(b64encode(given).decode(), folder) == given


def test_processes_that_start_together_have_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: sealing_key(None, tmp_path), range(8)))
    assert [len(key) for key in keys] == [32]
