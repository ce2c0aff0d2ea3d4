"""What SIP messages say about the calls that run: whole INVITEs, and what identifies a dialog.

The stack itself hands over few headers of an INVITE, cut short, and neither the address that was asked for nor the one
that asks; so messages are read along as they pass. All of it is text from the network: it is read with care and never
logged.
"""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import TypeVar

from parley.telephony.sip.messages.headers import find_header, uri_user
from parley.telephony.sip.messages.sdp import NO_OFFER, Offer, read_offer

T = TypeVar("T")

MAX_UNCLAIMED = 2048
"""Dialogs and INVITEs that no call claims (`retain`): strangers must not fill the memory."""

_CALL_ID = re.compile(rb"\r\n(?:call-id|i)[ \t]*:([^\r\n]+)", re.IGNORECASE)
_CSEQ = re.compile(rb"\r\ncseq[ \t]*:[ \t]*\d+[ \t]+([A-Z]+)", re.IGNORECASE)
_FROM_TAG = re.compile(rb"\r\n(?:from|f)[ \t]*:[^\r\n]*?;[ \t]*tag=([^;\s]+)", re.IGNORECASE)
_TO_TAG = re.compile(rb"\r\n(?:to|t)[ \t]*:[^\r\n]*?;[ \t]*tag=([^;\s]+)", re.IGNORECASE)
_RESPONSE = re.compile(rb"SIP/2\.0 ([1-6][0-9]{2}) ")
_FOLD = re.compile(r"\r\n[ \t]+")
_REGISTERED = re.compile(rb"\r\n(?:to|t)[ \t]*:[^\r\n]*?sips?:([^@>\s]+@[^;>\s]+)", re.IGNORECASE)
_CSEQ_LINE = re.compile(rb"\r\ncseq[ \t]*:[ \t]*([^\r\n]{1,64})", re.IGNORECASE)
_BRANCH = re.compile(rb"\r\n(?:via|v)[ \t]*:[^\r\n,]*?;[ \t]*branch=([^;,\s]+)", re.IGNORECASE)
_ROUTE = re.compile(rb"\r\n(?:contact|m|record-route)[ \t]*:([^\r\n]+)", re.IGNORECASE)
_HOST = re.compile(rb"<?sips?:(?:[^@<>\s]{0,256}@)?([0-9]{1,3}(?:\.[0-9]{1,3}){3}|\[[0-9A-Fa-f:.]+\])", re.IGNORECASE)

MAX_ADDRESSES, MAX_BRANCHES = 16, 8
"""Of one dialog."""


@dataclass(frozen=True, slots=True)
class Invite:
    """An INVITE as it came in."""

    source: str
    is_tls: bool
    uri: str
    headers: Mapping[str, str]
    offer: Offer = NO_OFFER
    replaces: str = ""
    """The Call-ID of a call that it may replace."""

    @property
    def caller(self) -> str:
        return uri_user(find_header(self.headers, ("from", "f")))

    @property
    def called(self) -> str:
        return uri_user(self.uri) or uri_user(find_header(self.headers, ("to", "t")))


@dataclass(frozen=True, slots=True)
class Dialog:
    """What names a call besides its Call-ID, and what the other side said so far."""

    local_tag: str = ""
    remote_tag: str = ""
    refer_code: int = 0
    """How they answered our REFER."""
    first_addresses: tuple[str, ...] = ()
    """Where the call came from, or went to."""
    addresses: tuple[str, ...] = ()
    """These, those that answered us, and those that the other side named for what follows."""
    branches: tuple[bytes, ...] = ()
    """Of our own requests. They are random: who did not see the request cannot forge an answer to it."""
    is_tls: bool = False
    invite_cseq: bytes = b""
    """Of the last INVITE that came in."""
    uses: int = 0
    """Calls with this Call-ID: one that is asked for a password is two, and they overlap."""

    @property
    def is_confirmed(self) -> bool:
        return bool(self.local_tag and self.remote_tag)


class DialogTable:
    """Written on the SIP thread, read on others.

    Requests that came in are recorded once access control has passed them. Responses are believed when they answer a
    request of ours.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._invites: OrderedDict[str, Invite] = OrderedDict()
        self._dialogs: OrderedDict[str, Dialog] = OrderedDict()
        self._retained: Counter[str] = Counter()
        """How many calls of the stack have this Call-ID now: what is known of those is never crowded out."""
        self._peers: Counter[str] = Counter()
        self._provisional: OrderedDict[str, None] = OrderedDict()
        """Calls of ours whose INVITE got a provisional response (1xx) that nobody has asked for yet."""
        self._registrars: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        self._without_events: OrderedDict[str, None] = OrderedDict()
        self._waiting: dict[str, Callable[[], object]] = {}

    def record_message(self, packet: bytes, *, sent: bool, is_tls: bool, far: str) -> None:
        """A response, or a request of ours. `far` is the address of the other side."""
        head = packet.partition(b"\r\n\r\n")[0] + b"\r\n"
        if (found := _CALL_ID.search(head)) is None:
            return
        call_id = found[1].strip().decode(errors="replace")
        with self._lock:
            if not sent:
                self._record_events(call_id, packet)
            if response := _RESPONSE.match(head):
                self._record_response(call_id, head, int(response[1]), sent=sent, far=far)
            elif sent and head.startswith(b"REGISTER "):
                if found := _REGISTERED.search(head):
                    _put_bounded(self._registrars, found[1].decode(errors="replace"), (far,))
            elif sent:
                self._record_sent_request(call_id, head, is_tls=is_tls, far=far)

    def record_request(self, packet: bytes, call_id: str, *, is_tls: bool, far: str, replaces: str = "") -> None:
        """A request of theirs. `call_id` is the one that the stack reads: a message may name others besides."""
        head, _, body = packet.partition(b"\r\n\r\n")
        head += b"\r\n"
        with self._lock:
            self._record_events(call_id, packet)
            if head.startswith(b"INVITE ") and _TO_TAG.search(head) is None:
                invite = parse_invite(head, is_tls=is_tls, source=far)
                _put_bounded(self._invites, call_id, replace(invite, offer=read_offer(body), replaces=replaces))
                self._record_invite(call_id, head, is_tls=is_tls, far=far)
            elif call_id in self._dialogs:
                self._put(call_id, self._dialogs[call_id], _routes(head))

    def registrar_addresses(self, identity: str) -> tuple[str, ...]:
        """Where registrations of `user@domain` were sent to last."""
        with self._lock:
            return self._registrars.get(identity, ())

    def pop_invite(self, call_id: str) -> Invite | None:
        """Given once: then the call has it."""
        with self._lock:
            return self._invites.pop(call_id, None)

    def find(self, call_id: str) -> Dialog:
        with self._lock:
            return self._dialogs.get(call_id, Dialog())

    def find_with_peer(self, call_id: str) -> Dialog | None:
        """The call of this name, if there is one and the other side is known."""
        with self._lock:
            found = self._dialogs.get(call_id)
            return found if found is not None and found.addresses else None

    def is_answer(self, packet: bytes) -> bool:
        """Whether it is a response to a request of ours in a call that we know."""
        head = packet.partition(b"\r\n\r\n")[0] + b"\r\n"
        call_id, branch = _CALL_ID.search(head), _BRANCH.search(head)
        if call_id is None or branch is None or _RESPONSE.match(head) is None:
            return False
        return branch[1] in self.find(call_id[1].strip().decode(errors="replace")).branches

    def sends_key_events(self, call_id: str) -> bool:
        """Whether keys may come as events (RFC 4733), by the other side's session description."""
        with self._lock:
            return call_id not in self._without_events

    def is_peer(self, address: str) -> bool:
        """Whether it is the other side of some call."""
        with self._lock:
            return address in self._peers

    def peers(self) -> list[str]:
        with self._lock:
            return list(self._peers)

    def retain(self, call_id: str) -> None:
        """A call began: what is known of it stays until `release`."""
        with self._lock:
            self._retained[call_id] += 1

    def on_provisional(self, call_id: str, received: Callable[[], object]) -> None:
        """`received` is called, on either thread, once our INVITE has got a provisional response (1xx)."""
        with self._lock:
            if call_id in self._provisional:
                received()
            else:
                self._waiting[call_id] = received

    def release(self, call_id: str) -> None:
        with self._lock:
            self._provisional.pop(call_id, None)
            self._waiting.pop(call_id, None)
            known = self._dialogs.get(call_id)
            if known is not None and known.uses > 1:
                self._dialogs[call_id] = replace(known, uses=known.uses - 1)
            else:
                self._drop(call_id)
            self._retained[call_id] -= 1
            if self._retained[call_id] <= 0:
                del self._retained[call_id]

    def _record_events(self, call_id: str, packet: bytes) -> None:
        body = packet.partition(b"\r\n\r\n")[2]
        if b"m=audio" not in body:
            return
        if b"telephone-event" in body:
            self._without_events.pop(call_id, None)
        else:
            _put_bounded(self._without_events, call_id, None)

    def _record_provisional(self, call_id: str) -> None:
        if received := self._waiting.pop(call_id, None):
            received()
        else:
            _put_bounded(self._provisional, call_id, None)

    def _record_sent_request(self, call_id: str, head: bytes, *, is_tls: bool, far: str) -> None:
        """A request of ours."""
        known = self._dialogs.get(call_id)
        if known is None:
            # Any other request of ours belongs to a call that is over.
            if not head.startswith(b"INVITE "):
                return
            known = Dialog(first_addresses=(far,), is_tls=is_tls, uses=1)
        branch = _BRANCH.search(head)
        branches = (*known.branches, branch[1])[-MAX_BRANCHES:] if branch else known.branches
        self._put(call_id, replace(known, branches=branches), [far])

    def _record_invite(self, call_id: str, head: bytes, *, is_tls: bool, far: str) -> None:
        """An INVITE of theirs, for the first time or again."""
        known = self._dialogs.get(call_id, Dialog())
        cseq = found[1] if (found := _CSEQ_LINE.search(head)) else b""
        if cseq != known.invite_cseq:
            known = replace(known, invite_cseq=cseq, uses=known.uses + 1)
        first_addresses = known.first_addresses or (far,)
        self._put(call_id, replace(known, first_addresses=first_addresses, is_tls=is_tls), [far, *_routes(head)])

    def _record_response(self, call_id: str, head: bytes, code: int, *, sent: bool, far: str) -> None:
        method = found[1].upper() if (found := _CSEQ.search(head)) else b""
        known = self._dialogs.get(call_id)
        branch = _BRANCH.search(head)
        if known is None or not (sent or (branch and branch[1] in known.branches)):
            return
        # A redirect names addresses of others, which are not the other side of this call.
        if not sent and code < 300:
            known = self._put(call_id, known, [far, *_routes(head)])
        if method == b"INVITE" and code < 200 and not sent:
            self._record_provisional(call_id)
        elif method == b"INVITE" and 200 <= code < 300:
            # Whoever sends the response is the called side, whose tag is that of To.
            from_tag, to_tag = _tag(_FROM_TAG, head), _tag(_TO_TAG, head)
            local, remote = (to_tag, from_tag) if sent else (from_tag, to_tag)
            self._put(call_id, replace(known, local_tag=local, remote_tag=remote))
        elif method == b"REFER" and 200 <= code < 300 and not sent:
            self._put(call_id, replace(known, refer_code=code))

    def _put(self, call_id: str, dialog: Dialog, more: Iterable[str] = ()) -> Dialog:
        addresses = dict.fromkeys((*dialog.addresses, *more))
        dialog = replace(dialog, addresses=tuple(addresses)[:MAX_ADDRESSES])
        # At the end again: what was heard of last is crowded out last.
        self._drop(call_id)
        self._dialogs[call_id] = dialog
        self._peers.update(dialog.addresses)
        while len(self._dialogs) - len(self._retained) > MAX_UNCLAIMED:
            self._drop(next(known for known in self._dialogs if known not in self._retained))
        return dialog

    def _drop(self, call_id: str) -> None:
        known = self._dialogs.pop(call_id, None)
        for address in known.addresses if known else ():
            self._peers[address] -= 1
            if not self._peers[address]:
                del self._peers[address]


def _routes(head: bytes) -> list[str]:
    """The addresses where the other side says that it is to be reached from now on (Contact and Record-Route)."""
    hosts = [host for line in _ROUTE.findall(head) for host in _HOST.findall(line)]
    return [host.decode().strip("[]") for host in hosts[:MAX_ADDRESSES]]


def parse_invite(head: bytes, *, is_tls: bool, source: str) -> Invite:
    """Parses the part of a request before its body. Of headers that come twice the first counts."""
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


def _put_bounded(entries: OrderedDict[str, T], call_id: str, entry: T) -> None:
    entries[call_id] = entry
    entries.move_to_end(call_id)
    while len(entries) > MAX_UNCLAIMED:
        entries.popitem(last=False)
