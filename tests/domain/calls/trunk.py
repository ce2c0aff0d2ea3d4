"""A connector with a trunk, and calls through it."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from parley.domain.accounts.actions import create_account
from parley.domain.calls import actions
from parley.domain.calls.model import Call, Direction, Encryption, Status, outbound_call
from parley.domain.numbers.actions import change_connector, create_connector
from parley.domain.numbers.model import Connector
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.domain.projects.actions import create_project, get_project
from parley.kit.encryption import Encryptor
from parley.kit.ids import random_hex, uuid7_at
from parley.storage.db import Database

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SEAL = Encryptor(os.urandom(32))


async def connector_with(db: Database, **trunk: Any) -> Connector:
    async with db.transaction() as tx:
        name = random_hex(8)
        account = await create_account(tx, name)
        project = await create_project(tx, account.id, name, "us-1")
        changes = ConnectorUpdate({"name": "Trunk", "outbound": True}, {"host": "sip.example.com", **trunk})
        return await create_connector(tx, SEAL, project, changes, NOW)


async def changed(db: Database, connector: Connector, changes: ConnectorUpdate) -> Connector:
    async with db.transaction() as tx:
        project = await get_project(tx, connector.account_id, connector.project_id)
        return await change_connector(tx, SEAL, project, connector.id, changes, NOW)


def outbound(connector: Connector, at: datetime = NOW) -> Call:
    return outbound_call(connector, "+14155550100", at, Encryption.TLS_SRTP, {"plan": "gold"})


def inbound(connector: Connector, at: datetime = NOW, held_by: int = 1) -> Call:
    call = replace(outbound(connector, at), id=uuid7_at(at), direction=Direction.INBOUND, give_up_at=None)
    return replace(call, status=Status.CALLING, calling_at=at, held_by=held_by)


async def placed(db: Database, connector: Connector, at: datetime = NOW, per_minute: int = 0) -> Call:
    call = outbound(connector, at)
    async with db.transaction() as tx:
        await actions.enqueue_call(tx, call, per_minute)
    return call


async def taken(db: Database, connector: Connector, most: int = 100, at: datetime = NOW, by: int = 1) -> list[Call]:
    async with db.transaction() as tx:
        return await actions.start_queued(tx, connector.id, by, at, most)
