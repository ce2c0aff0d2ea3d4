"""Registers connectors at their providers. Of several voice processes one does it for each connector: the one that has
its lease."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from prometheus_client import Gauge

from parley.domain.numbers import registration_store as store
from parley.domain.numbers.model import CONNECTORS_CHANGED, Connector
from parley.domain.numbers.trunks import decrypt_passwords
from parley.kit.errors import ParleyError
from parley.kit.log import logger
from parley.resources import Resources
from parley.storage.db import DatabaseUnavailable
from parley.storage.signals import notify
from parley.telephony.sip.protocol import Registration, RegistrationState, SipStack

log = logger(__name__)

REFRESH_SECONDS = 5.0
LEASE_SECONDS = 20.0

_registrations = Gauge("parley_sip_registrations", "Connectors that this process registers, by state.", ["state"])
STATES = ("registering", "registered", "failed")


class Registrations:
    def __init__(self, resources: Resources, stack: SipStack) -> None:
        self._resources = resources
        self._stack = stack
        self._written: dict[str, RegistrationState] = {}
        self._changed = asyncio.Event()
        resources.signals.subscribe(CONNECTORS_CHANGED, lambda _connector: self._changed.set(), self._changed.set)

    async def run(self) -> None:
        while True:
            try:
                await self.refresh()
            except ParleyError:
                # Registered is registered: another process could not take the lease either.
                log.warning("registrations_not_read")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), REFRESH_SECONDS)
            self._changed.clear()

    async def refresh(self) -> None:
        db, identity = self._resources.db, self._resources.signals.identity
        connectors = await store.lease_registrations(db, identity, LEASE_SECONDS)
        await self._stack.register([one for one in map(self._registration, connectors) if one is not None])
        states = self._stack.registrations()
        for state in STATES:
            _registrations.labels(state).set(sum(one.state == state for one in states.values()))
        changed = {id: one for id, one in states.items() if self._written.get(id) != one}
        if changed:
            async with db.transaction() as tx:
                for id, one in changed.items():
                    await store.write_state(tx, id, identity, one.state, one.reason, one.addresses)
                    # Whom calls are taken from has changed with it.
                    await notify(tx, CONNECTORS_CHANGED, id)
        self._written = dict(states)

    async def release(self) -> None:
        """Another process may register them at once."""
        with suppress(DatabaseUnavailable):
            async with self._resources.db.transaction() as tx:
                await store.release_registrations(tx, self._resources.signals.identity)

    def summary(self) -> dict[str, str]:
        """By connector."""
        return {id: one.state for id, one in sorted(self._stack.registrations().items())}

    def _registration(self, connector: Connector) -> Registration | None:
        trunk = connector.trunk
        try:
            passwords = decrypt_passwords(self._resources.dependencies.secret_store.encryptor, connector)
        except ParleyError:
            # One password that cannot be read must not keep all others from being registered.
            log.warning("registration_password_unreadable", connector=connector.id)
            return None
        return Registration(
            id=connector.id,
            host=trunk.host,
            port=trunk.tls_port if trunk.register_over == "tls" else trunk.port,
            transport=trunk.register_over,
            user=trunk.user,
            password=passwords.password,
            domain=trunk.from_domain or trunk.host,
        )
