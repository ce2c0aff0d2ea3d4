"""What a carrier with media streams sends and wants, as values. Each carrier's protocol is pure: it reads and writes
these, and connects to nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from parley.domain.numbers.model import Trunk
from parley.telephony.streams.codecs import AudioFormat


@dataclass(frozen=True, slots=True)
class WebhookRequest:
    """A request of a carrier, as it came."""

    url: str
    """As the carrier has it: with our public address."""
    body: bytes
    form: Sequence[tuple[str, str]]
    headers: Mapping[str, str]
    """Names in lower case."""

    def get(self, *names: str) -> str:
        """The first of these fields that is there; empty without any."""
        given = dict(reversed(self.form))
        return next((given[name] for name in names if name in given), "")


@dataclass(frozen=True, slots=True)
class Started:
    """The first message of a stream that says anything."""

    stream_id: str
    call_id: str
    account: str
    """Empty where the carrier sends one of another kind than in its webhooks."""
    audio: AudioFormat | None
    """None: an encoding that we do not know."""


@dataclass(frozen=True, slots=True)
class Audio:
    payload: bytes = field(repr=False)
    number: int | None


@dataclass(frozen=True, slots=True)
class Key:
    digit: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class MarkReturned:
    name: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """There will be no more audio: the call has ended or does something else."""


StreamMessage = Started | Audio | Key | MarkReturned | Stopped


@dataclass(frozen=True, slots=True)
class CallState:
    """What a webhook says of a call that we placed, or of the one that a caller is transferred to."""

    is_answered: bool = False
    is_over: bool = False
    code: int | None = None
    reason: str = ""
    """Why it came to nothing; empty if it did not."""

    @property
    def has_failed(self) -> bool:
        return bool(self.reason)


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """To the carrier, below its address."""

    method: str
    path: str
    form: Mapping[str, str] | None = None
    json: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Placement:
    """A call to place."""

    to_number: str
    caller: str
    ring_seconds: int
    answer_url: str
    status_url: str


@dataclass(frozen=True, slots=True)
class Destination:
    """Whom a caller is transferred to."""

    number: str
    """A number, or a SIP address."""
    caller: str
    ring_seconds: int
    done_url: str
    """Asked when the attempt, or the call that came of it, is over."""
    status_url: str
    """Told when somebody answers."""


class Provider(Protocol):
    name: str
    url: str
    """Of its interface, unless the operator names another."""
    stops_by_closing: bool
    """It says that a call has ended by closing its stream, and in no other way."""
    can_send_keys: bool
    """Its streams have a message for keys."""

    def is_genuine(self, request: WebhookRequest, trunk: Trunk, auth_token: str, now: float) -> bool:
        """Whether the carrier has signed it."""

    def call_id(self, request: WebhookRequest) -> str: ...

    def placed_state(self, request: WebhookRequest) -> CallState:
        """How a call goes that we placed."""

    def transfer_state(self, request: WebhookRequest) -> CallState:
        """How a transfer goes, at the end of it or when somebody answers."""

    def stream_document(self, stream_url: str, next_url: str) -> str:
        """Sends the call's audio to a stream; what comes after is asked at `next_url`."""

    def dial_document(self, destination: Destination) -> str: ...

    def reject_document(self, *, is_busy: bool) -> str: ...

    def hangup_document(self) -> str: ...

    def read_message(self, text: str) -> StreamMessage | None:
        """None for what is of no interest. Raises `ValueError` for what is none."""

    def audio_message(self, stream_id: str, payload: bytes) -> str: ...

    def mark_message(self, stream_id: str, name: str) -> str: ...

    def clear_message(self, stream_id: str) -> str: ...

    def keys_message(self, stream_id: str, keys: str) -> str: ...

    def authorization(self, trunk: Trunk, auth_token: str) -> str: ...

    def place_request(self, trunk: Trunk, placement: Placement) -> ApiRequest: ...

    def hang_up_request(self, trunk: Trunk, call_id: str) -> ApiRequest: ...

    def cancel_request(self, trunk: Trunk, request_id: str) -> ApiRequest:
        """Ends a call that was placed and rings."""

    def redirect_request(self, trunk: Trunk, call_id: str, url: str) -> ApiRequest:
        """Has the carrier ask there what is to happen to a call that runs."""
