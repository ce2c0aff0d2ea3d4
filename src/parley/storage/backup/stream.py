"""Unpacks a base backup while it comes: a tar stream out of chunks, without a copy of it on the disk."""

from __future__ import annotations

import asyncio
import os
import tarfile
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path

from parley.kit import tasks


async def extract(chunks: AsyncIterator[bytes], folder: Path, count: Callable[[int], None]) -> None:
    reading, writing = os.pipe()
    unpacking = tasks.start(asyncio.to_thread(_unpack, reading, folder), "unpack")
    try:
        # When the unpacking fails, it closes its end: what it raised is told below.
        with suppress(BrokenPipeError), os.fdopen(writing, "wb") as out:
            async for content in chunks:
                await asyncio.to_thread(out.write, content)
                count(len(content))
    except BaseException:
        await asyncio.gather(unpacking, return_exceptions=True)
        raise
    await unpacking


def _unpack(reading: int, folder: Path) -> None:
    with os.fdopen(reading, "rb") as stream, tarfile.open(fileobj=stream, mode="r|") as archive:
        for member in archive:
            # Nothing outside of the folder, no links, no devices.
            archive.extract(member, folder, filter="data")
        # The end of a stream is padded.
        while stream.read(1 << 20):
            pass
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o700 if path.is_dir() else 0o600)
