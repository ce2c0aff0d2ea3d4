"""Sends requests to targets that strangers chose. Names are resolved here, every address is checked, and the connection
goes to the very address that was checked. Redirects are answers like others; the environment's proxies are not used."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from pathlib import Path

import httpx

from parley.kit.outbound.addresses import Rules
from parley.kit.outbound.connection import Answer, Connection, NoAnswer, Reason
from parley.kit.outbound.pool import ConnectionPool, Origin
from parley.kit.outbound.resolver import Resolve, Resolver
from parley.kit.outbound.target import Target


def tls_context(authorities: Path | None = None) -> ssl.SSLContext:
    """Trusts the public authorities, and those in the given file."""
    context = httpx.create_ssl_context(trust_env=False)
    if authorities is not None:
        context.load_verify_locations(authorities)
    return context


class OutboundClient:
    def __init__(self, rules: Rules, tls: ssl.SSLContext, resolve: Resolve | None = None) -> None:
        self._rules = rules
        self._tls = tls
        self._resolver = Resolver()
        self._resolve = resolve or self._resolver
        self._pool = ConnectionPool()

    async def post(self, target: Target, headers: Mapping[str, str], body: bytes, seconds: float) -> Answer:
        """Raises `NoAnswer`. `seconds` is for everything: the name, the connection, the answer."""
        if target.scheme != "https" and not self._rules.plain_http:
            raise NoAnswer(Reason.ADDRESS)
        request = _request(target, headers, body)
        deadline = asyncio.get_running_loop().time() + seconds
        idle = self._pool.acquire(_origin(target))
        if idle is not None:
            try:
                return await self._exchange(target, idle, request, deadline)
            except NoAnswer as failure:
                # The receiver may have closed the connection while it was idle, which says nothing about the request.
                # Once a byte came back it has seen the request, and must not get it twice.
                if failure.reason is not Reason.CONNECTION or not idle.is_silent:
                    raise
        return await self._exchange(target, await self._connect(target, deadline), request, deadline)

    def close(self) -> None:
        self._resolver.close()
        self._pool.close()

    async def _exchange(self, target: Target, connection: Connection, request: bytes, deadline: float) -> Answer:
        answer = await connection.send_request(request, deadline)
        if connection.is_open:
            self._pool.release(_origin(target), connection)
        return answer

    async def _connect(self, target: Target, deadline: float) -> Connection:
        addresses = await self._addresses(target, deadline)
        reason = Reason.CONNECTION
        for number, address in enumerate(addresses):
            # Each address gets an equal share of the time that is left: one that never answers leaves some to the next.
            share = (deadline - asyncio.get_running_loop().time()) / (len(addresses) - number)
            try:
                async with asyncio.timeout(share):
                    return await self._connect_to(target, address)
            except TimeoutError:
                reason = Reason.TIMEOUT
            except ssl.SSLError:
                reason = Reason.TLS
            except OSError:
                reason = Reason.CONNECTION
        raise NoAnswer(reason)

    async def _connect_to(self, target: Target, address: str) -> Connection:
        loop = asyncio.get_running_loop()
        encrypted = target.scheme == "https"
        _, connection = await loop.create_connection(
            lambda: Connection(loop.time()),
            address,
            target.port,
            ssl=self._tls if encrypted else None,
            # Certificates name hosts without the dot at the end.
            server_hostname=target.host.rstrip(".") if encrypted else None,
        )
        return connection

    async def _addresses(self, target: Target, deadline: float) -> list[str]:
        """Those of its addresses that may be connected to."""
        try:
            async with asyncio.timeout_at(deadline):
                found = [target.host] if target.address is not None else await self._resolve(target.host)
        except TimeoutError:
            raise NoAnswer(Reason.TIMEOUT) from None
        except OSError:
            raise NoAnswer(Reason.NAME) from None
        allowed = self._rules.allowed_among(found)
        if not allowed:
            raise NoAnswer(Reason.ADDRESS)
        return allowed


def _origin(target: Target) -> Origin:
    return target.scheme, target.host, target.port


def _request(target: Target, headers: Mapping[str, str], body: bytes) -> bytes:
    lines = [f"POST {target.path} HTTP/1.1", f"Host: {target.authority}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if any("\r" in line or "\n" in line for line in lines):
        raise ValueError("a header with a line break would be two headers")
    return "\r\n".join([*lines, "\r\n"]).encode("latin-1") + body
