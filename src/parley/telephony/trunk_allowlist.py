"""Keeps the stack's allowlist equal to the networks of all connectors: read when they change, and now and then."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from ipaddress import ip_network

from parley.domain.numbers import store as numbers
from parley.domain.numbers.model import CONNECTORS_CHANGED
from parley.kit.log import logger
from parley.resources import Resources
from parley.storage.db import DatabaseUnavailable
from parley.telephony.sip.protocol import Network, SipStack

log = logger(__name__)

REFRESH_SECONDS = 5.0
"""Signals may be lost, and connectors go with their project without any."""


class TrunkAllowlist:
    def __init__(self, resources: Resources, stack: SipStack) -> None:
        self._db = resources.db
        self._stack = stack
        self._changed = asyncio.Event()
        resources.signals.subscribe(CONNECTORS_CHANGED, lambda _connector: self._changed.set(), self._changed.set)

    async def run(self) -> None:
        """While the database is away the stack goes by what it was told last."""
        while True:
            try:
                await self.refresh()
            except DatabaseUnavailable:
                log.warning("trunks_not_read")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), REFRESH_SECONDS)
            # Before the next look: a change that comes during it sets the event again.
            self._changed.clear()

    async def refresh(self) -> None:
        self._stack.allow_trunks(_networks_by_connector(await numbers.list_networks(self._db)).values())


def _networks_by_connector(rows: Iterable[tuple[str, str]]) -> Mapping[str, list[Network]]:
    found: dict[str, list[Network]] = {}
    for connector, network in rows:
        with suppress(ValueError):  # `connectors` looks at what it takes; this is for what was written by hand
            found.setdefault(connector, []).append(ip_network(network, strict=False))
    return found
