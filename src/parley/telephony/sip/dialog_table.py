"""What goes over the wire, read along: whole invitations, and what identifies a dialog.

The stack itself hands over few headers of an invitation, cut short, and neither the address that was asked for nor the
one that asks. Everything here is text from the network: it is read with care and never logged.
"""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
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
_CSEQ_LINE = re.compile(rb"\r\ncseq[ \t]*:[ \t]*([^\r\n]{1,64})", re.IGNORECASE)
_BRANCH = re.compile(rb"\r\n(?:via|v)[ \t]*:[^\r\n,]*?;[ \t]*branch=([^;,\s]+)", re.IGNORECASE)
_ROUTES = re.compile(rb"\r\n(?:contact|m|record-route)[ \t]*:([^\r\n]+)", re.IGNORECASE)
_HOST = re.compile(rb"<?sips?:(?:[^@<>\s]*@)?([0-9]{1,3}(?:\.[0-9]{1,3}){3}|\[[0-9A-Fa-f:.]+\])", re.IGNORECASE)

MOST_ADDRESSES, MOST_BRANCHES = 16, 8
"""Of one dialog."""


@dataclass(frozen=True, slots=True)
class Invite:
    """An invitation as it came in."""

    source: str
    is_tls: bool
    uri: str
    headers: Mapping[str, str]
    offer: Offer = NOTHING
    replaces: str = ""
    """The Call-ID of a call that it may take the place of."""

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
    first_addresses: tuple[str, ...] = ()
    """Where the call came from, or went to."""
    addresses: tuple[str, ...] = ()
    """These, those that answered us, and those that the other side named for what follows."""
    branches: tuple[bytes, ...] = ()
    """Of our own requests: only an answer to one of them knows it."""
    is_tls: bool = False
    asked: bytes = b""
    """The number of the last invitation that came in."""
    uses: int = 0
    """Calls with this Call-ID: one that wants a password is two, and they overlap."""

    @property
    def is_running(self) -> bool:
        return bool(self.local_tag and self.remote_tag)


class DialogTable:
    """Notes messages; asked for what the stack does not tell. Noted on the stack's thread, asked on others.

    Requests that came in are noted once they were let in (`gate`). Answers are believed when they answer something.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._invites: OrderedDict[str, Invite] = OrderedDict()
        self._dialogs: OrderedDict[str, Dialog] = OrderedDict()
        self._held: Counter[str] = Counter()
        """How many calls have this name now: of those nothing is forgotten unasked."""
        self._peers: Counter[str] = Counter()
        self._confirmations: OrderedDict[str, None] = OrderedDict()
        self._waiting: dict[str, Callable[[], object]] = {}

    def note(self, packet: bytes, *, sent: bool, is_tls: bool, far: str) -> None:
        """An answer, or a request of ours. `far` is the address of the other side."""
        head = packet.partition(b"\r\n\r\n")[0] + b"\r\n"
        if (found := _CALL_ID.search(head)) is None:
            return
        call_id = found[1].decode(errors="replace")
        with self._lock:
            if answer := _ANSWER.match(head):
                self._note_answer(call_id, head, int(answer[1]), sent=sent, far=far)
            elif sent:
                self._note_asking(call_id, head, is_tls=is_tls, far=far)

    def let_in(self, packet: bytes, call_id: str, *, is_tls: bool, far: str, replaces: str = "") -> None:
        """A request of theirs, of the call that the stack believes it to belong to: it may name others besides."""
        head, _, body = packet.partition(b"\r\n\r\n")
        head += b"\r\n"
        with self._lock:
            if head.startswith(b"INVITE ") and _TO_TAG.search(head) is None:
                invite = read_invite(head, is_tls=is_tls, source=far)
                _keep(self._invites, call_id, replace(invite, offer=read_offer(body), replaces=replaces))
                self._note_asked(call_id, head, is_tls=is_tls, far=far)
            elif call_id in self._dialogs:
                self._put(call_id, self._dialogs[call_id], _named(head))

    def invite(self, call_id: str) -> Invite | None:
        """The invitation of this call, once."""
        with self._lock:
            return self._invites.pop(call_id, None)

    def dialog(self, call_id: str) -> Dialog:
        with self._lock:
            return self._dialogs.get(call_id, Dialog())

    def known(self, call_id: str) -> Dialog | None:
        """The call of this name, if there is one and it is known with whom."""
        with self._lock:
            found = self._dialogs.get(call_id)
            return found if found is not None and found.addresses else None

    def is_peer(self, address: str) -> bool:
        """Whether it is the other side of some call."""
        with self._lock:
            return address in self._peers

    def peers(self) -> list[str]:
        with self._lock:
            return list(self._peers)

    def hold(self, call_id: str) -> None:
        """A call began: what is known of it stays until it is forgotten."""
        with self._lock:
            self._held[call_id] += 1

    def when_confirmed(self, call_id: str, told: Callable[[], object]) -> None:
        """`told` is called, on either thread, once the other side has said that it has our invitation."""
        with self._lock:
            if call_id in self._confirmations:
                told()
            else:
                self._waiting[call_id] = told

    def forget(self, call_id: str) -> None:
        with self._lock:
            self._confirmations.pop(call_id, None)
            self._waiting.pop(call_id, None)
            known = self._dialogs.get(call_id)
            if known is not None and known.uses > 1:
                self._dialogs[call_id] = replace(known, uses=known.uses - 1)
            else:
                self._drop(call_id)
            self._held[call_id] -= 1
            if self._held[call_id] <= 0:
                del self._held[call_id]

    def _confirmed(self, call_id: str) -> None:
        if told := self._waiting.pop(call_id, None):
            told()
        else:
            _keep(self._confirmations, call_id, None)

    def _note_asking(self, call_id: str, head: bytes, *, is_tls: bool, far: str) -> None:
        """A request of ours."""
        known = self._dialogs.get(call_id)
        if known is None:
            if not head.startswith(b"INVITE "):
                return
            known = Dialog(first_addresses=(far,), is_tls=is_tls, uses=1)
        branch = _BRANCH.search(head)
        branches = (*known.branches, branch[1])[-MOST_BRANCHES:] if branch else known.branches
        self._put(call_id, replace(known, branches=branches), [far])

    def _note_asked(self, call_id: str, head: bytes, *, is_tls: bool, far: str) -> None:
        """An invitation of theirs, for the first time or again."""
        known = self._dialogs.get(call_id, Dialog())
        number = found[1] if (found := _CSEQ_LINE.search(head)) else b""
        if number != known.asked:
            known = replace(known, asked=number, uses=known.uses + 1)
        first = known.first_addresses or (far,)
        self._put(call_id, replace(known, first_addresses=first, is_tls=is_tls), [far, *_named(head)])

    def _note_answer(self, call_id: str, head: bytes, code: int, *, sent: bool, far: str) -> None:
        method = found[1].upper() if (found := _CSEQ.search(head)) else b""
        known = self._dialogs.get(call_id)
        branch = _BRANCH.search(head)
        if known is None or not (sent or (branch and branch[1] in known.branches)):
            return
        if not sent and code < 300:
            known = self._put(call_id, known, [far, *_named(head)])
        if method == b"INVITE" and code < 200 and not sent:
            self._confirmed(call_id)
        elif method == b"INVITE" and 200 <= code < 300:
            asker, asked = _tag(_FROM_TAG, head), _tag(_TO_TAG, head)
            local, remote = (asked, asker) if sent else (asker, asked)
            self._put(call_id, replace(known, local_tag=local, remote_tag=remote))
        elif method == b"REFER" and 200 <= code < 300 and not sent:
            self._put(call_id, replace(known, refer_code=code))

    def _put(self, call_id: str, dialog: Dialog, more: Iterable[str] = ()) -> Dialog:
        addresses = dict.fromkeys((*dialog.addresses, *more))
        dialog = replace(dialog, addresses=tuple(addresses)[:MOST_ADDRESSES])
        self._drop(call_id)
        self._dialogs[call_id] = dialog
        self._peers.update(dialog.addresses)
        while len(self._dialogs) - len(self._held) > KEPT:
            self._drop(next(known for known in self._dialogs if known not in self._held))
        return dialog

    def _drop(self, call_id: str) -> None:
        known = self._dialogs.pop(call_id, None)
        for address in known.addresses if known else ():
            self._peers[address] -= 1
            if not self._peers[address]:
                del self._peers[address]


def _named(head: bytes) -> list[str]:
    """The addresses where the other side says that it is to be reached from now on."""
    hosts = [host for line in _ROUTES.findall(head) for host in _HOST.findall(line)]
    return [host.decode().strip("[]") for host in hosts[:MOST_ADDRESSES]]


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
