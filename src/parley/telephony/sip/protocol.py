"""What the rest of Parley knows of SIP: who is called and how, what comes in, how a call ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from typing import Protocol

from parley.voice.media_leg import MediaLeg

Network = IPv4Network | IPv6Network


class CallNotConnected(Exception):
    """Nobody answered: busy, declined, no answer in time, unreachable, or the encryption was refused."""

    def __init__(self, code: int | None, reason: str, cause: int | None = None) -> None:
        super().__init__(reason)
        self.code = code
        """The SIP status; None when no answer of the other side was the cause."""
        self.reason = reason
        self.cause = cause
        """Of Q.850, if the telephone network gave one."""

    def describe(self) -> str:
        """The words, and beside them the numbers that they come from."""
        numbers = [str(self.code)] if self.code else []
        if self.cause is not None:
            numbers.append(f"Q.850 cause {self.cause}")
        return f"{self.reason} ({', '.join(numbers)})" if numbers else self.reason


class TransferRefused(Exception):
    """The call was not transferred and goes on."""

    def __init__(self, code: int | None, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


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
class Registration:
    """Who we are at which provider, so that it calls us."""

    id: str
    host: str
    port: int
    transport: str
    """`udp`, `tcp` or `tls`."""
    user: str
    password: str = field(repr=False)
    domain: str


@dataclass(frozen=True, slots=True)
class RegistrationState:
    state: str
    """`registering`, `registered` or `failed`."""
    reason: str = ""
    addresses: tuple[str, ...] = ()
    """Of the registrar, once it has accepted us."""


@dataclass(frozen=True, slots=True)
class DialRequest:
    """A call to place."""

    number: str
    peer: Peer
    tls: bool
    srtp: bool
    headers: Mapping[str, str] = field(default_factory=dict)


class SipCall(MediaLeg, Protocol):
    """A call that is being placed or runs."""

    @property
    def call_id(self) -> str:
        """The SIP Call-ID."""

    @property
    def is_encrypted(self) -> bool:
        """The media is: known once the call is connected."""

    async def wait_connected(self, seconds: float) -> None:
        """Returns when the other side has answered. After `seconds` the call is cancelled. Raises
        `CallNotConnected`."""

    async def hang_up(self, headers: Mapping[str, str] | None = None) -> None:
        """Ends the call, with these headers on its BYE; cancels it while it rings. A call that is over stays so. Never
        raises `CallEnded`."""

    async def refer(self, uri: str, seconds: float) -> int:
        """Asks the other side to call `uri` instead. Returns the code of their success; our call has ended then. Raises
        `TransferRefused`, and the call goes on."""


class IncomingCall(Protocol):
    """An INVITE that waits for an answer."""

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
    def connector_id(self) -> str:
        """Empty: nobody has proved whose call it is. It is found by `source`."""

    @property
    def headers(self) -> Mapping[str, str]:
        """All headers of the request, as they were written; of those that come twice, the first."""

    @property
    def is_tls(self) -> bool: ...

    @property
    def replaces(self) -> str:
        """The Call-ID of a call of the same trunk that this one is to replace; empty for a new call."""

    async def answer(self) -> SipCall:
        """Raises `CallEnded` when the caller gave up."""

    async def refuse(self, code: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        """A caller who has given up already is fine too."""


class SipStack(Protocol):
    async def dial(self, request: DialRequest) -> SipCall:
        """Sends the INVITE. Raises `CallNotConnected` when it cannot even be sent."""

    def on_incoming_call(self, received: Callable[[IncomingCall], Awaitable[None]]) -> None: ...

    def allow_trunks(self, trunks: Iterable[Iterable[Network]]) -> None:
        """The addresses of each trunk. From now on requests of others are refused, but for the other sides of calls."""

    async def register(self, registrations: Iterable[Registration]) -> None:
        """We are registered so, and nowhere else, from now on or as soon as it succeeds."""

    def registrations(self) -> Mapping[str, RegistrationState]:
        """How they stand, by id."""

    @property
    def is_alive(self) -> bool:
        """False when the stack is beyond repair: the process must be replaced."""

    async def aclose(self) -> None: ...
