"""Which requests the stack is to see.

Trunks may call. In a call only its own trunk is heard: the address that the call came from or went to, those that it
named itself for what follows, and the other addresses of the same trunk. Everybody else is a stranger, and is refused,
a few times.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address

from parley.telephony.sip.ingress.dialog_table import Dialog, DialogTable
from parley.telephony.sip.ingress.rate_limits import RateLimits
from parley.telephony.sip.messages.replaces import parse_replaces
from parley.telephony.sip.protocol import Network


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
    headers: str = ""
    """Whole lines."""


NO_ANSWER = Refusal(0)
FORBIDDEN = Refusal(403, "Forbidden")
NO_SUCH_CALL = Refusal(481, "Call/Transaction Does Not Exist")


class AccessControl:
    """Asked on the SIP thread, told on others."""

    def __init__(self, dialogs: DialogTable, limits: RateLimits) -> None:
        self._dialogs = dialogs
        self._limits = limits
        self._lock = threading.Lock()
        self._trunks: tuple[tuple[Network, ...], ...] | None = None
        self._by_prefix: dict[tuple[int, int], dict[int, frozenset[int]]] = {}
        """By IP version and prefix length: network addresses, and the numbers of the trunks that have them. A lookup
        costs as many steps as there are different lengths, however many networks there are."""

    def allow_trunks(self, trunks: Iterable[Iterable[Network]]) -> None:
        """The addresses of each trunk. Until they are known, everybody is a trunk."""
        known = tuple(tuple(networks) for networks in trunks)
        by_prefix: dict[tuple[int, int], dict[int, frozenset[int]]] = {}
        for number, networks in enumerate(known):
            for network in networks:
                same = by_prefix.setdefault((network.version, network.prefixlen), {})
                address = int(network.network_address)
                same[address] = same.get(address, frozenset()) | {number}
        # Replaced, never changed in place: the SIP thread reads without a lock.
        self._by_prefix, self._trunks = by_prefix, known

    @property
    def trunks(self) -> tuple[tuple[Network, ...], ...]:
        return self._trunks or ()

    @property
    def is_flooded(self) -> bool:
        return self._limits.is_flooded and self._trunks is not None

    def admits(self, source: str, now: float) -> bool:
        """Whether anything from this address is read now. Trunks and the other sides of calls always are."""
        if self.is_known(source):
            return True
        with self._lock:
            return self._limits.allow(source, now)

    def is_known(self, source: str) -> bool:
        return self._trunks is None or bool(self._trunks_of(source)) or self._dialogs.is_peer(source)

    def check(self, request: Request) -> Refusal | None:
        """Why the stack is not to see this request; None when it is."""
        dialog = self._dialogs.find_with_peer(request.call_id)
        if dialog is not None:
            if not self._is_own_trunk(dialog, request.source):
                is_trunk = self._trunks is None or self._trunks_of(request.source)
                return _refuse(request, NO_SUCH_CALL if is_trunk else FORBIDDEN)
        elif self._trunks is not None and not self._trunks_of(request.source):
            # The other side of a call may still speak of an earlier one, which is over.
            is_peer = bool(request.to_tag) and self._dialogs.is_peer(request.source)
            return _refuse(request, NO_SUCH_CALL if is_peer else FORBIDDEN)
        if request.method == "INVITE" and request.replaces and not request.to_tag:
            return self._check_replacement(request)
        return None

    def _check_replacement(self, request: Request) -> Refusal | None:
        wanted = parse_replaces(request.replaces[0])
        if wanted is None or len(request.replaces) > 1:
            return Refusal(400, "Bad Request")
        replaced = self._dialogs.find_with_peer(wanted.call_id)
        if replaced is None or not replaced.is_confirmed:
            return NO_SUCH_CALL
        if (wanted.to_tag, wanted.from_tag) != (replaced.local_tag, replaced.remote_tag):
            return NO_SUCH_CALL
        # Whoever could replace an encrypted call by a plain one would have found a way to listen in.
        if not self._is_own_trunk(replaced, request.source) or (replaced.is_tls and not request.is_tls):
            return NO_SUCH_CALL
        return Refusal(486, "Busy Here") if wanted.early_only else None

    def _is_own_trunk(self, dialog: Dialog, source: str) -> bool:
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
        for (version, prefix), networks in self._by_prefix.items():
            if version == found.version:
                host_bits = found.max_prefixlen - prefix
                numbers |= networks.get(value >> host_bits << host_bits, frozenset())
        return numbers


def _refuse(request: Request, refusal: Refusal) -> Refusal:
    """An ACK is never answered (RFC 3261, 17.1.1.3)."""
    return NO_ANSWER if request.method == "ACK" else refusal
