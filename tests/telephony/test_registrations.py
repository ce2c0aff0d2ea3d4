"""Connectors are registered by one process, which says how it went; calls of a registrar are routed."""

from __future__ import annotations

import pytest

from parley.domain.numbers import actions as numbers
from parley.domain.numbers import registration_store, store
from parley.domain.numbers.model import Connector, PhoneNumber
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.domain.projects.info import ProjectInfo
from parley.resources import Resources
from parley.telephony.registrations import LEASE_SECONDS, Registrations
from parley.telephony.routing import CallRefused, Router
from parley.telephony.sip.fake_stack import FakeStack
from parley.telephony.sip.messages.digest import Digest
from parley.telephony.sip.protocol import IncomingCall, RegistrationState
from tests.make import Make

pytestmark = pytest.mark.io

REGISTRAR = "192.0.2.9"
TRUNK = {"host": "sip.example.com", "user": "alice", "register_over": "tls"}
OTHER_PROCESS = 4711


async def connect(resources: Resources, project: ProjectInfo, **trunk: object) -> Connector:
    encryptor, now = resources.dependencies.secret_store.encryptor, resources.clock.now()
    update = ConnectorUpdate({"name": "Provider"}, TRUNK | trunk, {"password": "open sesame"})
    async with resources.db.transaction() as tx:
        return await numbers.create_connector(tx, encryptor, project, update, now)


async def test_a_connector_is_registered_and_its_registrar_may_call(make: Make, resources: Resources) -> None:
    project, stack = await make.project(), FakeStack()
    connector = await connect(resources, project)
    await connect(resources, project, register_over="")
    registrations = Registrations(resources, stack)
    await registrations.refresh()
    (wanted,) = stack.registered
    assert (wanted.id, wanted.host, wanted.port, wanted.transport) == (connector.id, "sip.example.com", 5061, "tls")
    assert (wanted.user, wanted.password, wanted.domain) == ("alice", "open sesame", "sip.example.com")
    assert "sesame" not in repr(wanted)
    assert not await store.list_connectors_by_source(resources.db, REGISTRAR)
    stack.states = {connector.id: RegistrationState("registered", "", (REGISTRAR,))}
    await registrations.refresh()
    assert [one.id for one in await store.list_connectors_by_source(resources.db, REGISTRAR)] == [connector.id]
    assert (connector.id, REGISTRAR) in await store.list_networks(resources.db)
    shown = await registration_store.list_registrations(resources.db, project.id)
    assert shown[connector.id].state == "registered"
    assert registrations.summary() == {connector.id: "registered"}


async def test_another_process_takes_over_only_when_the_first_is_gone(make: Make, resources: Resources) -> None:
    project, stack = await make.project(), FakeStack()
    connector = await connect(resources, project)
    registrations = Registrations(resources, stack)
    await registrations.refresh()
    assert not await registration_store.lease_registrations(resources.db, OTHER_PROCESS, LEASE_SECONDS)
    await registrations.release()
    taken = await registration_store.lease_registrations(resources.db, OTHER_PROCESS, LEASE_SECONDS)
    assert [one.id for one in taken] == [connector.id]
    await registrations.refresh()
    assert not stack.registered


async def test_a_connector_that_registers_no_more_lets_nobody_in(make: Make, resources: Resources) -> None:
    project, stack = await make.project(), FakeStack()
    connector = await connect(resources, project)
    registrations = Registrations(resources, stack)
    await registrations.refresh()
    stack.states = {connector.id: RegistrationState("registered", "", (REGISTRAR,))}
    await registrations.refresh()
    encryptor, now = resources.dependencies.secret_store.encryptor, resources.clock.now()
    async with resources.db.transaction() as tx:
        update = ConnectorUpdate(trunk={"register_over": ""})
        await numbers.change_connector(tx, encryptor, project, connector.id, update, now)
    await registrations.refresh()
    assert not stack.registered
    assert not await store.list_connectors_by_source(resources.db, REGISTRAR)
    assert not await store.list_networks(resources.db)


async def route(resources: Resources, stack: FakeStack, called: str, headers: dict[str, str]) -> str:
    """The number that a call of the registrar's is for, or the status that it gets."""
    found: list[str] = []

    async def received(incoming: IncomingCall) -> None:
        try:
            found.append((await Router(resources, Digest("parley")).route_inbound(incoming)).call.to_number)
        except CallRefused as refused:
            found.append(str(refused.code))
        await incoming.refuse(486, "Busy Here")

    stack.on_incoming_call(received)
    far, _ = stack.call(called, source=REGISTRAR, headers=headers)
    await far.wait_ended()
    return found[0]


async def test_a_call_for_the_one_who_is_registered_is_for_the_number_in_to_or_the_only_one(
    make: Make, resources: Resources
) -> None:
    project, stack = await make.project(), FakeStack()
    await make.deploy(project, {"voice/configuration.yaml": "greeting:\n  welcome_message: Hello!\n"})
    connector = await connect(resources, project)
    registrations = Registrations(resources, stack)
    await registrations.refresh()
    stack.states = {connector.id: RegistrationState("registered", "", (REGISTRAR,))}
    await registrations.refresh()

    async def import_number(number: str) -> None:
        async with resources.db.transaction() as tx:
            leads = PhoneNumber(number, project.account_id, project.id, "live", "", connector.id)
            await numbers.import_number(tx, project, leads, resources.clock.now())

    await import_number("+4912345")
    assert await route(resources, stack, "alice", {}) == "+4912345"
    assert await route(resources, stack, "bob", {}) == "404"
    await import_number("+4967890")
    assert await route(resources, stack, "alice", {}) == "404"
    assert await route(resources, stack, "alice", {"To": "<sip:+4967890@provider.example>"}) == "+4967890"
