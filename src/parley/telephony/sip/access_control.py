"""Who may say what to the stack: asked for every request before the stack sees it.

Trunks may call. In a call only its own trunk is heard: the address that the call came from or went to, those that it
named itself for what follows, and the other addresses of the same trunk. Everybody else is a stranger, and is told so,
a few times.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address

from parley.telephony.sip.dialog_table import Dialog, DialogTable
from parley.telephony.sip.protocol import Network
from parley.telephony.sip.rate_limits import RateLimits
from parley.telephony.sip.replaces import read_replaces


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    source: str
    is_tls: bool
    call_id: str
    from_tag: str = ""
    to_tag: str = ""
    replaces: Sequence[str] = ()
    """What the headers of this name say."""
    port: int = 0
    """The port that it came from, of a connection; 0 for a datagram."""


@dataclass(frozen=True, slots=True)
class Refusal:
    code: int
    """0 for no answer at all."""
    reason: str = ""


SILENCE = Refusal(0)
FORBIDDEN = Refusal(403, "Forbidden")
UNKNOWN = Refusal(481, "Call/Transaction Does Not Exist")


class AccessControl:
    """Asked on the SIP thread, told on others."""

    def __init__(self, trace: DialogTable, limits: RateLimits) -> None:
        self._trace = trace
        self._limits = limits
        self._lock = threading.Lock()
        self._trunks: tuple[tuple[Network, ...], ...] | None = None
        self._by_size: dict[tuple[int, int], dict[int, frozenset[int]]] = {}

    def admit(self, trunks: Iterable[Iterable[Network]]) -> None:
        """The addresses of each trunk. Until they are known, everybody is asked in."""
        known = tuple(tuple(networks) for networks in trunks)
        by_size: dict[tuple[int, int], dict[int, frozenset[int]]] = {}
        for number, networks in enumerate(known):
            for network in networks:
                same = by_size.setdefault((network.version, network.prefixlen), {})
                place = int(network.network_address)
                same[place] = same.get(place, frozenset()) | {number}
        self._by_size, self._trunks = by_size, known

    @property
    def trunks(self) -> tuple[tuple[Network, ...], ...]:
        return self._trunks or ()

    @property
    def is_flooded(self) -> bool:
        return self._limits.is_flooded and self._trunks is not None

    def hears(self, source: str, now: float) -> bool:
        """Whether anything from this address is listened to now. Trunks and the other sides of calls always are."""
        if self.is_known(source):
            return True
        with self._lock:
            return self._limits.allow(source, now)

    def is_known(self, source: str) -> bool:
        return self._trunks is None or bool(self._trunks_of(source)) or self._trace.is_peer(source)

    def judge(self, request: Request) -> Refusal | None:
        """Why the stack is not to see this request; None when it is."""
        dialog = self._trace.known(request.call_id)
        if dialog is not None:
            if not self._is_own(dialog, request.source):
                return _no(request, UNKNOWN if self._trunks is None or self._trunks_of(request.source) else FORBIDDEN)
        elif self._trunks is not None and not self._trunks_of(request.source):
            is_peer = bool(request.to_tag) and self._trace.is_peer(request.source)
            return _no(request, UNKNOWN if is_peer else FORBIDDEN)
        if request.method == "INVITE" and request.replaces and not request.to_tag:
            return self._judge_replacement(request)
        return None

    def _judge_replacement(self, request: Request) -> Refusal | None:
        wanted = read_replaces(request.replaces[0])
        if wanted is None or len(request.replaces) > 1:
            return Refusal(400, "Bad Request")
        replaced = self._trace.known(wanted.call_id)
        if replaced is None or not replaced.is_running:
            return UNKNOWN
        if (wanted.to_tag, wanted.from_tag) != (replaced.local_tag, replaced.remote_tag):
            return UNKNOWN
        if not self._is_own(replaced, request.source) or (replaced.is_tls and not request.is_tls):
            return UNKNOWN
        return Refusal(486, "Busy Here") if wanted.early_only else None

    def _is_own(self, dialog: Dialog, source: str) -> bool:
        if source in dialog.addresses:
            return True
        theirs = self._trunks_of(source)
        return any(theirs & self._trunks_of(address) for address in dialog.first_addresses)

    def _trunks_of(self, address: str) -> frozenset[int]:
        """The numbers of the trunks that this address belongs to."""
        try:
            found = ip_address(address)
        except ValueError:
            return frozenset()
        value, numbers = int(found), frozenset[int]()
        for (version, size), networks in self._by_size.items():
            if version == found.version:
                host_bits = found.max_prefixlen - size
                numbers |= networks.get(value >> host_bits << host_bits, frozenset())
        return numbers


def _no(request: Request, refusal: Refusal) -> Refusal:
    """An ACK is never answered (RFC 3261, 17.1.1.3)."""
    return SILENCE if request.method == "ACK" else refusal
