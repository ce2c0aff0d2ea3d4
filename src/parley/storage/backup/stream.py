"""Unpacks a base backup while it comes: a tar stream out of chunks, without a copy of it on the disk."""

from __future__ import annotations

import asyncio
import io
import tarfile
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from pathlib import Path


class _Chunks(io.RawIOBase):
    """What a thread reads and the event loop fetches."""

    def __init__(self, fetch: Callable[[], bytes]) -> None:
        self._fetch = fetch
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        target = memoryview(buffer)  # type: ignore[arg-type]
        if not self._rest:
            self._rest = memoryview(self._fetch())
        count = min(len(target), len(self._rest))
        target[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count


async def extract(chunks: AsyncIterator[bytes], folder: Path, count: Callable[[int], None]) -> None:
    loop = asyncio.get_running_loop()
    generator = aclosing(chunks)  # type: ignore[type-var]

    async def following() -> bytes:
        content = await anext(chunks, b"")
        count(len(content))
        return content

    def fetch() -> bytes:
        return asyncio.run_coroutine_threadsafe(following(), loop).result()

    async with generator:
        await asyncio.to_thread(_unpack, fetch, folder)


def _unpack(fetch: Callable[[], bytes], folder: Path) -> None:
    with tarfile.open(fileobj=io.BufferedReader(_Chunks(fetch), 1 << 20), mode="r|") as archive:
        for member in archive:
            # Nothing outside of the folder, no links, no devices.
            archive.extract(member, folder, filter="data")
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o700 if path.is_dir() else 0o600)
