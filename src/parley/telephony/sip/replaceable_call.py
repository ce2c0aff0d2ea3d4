"""A call that may go on over another one: the last step of an attended transfer (RFC 3891).

To whoever talks on it nothing happens: the same call is spoken into and listened to, and it ends when the last of its
legs does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from parley.telephony.sip.protocol import CallEnded, HangupCause, SipCall

T = TypeVar("T")


class ReplaceableCall:
    def __init__(self, call: SipCall) -> None:
        self._leg = call
        self._heard: Callable[[str], None] | None = None
        self._settled = asyncio.Event()
        """No other leg is on its way."""
        self._settled.set()
        self._is_over = False
        self._is_referring = False

    @property
    def call_id(self) -> str:
        return self._leg.call_id

    @property
    def is_encrypted(self) -> bool:
        return self._leg.is_encrypted

    @property
    def may_be_replaced(self) -> bool:
        """Not while another leg is on its way, nor while we ourselves are handing the call over."""
        return self._settled.is_set() and not (self._is_over or self._is_referring)

    async def go_on_with(self, answer: Callable[[], Awaitable[SipCall]]) -> None:
        """Goes on with the call that is answered, and ends the one before. Raises `CallGone`, and goes on as it is.

        Many exchanges end the old leg themselves as soon as the new one is answered: that is not the end of the call.
        """
        self._settled.clear()
        try:
            leg = await answer()
            before, self._leg = self._leg, leg
            if self._heard is not None:
                leg.on_digit(self._heard)
        finally:
            self._settled.set()
        await before.hang_up()
        if self._is_over:
            await leg.hang_up()

    async def wait_connected(self, seconds: float) -> None:
        await self._leg.wait_connected(seconds)

    async def wait_ended(self) -> HangupCause:
        while True:
            leg = self._leg
            ended = await leg.wait_ended()
            await self._settled.wait()
            if leg is self._leg:
                return ended

    async def hang_up(self, headers: Mapping[str, str] | None = None) -> None:
        self._is_over = True
        await self._leg.hang_up(headers)

    async def refer(self, uri: str, seconds: float) -> int:
        self._is_referring = True
        try:
            return await self._leg.refer(uri, seconds)
        finally:
            self._is_referring = False

    def write_audio(self, pcm: bytes) -> int:
        return self._do(lambda leg: leg.write_audio(pcm), 0)

    def queued_seconds(self) -> float:
        return self._do(lambda leg: leg.queued_seconds(), 0.0)

    def clear_audio(self) -> None:
        self._do(lambda leg: leg.clear_audio(), None)

    def read_audio(self) -> bytes:
        return self._do(lambda leg: leg.read_audio(), b"")

    def on_digit(self, heard: Callable[[str], None]) -> None:
        self._heard = heard
        self._leg.on_digit(heard)

    async def send_dtmf(self, digits: str) -> None:
        await self._leg.send_dtmf(digits)

    def _do(self, use: Callable[[SipCall], T], nothing: T) -> T:
        """Between two legs nobody is heard, and nobody hears anything."""
        try:
            return use(self._leg)
        except CallEnded:
            if self._settled.is_set():
                raise
            return nothing
