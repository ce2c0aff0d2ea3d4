"""A browser that calls: another implementation of WebRTC's upper half, over real sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from fractions import Fraction
from typing import Any
from unittest.mock import patch

import numpy as np
from aiortc import MediaStreamTrack, RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from aiortc.mediastreams import MediaStreamError
from av import AudioFrame, AudioResampler
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from parley.kit.tasks import Tasks
from parley.voice.media_leg import FRAME_BYTES, FRAME_SECONDS, RATE
from tests.waiting import until


class Microphone(MediaStreamTrack):
    """What was said and not yet sent; then silence."""

    kind = "audio"

    def __init__(self) -> None:
        super().__init__()
        self._speech = bytearray()
        self._sent = 0
        self._began: float | None = None

    def say(self, pcm: bytes) -> None:
        self._speech += pcm

    async def recv(self) -> AudioFrame:
        loop = asyncio.get_running_loop()
        self._began = self._began or loop.time()
        await asyncio.sleep(max(0.0, self._began + self._sent * FRAME_SECONDS - loop.time()))
        pcm = bytes(self._speech[:FRAME_BYTES]).ljust(FRAME_BYTES, b"\0")
        del self._speech[:FRAME_BYTES]
        frame = AudioFrame(format="s16", layout="mono", samples=FRAME_BYTES // 2)
        frame.planes[0].update(pcm)
        frame.sample_rate, frame.pts, frame.time_base = RATE, self._sent * (FRAME_BYTES // 2), Fraction(1, RATE)
        self._sent += 1
        return frame


class Browser:
    def __init__(self, url: str, token: str, origin: str | None = "http://localhost:3000") -> None:
        self.url, self.token, self.origin = url, token, origin
        self.peer = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self.microphone = Microphone()
        self.heard = bytearray()
        """PCM of the agent."""
        self.messages: list[dict[str, Any]] = []
        self.session = ""
        self.socket: ClientConnection | None = None
        self._tasks = Tasks()

        @self.peer.on("track")
        def on_track(track: MediaStreamTrack) -> None:
            self._tasks.start(self._listen(track), "agent's audio")

    async def open(self) -> None:
        """A signalling socket, be it the first or another."""
        base = self.url.replace("http", "ws", 1)
        headers = {"Origin": self.origin} if self.origin else {}
        socket = await connect(f"{base}/api/v1/webrtc/signal", additional_headers=headers)
        self.socket = socket
        self._tasks.start(self._read(socket), "signalling")

    async def call(self, **fields: Any) -> None:
        await self.open()
        await self.offer(**fields)
        await self.until_message("answer")
        answer = self.message("answer")
        self.session = answer["sessionId"]
        await self.peer.setRemoteDescription(RTCSessionDescription(**answer["data"]))
        await self.until_connected()

    async def offer(self, sdp: str | None = None, **fields: Any) -> None:
        if sdp is None:
            self.peer.addTrack(self.microphone)
            with patch("aioice.ice.get_host_addresses", return_value=["127.0.0.1"]):
                await self.peer.setLocalDescription(await self.peer.createOffer())
            sdp = self.peer.localDescription.sdp
        given = {"authToken": self.token, "sessionId": None, **fields}
        await self.send({"type": "offer", "data": {"type": "offer", "sdp": sdp}, **given})

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        assert self.socket is not None, "a socket was opened"
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    def message(self, kind: str) -> dict[str, Any]:
        return next(each for each in self.messages if each["type"] == kind)

    async def until_message(self, kind: str, count: int = 1) -> None:
        async def came() -> bool:
            return len([each for each in self.messages if each["type"] == kind]) >= count

        await until(came)

    async def error(self) -> str:
        await self.until_message("error")
        return str(self.message("error")["data"]["code"])

    async def until_connected(self) -> None:
        async def is_connected() -> bool:
            return bool(self.peer.connectionState == "connected")

        await until(is_connected)

    async def until_heard(self, seconds: float) -> None:
        """So much loud audio."""

        async def is_heard() -> bool:
            return self.loud_seconds() >= seconds

        await until(is_heard)

    def loud_seconds(self) -> float:
        samples = np.abs(np.frombuffer(bytes(self.heard), np.int16))
        return float((samples > 1_000).sum()) / RATE

    async def aclose(self) -> None:
        await self.peer.close()
        if self.socket is not None:
            await self.socket.close()
        await self._tasks.aclose()

    async def _listen(self, track: MediaStreamTrack) -> None:
        resampler = AudioResampler(format="s16", layout="mono", rate=RATE)
        with suppress(MediaStreamError):
            while True:
                frame = await track.recv()
                assert isinstance(frame, AudioFrame), "the track is of audio"
                for small in resampler.resample(frame):
                    self.heard += bytes(small.planes[0])[: small.samples * 2]

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                self.messages.append(json.loads(text))


@asynccontextmanager
async def browser(url: str, token: str, origin: str | None = "http://localhost:3000") -> AsyncIterator[Browser]:
    opened = Browser(url, token, origin)
    try:
        yield opened
    finally:
        await opened.aclose()
