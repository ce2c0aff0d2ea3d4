"""A transport that sends the head of an answer in the same packet as its body. uvicorn writes one after the other, the
event loop sends each at once, and a packet costs both sides more than the bytes in it."""

from __future__ import annotations

import asyncio
from typing import Any

STATUS = b"HTTP/1.1 "
"""How a head begins. Other bytes that begin like it are sent one round of the loop later, and lose nothing."""


class HeadBufferingTransport:
    """The head of an answer waits for what follows it, though not longer than until the loop's next round."""

    __slots__ = ("_head", "_transport", "is_closing")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._head = b""
        self.is_closing = transport.is_closing  # asked after every answer: `__getattr__` would take longer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if self._head:
            data, self._head = self._head + data, b""
        elif data.startswith(STATUS):
            self._head = data
            asyncio.get_running_loop().call_soon(self._flush)
            return
        self._transport.write(data)

    def write_eof(self) -> None:
        self._flush()
        self._transport.write_eof()

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._head:
            head, self._head = self._head, b""
            self._transport.write(head)
