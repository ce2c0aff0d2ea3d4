"""What the rest of Parley knows of SIP: who is called and how, what comes in, how a call ends.

Audio is signed 16-bit PCM, mono, at `RATE` samples a second, whatever the wire carries.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from typing import Protocol

RATE = 8_000
FRAME_SECONDS = 0.02
FRAME_BYTES = int(RATE * FRAME_SECONDS) * 2


Network = IPv4Network | IPv6Network


class CallNotConnected(Exception):
    """Nobody answered: busy, declined, no answer in time, unreachable, or the encryption was refused."""

    def __init__(self, code: int | None, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        """The SIP status; None when no answer of the other side was the cause."""
        self.reason = reason


class TransferRefused(Exception):
    """The call was not transferred and goes on."""

    def __init__(self, code: int | None, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class CallEnded(Exception):
    """The call has ended already."""


@dataclass(frozen=True, slots=True)
class Peer:
    """The other side of an outgoing call, and who we are to it."""

    host: str
    port: int
    caller: str
    """The user part of our own address: the number that is shown."""
    domain: str
    """The domain of our own address."""
    user: str = ""
    """Who we are when the other side asks for a password."""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class DialRequest:
    """A call to place."""

    number: str
    peer: Peer
    tls: bool
    srtp: bool
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HangupCause:
    """How a call that was connected ended."""

    by_peer: bool
    """The other side hung up, or vanished."""
    reason: str = ""
    """Empty for an ordinary hang-up; `transferred`, `media lost`, or what the stack says."""


class SipCall(Protocol):
    """A call that is being placed or runs. Every method raises `CallGone` once it has ended, unless said otherwise."""

    @property
    def call_id(self) -> str:
        """The SIP Call-ID."""

    @property
    def is_encrypted(self) -> bool:
        """The media is: known once the call is connected."""

    async def wait_connected(self, seconds: float) -> None:
        """Returns when the other side has answered. After `seconds` the call is taken back. Raises
        `CallNotConnected`."""

    async def wait_ended(self) -> HangupCause:
        """Returns when the call is over, at once if it is already. Never raises."""

    async def hang_up(self, headers: Mapping[str, str] | None = None) -> None:
        """Ends the call, or takes it back while it rings. A call that is over stays so. Never raises `CallGone`."""

    async def refer(self, uri: str, seconds: float) -> int:
        """Asks the other side to call `uri` instead. Returns the code of their success; our call has ended then. Raises
        `TransferRefused`, and the call goes on."""

    def write_audio(self, pcm: bytes) -> int:
        """Queues audio to be heard; how many bytes were taken."""

    def queued_seconds(self) -> float:
        """Seconds of audio that are queued and not yet sent."""

    def clear_audio(self) -> None:
        """Throws away what is queued and not yet sent."""

    def read_audio(self) -> bytes:
        """The audio that came since the last time; may be none."""

    def on_digit(self, heard: Callable[[str], None]) -> None:
        """`heard` is called for every key that the other side presses, and at once for those pressed before."""

    async def send_dtmf(self, digits: str) -> None:
        """Sends keys to the other side."""


class IncomingCall(Protocol):
    """A call that comes in and waits for an answer."""

    @property
    def call_id(self) -> str: ...

    @property
    def caller(self) -> str:
        """The user part of the address it comes from: a number, mostly."""

    @property
    def called(self) -> str:
        """The user part of the address it was sent to."""

    @property
    def uri(self) -> str:
        """The whole address it was sent to."""

    @property
    def source(self) -> str:
        """The IP address that the request came from."""

    @property
    def headers(self) -> Mapping[str, str]:
        """All headers of the request, as they were written; of those that come twice, the first."""

    @property
    def is_tls(self) -> bool: ...

    @property
    def replaces(self) -> str:
        """The Call-ID of a call of the same trunk that this one is to take the place of; empty for a new call."""

    async def answer(self) -> SipCall:
        """Raises `CallGone` when the caller gave up."""

    async def refuse(self, code: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        """A caller who has given up already is fine too."""


class SipStack(Protocol):
    async def dial(self, call: DialRequest) -> SipCall:
        """Sends the invitation. Raises `CallNotConnected` when it cannot even be sent."""

    def on_incoming_call(self, received: Callable[[IncomingCall], Awaitable[None]]) -> None: ...

    def admit(self, trunks: Iterable[Iterable[Network]]) -> None:
        """The addresses of each trunk. Nobody else is heard from now on, but for the other sides of calls."""

    @property
    def is_alive(self) -> bool:
        """False when the stack is beyond repair: the process must be replaced."""

    async def aclose(self) -> None: ...
