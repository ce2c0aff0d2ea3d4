"""What the operator and builders do with connectors and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import datetime

from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.domain.numbers import store
from parley.domain.numbers.model import (
    CONNECTORS_CHANGED,
    Connector,
    ConnectorsNotFound,
    PhoneNumber,
    PhoneNumbersAlreadyExists,
    PhoneNumbersConnectorDoesNotExist,
    PhoneNumbersNotFound,
    plain_number,
)
from parley.domain.numbers.trunks import ConnectorUpdate, update_connector
from parley.domain.projects.info import ProjectInfo
from parley.kit.encryption import Encryptor
from parley.kit.ids import random_hex
from parley.storage.db import Connection
from parley.storage.signals import notify


async def create_connector(
    tx: Connection, encryptor: Encryptor, project: ProjectInfo, update: ConnectorUpdate, now: datetime
) -> Connector:
    """A new connector that differs from a bare one by this update."""
    bare = Connector(f"CONNECTOR-{random_hex(8)}", project.account_id, project.id)
    connector = update_connector(encryptor, bare, update)
    await store.insert_connector(tx, connector, now)
    await _record(tx, project, Verb.CREATED, Kind.CONNECTOR, connector.id)
    # Voice processes keep the networks of all trunks in memory, and turn everybody else away.
    await notify(tx, CONNECTORS_CHANGED, connector.id)
    return connector


async def change_connector(
    tx: Connection,
    encryptor: Encryptor,
    project: ProjectInfo,
    connector_id: str,
    update: ConnectorUpdate,
    now: datetime,
) -> Connector:
    known = await store.lock_connector(tx, connector_id)
    if known is None or known.project_id != project.id:
        raise ConnectorsNotFound
    connector = update_connector(encryptor, known, update)
    if connector.project_id != known.project_id:
        # Another agent has variants of its own: one has to be named for it, or there is none.
        connector = replace(connector, variant_id=update.fields.get("variant_id", ""))
        await store.move_numbers(tx, connector.id, connector.project_id, now)
    await store.update_connector(tx, connector, now)
    if connector != known:
        await _record(tx, project, Verb.CHANGED, Kind.CONNECTOR, connector.id, update.names)
    await notify(tx, CONNECTORS_CHANGED, connector.id)
    return connector


async def import_numbers(tx: Connection, project: ProjectInfo, numbers: Sequence[PhoneNumber], now: datetime) -> None:
    """Numbers of yours begin to lead to an agent, all or none. One that leads there already stays as it is."""
    for connector_id in {number.connector_id for number in numbers}:
        await _check_connector(tx, project, connector_id)
    # In one order: requests about the same numbers must not deadlock.
    for number in sorted(numbers, key=lambda each: each.number):
        if await store.insert_number(tx, number, now):
            await _record(tx, project, Verb.CREATED, Kind.PHONE_NUMBER, number.number)
            continue
        known = await store.find_number(tx, project.account_id, number.number)
        if known is None or known.project_id != project.id:
            raise PhoneNumbersAlreadyExists(f"{number.number} is assigned to an agent already.")


async def import_number(tx: Connection, project: ProjectInfo, number: PhoneNumber, now: datetime) -> PhoneNumber:
    """A number of yours begins to lead to an agent."""
    await _check_connector(tx, project, number.connector_id)
    if not await store.insert_number(tx, number, now):
        raise PhoneNumbersAlreadyExists(f"{number.number} is assigned to an agent already.")
    await _record(tx, project, Verb.CREATED, Kind.PHONE_NUMBER, number.number)
    return number


async def assign_number(tx: Connection, project: ProjectInfo, number: PhoneNumber, now: datetime) -> PhoneNumber:
    """A number of the account leads somewhere else from now on."""
    await _check_connector(tx, project, number.connector_id)
    before = await store.find_number(tx, project.account_id, number.number)
    if before is None or not await store.update_number(tx, number, now):
        raise PhoneNumbersNotFound(f"{number.number} is not a number of this account.")
    known = asdict(before)
    if changed := [name for name, value in asdict(number).items() if value != known[name]]:
        await _record(tx, project, Verb.CHANGED, Kind.PHONE_NUMBER, number.number, changed)
    return number


async def remove_number(tx: Connection, project: ProjectInfo, number: str) -> None:
    if not await store.delete_number(tx, project.id, plain_number(number)):
        raise PhoneNumbersNotFound(f"{number} does not lead to this agent.")
    await _record(tx, project, Verb.DELETED, Kind.PHONE_NUMBER, plain_number(number))


async def remove_numbers(tx: Connection, project: ProjectInfo, numbers: Sequence[str]) -> set[str]:
    """Those of them that led to the agent, and lead nowhere now."""
    gone = await store.delete_numbers(tx, project.id, numbers)
    for number in sorted(gone):
        await _record(tx, project, Verb.DELETED, Kind.PHONE_NUMBER, number)
    return gone


async def remove_connector(tx: Connection, project: ProjectInfo, connector_id: str) -> list[str]:
    """Its numbers go with it: they lead nowhere now."""
    known = await store.lock_connector(tx, connector_id)
    if known is None or known.project_id != project.id:
        raise ConnectorsNotFound
    numbers = await store.delete_connector_numbers(tx, connector_id)
    await store.delete_connector(tx, connector_id)
    for number in numbers:
        await _record(tx, project, Verb.DELETED, Kind.PHONE_NUMBER, number)
    await _record(tx, project, Verb.DELETED, Kind.CONNECTOR, connector_id)
    await notify(tx, CONNECTORS_CHANGED, connector_id)
    return numbers


async def _record(
    tx: Connection, project: ProjectInfo, verb: Verb, kind: Kind, subject: str, fields: Iterable[str] = ()
) -> None:
    await audit.record(tx, project.account_id, verb, kind, subject, project_id=project.id, fields=fields)


async def _check_connector(tx: Connection, project: ProjectInfo, connector_id: str | None) -> None:
    if connector_id is not None and await store.find_connector(tx, project.id, connector_id) is None:
        raise PhoneNumbersConnectorDoesNotExist
