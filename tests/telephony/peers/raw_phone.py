"""A phone made of single datagrams, for what no honest one would send; it has an address of its own on loopback."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.rtp_receiver import RtpReceiver
from tests.waiting import until

SECONDS = 10.0
T1_SECONDS = 0.5
SDP = "application/sdp"
SHORT_NAMES = {"via": "v", "from": "f", "to": "t", "call-id": "i", "contact": "m", "session-expires": "x"}


def offer(address: str, port: int) -> str:
    kind = "IP6" if ":" in address else "IP4"
    lines = ("v=0", f"o=- 1 1 IN {kind} {address}", "s=-", f"c=IN {kind} {address}", "t=0 0")
    return "\r\n".join((*lines, f"m=audio {port} RTP/AVP 0", "a=rtpmap:0 PCMU/8000", ""))


@dataclass(frozen=True, slots=True)
class Answer:
    text: str

    @property
    def start(self) -> str:
        return self.text.partition("\r\n")[0]

    @property
    def code(self) -> int:
        return int(self.start.split(" ")[1]) if self.start.startswith("SIP/2.0") else 0

    def header(self, name: str) -> str:
        head = self.text.partition("\r\n\r\n")[0].split("\r\n")[1:]
        values = (line.partition(":") for line in head)
        names = (name.lower(), SHORT_NAMES.get(name.lower()))
        return next((value.strip() for key, _, value in values if key.strip().lower() in names), "")


@dataclass(frozen=True, slots=True)
class Dialog:
    """What names a call; whoever knows it can write messages that look as if they belonged to it."""

    call_id: str
    caller_tag: str
    called_tag: str = ""
    branch: str = ""

    @property
    def replaces(self) -> dict[str, str]:
        """As a header of another call: the called side's tag is the one that belongs to whom it is sent."""
        return {"Replaces": f"{self.call_id};to-tag={self.called_tag};from-tag={self.caller_tag}"}


@dataclass(slots=True)
class RawPhone(asyncio.DatagramProtocol):
    target: int
    """The port that everything is sent to."""
    address: str = LOOPBACK
    port: int = 0
    inside: str = ""
    """The address and port that it believes to have, behind a router that translates them."""
    got: list[Answer] = field(default_factory=list)
    sent: dict[str, bytes] = field(default_factory=dict)
    """By branch."""
    transport: asyncio.DatagramTransport | None = None

    def datagram_received(self, data: bytes, addr: object) -> None:
        got = Answer(data.decode(errors="replace"))
        self.got.append(got)
        if got.start.startswith("BYE "):
            echoed = (f"{name}: {got.header(name)}" for name in ("Via", "From", "To", "Call-ID", "CSeq"))
            self.send("\r\n".join(("SIP/2.0 200 OK", *echoed, "Content-Length: 0", "", "")).encode())

    @property
    def _named(self) -> str:
        return self.inside or f"{self._host}:{self.port}"

    @property
    def _host(self) -> str:
        return f"[{self.address}]" if ":" in self.address else self.address

    def send(self, data: bytes) -> None:
        assert self.transport is not None
        self.transport.sendto(data, ("::1" if ":" in self.address else LOOPBACK, self.target))

    def write(
        self,
        method: str,
        dialog: Dialog,
        headers: Mapping[str, str] | None = None,
        body: str = "",
        kind: str = SDP,
        cseq: int = 1,
        number: str = "4912345",
    ) -> str:
        """Sends a request; its branch."""
        branch, packet = self.written(method, dialog, headers, body, kind, cseq, number)
        self.sent[branch] = packet
        self.send(packet)
        return branch

    def written(
        self,
        method: str,
        dialog: Dialog,
        headers: Mapping[str, str] | None = None,
        body: str = "",
        kind: str = SDP,
        cseq: int = 1,
        number: str = "4912345",
    ) -> tuple[str, bytes]:
        """A request, not sent, behind its branch."""
        branch = dialog.branch or f"z9hG4bK{secrets.token_hex(6)}"
        to_tag = f";tag={dialog.called_tag}" if dialog.called_tag else ""
        lines = [
            f"{method} sip:{number}@{LOOPBACK}:{self.target} SIP/2.0",
            f"Via: SIP/2.0/UDP {self._named};branch={branch}" + (";rport" if self.inside else ""),
            f"From: <sip:caller@{self._host}>;tag={dialog.caller_tag}",
            f"To: <sip:{number}@{LOOPBACK}>{to_tag}",
            f"Call-ID: {dialog.call_id}",
            f"CSeq: {cseq} {method}",
            "Max-Forwards: 70",
            f"Contact: <sip:caller@{self._named}>",
            *(f"{name}: {value}" for name, value in (headers or {}).items()),
            *([f"Content-Type: {kind}"] if body and kind else []),
            f"Content-Length: {len(body.encode())}",
        ]
        return branch, ("\r\n".join(lines) + "\r\n\r\n" + body).encode()

    async def answer(self, branch: str, least: int = 200) -> Answer:
        """The first answer to the request of this branch that is no less than this. Datagrams may be lost: it is sent
        again, as any telephone does (RFC 3261, 17.1)."""

        def found() -> list[Answer]:
            return [one for one in self.got if branch in one.header("Via") and one.code >= least]

        loop = asyncio.get_running_loop()
        sent_at = loop.time()

        async def came() -> bool:
            nonlocal sent_at
            if loop.time() > sent_at + T1_SECONDS and not any(branch in one.header("Via") for one in self.got):
                sent_at = loop.time()
                self.send(self.sent[branch])
            return bool(found())

        await until(came, SECONDS)
        return found()[0]

    async def ask(
        self, method: str, dialog: Dialog, headers: Mapping[str, str] | None = None, **more: object
    ) -> Answer:
        answer = await self.answer(self.write(method, dialog, headers, **more))  # type: ignore[arg-type]
        if method == "INVITE" and answer.code >= 300:
            self.write("ACK", replace(dialog, called_tag=tag_of(answer)))
        return answer

    async def call(
        self,
        receiver: RtpReceiver,
        headers: Mapping[str, str] | None = None,
        *,
        body: str = "",
        kind: str = SDP,
        number: str = "49123",
    ) -> Dialog:
        """Invites, and confirms the answer."""
        dialog = new_dialog()
        branch = self.write("INVITE", dialog, headers, body or offer(LOOPBACK, receiver.port), kind, number=number)
        answer = await self.answer(branch)
        assert answer.code == 200, answer.start
        dialog = replace(dialog, called_tag=tag_of(answer))
        self.write("ACK", dialog)
        return replace(dialog, branch=branch)

    async def press(self, key: str, dialog: Dialog, cseq: int) -> None:
        body, kind = f"Signal={key}\r\nDuration=100\r\n", "application/dtmf-relay"
        assert (await self.ask("INFO", replace(dialog, branch=""), body=body, kind=kind, cseq=cseq)).code == 200

    def reply(self, request: Answer, status: str, headers: Mapping[str, str] | None = None, body: str = "") -> None:
        """Answers a request that came in, as the same phone whatever the request."""
        to = request.header("To")
        lines = (
            f"SIP/2.0 {status}",
            *(f"{name}: {request.header(name)}" for name in ("Via", "From", "Call-ID", "CSeq")),
            f"To: {to}" if ";tag=" in to else f"To: {to};tag=phone",
            f"Contact: <sip:phone@{self._named}>",
            *(f"{name}: {value}" for name, value in (headers or {}).items()),
            *([f"Content-Type: {SDP}"] if body else []),
            f"Content-Length: {len(body)}",
        )
        self.send(("\r\n".join(lines) + "\r\n\r\n" + body).encode())

    def asked(self, method: str) -> list[Answer]:
        """Requests that came in."""
        return [one for one in self.got if one.start.startswith(f"{method} ")]


def new_dialog() -> Dialog:
    return Dialog(secrets.token_hex(8), secrets.token_hex(4))


def tag_of(answer: Answer) -> str:
    return answer.header("To").rpartition("tag=")[2]


@asynccontextmanager
async def raw_phone(target: int, address: str = LOOPBACK) -> AsyncIterator[RawPhone]:
    loop = asyncio.get_running_loop()
    transport, phone = await loop.create_datagram_endpoint(lambda: RawPhone(target, address), local_addr=(address, 0))
    phone.port = transport.get_extra_info("sockname")[1]
    phone.transport = transport
    try:
        yield phone
    finally:
        transport.close()
