"""The check beneath httpcore: whatever a name leads to is looked at, and the connection goes to the very address that
was looked at."""

from __future__ import annotations

from collections.abc import Iterable

import httpcore

from parley.kit.outbound.addresses import Rules
from parley.kit.outbound.connection import NoAnswer, Reason
from parley.kit.outbound.resolver import Resolve


class GuardedNetwork(httpcore.AsyncNetworkBackend):
    """Raises `NoAnswer` for a name that nobody has, and for one that leads to no address that is allowed."""

    def __init__(self, rules: Rules, resolve: Resolve) -> None:
        self._rules = rules
        self._resolve = resolve
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        try:
            found = await self._resolve(host)
        except (OSError, UnicodeError):
            raise NoAnswer(Reason.NAME) from None
        allowed = self._rules.allowed_among(found)
        if not allowed:
            raise NoAnswer(Reason.ADDRESS)
        for address in allowed[:-1]:
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except httpcore.ConnectError:
                continue
        return await self._network.connect_tcp(allowed[-1], port, timeout, local_address, socket_options)
