"""An agent alone, with a database of its own in a folder that goes away, answering calls from this machine for as long
as it is tried out. Nothing of an installation is read or changed."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from parley.domain.accounts import actions as accounts
from parley.domain.deployments.actions import publish
from parley.domain.numbers import actions as numbers
from parley.domain.numbers.model import PhoneNumber
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.domain.projects import actions as projects
from parley.domain.projects.files import Bundle
from parley.domain.projects.info import ProjectInfo
from parley.kit.errors import ParleyError
from parley.kit.ports import LOOPBACK, free_port
from parley.kit.tasks import Tasks
from parley.resources import Resources, open_resources
from parley.settings import Settings
from parley.storage.db import Database
from parley.storage.embedded import EmbeddedPostgres
from parley.storage.migrate import migrate
from parley.telephony.server import VoiceServer

NUMBER = "+442079460100"
CALLER_ID = "+442079460000"
"""Set aside for fiction."""
ENVIRONMENT = "live"
PRIVATE = "private"
READY_SECONDS = 60.0
POLL_SECONDS = 0.05


class InstanceNotReady(ParleyError):
    """The voice process did not come up."""


@dataclass(frozen=True, slots=True)
class PrivateInstance:
    resources: Resources
    project: ProjectInfo
    bundle: Bundle
    port: int
    """For SIP over UDP."""
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def deploy(self) -> None:
        """Once more, for fresh modules: what one call leaves in them is not there in the next."""
        async with self._lock, self.resources.db.transaction() as tx:
            now = self.resources.clock.now()
            await publish(tx, self.project, self.bundle, ENVIRONMENT, now=now, created_by=PRIVATE)


@asynccontextmanager
async def private_instance(settings: Settings, bundle: Bundle) -> AsyncIterator[PrivateInstance]:
    """Speech and models are those of `settings`. Raises `InstanceNotReady`."""
    with tempfile.TemporaryDirectory(prefix="parley-private-") as name:
        folder = Path(name)
        async with EmbeddedPostgres(folder, pg_bin=settings.pg_bin) as server:
            database = await Database.open(server.dsn, connections=2)
            await migrate(database)
            await database.aclose()
            own = {
                "data": folder,
                "database_url": server.dsn,
                "secret_key": None,
                "sip_host": LOOPBACK,
                "sip_port": free_port(),
                "sip_tls_port": free_port(),
                "sip_certificate": None,
                "voice_drain_seconds": 0.0,
            }
            alone = settings.model_copy(update=own)
            async with open_resources(alone, "voice") as resources, _answering(resources):
                yield await _create(resources, bundle)


@asynccontextmanager
async def _answering(resources: Resources) -> AsyncIterator[None]:
    server, stop, tasks = VoiceServer(resources), asyncio.Event(), Tasks()
    running = tasks.start(server.run(stop), "private voice server")
    try:
        async with asyncio.timeout(READY_SECONDS):
            while not await server.is_ready():
                if running.done():
                    running.result()
                    raise InstanceNotReady("The calls cannot be answered.")
                await asyncio.sleep(POLL_SECONDS)
        await server.warm_up()
        yield
    finally:
        stop.set()
        await asyncio.wait({running})
        await tasks.aclose()


async def _create(resources: Resources, bundle: Bundle) -> PrivateInstance:
    settings, now = resources.settings, resources.clock.now()
    encryptor = resources.dependencies.secret_store.encryptor
    async with resources.db.transaction() as tx:
        account = await accounts.create_account(tx, PRIVATE)
        project = await projects.create_project(tx, account.id, PRIVATE, settings.region)
        trunk = ConnectorUpdate({"name": PRIVATE}, {"networks": [f"{LOOPBACK}/32"]})
        line = await numbers.create_connector(tx, encryptor, project, trunk, now)
        routed = PhoneNumber(NUMBER, account.id, project.id, ENVIRONMENT, connector_id=line.id)
        await numbers.import_number(tx, project, routed, now)
    instance = PrivateInstance(resources, project, bundle, settings.sip_port)
    await instance.deploy()
    return instance
