"""Whether a server answers at all: asked of the postmaster, without a login, in the first words of the protocol."""

from __future__ import annotations

import asyncio
import struct
from pathlib import Path

_SSL_REQUEST = struct.pack(">ii", 8, 80877103)


async def is_silent(socket_path: Path, seconds: float) -> bool:
    """True when it lets us in, or has no room for more who wait, and says nothing. One that starts, recovers or has no
    connection left does answer; one that is not there is not silent, it is gone."""
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_unix_connection(socket_path)
            try:
                writer.write(_SSL_REQUEST)
                await reader.read(1)
            finally:
                writer.transport.abort()
    except (TimeoutError, BlockingIOError):
        return True
    except OSError:
        return False
    return False
