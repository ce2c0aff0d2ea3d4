"""Lines of a stream of bytes, as services write them: JSON, or server-sent events."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable


async def json_lines(received: AsyncIterable[bytes]) -> AsyncGenerator[bytes, None]:
    """Lines that hold something, without what a server-sent event says besides its data."""
    rest = b""
    async for chunk in received:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            if data := _data(line):
                yield data
    if data := _data(rest):
        yield data


def _data(line: bytes) -> bytes:
    line = line.strip()
    if line.startswith((b"event:", b"id:", b"retry:", b":")):
        return b""
    return line.removeprefix(b"data:").strip()
