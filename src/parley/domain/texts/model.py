"""Text messages as values, and the rules of a thread. Pure: time is given."""

from __future__ import annotations

import hashlib
from dataclasses import field
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from parley.domain.texts.keywords import Keyword
from parley.kit.errors import ParleyError
from parley.kit.values import value

IDLE = timedelta(hours=24)
"""A conversation is over after so much silence: the user is warned, and may still go on."""
GRACE = timedelta(minutes=10)
"""How long after the warning."""
WINDOW = timedelta(hours=24)
"""WhatsApp takes free words for so long after the user's last message."""
KEPT = timedelta(days=30)
"""A message is remembered for so long, so that what a carrier repeats is taken once."""

MOST_BY_SENDER, SENDER_PERIOD = 10, timedelta(seconds=60)
MOST_BY_PROJECT, PROJECT_PERIOD = 100, timedelta(seconds=60)
MOST_ALIKE, ALIKE_PERIOD = 5, timedelta(minutes=5)
"""The same words so often, and the sender is blocked."""
BLOCKED_FOR = timedelta(minutes=10)
HELP_PAUSE = timedelta(seconds=60)
"""Two machines that ask each other for help must come to an end."""
MOST_WAITING = 100
"""Messages of one thread that are still to be sent."""


class Channel(StrEnum):
    SMS = "sms"
    WHATSAPP = "whatsapp"

    @property
    def label(self) -> str:
        """In records."""
        return self.value.upper()

    @property
    def type(self) -> str:
        """What agent code sees."""
        return f"{self.value}.polyai"


class Status(StrEnum):
    # Of incoming messages.
    RECEIVED = "received"
    ANSWERED = "answered"
    DROPPED = "dropped"
    """Not for the agent, or over a limit."""
    # Of outgoing ones.
    QUEUED = "queued"
    SENDING = "sending"
    """The carrier has been asked. Until its answer is written nobody knows whether it took the message."""
    ACCEPTED = "accepted"
    SENT = "sent"
    DELIVERED = "delivered"
    READ = "read"
    UNDELIVERED = "undelivered"
    SUPPRESSED = "suppressed"
    """Not sent: the user wants none."""
    FAILED = "failed"
    """Of both: nothing came of it."""


_RANKS = {
    Status.QUEUED: 0,
    Status.SENDING: 1,
    Status.ACCEPTED: 2,
    Status.SENT: 3,
    Status.FAILED: 4,
    Status.UNDELIVERED: 4,
    Status.DELIVERED: 5,
    Status.READ: 6,
}
_REPORTED = {
    "accepted": Status.ACCEPTED,
    "scheduled": Status.ACCEPTED,
    "queued": Status.ACCEPTED,
    "sending": Status.ACCEPTED,
    "sent": Status.SENT,
    "delivered": Status.DELIVERED,
    "read": Status.READ,
    "undelivered": Status.UNDELIVERED,
    "failed": Status.FAILED,
}


def reported_status(word: str) -> Status | None:
    """What a carrier's word for it means here; None for a word that says nothing of use."""
    return _REPORTED.get(word)


def may_become(known: Status, reported: Status) -> bool:
    """Receipts come in any order and more than once: a message only ever gets further."""
    return known in _RANKS and _RANKS[reported] > _RANKS[known]


class AgentNumberInvalid(ParleyError):
    """The agent_number is not a number of this connector and environment, or has to be named: there are several."""

    status = 400


class TextConnectorForbidden(ParleyError):
    """The token is not for this connector."""

    status = 403


class TextsRateLimited(ParleyError):
    """Too many text messages were asked for in this minute."""

    status = 429


class TextSettled(ParleyError):
    """Somebody else has settled this message meanwhile, or it is not wanted any more: nothing is written."""

    status = 409


@value
class Pair:
    """Who texts with whom."""

    channel: Channel
    our_number: str
    user_number: str = field(repr=False)


@value
class Thread:
    id: UUID
    account_id: str
    project_id: str
    connector_id: str
    environment: str
    variant_id: str
    channel: Channel
    our_number: str
    user_number: str = field(repr=False)
    language: str
    conversation_id: UUID | None
    began_at: datetime | None
    """When its conversation began."""
    greeting: str = field(repr=False)
    opted_out_at: datetime | None
    blocked_until: datetime | None
    received_at: datetime | None
    """When the user's last message came."""
    last_active_at: datetime
    warned_at: datetime | None
    helped_at: datetime | None
    service_sid: str = ""
    """A messaging service of the carrier: it picks the sender, and sends over RCS where it can."""

    @property
    def is_opted_out(self) -> bool:
        return self.opted_out_at is not None

    def is_blocked(self, now: datetime) -> bool:
        return self.blocked_until is not None and now < self.blocked_until

    def takes_free_words(self, now: datetime) -> bool:
        """Whether the channel lets us say what we like."""
        if self.channel is not Channel.WHATSAPP:
            return True
        return self.received_at is not None and now - self.received_at < WINDOW

    @property
    def has_replied(self) -> bool:
        """The user has said something in this conversation."""
        return self.received_at is not None and (self.began_at is None or self.received_at >= self.began_at)


@value
class IncomingText:
    """A message as the carrier brought it."""

    sid: str
    pair: Pair
    body: str = field(repr=False)


@value
class Traffic:
    """What came lately, this message not counted."""

    by_sender: int
    by_project: int
    alike: int


@value
class Message:
    """One that waits: to be answered, or to be sent."""

    number: int
    id: UUID
    body: str = field(repr=False)
    status: Status
    is_notice: bool
    keyword: str
    attempts: int
    attempted_at: datetime | None
    created_at: datetime


@value
class Verdict:
    """What becomes of an incoming message before any agent hears of it."""

    drop: str = ""
    """Why it goes no further; empty: the agent gets it."""
    keyword: Keyword | None = None
    blocks: bool = False
    """The sender is not listened to for a while."""


def judge(thread: Thread, body: str, keyword: Keyword | None, traffic: Traffic, now: datetime) -> Verdict:
    """Keywords first: who wants no more messages is heard whatever else they did."""
    if keyword is not None:
        return Verdict("keyword", keyword)
    if thread.is_opted_out:
        return Verdict("opted_out")
    if thread.is_blocked(now):
        return Verdict("blocked")
    if body and traffic.alike + 1 >= MOST_ALIKE:
        return Verdict("repeated", blocks=True)
    if traffic.by_sender >= MOST_BY_SENDER:
        return Verdict("sender_rate")
    if traffic.by_project >= MOST_BY_PROJECT:
        return Verdict("project_rate")
    return Verdict("" if body else "empty")


def digest(body: str) -> bytes:
    """To know the same words again without keeping them."""
    return hashlib.blake2b(body.strip().casefold().encode(), digest_size=8).digest()
