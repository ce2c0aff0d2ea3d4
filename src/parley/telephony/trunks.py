"""The addresses of all trunks, for the stack to know who may call: read when connectors change, and now and then."""

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
from parley.telephony.sip.protocol import Network, Stack

log = logger(__name__)

ANYWAY_SECONDS = 5.0
"""News may be lost, and connectors go with their project without any."""


class Trunks:
    def __init__(self, resources: Resources, stack: Stack) -> None:
        self._db = resources.db
        self._stack = stack
        self._changed = asyncio.Event()
        resources.signals.subscribe(CONNECTORS_CHANGED, lambda _connector: self._changed.set(), self._changed.set)

    async def run(self) -> None:
        """While the database is away the stack goes by what it was told last."""
        while True:
            try:
                await self.read()
            except DatabaseUnavailable:
                log.warning("trunks_not_read")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), ANYWAY_SECONDS)
            self._changed.clear()

    async def read(self) -> None:
        self._stack.admit(_networks(await numbers.networks(self._db)).values())


def _networks(written: Iterable[tuple[str, str]]) -> Mapping[str, list[Network]]:
    """Of each connector."""
    found: dict[str, list[Network]] = {}
    for connector, network in written:
        with suppress(ValueError):  # `connectors` looks at what it takes; this is for what was written by hand
            found.setdefault(connector, []).append(ip_network(network, strict=False))
    return found
