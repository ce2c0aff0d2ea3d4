"""Bodies that come in pieces: whole or not at all, and within the memory that all of them share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pydantic import BaseModel, ConfigDict, Field, RootModel
from starlette.types import Message, Receive

from parley.kit.errors import PayloadTooLarge, ServiceUnavailable
from parley.web.bodies import BodyMemory, read_body, text_for
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


class Closed(BaseModel):
    name: str = Field(default="", alias="called")
    order: float = 0


class Open(Closed):
    model_config = ConfigDict(extra="allow")


@pytest.mark.parametrize(
    ("model", "value", "text"),
    [
        (Closed, {"called": "Ada", "order": 1e30}, b'{"called":"Ada","order":1e+30}'),
        (Closed, {"order": 1, "x": [1] * 1000}, b'{"order":1,"x":null}'),
        (Closed, [1], b"[1]"),
        (Open, {"x": [1]}, b'{"x":[1]}'),
        (RootModel[list[int]], [1, 2], b"[1,2]"),
        (RootModel[dict[str, int]], {"x": 1}, b'{"x":1}'),
    ],
)
def test_a_model_reads_what_everybody_read_and_no_more(model: type[BaseModel], value: object, text: bytes) -> None:
    assert text_for(model, value, b"raw") == text


def test_what_is_too_deep_to_be_written_is_left_to_the_reader() -> None:
    deep: list[object] = []
    for _ in range(300):
        deep = [deep]
    assert text_for(Open, deep, b"raw") == b"raw"
