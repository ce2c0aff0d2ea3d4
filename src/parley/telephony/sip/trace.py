"""What goes over the wire, read along: whole invitations, and what identifies a dialog.

The stack itself hands over few headers of an invitation, cut short, and neither the address that was asked for nor the
one that asks. Everything here is text from the network: it is read with care and never logged.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import TypeVar

from parley.telephony.sip.headers import first, user_of
from parley.telephony.sip.offer import NOTHING, Offer, read_offer

T = TypeVar("T")

KEPT = 2048
"""Of whom nothing more is heard, so many are remembered."""

_CALL_ID = re.compile(rb"\r\n(?:call-id|i)[ \t]*:[ \t]*([^\r\n]+?)[ \t]*\r\n", re.IGNORECASE)
_CSEQ = re.compile(rb"\r\ncseq[ \t]*:[ \t]*\d+[ \t]+([A-Z]+)", re.IGNORECASE)
_FROM_TAG = re.compile(rb"\r\n(?:from|f)[ \t]*:[^\r\n]*?;[ \t]*tag=([^;\s]+)", re.IGNORECASE)
_TO_TAG = re.compile(rb"\r\n(?:to|t)[ \t]*:[^\r\n]*?;[ \t]*tag=([^;\s]+)", re.IGNORECASE)
_ANSWER = re.compile(rb"SIP/2\.0 ([1-6][0-9]{2}) ")
_FOLD = re.compile(r"\r\n[ \t]+")


@dataclass(frozen=True, slots=True)
class Invite:
    """An invitation as it came in."""

    source: str
    is_tls: bool
    uri: str
    headers: Mapping[str, str]
    offer: Offer = NOTHING

    @property
    def caller(self) -> str:
        return user_of(first(self.headers, ("from", "f")))

    @property
    def called(self) -> str:
        return user_of(self.uri) or user_of(first(self.headers, ("to", "t")))


@dataclass(frozen=True, slots=True)
class Dialog:
    """What names a call besides its Call-ID, and what the other side said so far."""

    local_tag: str = ""
    remote_tag: str = ""
    refer_code: int = 0
    """How they took our wish that they call elsewhere."""


class Trace:
    """Notes every message; asked for what the stack does not tell. Noted on the stack's thread, asked on others."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._invites: OrderedDict[str, Invite] = OrderedDict()
        self._dialogs: OrderedDict[str, Dialog] = OrderedDict()
        self._confirmations: OrderedDict[str, None] = OrderedDict()
        self._waiting: dict[str, Callable[[], object]] = {}

    def note(self, packet: bytes, *, sent: bool, is_tls: bool, source: str) -> None:
        head, _, body = packet.partition(b"\r\n\r\n")
        head += b"\r\n"
        if (found := _CALL_ID.search(head)) is None:
            return
        call_id = found[1].decode(errors="replace")
        with self._lock:
            if head.startswith(b"INVITE ") and not sent and _TO_TAG.search(head) is None:
                invite = read_invite(head, is_tls=is_tls, source=source)
                _keep(self._invites, call_id, replace(invite, offer=read_offer(body)))
            elif answer := _ANSWER.match(head):
                self._note_answer(call_id, head, int(answer[1]), sent=sent)

    def invite(self, call_id: str) -> Invite | None:
        """The invitation of this call, once."""
        with self._lock:
            return self._invites.pop(call_id, None)

    def dialog(self, call_id: str) -> Dialog:
        with self._lock:
            return self._dialogs.get(call_id, Dialog())

    def when_confirmed(self, call_id: str, told: Callable[[], object]) -> None:
        """`told` is called, on either thread, once the other side has said that it has our invitation."""
        with self._lock:
            if call_id in self._confirmations:
                told()
            else:
                self._waiting[call_id] = told

    def forget(self, call_id: str) -> None:
        with self._lock:
            self._dialogs.pop(call_id, None)
            self._confirmations.pop(call_id, None)
            self._waiting.pop(call_id, None)

    def _confirmed(self, call_id: str) -> None:
        if told := self._waiting.pop(call_id, None):
            told()
        else:
            _keep(self._confirmations, call_id, None)

    def _note_answer(self, call_id: str, head: bytes, code: int, *, sent: bool) -> None:
        method = found[1].upper() if (found := _CSEQ.search(head)) else b""
        known = self._dialogs.get(call_id, Dialog())
        if method == b"INVITE" and code < 200 and not sent:
            self._confirmed(call_id)
        elif method == b"INVITE" and 200 <= code < 300:
            asker, asked = _tag(_FROM_TAG, head), _tag(_TO_TAG, head)
            local, remote = (asked, asker) if sent else (asker, asked)
            _keep(self._dialogs, call_id, replace(known, local_tag=local, remote_tag=remote))
        elif method == b"REFER" and 200 <= code < 300 and not sent:
            _keep(self._dialogs, call_id, replace(known, refer_code=code))


def read_invite(head: bytes, *, is_tls: bool, source: str) -> Invite:
    """Reads the part of a request before its body. Of headers that come twice the first counts."""
    line, _, rest = _FOLD.sub(" ", head.decode(errors="replace")).partition("\r\n")
    words = line.split(" ")
    headers: dict[str, str] = {}
    for entry in rest.split("\r\n"):
        name, colon, value = entry.partition(":")
        if colon and name.strip():
            headers.setdefault(name.strip(), value.strip())
    return Invite(source, is_tls, words[1] if len(words) > 1 else "", headers)


def _tag(pattern: re.Pattern[bytes], head: bytes) -> str:
    return found[1].decode(errors="replace") if (found := pattern.search(head)) else ""


def _keep(notes: OrderedDict[str, T], call_id: str, note: T) -> None:
    notes[call_id] = note
    notes.move_to_end(call_id)
    while len(notes) > KEPT:
        notes.popitem(last=False)
