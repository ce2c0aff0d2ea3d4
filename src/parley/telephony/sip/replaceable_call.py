"""A call that may go on over another leg: the last step of an attended transfer (RFC 3891).

To whoever talks on it nothing happens: it is the same call, and it ends when the last of its legs does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from parley.telephony.sip.protocol import SipCall
from parley.voice.media_leg import CallEnded, HangupCause, WideLeg

T = TypeVar("T")


class ReplaceableCall:
    def __init__(self, call: SipCall) -> None:
        self._leg = call
        self._on_digit: Callable[[str], None] | None = None
        self._settled = asyncio.Event()
        """No other leg is on its way."""
        self._settled.set()
        self._is_hung_up = False
        self._is_referring = False

    @property
    def call_id(self) -> str:
        return self._leg.call_id

    @property
    def is_encrypted(self) -> bool:
        return self._leg.is_encrypted

    @property
    def may_be_replaced(self) -> bool:
        """Not while another leg is on its way, nor while we ourselves are transferring the call."""
        return self._settled.is_set() and not (self._is_hung_up or self._is_referring)

    async def replace_leg(self, answer: Callable[[], Awaitable[SipCall]]) -> None:
        """Goes on with the call that is answered, and ends the one before. Raises `CallEnded`, and goes on as it is.

        Many PBXs end the old leg themselves as soon as the new one is answered: that is not the end of the call.
        """
        self._settled.clear()
        try:
            leg = await answer()
            before, self._leg = self._leg, leg
            if self._on_digit is not None:
                leg.on_digit(self._on_digit)
        finally:
            self._settled.set()
        await before.hang_up()
        # Hung up meanwhile: that was the leg before, and nobody waits for this one.
        if self._is_hung_up:
            await leg.hang_up()

    async def wait_connected(self, seconds: float) -> None:
        await self._leg.wait_connected(seconds)

    async def wait_ended(self) -> HangupCause:
        while True:
            leg = self._leg
            cause = await leg.wait_ended()
            # The end of a leg while another is being answered is part of the replacement.
            await self._settled.wait()
            if leg is self._leg:
                return cause

    async def hang_up(self, headers: Mapping[str, str] | None = None) -> None:
        self._is_hung_up = True
        await self._leg.hang_up(headers)

    async def refer(self, uri: str, seconds: float) -> int:
        self._is_referring = True
        try:
            return await self._leg.refer(uri, seconds)
        finally:
            self._is_referring = False

    def write_audio(self, pcm: bytes) -> int:
        return self._use_leg(lambda leg: leg.write_audio(pcm), 0)

    def queued_seconds(self) -> float:
        return self._use_leg(lambda leg: leg.queued_seconds(), 0.0)

    def clear_audio(self) -> None:
        self._use_leg(lambda leg: leg.clear_audio(), None)

    def read_audio(self) -> bytes:
        return self._use_leg(lambda leg: leg.read_audio(), b"")

    def wide_audio(self) -> bytes:
        return self._leg.wide_audio() if isinstance(self._leg, WideLeg) else b""

    def on_digit(self, received: Callable[[str], None]) -> None:
        self._on_digit = received
        self._leg.on_digit(received)

    async def send_dtmf(self, digits: str) -> None:
        await self._leg.send_dtmf(digits)

    def _use_leg(self, use: Callable[[SipCall], T], between_legs: T) -> T:
        """Between two legs nobody is heard, and nobody hears anything."""
        try:
            return use(self._leg)
        except CallEnded:
            if self._settled.is_set():
                raise
            return between_legs
