"""The guarded client against real sockets."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_network
from pathlib import Path

import pytest

from parley.kit.outbound.addresses import Rules
from parley.kit.outbound.client import OutboundClient, tls_context
from parley.kit.outbound.connection import LARGEST, Answer, NoAnswer, Reason
from parley.kit.outbound.resolver import Resolve, Resolver
from parley.kit.outbound.target import Target, parse_target
from tests.certificates import Authority
from tests.receiver import HANG_UP, OK, Received, receiving, status
from tests.waiting import until

pytestmark = pytest.mark.io

HERE = Rules((ip_network("127.0.0.0/8"),), plain_http=True)


@asynccontextmanager
async def client(
    rules: Rules = HERE, resolve: Resolve | None = None, authorities: Path | None = None
) -> AsyncIterator[OutboundClient]:
    opened = OutboundClient(rules, tls_context(authorities), resolve)
    try:
        yield opened
    finally:
        opened.close()


def leads_to(*addresses: str) -> Resolve:
    async def resolve(_host: str) -> list[str]:
        return list(addresses)

    return resolve


async def post(sender: OutboundClient, url: str | Target, seconds: float = 5, body: bytes = b"{}") -> Answer:
    return await sender.post(parse_target(url) if isinstance(url, str) else url, {"X-A": "1"}, body, seconds)


async def fails(sender: OutboundClient, url: str, seconds: float = 5) -> Reason:
    with pytest.raises(NoAnswer) as caught:
        await post(sender, url, seconds)
    return caught.value.reason


async def test_a_request_and_its_answer() -> None:
    async with receiving(lambda _: status(202, Retry_After="7")) as receiver, client() as sender:
        answer = await post(sender, receiver.url("/hook?x=1#part"), body=b'{"a": 1}')
        assert (answer.status, answer.headers["retry-after"]) == (202, "7")
        (request,) = receiver.requests
        assert request.line == "POST /hook?x=1 HTTP/1.1"
        assert request.headers["host"] == f"127.0.0.1:{receiver.port}"
        assert request.headers["x-a"] == "1"
        assert request.body == b'{"a": 1}'


async def test_a_connection_is_used_again() -> None:
    async with receiving() as receiver, client() as sender:
        for _ in range(5):
            assert (await post(sender, receiver.url())).status == 204
        assert (receiver.connections, len(receiver.requests)) == (1, 5)


async def test_at_once_means_over_several_connections() -> None:
    async with receiving() as receiver, client() as sender:
        await asyncio.gather(*(post(sender, receiver.url()) for _ in range(5)))
        assert receiver.connections == 5


async def test_a_connection_that_was_closed_meanwhile_does_not_matter() -> None:
    """The receiver hangs up on the second request, as if the connection had been idle for too long."""
    seen = 0

    def once(_received: Received) -> bytes:
        nonlocal seen
        seen += 1
        return OK if seen != 2 else HANG_UP

    async with receiving(once) as receiver, client() as sender:
        assert (await post(sender, receiver.url())).status == 204
        assert (await post(sender, receiver.url())).status == 204
        assert (receiver.connections, len(receiver.requests)) == (2, 3)


async def test_a_fresh_connection_that_is_closed_is_a_failure() -> None:
    async with receiving(lambda _: HANG_UP) as receiver, client() as sender:
        assert await fails(sender, receiver.url()) is Reason.CONNECTION
        assert len(receiver.requests) == 1


async def test_a_connection_that_must_close_is_not_kept() -> None:
    async with receiving(lambda _: status(200, Connection="close")) as receiver, client() as sender:
        await post(sender, receiver.url())
        await post(sender, receiver.url())
        assert receiver.connections == 2


ANSWERS: dict[str, tuple[bytes, int]] = {
    "announced": (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + status(201), 201),
    "chunked": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 200),
    "redirect": (status(302, Location="http://127.0.0.1:1/"), 302),
    "old": (b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", 200),
    "two at once": (status(200) + status(500), 200),
    "body without an end": (b"HTTP/1.1 200 OK\r\n\r\nand so on", 200),
    "body that never comes": (b"HTTP/1.1 503 X\r\nContent-Length: 100\r\n\r\n", 503),
}


@pytest.mark.parametrize(("answer", "expected"), ANSWERS.values(), ids=ANSWERS)
async def test_whatever_follows_the_head_the_status_counts(answer: bytes, expected: int) -> None:
    async with receiving(lambda _: answer) as receiver, client() as sender:
        assert (await post(sender, receiver.url(), 0.5)).status == expected
        assert (await post(sender, receiver.url(), 0.5)).status == expected


async def test_no_more_than_so_much_of_an_answer_is_read() -> None:
    endless = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n" + b"x" * LARGEST * 2
    async with receiving(lambda _: endless) as receiver, client() as sender:
        assert (await post(sender, receiver.url(), 30)).status == 200


BROKEN = {
    "no HTTP": b"SSH-2.0-OpenSSH\r\n",
    "endless head": b"HTTP/1.1 200 OK\r\nX: " + b"x" * LARGEST * 2,
    "switched protocols": b"HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    "bad length": b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
}


@pytest.mark.parametrize("answer", BROKEN.values(), ids=BROKEN)
async def test_an_answer_that_is_none(answer: bytes) -> None:
    async with receiving(lambda _: answer) as receiver, client() as sender:
        assert await fails(sender, receiver.url()) is Reason.ANSWER


async def test_silence_lasts_as_long_as_the_time_given() -> None:
    async with receiving(lambda _: None) as receiver, client() as sender:
        began = asyncio.get_running_loop().time()
        assert await fails(sender, receiver.url(), 0.2) is Reason.TIMEOUT
        assert 0.19 < asyncio.get_running_loop().time() - began < 30, "the loop counts in whole milliseconds"


async def test_half_a_head_is_silence() -> None:
    async with receiving(lambda _: b"HTTP/1.1 200 OK\r\nX: y") as receiver, client() as sender:
        assert await fails(sender, receiver.url(), 0.2) is Reason.TIMEOUT


async def test_nobody_listens() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        async with client() as sender:
            assert await fails(sender, f"http://127.0.0.1:{taken.getsockname()[1]}/") is Reason.CONNECTION


async def test_a_request_that_is_given_up_closes_its_connection() -> None:
    async with receiving(lambda _: None) as receiver, client() as sender:
        asking = asyncio.create_task(post(sender, receiver.url()))

        async def is_asked() -> bool:
            return bool(receiver.requests)

        await until(is_asked)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        receiver.answer = lambda _: OK
        assert (await post(sender, receiver.url())).status == 204
        assert receiver.connections == 2


async def test_by_default_nothing_of_ours_can_be_reached() -> None:
    async with receiving() as receiver, client(Rules(plain_http=True)) as sender:
        assert await fails(sender, receiver.url()) is Reason.ADDRESS
        assert await fails(sender, f"http://localhost:{receiver.port}/") is Reason.ADDRESS
        assert await fails(sender, f"http://[::ffff:127.0.0.1]:{receiver.port}/") is Reason.ADDRESS
        assert receiver.connections == 0


async def test_the_address_that_a_name_leads_to_is_checked_every_time() -> None:
    """What was public a moment ago may lead home now."""
    answers = iter([["127.0.0.1"], ["10.0.0.1"], ["169.254.169.254", "::1"]])

    async def resolve(_host: str) -> list[str]:
        return next(answers)

    async with receiving(lambda _: status(200, Connection="close")) as receiver, client(resolve=resolve) as sender:
        url = f"http://rebound.example:{receiver.port}/"
        assert (await post(sender, url)).status == 200
        assert await fails(sender, url) is Reason.ADDRESS
        assert await fails(sender, url) is Reason.ADDRESS
        assert receiver.connections == 1


async def test_only_the_good_ones_of_several_addresses_are_used() -> None:
    resolve = leads_to("10.0.0.1", "127.0.0.1", "not an address")
    async with receiving() as receiver, client(resolve=resolve) as sender:
        assert (await post(sender, f"http://many.example:{receiver.port}/")).status == 204
        assert receiver.requests[0].headers["host"] == f"many.example:{receiver.port}"


async def test_an_address_where_nobody_is_gives_way_to_the_next() -> None:
    resolve = leads_to("127.0.0.9", "127.0.0.1")
    async with receiving() as receiver, client(resolve=resolve) as sender:
        assert (await post(sender, f"http://many.example:{receiver.port}/")).status == 204


async def test_a_name_that_does_not_exist() -> None:
    async def resolve(_host: str) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "no such name")

    async with client(resolve=resolve) as sender:
        assert await fails(sender, "https://nowhere.example/") is Reason.NAME


async def test_a_name_server_that_hangs() -> None:
    async def resolve(_host: str) -> list[str]:
        await asyncio.sleep(60)
        return []

    async with client(resolve=resolve) as sender:
        assert await fails(sender, "https://slow.example/", 0.1) is Reason.TIMEOUT


async def test_names_are_looked_up_once_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = socket.getaddrinfo

    def count(host: str, *args: object, **options: object) -> object:
        asked.append(host)
        return real(host, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", count)
    resolver = Resolver()
    try:
        found = await asyncio.gather(*(resolver("localhost") for _ in range(20)))
        assert asked == ["localhost"]
        assert all(addresses == found[0] and addresses for addresses in found)
        await resolver("localhost")
        assert asked == ["localhost"] * 2, "nothing is remembered"
    finally:
        resolver.close()


async def test_plain_http_has_to_be_allowed() -> None:
    async with receiving() as receiver, client(Rules(HERE.networks)) as sender:
        assert await fails(sender, receiver.url()) is Reason.ADDRESS
        assert receiver.connections == 0


async def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    async with receiving() as receiver, client() as sender:
        assert (await post(sender, receiver.url())).status == 204


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


def remember_names(context: ssl.SSLContext) -> list[str | None]:
    """The names that clients ask for before they see a certificate."""
    asked: list[str | None] = []

    def remember(_socket: object, name: str | None, _context: object) -> None:
        asked.append(name)

    context.sni_callback = remember
    return asked


async def test_a_certificate_is_held_against_the_name(authority: Authority) -> None:
    context = authority.server("hooks.example")
    asked = remember_names(context)
    resolve = leads_to("127.0.0.1")
    async with receiving(tls=context) as receiver, client(resolve=resolve, authorities=authority.file) as sender:
        assert (await post(sender, f"https://hooks.example:{receiver.port}/")).status == 204
        assert (await post(sender, f"https://hooks.example.:{receiver.port}/")).status == 204
        assert asked == ["hooks.example", "hooks.example"]
        assert await fails(sender, f"https://other.example:{receiver.port}/") is Reason.TLS
        assert len(receiver.requests) == 2


async def test_a_certificate_for_an_address(authority: Authority) -> None:
    async with (
        receiving(tls=authority.server("127.0.0.1")) as receiver,
        client(authorities=authority.file) as sender,
    ):
        assert (await post(sender, receiver.url())).status == 204


async def test_an_unknown_authority_is_not_trusted(authority: Authority) -> None:
    async with receiving(tls=authority.server("127.0.0.1")) as receiver, client() as sender:
        assert await fails(sender, receiver.url()) is Reason.TLS
        assert receiver.requests == []


async def test_no_header_smuggles_another_in() -> None:
    async with client() as sender:
        with pytest.raises(ValueError, match="line break"):
            await sender.post(parse_target("http://127.0.0.1:9/"), {"X": "a\r\nY: b"}, b"", 1)
