"""Session timers (RFC 4028): one side shows in time that the call goes on, or else it ends.

The library knows none. So the headers are read and written as messages pass, all on the SIP thread. We never ask for a
timer; we agree to that of the other side, and do the refreshing when it cannot.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from parley.telephony.sip.ingress.access_control import Refusal
from parley.telephony.sip.messages.sent_message import Message

EXTENSION = "timer"
MIN_SECONDS, MAX_SECONDS = 90, 86_400
MAX_OFFERS = 2048
RETRY_SECONDS = 10.0
"""After a refresh without an answer."""
TOO_SMALL = Refusal(422, "Session Interval Too Small", f"Min-SE: {MIN_SECONDS}\r\n")
METHODS = frozenset({"INVITE", "UPDATE"})
DEAD_CODES = frozenset({408, 481})

_EXPIRES = re.compile(rb"\r\n(?:session-expires|x)[ \t]*:[ \t]*([0-9]{1,9})([^\r\n]*)", re.I)
_MIN = re.compile(rb"\r\nmin-se[ \t]*:[ \t]*([0-9]{1,9})", re.I)
_REFRESHER = re.compile(rb";[ \t]*refresher[ \t]*=[ \t]*\"?(uac|uas)", re.I)
_SUPPORTED = re.compile(rb"\r\n(?:supported|k|require)[ \t]*:(?:[^\r\n]*[ \t,])?timer[ \t]*(?:,|\r\n)", re.I)
_ALLOW = re.compile(rb"\r\nallow[ \t]*:[^\r\n]*UPDATE", re.I)
_CSEQ = re.compile(rb"\r\ncseq[ \t]*:[ \t]*[0-9]+[ \t]+([A-Z]+)", re.I)
_CALL_ID = re.compile(rb"\r\n(?:call-id|i)[ \t]*:([^\r\n]+)", re.I)
_CONTACT = re.compile(rb"^(?:contact|m)[ \t]*:[ \t]*([^\r\n]+)", re.I)
_TO_TAG = re.compile(rb"\r\n(?:to|t)[ \t]*:[^\r\n]*?;[ \t]*tag=", re.I)


@dataclass(frozen=True, slots=True)
class Offer:
    """What the other side wants, until we agree."""

    seconds: int
    we_refresh: bool
    supports_timer: bool
    by_update: bool


@dataclass(frozen=True, slots=True)
class Session:
    seconds: int
    we_refresh: bool
    refreshed_at: float
    contact: str = ""
    """Ours, which a refresh names again."""
    by_update: bool = True
    """The other side takes UPDATE, which leaves the sound alone; else it gets an INVITE."""
    asked_at: float | None = None

    def is_due(self, now: float) -> bool:
        if not self.we_refresh or now < self.refreshed_at + self.seconds / 2:
            return False
        return self.asked_at is None or now >= self.asked_at + RETRY_SECONDS

    def is_over(self, now: float) -> bool:
        """So long before the end, that the other side hears of it (RFC 4028, 10)."""
        return now >= self.refreshed_at + self.seconds - min(32.0, self.seconds / 3)

    def header(self, refresher: str) -> bytes:
        return b"Session-Expires: %d;refresher=%s" % (self.seconds, refresher.encode())


class SessionTimers:
    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._offers: OrderedDict[str, Offer | None] = OrderedDict()
        self._sessions: dict[str, Session] = {}
        self._dead: set[str] = set()

    def find(self, call_id: str) -> Session | None:
        return self._sessions.get(call_id)

    def receive_request(self, packet: bytes, call_id: str, method: str) -> Refusal | None:
        """Why it is refused; None if nothing speaks against it."""
        if method not in METHODS:
            return None
        head = _head(packet)
        offer = _read_offer(head)
        if offer is not None and offer.seconds < MIN_SECONDS:
            return TOO_SMALL
        self._offers[call_id] = offer
        self._offers.move_to_end(call_id)
        if len(self._offers) > MAX_OFFERS:
            self._offers.popitem(last=False)
        return None

    def receive_response(self, packet: bytes) -> None:
        """To a request of ours."""
        head = _head(packet)
        call_id, method, code = _call_id(head), _method(head), int(head[8:11])
        session = self._sessions.get(call_id)
        if method not in METHODS or code < 200:
            return
        if code < 300:
            self._agree(call_id, head, session)
        elif session is not None and session.asked_at is not None:
            self._fail(call_id, head, session, code)

    def edit(self, _far: str, message: Message) -> bool:
        """Writes into what we send what belongs there; whether there was something."""
        head = b"\r\n".join(message.lines) + b"\r\n"
        call_id, method = _call_id(head), _method(head)
        if method not in METHODS or _EXPIRES.search(head):
            return False
        if head.startswith(b"SIP/2.0 2"):
            return self._answer(call_id, message)
        session = self._sessions.get(call_id)
        if head.startswith(b"SIP/") or session is None or _TO_TAG.search(head) is None:
            return False
        return message.add([session.header("uac" if session.we_refresh else "uas")])

    def due(self, running: Iterable[str]) -> tuple[list[tuple[str, Session]], list[str]]:
        """Of these calls, those to refresh now, and those that are over."""
        known, now = set(running), self._now()
        self._sessions = {call_id: one for call_id, one in self._sessions.items() if call_id in known}
        over = [call_id for call_id, one in self._sessions.items() if one.is_over(now) or call_id in self._dead]
        self._dead.clear()
        due = [(call_id, one) for call_id, one in self._sessions.items() if call_id not in over and one.is_due(now)]
        for call_id, session in due:
            self._sessions[call_id] = replace(session, asked_at=now)
        for call_id in over:
            del self._sessions[call_id]
        return due, over

    def _answer(self, call_id: str, message: Message) -> bool:
        """In our answer we agree to what was offered, if anything was."""
        offer = self._offers.get(call_id)
        if offer is None:
            # Whoever leaves the timer out of a new request wants none any more.
            if call_id in self._offers:
                self._sessions.pop(call_id, None)
            return False
        contact = next((found[1].decode() for line in message.lines if (found := _CONTACT.match(line))), "")
        session = Session(offer.seconds, offer.we_refresh, self._now(), contact, offer.by_update)
        lines = [session.header("uas" if offer.we_refresh else "uac")]
        if not message.add([*lines, b"Require: timer"] if offer.supports_timer else lines):
            return False
        self._sessions[call_id] = session
        return True

    def _agree(self, call_id: str, head: bytes, session: Session | None) -> None:
        found = _EXPIRES.search(head)
        if found is None:
            if session is not None and session.asked_at is None:
                return
            self._sessions.pop(call_id, None)
            return
        refresher = _REFRESHER.search(found[2])
        seconds = min(max(int(found[1]), MIN_SECONDS), MAX_SECONDS)
        we_refresh = refresher is None or refresher[1].lower() == b"uac"
        by_update = bool(_ALLOW.search(head)) if session is None else session.by_update
        contact = session.contact if session else ""
        self._sessions[call_id] = Session(seconds, we_refresh, self._now(), contact, by_update)

    def _fail(self, call_id: str, head: bytes, session: Session, code: int) -> None:
        """Our refresh was refused."""
        if code in DEAD_CODES:
            self._dead.add(call_id)
        elif code == 422 and (least := _MIN.search(head)):
            seconds = min(max(session.seconds, int(least[1])), MAX_SECONDS)
            self._sessions[call_id] = replace(session, seconds=seconds, asked_at=None)
        elif session.by_update:
            # Perhaps it wants a password, or no UPDATE: what the stack itself sends knows about both.
            self._sessions[call_id] = replace(session, by_update=False, asked_at=None)


def _read_offer(head: bytes) -> Offer | None:
    found = _EXPIRES.search(head)
    if found is None:
        return None
    supports_timer = _SUPPORTED.search(head) is not None
    refresher = _REFRESHER.search(found[2])
    we_refresh = not supports_timer or (refresher is not None and refresher[1].lower() == b"uas")
    by_update = _ALLOW.search(head) is not None
    return Offer(min(int(found[1]), MAX_SECONDS), we_refresh, supports_timer, by_update)


def _head(packet: bytes) -> bytes:
    return packet.partition(b"\r\n\r\n")[0] + b"\r\n"


def _method(head: bytes) -> str:
    if not head.startswith(b"SIP/"):
        return head.partition(b" ")[0].decode(errors="replace")
    return found[1].upper().decode() if (found := _CSEQ.search(head)) else ""


def _call_id(head: bytes) -> str:
    return found[1].strip().decode(errors="replace") if (found := _CALL_ID.search(head)) else ""
