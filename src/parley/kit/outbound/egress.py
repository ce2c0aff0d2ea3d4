"""Requests to addresses that strangers chose, whose answers are read whole, up to a size and within a time.

Redirects are answers like others, the environment's proxies are not used, and nothing is remembered from one request to
the next: those who share this client are strangers to each other, so there is no cookie jar.
"""

from __future__ import annotations

import asyncio
import ssl
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

import httpcore
import httpx

from parley.kit.outbound.addresses import Rules
from parley.kit.outbound.connection import NoAnswer, Reason
from parley.kit.outbound.resolver import Resolve, Resolver

CONNECTIONS = 1000
IDLE_CONNECTIONS = 100
IDLE_SECONDS = 30.0
OURS = frozenset(
    (
        "accept-encoding",
        "connection",
        "content-length",
        "expect",
        "keep-alive",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    )
)
"""Headers that say how a message is sent, not what it says: nobody else sets them."""
WINDOWS = {"gzip": 16 + zlib.MAX_WBITS, "x-gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}


@dataclass(frozen=True, slots=True)
class Fetched:
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    text: str
    url: str


class CheckedBackend(httpcore.AsyncNetworkBackend):
    """Checks addresses beneath httpcore: it connects to the very address that was checked, so that a name which leads
    elsewhere a moment later gains nothing. Raises `NoAnswer` for a name without any address that is allowed."""

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
        # The last one is tried outside of the loop: its error is what the caller gets.
        for address in allowed[:-1]:
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except httpcore.ConnectError:
                continue
        return await self._network.connect_tcp(allowed[-1], port, timeout, local_address, socket_options)


class Egress:
    def __init__(self, rules: Rules, tls: ssl.SSLContext, resolve: Resolve | None = None) -> None:
        self._resolver = Resolver()
        self._connections = httpcore.AsyncConnectionPool(
            ssl_context=tls,
            max_connections=CONNECTIONS,
            max_keepalive_connections=IDLE_CONNECTIONS,
            keepalive_expiry=IDLE_SECONDS,
            network_backend=CheckedBackend(rules, resolve or self._resolver),
        )

    async def fetch(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        params: Any = None,
        json: Any = None,
        data: Any = None,
        seconds: float,
        largest: int,
    ) -> Fetched:
        """Raises `NoAnswer`. `seconds` is for everything, `largest` for the bytes of the answer's body, unpacked."""
        request = _request(method, url, headers or {}, params, json, data)
        try:
            async with asyncio.timeout(seconds):
                return await self._exchange(request, largest)
        except (TimeoutError, httpcore.TimeoutException):
            raise NoAnswer(Reason.TIMEOUT) from None
        except httpcore.RemoteProtocolError:
            raise NoAnswer(Reason.ANSWER) from None
        except (httpcore.UnsupportedProtocol, httpcore.LocalProtocolError):
            raise NoAnswer(Reason.REQUEST) from None
        except httpcore.NetworkError as error:
            raise NoAnswer(Reason.TLS if isinstance(error.__cause__, ssl.SSLError) else Reason.CONNECTION) from None

    async def aclose(self) -> None:
        self._resolver.close()
        await self._connections.aclose()

    async def _exchange(self, request: httpx.Request, largest: int) -> Fetched:
        sent = httpcore.Request(
            request.method,
            httpcore.URL(
                scheme=request.url.raw_scheme,
                host=request.url.raw_host,
                port=request.url.port,
                target=request.url.raw_path,
            ),
            headers=request.headers.raw,
            content=request.read(),
        )
        # httpcore's pool and not httpx's client: a client has no public way to be given a network of our own.
        answer = await self._connections.handle_async_request(sent)
        async with aclosing(answer):
            body = bytearray()
            async for chunk in answer.aiter_stream():
                body += chunk
                if len(body) > largest:
                    raise NoAnswer(Reason.SIZE)
        headers = httpx.Headers(answer.headers)
        content = _unpacked(bytes(body), headers.get("content-encoding", ""), largest)
        encoding = httpx.Response(200, headers={"content-type": headers.get("content-type", "")}).encoding
        return Fetched(answer.status, dict(headers), content.decode(encoding or "utf-8", "replace"), str(request.url))


def _request(method: str, url: str, headers: Mapping[str, str], params: Any, json: Any, data: Any) -> httpx.Request:
    # A tenant who sets the framing of a message could put a second request behind the first.
    given = {name: value for name, value in headers.items() if name.lower() not in OURS}
    body = {"content": data} if isinstance(data, str | bytes) else {"data": data}
    try:
        request = httpx.Request(method, url, params=params, headers=given, json=json, **body)
    except (httpx.InvalidURL, ValueError, TypeError, AttributeError):
        raise NoAnswer(Reason.REQUEST) from None
    if request.url.scheme not in ("http", "https") or not request.url.host:
        raise NoAnswer(Reason.REQUEST)
    defaults = {"accept": "*/*", "accept-encoding": "identity", "user-agent": "parley"}
    # httpx does this in its client, which is not used here.
    if request.url.userinfo:
        pair = f"{request.url.username}:{request.url.password}"
        defaults["authorization"] = f"Basic {b64encode(pair.encode()).decode()}"
    for name, value in defaults.items():
        request.headers.setdefault(name, value)
    return request


def _unpacked(content: bytes, packing: str, largest: int) -> bytes:
    """We ask for answers that are not packed; who packs them all the same gains nothing by it."""
    packing = packing.strip().lower()
    if packing in ("", "identity") or not content:
        return content
    if packing not in WINDOWS:
        raise NoAnswer(Reason.ANSWER)
    unpacking = zlib.decompressobj(WINDOWS[packing])
    try:
        # One byte more than allowed is enough to know that it is too large: a bomb is never unpacked.
        found = unpacking.decompress(content, largest + 1)
    except zlib.error:
        raise NoAnswer(Reason.ANSWER) from None
    if len(found) > largest:
        raise NoAnswer(Reason.SIZE)
    return found
