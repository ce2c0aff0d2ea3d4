"""The demo's telephone: a line that leads back to this installation, a number of the agent, and a pool to reserve from.

The numbers belong to nobody: they are set aside for fiction.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from parley.cli.voice.ports import SipPorts
from parley.domain.numbers import actions, store
from parley.domain.numbers.model import WEBRTC, Connector, PhoneNumber
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.domain.projects.info import ProjectInfo
from parley.kit.encryption import Encryptor
from parley.storage.db import Connection

ANY = "0.0.0.0"  # noqa: S104 compared, not bound
NAME = "Demo line"
BROWSERS = "Demo site"
ENVIRONMENT = "live"
NUMBER = "+442079460100"
CALLER_ID = "+442079460000"
POOL = tuple(f"+4420794602{number:02}" for number in range(1, 6))


@dataclass(frozen=True, slots=True)
class DemoLines:
    line: Connector
    browsers: Connector
    """Through it pages of this machine call."""


async def prepare(
    tx: Connection, encryptor: Encryptor, project: ProjectInfo, voice: SipPorts, now: datetime
) -> DemoLines:
    """Made once; afterwards only the ports follow. Whoever changes or removes the numbers is not overruled."""
    known = {one.name: one for one in await store.list_connectors(tx, project.id)}
    line = await _prepare_line(tx, encryptor, project, voice, known.get(NAME), now)
    browsers = known.get(BROWSERS)
    if browsers is None:
        fields = {"name": BROWSERS, "environment": ENVIRONMENT}
        wanted = ConnectorUpdate(fields=fields, trunk={"carrier": WEBRTC})
        browsers = await actions.create_connector(tx, encryptor, project, wanted, now)
    return DemoLines(line, browsers)


async def _prepare_line(
    tx: Connection,
    encryptor: Encryptor,
    project: ProjectInfo,
    voice: SipPorts,
    known: Connector | None,
    now: datetime,
) -> Connector:
    host = "127.0.0.1" if voice.host == ANY else voice.host
    here = {"host": host, "port": voice.port, "tls_port": voice.tls_port, "networks": (f"{host}/32",)}
    if known is not None:
        return await actions.change_connector(tx, encryptor, project, known.id, ConnectorUpdate(trunk=here), now)
    fields = {"name": NAME, "environment": ENVIRONMENT, "outbound": True}
    line = await actions.create_connector(
        tx, encryptor, project, ConnectorUpdate(fields=fields, trunk={**here, "caller_id": CALLER_ID}), now
    )
    for number in (NUMBER, *POOL):
        of_pool = number != NUMBER
        demo = PhoneNumber(
            number, project.account_id, project.id, ENVIRONMENT, connector_id=line.id, is_dynamic=of_pool
        )
        await store.insert_number(tx, demo, now)
    return line
