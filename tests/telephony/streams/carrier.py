"""A carrier that follows what it is told, over real HTTP and WebSockets: the phone of its customer is the test's."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode
from xml.etree import ElementTree

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from parley.kit.ids import random_hex
from parley.kit.tasks import Tasks
from parley.telephony.streams.codecs import MU_LAW_VALUES, encode_mu_law
from parley.voice.media_leg import FRAME_BYTES, FRAME_SECONDS, CallEnded, HangupCause
from tests.receiver import Received, receiving
from tests.telephony.streams.dialects import Dialect

FRAME = FRAME_BYTES // 2
SILENCE = b"\xff" * FRAME


class Phone:
    """The customer's end of a call; a media leg, so that a simulated caller can speak on it."""

    def __init__(self, carrier: SimulatedCarrier, call_id: str, own: str, other: str) -> None:
        self.carrier, self.call_id, self.own, self.other = carrier, call_id, own, other
        self.dialect = carrier.dialect
        self.heard = bytearray()
        """PCM, as time went by."""
        self.keys_heard = ""
        self.clears = 0
        self.discarded = 0
        """Bytes that were cleared before they were heard."""
        self.dialled: list[dict[str, str]] = []
        self.refusal = ""
        self.streams = 0
        self.chunk_order: Callable[[int], int] = lambda number: number
        self._speaking = bytearray()
        self._unread = bytearray()
        self._agent: deque[bytes | str] = deque()
        """What the stream has played next: frames and names of marks."""
        self._redirect: asyncio.Future[str] | None = None
        self._ended: asyncio.Future[HangupCause] = asyncio.get_running_loop().create_future()
        self._socket: ClientConnection | None = None
        self._stream_id = ""
        self._attached = asyncio.Event()
        self._tasks = Tasks()

    # As the customer

    async def wait_connected(self, seconds: float) -> None:
        await asyncio.wait_for(self._attached.wait(), seconds)

    async def wait_ended(self) -> HangupCause:
        return await asyncio.shield(self._ended)

    async def hang_up(self) -> None:
        if self._ended.done():
            return
        socket, stream_id = self._socket, self._stream_id
        self._end(by_peer=False)
        if socket is not None:
            if stop := self.dialect.stop(stream_id, self.call_id):
                await self._send(socket, stop)
            await socket.close()

    def write_audio(self, pcm: bytes) -> int:
        self._check()
        self._speaking += encode_mu_law(pcm)
        return len(pcm)

    def queued_seconds(self) -> float:
        self._check()
        return len(self._speaking) / FRAME * FRAME_SECONDS

    def clear_audio(self) -> None:
        self._speaking.clear()

    def read_audio(self) -> bytes:
        self._check()
        found = bytes(self._unread)
        self._unread.clear()
        return found

    def on_digit(self, received: Callable[[str], None]) -> None:
        pass

    async def send_dtmf(self, digits: str) -> None:
        self._check()
        for digit in digits:
            assert self._socket is not None
            await self._send(self._socket, self.dialect.key(self._stream_id, digit))

    async def drop(self) -> None:
        """The network between the carrier and us fails."""
        assert self._socket is not None
        self._socket.transport.abort()

    # As the carrier

    def end_by_request(self) -> None:
        self._end(by_peer=True)

    def redirect(self, url: str) -> None:
        assert self._redirect is not None
        self._redirect.set_result(url)

    async def follow(self, url: str, **more: str) -> None:
        """Asks what is to happen with the call, and does it, until it is over."""
        status = "ringing" if not self._attached.is_set() else "in-progress"
        try:
            document = await self.carrier.ask(self, url, {"CallStatus": status, **more})
            while document is not None and not self._ended.done():
                document = await self._do(document)
        finally:
            self._end(by_peer=True)

    async def _do(self, document: ElementTree.Element) -> ElementTree.Element | None:
        for verb in document.iter():
            if verb.tag == "Stream":
                url = verb.get("url") or verb.text or ""
                self._redirect = asyncio.get_running_loop().create_future()
                await self._stream(url)
                if self._redirect.done():
                    return await self.carrier.ask(self, self._redirect.result())
            elif verb.tag == "Dial":
                return await self._dial(verb)
            elif verb.tag == "Redirect":
                return None if self._ended.done() else await self.carrier.ask(self, verb.text or "")
            elif verb.tag in ("Reject", "Hangup"):
                self.refusal = verb.get("reason", "hangup") if not self._attached.is_set() else ""
                return None
        return None

    async def _dial(self, verb: ElementTree.Element) -> ElementTree.Element | None:
        noun = verb[0]
        self.dialled.append({"number": noun.text or "", **verb.attrib})
        status_url = noun.get("statusCallback") or verb.get("callbackUrl") or ""
        outcome = self.carrier.dial_outcome
        if outcome == "completed":
            await self.carrier.ask(self, status_url, self.dialect.answered_form())
            await self.carrier.may_end_dial.wait()
        return await self.carrier.ask(self, verb.get("action") or "", self.dialect.dial_form(outcome))

    async def _stream(self, url: str) -> None:
        async with connect(url, proxy=None) as socket:
            self._socket, self._stream_id = socket, f"MZ{random_hex(32)}"
            self.streams += 1
            self._agent.clear()
            for message in self.dialect.start(self._stream_id, self.call_id):
                await self._send(socket, message)
            self._attached.set()
            tasks = Tasks()
            assert self._redirect is not None
            waits: set[asyncio.Future[Any]] = {
                tasks.start(self._receive(socket), "received"),
                tasks.start(self._play(socket), "played"),
                self._ended,
                self._redirect,
            }
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                if self._redirect.done() and (stop := self.dialect.stop(self._stream_id, self.call_id)):
                    await self._send(socket, stop)
            finally:
                await tasks.aclose()
                self._socket = None

    async def _receive(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                command = self.dialect.read(json.loads(text))
                if command.kind == "audio":
                    rest = command.payload
                    self._agent += [rest[at : at + FRAME] for at in range(0, len(rest), FRAME)]
                elif command.kind == "mark":
                    self._agent.append(command.name)
                elif command.kind == "keys":
                    self.keys_heard += command.name
                else:
                    await self._clear(socket)

    async def _clear(self, socket: ClientConnection) -> None:
        self.clears += 1
        waiting, self._agent = list(self._agent), deque()
        self.discarded += sum(len(one) for one in waiting if isinstance(one, bytes))
        if self.dialect.name == "twilio":
            # It returns the marks of what it discards.
            for one in waiting:
                if isinstance(one, str):
                    await self._send(socket, self.dialect.mark(self._stream_id, one))

    async def _play(self, socket: ClientConnection) -> None:
        """A frame in each direction, as often as one lasts."""
        loop = asyncio.get_running_loop()
        due, number = loop.time(), 0
        while True:
            frame, self._speaking = bytes(self._speaking[:FRAME]), self._speaking[FRAME:]
            number += 1
            sent = self.dialect.media(self._stream_id, self.chunk_order(number), frame.ljust(FRAME, b"\xff"))
            await self._send(socket, sent)
            await self._return_marks(socket)
            played = self._agent.popleft() if self._agent else SILENCE
            assert isinstance(played, bytes)
            pcm = MU_LAW_VALUES[list(played.ljust(FRAME, b"\xff"))].tobytes()
            self.heard += pcm
            self._unread += pcm
            await self._return_marks(socket)
            due = max(due + FRAME_SECONDS, loop.time() - 1.0)
            await asyncio.sleep(max(0.0, due - loop.time()))

    async def _return_marks(self, socket: ClientConnection) -> None:
        while self._agent and isinstance(self._agent[0], str):
            await self._send(socket, self.dialect.mark(self._stream_id, str(self._agent.popleft())))

    async def _send(self, socket: ClientConnection, message: Mapping[str, Any]) -> None:
        with suppress(ConnectionClosed):
            await socket.send(json.dumps(message))

    def _end(self, *, by_peer: bool) -> None:
        if not self._ended.done():
            self._ended.set_result(HangupCause(by_peer))

    def _check(self) -> None:
        if self._ended.done():
            raise CallEnded


@dataclass
class SimulatedCarrier:
    dialect: Dialect
    api_url: str
    http: httpx.AsyncClient
    dial_outcome: str = "completed"
    """Of whoever a caller is transferred to."""
    place_outcome: str = "answered"
    may_end_dial: asyncio.Event = field(default_factory=asyncio.Event)
    phones: dict[str, Phone] = field(default_factory=dict)
    requests: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    """To its interface: method, path, fields."""
    placed: asyncio.Queue[Phone] = field(default_factory=asyncio.Queue)
    tasks: Tasks = field(default_factory=Tasks)

    def call(self, url: str, to: str, caller: str = "+447700900123") -> Phone:
        """Somebody calls a number of ours, whose webhook this is."""
        phone = Phone(self, self.dialect.new_call_id(), caller, to)
        self.phones[phone.call_id] = phone
        self.tasks.start(phone.follow(url), "call")
        return phone

    async def post(
        self, phone: Phone, url: str, form: Mapping[str, str] | None = None, **headers: str
    ) -> httpx.Response:
        given = {**self.dialect.form(phone.call_id, phone.other, phone.own, "in-progress"), **(form or {})}
        signed = {**self.dialect.headers(url, given), **headers}
        content = urlencode(given)
        return await self.http.post(
            url, content=content, headers={"content-type": "application/x-www-form-urlencoded", **signed}
        )

    async def ask(self, phone: Phone, url: str, form: Mapping[str, str] | None = None) -> ElementTree.Element | None:
        answer = await self.post(phone, url, form)
        return ElementTree.fromstring(answer.text) if answer.status_code == 200 else None

    def answer_api(self, received: Received) -> bytes:
        method, path, _ = received.line.split(" ")
        text = received.body.decode()
        fields = json.loads(text) if text.startswith("{") else dict(parse_qsl(text))
        self.requests.append((method, path, fields))
        if "authorization" not in received.headers:
            return _answer(401, {})
        call_id = path.rstrip("/").rpartition("/")[2].removesuffix(".json").replace("%3A", ":")
        phone = self.phones.get(call_id)
        if call_id in ("Calls", "Call"):
            return _answer(201, self.dialect.created(self._place(fields)))
        if phone is None:
            return _answer(404, {})
        if method == "DELETE" or fields.get("Status") == "completed":
            phone.end_by_request()
        else:
            phone.redirect(fields.get("Url") or fields["aleg_url"])
        return _answer(200, {"sid": call_id})

    def _place(self, fields: Mapping[str, str]) -> str:
        to, caller = (fields.get(name) or fields[name.lower()] for name in ("To", "From"))
        phone = Phone(self, self.dialect.new_call_id(), to, caller)
        self.phones[phone.call_id] = phone
        answer_url = fields.get("Url") or fields["answer_url"]
        status_url = fields.get("StatusCallback") or fields["hangup_url"]
        if self.place_outcome == "answered":
            self.tasks.start(phone.follow(answer_url), "placed call")
        else:
            self.tasks.start(self.post(phone, status_url, {"CallStatus": self.place_outcome}), "failed call")
        self.placed.put_nowait(phone)
        return phone.call_id


def _answer(status: int, content: Mapping[str, str]) -> bytes:
    body = json.dumps(content).encode()
    return b"HTTP/1.1 %d X\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (
        status,
        len(body),
        body,
    )


@asynccontextmanager
async def simulated_carrier(dialect: Dialect) -> AsyncIterator[SimulatedCarrier]:
    async with httpx.AsyncClient(trust_env=False, timeout=20) as http, receiving() as receiver:
        carrier = SimulatedCarrier(dialect, receiver.url(""), http)
        receiver.answer = carrier.answer_api
        try:
            yield carrier
        finally:
            for phone in carrier.phones.values():
                await phone.hang_up()
            await carrier.tasks.aclose()
