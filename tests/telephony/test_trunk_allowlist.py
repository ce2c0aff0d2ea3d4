"""The stack knows whose calls are taken, soon after it changed."""

from __future__ import annotations

import asyncio
from ipaddress import ip_network
from unittest.mock import patch

import pytest

from parley.domain.numbers import actions as numbers
from parley.domain.numbers import store
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.resources import Resources
from parley.storage.db import DatabaseUnavailable
from parley.telephony import trunk_allowlist as module
from parley.telephony.sip.fake_stack import FakeStack
from parley.telephony.trunk_allowlist import TrunkAllowlist
from tests.make import Make
from tests.waiting import until

pytestmark = pytest.mark.io

NETWORKS = ["192.0.2.0/24", "198.51.100.7/32", "2001:db8::/32"]


async def until_allowed(stack: FakeStack, *networks: str) -> None:
    async def are() -> bool:
        return stack.allowed == ([[ip_network(one) for one in networks]] if networks else [])

    await until(are)


async def test_connectors_are_heard_of_when_they_change(make: Make, resources: Resources) -> None:
    project_info, stack = await make.project(), FakeStack()
    stack.allowed = [[ip_network("10.0.0.0/8")]]
    reading = asyncio.create_task(TrunkAllowlist(resources, stack).run())
    now, encryptor = resources.clock.now(), resources.dependencies.secret_store.encryptor
    try:
        await until_allowed(stack)
        with patch.object(module, "REFRESH_SECONDS", 3600.0):
            async with resources.db.transaction() as tx:
                changes = ConnectorUpdate(fields={"name": "Trunk"}, trunk={"networks": NETWORKS})
                made = await numbers.create_connector(tx, encryptor, project_info, changes, now)
            await until_allowed(stack, *NETWORKS)
            async with resources.db.transaction() as tx:
                changes = ConnectorUpdate(trunk={"networks": NETWORKS[:1]})
                await numbers.change_connector(tx, encryptor, project_info, made.id, changes, now)
            await until_allowed(stack, *NETWORKS[:1])
            async with resources.db.transaction() as tx:
                await numbers.remove_connector(tx, project_info, made.id)
            await until_allowed(stack)
    finally:
        reading.cancel()


async def test_while_the_database_is_away_it_goes_by_what_it_knew(make: Make, resources: Resources) -> None:
    project_info, stack = await make.project(), FakeStack()
    changes = ConnectorUpdate(fields={"name": "Trunk"}, trunk={"networks": NETWORKS})
    async with resources.db.transaction() as tx:
        await numbers.create_connector(
            tx, resources.dependencies.secret_store.encryptor, project_info, changes, resources.clock.now()
        )
    with patch.object(module, "REFRESH_SECONDS", 0.01):
        reading = asyncio.create_task(TrunkAllowlist(resources, stack).run())
        try:
            await until_allowed(stack, *NETWORKS)
            with patch.object(store, "list_networks", side_effect=DatabaseUnavailable) as away:

                async def was_tried() -> bool:
                    return away.call_count > 3

                await until(was_tried)
            assert len(stack.allowed[0]) == len(NETWORKS)
            assert not reading.done()
        finally:
            reading.cancel()
