"""Bodies that come in pieces: whole or not at all, and within the memory that all of them share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.types import Message, Receive

from parley.kit.errors import PayloadTooLarge, ServiceUnavailable
from parley.web.bodies import BodyMemory, read_body
from parley.web.server.protocol_errors import MalformedRequest


def coming(*pieces: bytes, is_whole: bool = True) -> Receive:
    def messages() -> Iterator[Message]:
        for number, piece in enumerate(pieces, 1):
            yield {"type": "http.request", "body": piece, "more_body": number < len(pieces) or not is_whole}
        yield {"type": "http.disconnect"}

    left = messages()

    async def receive() -> Message:
        return next(left)

    return receive


@pytest.mark.parametrize("pieces", [(b"",), (b"one",), (b"one", b"two"), (b"one", b"", b"two", b"")])
async def test_a_body_is_what_came(pieces: tuple[bytes, ...]) -> None:
    assert await read_body(coming(*pieces), {}, 10, BodyMemory(10)) == b"".join(pieces)


@pytest.mark.parametrize("pieces", [(), (b"{}",), (b"{}", b" ")])
async def test_what_was_cut_off_is_no_body(pieces: tuple[bytes, ...]) -> None:
    with pytest.raises(MalformedRequest):
        await read_body(coming(*pieces, is_whole=False), {"content-length": "9"}, 10, BodyMemory(10))


@pytest.mark.parametrize("pieces", [(b"a" * 11,), (b"a" * 6, b"a" * 5), (b"a" * 6, b"a" * 5, b"")])
async def test_a_body_has_its_limit_however_it_comes(pieces: tuple[bytes, ...]) -> None:
    with pytest.raises(PayloadTooLarge):
        await read_body(coming(*pieces), {}, 10, BodyMemory(100))


async def test_bodies_share_their_memory_and_give_it_back() -> None:
    memory = BodyMemory(10)
    memory.reserve(5)
    with pytest.raises(ServiceUnavailable):
        await read_body(coming(b"abc", b"abc", b"abc"), {}, 100, memory)
    memory.release(5)
    for _ in range(3):
        assert await read_body(coming(b"abc", b"abc", b"abc"), {}, 100, memory) == b"abcabcabc"
