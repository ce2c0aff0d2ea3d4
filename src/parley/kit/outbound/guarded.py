"""httpx for addresses that strangers chose: whatever a name leads to is checked, and the connection goes to the very
address that was checked. The environment's proxies are not used."""

from __future__ import annotations

import ssl
from collections.abc import Iterable

import httpcore
import httpx

from parley.kit.outbound.addresses import Rules
from parley.kit.outbound.names import Resolve, Resolver


class GuardedNetwork(httpcore.AsyncNetworkBackend):
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
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        failure = httpcore.ConnectError("the host leads to no address that is allowed")
        for address in self._rules.allowed_among(found):
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except httpcore.ConnectError as error:
                failure = error
        raise failure


class GuardedTransport(httpx.AsyncHTTPTransport):
    def __init__(self, rules: Rules, tls: ssl.SSLContext, resolve: Resolve | None = None) -> None:
        super().__init__(verify=tls)
        self._resolver = Resolver()
        network = GuardedNetwork(rules, resolve or self._resolver)
        self._pool = httpcore.AsyncConnectionPool(ssl_context=tls, network_backend=network)

    async def aclose(self) -> None:
        self._resolver.close()
        await super().aclose()
