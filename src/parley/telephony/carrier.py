"""What carries phone calls: SIP, or the media streams of a provider. Calls are handled alike, whatever carries them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from parley.domain.calls.model import Call
from parley.runtime.session.sessions import Sessions
from parley.telephony.routing import CallRoute
from parley.voice.call_control import CallControl
from parley.voice.media_leg import MediaLeg


class PhoneCall(MediaLeg, Protocol):
    """A call that is being placed or runs."""

    async def wait_connected(self, seconds: float) -> None:
        """Returns when the other side has answered. After `seconds` the call is cancelled. Raises
        `CallNotConnected`."""

    async def hang_up(self, headers: Mapping[str, str] | None = None) -> None:
        """Ends the call, with these headers for the other side where the carrier has a place for them. A call that is
        over stays so. Never raises `CallEnded`."""


class IncomingPhoneCall(Protocol):
    """A call that waits for an answer."""

    @property
    def caller(self) -> str: ...

    @property
    def called(self) -> str: ...

    @property
    def source(self) -> str:
        """The IP address that it came from; empty where the carrier has proved by other means who it is."""

    @property
    def connector_id(self) -> str:
        """The connector whose provider has proved that the call is its own; empty: it is found by `source`."""

    @property
    def headers(self) -> Mapping[str, str]: ...

    @property
    def replaces(self) -> str:
        """The id of a running call that this one is to replace; empty for a new call."""

    async def answer(self) -> PhoneCall:
        """Raises `CallEnded` when the caller gave up."""

    async def refuse(self, code: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        """A caller who has given up already is fine too."""


class Carrier(Protocol):
    async def place(self, route: CallRoute, call: Call) -> PhoneCall:
        """Begins a call. Raises `CallNotConnected` when it cannot even be begun."""

    def adopt(self, call: PhoneCall) -> PhoneCall:
        """A call of this carrier that was answered, as a conversation is to see it."""

    def control(self, route: CallRoute, call: PhoneCall) -> CallControl: ...

    def sessions(self, call: PhoneCall, sessions: Sessions) -> Sessions:
        """What takes the turns of this call, where the carrier tells its caller of them."""
