"""Limits of the HTTP server, before anybody knows who is calling."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_network

import pytest
from starlette.types import Receive, Scope, Send

from parley.kit.http_limits import LIMITS, HttpLimits
from parley.settings import Settings
from parley.web.server.connection_limits import ConnectionLimiter
from tests.contract import ContractClient
from tests.web.stranger import GET, Stranger, asked, door

pytestmark = pytest.mark.io

HOST = b"host: localhost\r\n"
LARGE = 24 << 20
STANDARD = {"success", "error", "error_id", "error_code", "error_message", "data"}


class App:
    """Says how many headers and bytes it got; `/slow` waits until it may go on, `/large` says a lot."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.requests = 0
        self.broken_off = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.requests += 1
        content = b"ok"
        if scope["path"] == "/slow":
            await self.go_on.wait()
        if scope["path"] == "/large":
            content = bytes(LARGE)
        if scope["path"] == "/read":
            size = 0
            while (message := await receive()).get("more_body"):
                size += len(message["body"])
            if message["type"] == "http.disconnect":
                self.broken_off += 1
            content = b"%d" % (size + len(message.get("body", b"")))
        if scope["path"] == "/headers":
            content = b" ".join(name for name, _value in scope["headers"])
        headers = [(b"content-length", b"%d" % len(content))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": content})


def request(*headers: bytes, line: bytes = b"GET / HTTP/1.1") -> bytes:
    return line + b"\r\n" + HOST + b"".join(header + b"\r\n" for header in headers) + b"\r\n"


async def refused(data: bytes, limits: HttpLimits = LIMITS) -> tuple[int, str]:
    app = App()
    async with door(app, limits) as port:
        heard = await asked(port, data)
        told = heard.json()
        assert set(told) == STANDARD
        assert told["error_id"] == heard.headers["x-polyai-correlation-id"]
        assert heard.headers["content-type"] == "application/json"
        assert app.requests == 0, "nobody but the server has seen it"
        assert (await asked(port, request(b"connection: close"))).status == 200, "others are served"
    return heard.status, told["error_code"]


TOO_LARGE = (431, "REQUEST_HEADER_FIELDS_TOO_LARGE")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (request(*[b"x-%d: 1" % n for n in range(100)]), TOO_LARGE),
        (request(b"x: " + b"a" * (33 << 10)), TOO_LARGE),
        (request(*[b"x-%d: " % n + b"a" * 1000 for n in range(40)]), TOO_LARGE),
        (request(b"x: " + b"a" * (20 << 20)), TOO_LARGE),
        (b"GET / HTTP/1.1\r\nx: " + b"a" * (1 << 20), TOO_LARGE),
        (b"GET / HTTP/1.1\r\n" + b"a" * (1 << 20), TOO_LARGE),
        (request(line=b"GET /" + b"a" * (9 << 10) + b" HTTP/1.1"), (414, "URI_TOO_LONG")),
        (b"GET /" + b"a" * (1 << 20), (414, "URI_TOO_LONG")),
    ],
    ids=["count", "one long", "sum", "20 MB", "value without end", "name without end", "url", "url without end"],
)
async def test_heads_beyond_the_limits(data: bytes, expected: tuple[int, str]) -> None:
    assert await refused(data) == expected


async def test_heads_at_the_limits_are_taken_in_any_number_of_pieces() -> None:
    data = request(*[b"x-%d: " % n + b"a" * 300 for n in range(98)], line=b"GET /" + b"a" * 8000 + b" HTTP/1.1")
    async with door(App()) as port, asyncio.timeout(10):
        stranger = await Stranger.come(port)
        for piece in (data, data[:9000], data[9000:], data * 4):
            await stranger.say(piece)
        for _ in range(6):
            assert (await stranger.hear()).status == 200
        stranger.go()


MALFORMED = [
    b"GET /\r\n\r\n",
    b"GET / HTTP/0.9\r\n\r\n",
    b"GET / HTTP/2.0\r\nhost: a\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"hello\r\n\r\n",
    b"CONNECT a:80 HTTP/1.1\r\nhost: a\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
    b"GET / HTTP/1.1\nhost: a\n\n",
    b"GET / HTTP/1.1\r\nhost: a\nx: b\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\r\nx: b\r\n folded\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\r\nx: b\x00c\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\r\nx: b\rc\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\r\nx : b\r\n\r\n",
    b"GET /\x00 HTTP/1.1\r\nhost: a\r\n\r\n",
    "GET /ü HTTP/1.1\r\nhost: a\r\n\r\n".encode(),
    b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nabc",
    b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nab",
    b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2, 2\r\n\r\nab",
    b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: +2\r\n\r\nab",
    b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: identity\r\n\r\nabc",
    b"POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.0\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: spdy/3\r\ncontent-length: 36\r\n\r\n" + GET,
]


@pytest.mark.parametrize("data", MALFORMED, ids=lambda data: repr(data[:60]))
async def test_what_could_be_read_in_two_ways_is_refused(data: bytes) -> None:
    assert await refused(data) == (400, "MALFORMED_REQUEST")


async def test_an_offer_of_another_protocol_is_ignored() -> None:
    async with door(App()) as port, asyncio.timeout(10):
        stranger = await Stranger.come(port)
        await stranger.say(request(b"connection: upgrade", b"upgrade: h2c") + GET)
        assert [(await stranger.hear()).status for _ in range(2)] == [200, 200]
        stranger.go()


async def test_a_body_with_an_offer_of_http_2_is_read() -> None:
    """As Java's client sends its first request."""
    offer = (
        b"Connection: Upgrade, HTTP2-Settings",
        b"HTTP2-Settings: AAMAAABk",
        b"Upgrade: h2c",
        b"Content-Length: 36",
    )
    async with door(App()) as port, asyncio.timeout(10):
        stranger = await Stranger.come(port)
        await stranger.say(request(*offer, line=b"POST /read HTTP/1.1") + GET[:36].ljust(36))
        assert (await stranger.hear()).body == b"36"
        await stranger.say(request(*offer, line=b"POST /read HTTP/1.1") + b"\r\nupgrade: h2c\r\n".ljust(36))
        assert (await stranger.hear()).body == b"36"
        stranger.go()


async def test_headers_behind_a_body_are_not_headers() -> None:
    head = b"POST /headers HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n"
    async with door(App()) as port, asyncio.timeout(10):
        stranger = await Stranger.come(port)
        await stranger.say(head + b"1\r\na\r\n0\r\nx-api-key: smuggled\r\n\r\n")
        assert (await stranger.hear()).body == b"host transfer-encoding"
        stranger.go()


@pytest.mark.parametrize(
    "rest",
    [
        b"0\r\nx: " + b"a" * (1 << 20),
        b"1;" + b"a" * (1 << 20),
        b"1;" + b"a" * 200 + b"\r\na\r\n",
    ],
    ids=["trailer without end", "extension without end", "extensions without end"],
)
async def test_what_surrounds_a_chunked_body_is_bounded_too(rest: bytes) -> None:
    app = App()
    async with door(app) as port, asyncio.timeout(20):
        stranger = await Stranger.come(port)
        await stranger.say(b"POST /read HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n")
        hearing = asyncio.create_task(stranger.hear())
        with suppress(ConnectionError):
            while not hearing.done():
                await stranger.say(rest * (100 if rest.endswith(b"\r\n") else 1))
        heard = await hearing
        assert (heard.status, heard.json()["error_code"]) == TOO_LARGE
        assert app.broken_off == 1
        stranger.go()


async def test_small_chunks_are_none_of_that() -> None:
    async with door(App()) as port, asyncio.timeout(20):
        stranger = await Stranger.come(port)
        await stranger.say(b"POST /read HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n")
        await stranger.say(b"1\r\na\r\n" * 100_000 + b"0\r\n\r\n")
        assert (await stranger.hear()).body == b"100000"
        stranger.go()


HASTY = replace(LIMITS, head_seconds=0.5, body_seconds=0.5, idle_seconds=0.5, write_seconds=0.5)


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\nhost: a\r\nx: ",
        b"GET /",
        b"POST /read HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\n",
        b"POST /read HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n",
    ],
    ids=["head", "url", "body", "chunked body"],
)
async def test_who_drips_is_sent_away(said: bytes) -> None:
    drop = b"1\r\na\r\n" if b"chunked" in said else b"a"
    async with door(App(), HASTY) as port, asyncio.timeout(20):
        stranger = await Stranger.come(port)
        await stranger.say(said)
        hearing = asyncio.create_task(stranger.hear())
        while not hearing.done():
            await stranger.say(drop)
            await asyncio.wait({hearing}, timeout=0.05)
        assert (await hearing).json()["error_code"] == "REQUEST_TIMEOUT"
        assert await stranger.is_left()
        stranger.go()


async def test_a_long_body_may_take_as_long_as_its_size_allows() -> None:
    limits = replace(HASTY, bytes_per_second=1000)
    async with door(App(), limits) as port, asyncio.timeout(20):
        stranger = await Stranger.come(port)
        await stranger.say(b"POST /read HTTP/1.1\r\nhost: a\r\ncontent-length: 20000\r\n\r\n")
        for _ in range(10):
            await stranger.say(b"a" * 2000)
            await asyncio.sleep(0.2)  # the speed is what is tested
        assert (await stranger.hear()).body == b"20000"
        stranger.go()


@pytest.mark.parametrize("said", [b"", GET])
async def test_who_says_nothing_is_left_without_a_word(said: bytes) -> None:
    async with door(App(), HASTY) as port, asyncio.timeout(10):
        stranger = await Stranger.come(port)
        await stranger.say(said)
        if said:
            assert (await stranger.hear()).status == 200
        assert await stranger.is_left()
        stranger.go()


async def test_an_app_may_think_for_longer_than_any_of_that() -> None:
    app = App()
    async with door(app, HASTY) as port, asyncio.timeout(10):
        stranger = await Stranger.come(port)
        await stranger.say(request(line=b"GET /slow HTTP/1.1"))
        idle = await Stranger.come(port)
        assert await idle.is_left(), "time has passed"
        idle.go()
        app.go_on.set()
        assert (await stranger.hear()).status == 200
        stranger.go()


async def test_who_does_not_read_is_dropped_and_who_reads_slowly_is_not() -> None:
    async with door(App(), replace(HASTY, bytes_per_second=1)) as port, asyncio.timeout(30):
        slow, deaf = await Stranger.come(port), await Stranger.come(port)
        for each in (slow, deaf):
            await each.say(request(line=b"GET /large HTTP/1.1"))
        head = await slow.reader.readuntil(b"\r\n\r\n")
        got = 0
        while got < LARGE:
            got += len(await slow.reader.read(1 << 17))
            await asyncio.sleep(0.01)  # the speed is what is tested
        assert b"200 OK" in head
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await deaf.reader.readexactly(LARGE)
        slow.go()
        deaf.go()


async def test_a_connection_serves_so_many_requests() -> None:
    async with door(App(), replace(LIMITS, requests_per_connection=3)) as port, asyncio.timeout(10):
        stranger = await Stranger.come(port)
        await stranger.say(GET * 5)
        answers = [await stranger.hear() for _ in range(3)]
        assert [answer.headers.get("connection") for answer in answers] == [None, None, "close"]
        assert await stranger.is_left()
        stranger.go()


async def test_what_was_asked_before_an_error_gets_its_answer_first() -> None:
    app = App()
    async with door(app) as port, asyncio.timeout(10):
        stranger = await Stranger.come(port)
        await stranger.say(request(line=b"GET /slow HTTP/1.1") + b"garbage\r\n\r\n")
        app.go_on.set()
        answer = await stranger.hear()
        assert (answer.status, answer.body, answer.headers["connection"]) == (200, b"ok", "close")
        assert await stranger.is_left()
        stranger.go()


async def test_few_requests_wait_for_an_earlier_one() -> None:
    app = App()
    async with door(app, replace(LIMITS, pipelined=4)) as port, asyncio.timeout(10):
        stranger = await Stranger.come(port)
        await stranger.say(request(line=b"GET /slow HTTP/1.1") + GET * 1000)
        app.go_on.set()
        answers = [await stranger.hear() for _ in range(5)]
        assert answers[-1].headers["connection"] == "close"
        assert await stranger.is_left()
        assert app.requests == 5
        stranger.go()


async def test_so_many_connections_from_one_address() -> None:
    limits = replace(LIMITS, connections_per_address=2, trusted_proxies=())
    async with door(App(), limits) as port, asyncio.timeout(10):
        first, second, third = [await Stranger.come(port) for _ in range(3)]
        heard = await third.hear()
        assert (heard.status, heard.json()["error_code"]) == (503, "TOO_MANY_CONNECTIONS")
        assert await third.is_left()
        third.go()
        first.go()
        while True:
            again = await Stranger.come(port)
            await again.say(GET)
            is_in = (await again.hear()).status == 200
            again.go()
            if is_in:
                break
        second.go()


async def test_so_many_connections_in_all() -> None:
    async with door(App(), replace(LIMITS, connections=2)) as port, asyncio.timeout(10):
        strangers = [await Stranger.come(port) for _ in range(3)]
        assert (await strangers[2].hear()).status == 503
        for each in strangers:
            each.go()


async def test_behind_a_proxy_its_clients_are_counted() -> None:
    app = App()
    async with door(app, replace(LIMITS, connections_per_address=1)) as port, asyncio.timeout(10):
        proxy = [await Stranger.come(port) for _ in range(4)]
        slow = b"GET /slow HTTP/1.1"
        await proxy[0].say(request(b"x-forwarded-for: 127.0.0.2, 192.0.2.1", line=slow))
        await proxy[1].say(request(b"x-forwarded-for: 192.0.2.9", b"x-forwarded-for: 192.0.2.1, 127.0.0.1", line=slow))
        assert (await proxy[1].hear()).status == 503
        await proxy[2].say(request(b"x-forwarded-for: 192.0.2.1, 192.0.2.2", line=slow))
        await proxy[3].say(request(b"x-forwarded-for: unknown", line=slow))
        app.go_on.set()
        assert [(await each.hear()).status for each in (proxy[0], proxy[2], proxy[3])] == [200, 200, 200]
        await proxy[2].say(request(b"x-forwarded-for: 192.0.2.1"))
        assert (await proxy[2].hear()).status == 200, "its first request is over"
        for each in proxy:
            each.go()


def test_addresses_are_counted_by_whom_they_belong_to() -> None:
    limiter = ConnectionLimiter(replace(LIMITS, connections_per_address=1, trusted_proxies=(ip_network("10.0.0.0/8"),)))
    assert limiter.count_client("2001:db8::1")
    assert not limiter.count_client("2001:db8::ffff:2"), "a client chooses the last 64 bits"
    assert limiter.count_client("2001:db8:0:1::1")
    assert limiter.count_client("192.0.2.1")
    assert not limiter.count_client("::ffff:192.0.2.1")
    limiter.release_client("192.0.2.1")
    assert limiter.count_client("::ffff:192.0.2.1")
    assert limiter.is_trusted("::ffff:10.1.2.3")
    assert not limiter.is_trusted("192.0.2.1")
    assert limiter.forwarded_for("[2001:db8::7]:443, 10.0.0.1") == "2001:db8::7"
    assert limiter.forwarded_for("192.0.2.7:1234") == "192.0.2.7"
    assert limiter.forwarded_for("10.0.0.1") is None
    assert limiter.forwarded_for("a" * 10_000) is None


async def test_a_body_that_nobody_wants_is_not_read_to_its_end() -> None:
    async with door(App()) as port, asyncio.timeout(20):
        stranger = await Stranger.come(port)
        await stranger.say(b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000000\r\n\r\n")
        assert (await stranger.hear()).status == 200
        sent = 0
        with suppress(ConnectionError):
            while sent < 1000 << 20:
                await stranger.say(bytes(1 << 20))
                sent += 1 << 20
        assert sent < 100 << 20
        stranger.go()


@pytest.mark.parametrize("service", ["platform", "build"])
async def test_both_services_say_it_in_the_envelope_of_the_path(
    platform: ContractClient, build: ContractClient, service: str
) -> None:
    client, path, fields = {
        "platform": (platform, b"/us-1/v1/outbound-calling/x", STANDARD | {"code"}),
        "build": (build, b"/us/v1/alert-rules", {"message", "errors"}),
    }[service]
    port = int(client.url.rpartition(":")[2])
    heard = await asked(port, request(*[b"x: 1"] * 101, line=b"GET " + path + b" HTTP/1.1"))
    assert (heard.status, set(heard.json())) == (431, fields)
    heard = await asked(port, b"GET " + path + "/ü HTTP/1.1\r\nhost: a\r\n\r\n".encode())
    assert heard.status == 400
    assert heard.headers["content-type"] == "application/json"


def test_limits_are_settings_and_the_operations_port_has_lower_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().http_limits == LIMITS
    monkeypatch.setenv("PARLEY_HTTP_HEADERS", "20")
    monkeypatch.setenv("PARLEY_HTTP_TRUSTED_PROXIES", "10.0.0.0/8, 2001:db8::/32")
    limits = Settings().http_limits
    assert (limits.headers, len(limits.trusted_proxies)) == (20, 2)
    lower = LIMITS.for_operations()
    assert lower.header_bytes < LIMITS.header_bytes
    assert lower.connections < LIMITS.connections
    assert limits.for_operations().headers == 20
