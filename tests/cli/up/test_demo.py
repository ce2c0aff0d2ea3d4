"""The demo's keys: made once, kept while they work, replaced one by one."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from parley.cli import credentials
from parley.cli.accounts.keys import Kind
from parley.cli.up import command as up
from parley.cli.up import demo, demo_telephony
from parley.cli.up.demo import KINDS
from parley.cli.voice.ports import SipPorts
from parley.domain.accounts import actions, store
from parley.domain.accounts.secrets import fingerprint
from parley.settings import Settings
from parley.storage.db import Database

pytestmark = pytest.mark.io

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def prepare(db: Database, known: dict[str, Any]) -> dict[str, Any]:
    async with db.transaction() as tx:
        return await demo.prepare(tx, "us-1", known, NOW)


async def test_a_second_start_finds_everything_as_it_was(db: Database) -> None:
    first = await prepare(db, {})
    assert set(first["keys"]) == {kind.value for kind in KINDS}
    assert await prepare(db, {**first, "platform_url": "http://old"}) == first


@pytest.mark.parametrize("kind", [Kind.dni, Kind.chat])
async def test_only_what_no_longer_works_is_replaced(db: Database, kind: Kind) -> None:
    first = await prepare(db, {})
    secret = first["keys"]["chat"]["token"] if kind is Kind.chat else first["keys"][kind.value]
    async with db.transaction() as tx:
        key = await store.find_key(tx, fingerprint(secret))
        assert key is not None
        await actions.revoke_key(tx, key.id, NOW)
    second = await prepare(db, first)
    assert {name for name in first["keys"] if first["keys"][name] != second["keys"][name]} == {kind.value}


@pytest.mark.parametrize(
    "spoiled", [{}, {"keys": None}, {"keys": []}, {"keys": {"build": 7, "chat": "x", "dni": {"a": 1}}}]
)
async def test_a_spoiled_file_means_new_keys(db: Database, spoiled: dict[str, Any]) -> None:
    first = await prepare(db, {})
    second = await prepare(db, {"account_id": first["account_id"], **spoiled})
    assert all(second["keys"][name] != first["keys"][name] for name in first["keys"])


async def test_keys_are_not_taken_for_each_other(db: Database) -> None:
    first = await prepare(db, {})
    swapped = {**first["keys"], "dni": first["keys"]["handoff"]}
    assert (await prepare(db, {**first, "keys": swapped}))["keys"]["dni"] not in (swapped["dni"], first["keys"]["dni"])


async def test_instances_that_start_at_once_make_it_once(db: Database) -> None:
    made = await asyncio.gather(*(prepare(db, {}) for _ in range(4)))
    assert len({one["account_id"] for one in made}) == 1
    assert len(await db.fetch("select id from projects")) == 1


async def test_leaving_the_demo_out_once_does_not_lose_its_keys(dsn: str, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, database_url=dsn)
    assert await up._prepare(settings, dsn, with_demo=False) == {}
    first = await up._prepare(settings, dsn, with_demo=True)
    credentials.write(tmp_path, {"platform_url": "http://old", **first})
    db = await Database.open(dsn, connections=1)
    try:
        done_by = await db.fetch("select distinct actor from audit_log")
    finally:
        await db.aclose()
    assert [row["actor"] for row in done_by] == ["operator"], "and nobody wonders who made these keys"
    assert await up._prepare(settings, dsn, with_demo=False) == first


async def test_the_demo_has_a_telephone(dsn: str, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data")
    db = await Database.open(dsn, connections=1)
    try:
        made = await up._prepare(settings, dsn, with_demo=True, voice=SipPorts("127.0.0.1", 5060, 5061))
        browsers, line = await db.fetch("select * from connectors order by settings ? 'host'")
        (key,) = await db.fetch("select * from keys where family = 'outbound'")
        assert key["connector_id"] == line["id"], "other trunks of the project do not make it doubtful"
        (page,) = await db.fetch("select * from keys where family = 'messaging'")
        assert (browsers["settings"], page["connector_id"]) == ({"carrier": "webrtc"}, browsers["id"])
        numbers = await db.fetch("select number from phone_numbers where is_dynamic order by number")
        assert [row["number"] for row in numbers] == list(demo_telephony.POOL)
        await db.fetch("delete from phone_numbers where number = $1", demo_telephony.NUMBER)
        again = await up._prepare(settings, dsn, with_demo=True, voice=SipPorts("127.0.0.1", 6060, 6061))
        _, moved = await db.fetch("select * from connectors order by settings ? 'host'")
        assert (moved["id"], moved["settings"]["port"], moved["settings"]["tls_port"]) == (line["id"], 6060, 6061)
        assert not await db.fetch("select from phone_numbers where number = $1", demo_telephony.NUMBER), (
            "it stays removed"
        )
        assert again["keys"].keys() == made["keys"].keys()
    finally:
        await db.aclose()
