"""A call with a browser: its audio over one connection, its messages over whichever signalling socket it has."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress

from parley.kit.ids import random_bits
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.providers.speech.protocol import SAMPLE_BYTES
from parley.telephony.received_audio import ReceivedAudio
from parley.telephony.sip.ingress.rate_limits import TokenBucket
from parley.telephony.sip.media.wide_band import WideBand
from parley.telephony.streams.chunk_order import ChunkOrder
from parley.telephony.streams.tones import key_tones
from parley.telephony.webrtc import messages, rtp
from parley.telephony.webrtc.media import MediaConnection
from parley.telephony.webrtc.opus import FRAME_TICKS, OpusDecoder, OpusEncoder
from parley.telephony.webrtc.ports import MediaPorts
from parley.telephony.webrtc.sdp import Answer, Offer, write_answer
from parley.voice.media_leg import FRAME_BYTES, FRAME_SECONDS, RATE, WIDE_RATE, CallEnded, HangupCause

log = logger(__name__)

MEDIA_LOST = "media lost"
BYTES_PER_SECOND = RATE * SAMPLE_BYTES
MOST_AHEAD_BYTES = 2 * BYTES_PER_SECOND
"""Audio that waits to be sent."""
LOST_SECONDS = 15.0
"""A browser that is gone is not heard of any more; one that is there answers checks every few seconds."""
FIRST_AUDIO_SECONDS = 30.0
WATCH_SECONDS = 1.0
PACKETS_BURST, PACKETS_PER_SECOND = 200.0, 120.0
"""A browser sends fifty a second, or a hundred."""
BEHIND_SECONDS = 0.5
"""Of a process that was held up: what it did not send meanwhile is not sent in one go."""

Tell = Callable[[str], None]


class BrowserCall:
    def __init__(
        self,
        reference: str,
        connector_id: str,
        *,
        wants_transcript: bool,
        call_sid: str | None = None,
        is_tried: bool = False,
    ) -> None:
        self.reference = reference
        """The session of the signalling: whoever knows it has the call."""
        self.connector_id = connector_id
        self.wants_transcript = wants_transcript
        self.is_tried = is_tried
        """By somebody of the console."""
        self.call_sid = call_sid
        """By which a messaging session may be linked to it."""
        self.tell: Tell = lambda _: None
        """Sends a message to the client, where it has a socket."""
        self._loop = asyncio.get_running_loop()
        self._connection: MediaConnection | None = None
        self._ended: asyncio.Future[HangupCause] = self._loop.create_future()
        self._tasks = Tasks()
        self._closing: asyncio.Task[None] | None = None
        self._playing = bytearray()
        self._encoder, self._decoder = OpusEncoder(), OpusDecoder()
        self._received = ReceivedAudio(self._loop.time(), WIDE_RATE)
        self._band, self._wide = WideBand(WIDE_RATE, 1), b""
        self._order, self._numbering, self._source = ChunkOrder(), rtp.Numbering(), -1
        self._keys = rtp.KeyReader()
        self._allowance = TokenBucket(PACKETS_BURST, PACKETS_PER_SECOND, PACKETS_BURST, self._loop.time())
        self._payload_types: tuple[int, int | None] = (-1, None)
        self._has_heard = False
        self._on_digit: Callable[[str], None] | None = None
        self._early_digits = ""
        self._ssrc, self._sequence, self._timestamp = random_bits(32), random_bits(16), random_bits(32)

    @property
    def is_over(self) -> bool:
        return self._ended.done()

    def on_end(self, ended: Callable[[], None]) -> None:
        self._ended.add_done_callback(lambda _: ended())

    async def answer(self, offer: Offer, ports: MediaPorts) -> str:
        """From now on the browser is waited for. Raises `NoPortFree`."""
        sockets = ports.open()
        self._connection = connection = MediaConnection(sockets, self._packet_came)
        self._payload_types = (offer.opus, offer.keys)
        await connection.listen()
        connection.on_closed(lambda: self._finish(HangupCause(by_peer=True)))
        answer = Answer(
            addresses=ports.seen_from_outside(sockets),
            user=connection.user,
            password=connection.password,
            fingerprint=connection.fingerprint,
            session=random_bits(62),
            ssrc=self._ssrc,
        )
        return write_answer(offer, answer)

    async def connect(self, offer: Offer, seconds: float) -> None:
        """Returns when audio can be exchanged. Raises `MediaNotConnected`."""
        assert self._connection is not None, "it was answered before"
        await self._connection.connect(offer, seconds)
        self._tasks.start(self._send_audio(self._connection), "audio to a browser")
        self._tasks.start(self._watch(self._connection), "browser's signs of life")

    async def wait_connected(self, seconds: float) -> None:
        """No browser is called."""

    async def wait_ended(self) -> HangupCause:
        # Shielded: who stops waiting must not cancel it for the others.
        return await asyncio.shield(self._ended)

    async def hang_up(self, headers: Mapping[str, str] | None = None) -> None:
        """There is no place for headers."""
        self._finish(HangupCause(by_peer=False))
        await self._close()

    def client_closed(self) -> None:
        self._finish(HangupCause(by_peer=True))

    def write_audio(self, pcm: bytes) -> int:
        self._check_running()
        taken = pcm[: max(0, MOST_AHEAD_BYTES - len(self._playing))]
        taken = taken[: len(taken) // SAMPLE_BYTES * SAMPLE_BYTES]
        self._playing += taken
        return len(taken)

    def queued_seconds(self) -> float:
        self._check_running()
        return len(self._playing) / BYTES_PER_SECOND

    def clear_audio(self) -> None:
        self._check_running()
        self._playing.clear()

    def read_audio(self) -> bytes:
        self._check_running()
        narrow, self._wide = self._band.feed(self._received.read(self._loop.time()))
        return narrow

    def wide_audio(self) -> bytes:
        return self._wide

    def on_digit(self, received: Callable[[str], None]) -> None:
        self._on_digit = received
        early, self._early_digits = self._early_digits, ""
        for digit in early:
            received(digit)

    def press(self, digits: str) -> None:
        for digit in digits:
            if self._on_digit is None:
                self._early_digits = (self._early_digits + digit)[-32:]
            else:
                self._on_digit(digit)

    async def send_dtmf(self, digits: str) -> None:
        """As tones: a browser has no other place for them. Returns when they were played."""
        tones = key_tones(digits)
        while tones or self.queued_seconds():
            tones = tones[self.write_audio(tones) :] if tones else tones
            await asyncio.sleep(FRAME_SECONDS)

    def caption(self, role: str, turn: int, text: str, *, is_final: bool) -> None:
        if self.wants_transcript and not self.is_over:
            self.tell(messages.transcript(self.reference, role, turn, text, is_final=is_final))

    def tell_conversation(self, conversation_id: str) -> None:
        if self.is_tried and not self.is_over:
            self.tell(messages.conversation(self.reference, conversation_id))

    def _packet_came(self, data: bytes) -> None:
        now = self._loop.time()
        packet = rtp.read_packet(data) if self._allowance.consume(now) else None
        audio, keys = self._payload_types
        if packet is None or packet.payload_type not in (audio, keys):
            return
        self._has_heard = True
        if packet.payload_type == keys:
            self.press(self._keys.press(packet))
            return
        if packet.ssrc != self._source:
            self._order, self._numbering, self._source = ChunkOrder(), rtp.Numbering(), packet.ssrc
        chunks = self._order.push(self._numbering.place_of(packet.sequence), packet.payload)
        if pcm := b"".join(map(self._decoder.decode, chunks)):
            self._received.add(pcm, now)

    async def _send_audio(self, connection: MediaConnection) -> None:
        due = self._loop.time()
        with suppress(ConnectionError):
            while True:
                frame = bytes(self._playing[:FRAME_BYTES]).ljust(FRAME_BYTES, b"\0")
                del self._playing[:FRAME_BYTES]
                if payload := self._encoder.encode(frame):
                    packet = rtp.Packet(self._payload_types[0], self._sequence, self._timestamp, self._ssrc, payload)
                    await connection.send(rtp.write_packet(packet))
                    self._sequence = (self._sequence + 1) & 0xFFFF
                self._timestamp = (self._timestamp + FRAME_TICKS) & 0xFFFFFFFF
                due = max(due + FRAME_SECONDS, self._loop.time() - BEHIND_SECONDS)
                await asyncio.sleep(max(0.0, due - self._loop.time()))
        self._finish(HangupCause(by_peer=True, reason=MEDIA_LOST))

    async def _watch(self, connection: MediaConnection) -> None:
        began = self._loop.time()
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            now = self._loop.time()
            is_mute = not self._has_heard and now - began > FIRST_AUDIO_SECONDS
            if is_mute or now - connection.heard_at > LOST_SECONDS:
                log.info("browser_lost")
                self._finish(HangupCause(by_peer=True, reason=MEDIA_LOST))
                return

    def _finish(self, cause: HangupCause) -> None:
        if self._ended.done():
            return
        self._ended.set_result(cause)
        self.tell(messages.close(self.reference))
        # A task that ends itself here could not wait for its own end.
        self._closing = Tasks().start(self._release(), "end of a browser's call")

    async def _close(self) -> None:
        if self._closing is not None:
            await asyncio.shield(self._closing)

    async def _release(self) -> None:
        await self._tasks.aclose()
        if self._connection is not None:
            await self._connection.aclose()

    def _check_running(self) -> None:
        if self.is_over:
            raise CallEnded
